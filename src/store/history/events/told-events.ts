/**
 * What a client is told of a wallet: the rows of its log's events, numbered 1, 2, 3 … from the client's registration on. An event that
 * names 3 rows has 3 numbers, one that tells a range has one. Numbers of one registration say nothing of another's.
 */

import type { WalletEventType } from '../../../domain/event-types.ts';
import type { TransferField } from '../../../domain/transfer-events.ts';
import type { SyncErrorKind } from '../../../errors.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows } from '../../connection/sql.ts';
import { eventColumns, listedRows, type NamedRow, readEvent, type WalletEvent } from './wallet-events.ts';

interface ToldAt {
  /** The client's number of it. */
  sequence: bigint;
  chainId: number;
  /** When it was stored, in unix seconds. */
  at: number;
}

/** What has a number of its own. */
export type ToldEvent = ToldAt &
  (
    | { type: 'transfer.added' | 'transfer.retracted'; row: NamedRow }
    | { type: 'transfer.updated'; row: NamedRow; fields: readonly TransferField[] }
    /** All transfers of the chain from the first position to the last; `fields` null: some may be new. */
    | { type: 'history.changed'; first: string; last: string; fields: readonly TransferField[] | null }
    | { type: 'history.reset' | 'wallet.loaded' }
    | { type: 'wallet.failed'; error: SyncErrorKind }
  );

export interface ToldPage {
  /** Of the registration: it and `before` are others when the wallet was registered anew. */
  registrationId: number;
  before: bigint;
  /** The number of the last event that there is; 0: none is. */
  last: bigint;
  /** The number before the first event that is kept. */
  keptAfter: bigint;
  events: readonly ToldEvent[];
  /** Nothing that was asked for comes behind them, up to `last`. */
  isEnd: boolean;
}

/** In SQL, of a row `event`. */
const typeConditions: Readonly<Record<WalletEventType, string>> = {
  'transfer.added': "kind = 'transfer.added' AND first_position IS NULL",
  'transfer.updated': "kind = 'transfer.updated' AND first_position IS NULL",
  'transfer.retracted': "kind = 'transfer.retracted' AND cardinality(positions) > 0",
  'history.changed': 'first_position IS NOT NULL',
  'history.reset': "kind = 'transfer.retracted' AND coalesce(cardinality(positions), 0) = 0",
  'wallet.loaded': "kind = 'wallet.loaded'",
  'wallet.failed': "kind = 'wallet.failed'",
};

const conditionOf = (types: readonly WalletEventType[] | undefined): string =>
  types === undefined ? 'true' : types.map((type) => `(${typeConditions[type]})`).join(' OR ') || 'false';

/**
 * The first events after a number, of one moment and by one statement. null: the client has not registered the wallet.
 *
 * @param after null: from the first that is kept on
 * @param limit how many at most
 * @param types only these; undefined: all
 */
export async function toldAfter(
  database: Database,
  { clientId, walletId }: { clientId: number; walletId: number },
  {
    after,
    limit,
    types,
  }: { after: bigint | null; limit: number; types?: readonly WalletEventType[] | undefined },
): Promise<ToldPage | null> {
  const rows = await queryRows(
    database.pool,
    `WITH log AS (
       SELECT registration.id, told_before, coalesce(last_told, 0) AS last_told FROM registration LEFT JOIN ledger_input USING (wallet_id)
       WHERE client_id = $1 AND wallet_id = $2 AND NOT is_own_only)
     SELECT log.id, log.told_before, log.last_told, coalesce(oldest.before, log.last_told), event.told_to, event.told_count,
       floor(extract(epoch FROM event.at))::bigint, ${eventColumns}
     FROM log
     LEFT JOIN LATERAL (SELECT greatest(told_to - told_count, told_before) AS before FROM wallet_event
       WHERE wallet_id = $2 AND told_count > 0 AND told_to > told_before + coalesce($3::bigint, 0) ORDER BY told_to LIMIT 1) oldest ON true
     LEFT JOIN LATERAL (SELECT * FROM (
       SELECT *, sum(told_count) OVER (ORDER BY told_to) - told_count AS earlier FROM (
         SELECT * FROM wallet_event WHERE wallet_id = $2 AND told_count > 0 AND told_to > told_before + coalesce($3::bigint, 0)
           AND (${conditionOf(types)}) ORDER BY told_to LIMIT $4) next) counted
       -- Of the first, some rows may have been read before.
       WHERE earlier < $4 + ${listedRows}) event ON true
     ORDER BY event.told_to`,
    [clientId, walletId, after, limit + 1],
    (row) => {
      const log = {
        registrationId: row.integer(),
        before: row.bigint(),
        lastTold: row.bigint(),
        keptAfter: row.bigint(),
      };
      const toldTo = row.textOrNull();
      if (toldTo === null) return { log, event: null };
      const [count, at] = [row.integer(), row.integer()];
      return { log, event: { toldTo: BigInt(toldTo), count, at, stored: readEvent(row) } };
    },
  );
  const log = rows[0]?.log;
  if (log === undefined) return null;
  const { before, registrationId } = log;
  const events = rows
    .flatMap(({ event }) => (event === null ? [] : toldOf(event)))
    .map((event) => ({ ...event, sequence: event.sequence - before }))
    .filter(({ sequence }) => sequence > (after ?? 0n));
  return {
    ...{ registrationId, before, last: log.lastTold - before, keptAfter: log.keptAfter - before },
    events: events.slice(0, limit),
    isEnd: events.length <= limit,
  };
}

interface StoredEvent {
  toldTo: bigint;
  count: number;
  at: number;
  stored: WalletEvent & { named: readonly NamedRow[] };
}

/** One for each number, by the numbers of the wallet. */
function toldOf({ toldTo, count, at, stored }: StoredEvent): ToldEvent[] {
  const { chainId } = stored;
  const one = { sequence: toldTo, chainId, at };
  if (stored.kind === 'wallet.loaded') return [{ ...one, type: stored.kind }];
  if (stored.kind === 'wallet.failed') return [{ ...one, type: stored.kind, error: stored.error }];
  if (stored.rows === null) return [{ ...one, type: 'history.reset' }];
  const fields = stored.kind === 'transfer.updated' ? stored.fields : null;
  if ('first' in stored.rows) return [{ ...one, type: 'history.changed', ...stored.rows, fields }];
  return stored.named.map((row, index): ToldEvent => {
    const own = { ...one, sequence: toldTo - BigInt(count - 1 - index), row };
    if (stored.kind === 'transfer.updated') return { ...own, type: stored.kind, fields: stored.fields };
    return { ...own, type: stored.kind };
  });
}
