/**
 * What a client is told of its wallets: the rows of their logs' events, numbered 1, 2, 3 … per wallet from the client's registration on.
 * An event that names 3 rows has 3 numbers, one that tells a range has one. Numbers of one registration say nothing of another's.
 */
import type { WalletEventType } from '../../../domain/event-types.ts';
import type { TransferField } from '../../../domain/transfer-events.ts';
import type { SyncErrorKind } from '../../../errors.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows, type RowReader } from '../../connection/sql.ts';
import { eventColumns, type NamedRow, readEvent, type WalletEvent } from './wallet-events.ts';

interface ToldAt {
  walletId: number;
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

/** What a client is told of one wallet. */
export interface ToldLog {
  /** It and `before` are others when the wallet was registered anew. */
  registrationId: number;
  /** How much had been told of the wallet before the registration. */
  before: bigint;
  /** The number of the last event; 0: there is none. */
  last: bigint;
  /** The number before the first event that is kept. */
  keptAfter: bigint;
}

export interface ToldPage {
  /** By wallet; those that the client has not registered are missing. */
  logs: ReadonlyMap<number, ToldLog>;
  /** Each wallet's in their order, between wallets by time. */
  events: readonly ToldEvent[];
  /** Nothing that was asked for comes behind them. */
  isEnd: boolean;
}

export interface ToldRequest {
  /** How many events at most. */
  limit: number;
  /** Only these; undefined: all. */
  types?: readonly WalletEventType[] | undefined;
}

/** In SQL, of a row of the log. */
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
 * The first events of a client's wallets after a number of each, of one moment and by one statement.
 *
 * @param after by wallet; null: from the first that is kept on
 */
export async function toldAfter(
  database: Database,
  { clientId, after }: { clientId: number; after: ReadonlyMap<number, bigint | null> },
  { limit, types }: ToldRequest,
): Promise<ToldPage> {
  const rows = await queryRows(
    database.pool,
    `WITH log AS (
       SELECT registration.id, wallet_id, told_before, last_told, kept_after, coalesce(place.after, kept_after) AS after
       FROM unnest($2::int[], $3::bigint[]) place (wallet_id, after) JOIN registration USING (wallet_id)
       CROSS JOIN LATERAL (SELECT coalesce((SELECT input.last_told FROM ledger_input input
         WHERE input.wallet_id = registration.wallet_id), 0) AS last_told) log_end
       CROSS JOIN LATERAL (SELECT coalesce((SELECT greatest(kept.told_to - kept.told_count - told_before, 0) FROM wallet_event kept
         WHERE kept.wallet_id = registration.wallet_id AND kept.told_count > 0 AND kept.told_to > told_before
         ORDER BY kept.told_to LIMIT 1), last_told - told_before) AS kept_after) oldest
       WHERE client_id = $1 AND NOT is_own_only
     ), next AS (
       SELECT event.*, least(told_count, told_to - told_before - after) AS rest,
         -- A clock that is set back changes nothing of a wallet's order.
         max(at) OVER (PARTITION BY event.wallet_id ORDER BY told_to) AS told_at
       FROM log CROSS JOIN LATERAL (
         SELECT * FROM wallet_event WHERE wallet_event.wallet_id = log.wallet_id AND told_count > 0 AND told_to > told_before + after
           AND (${conditionOf(types)}) ORDER BY told_to LIMIT $4) event
     ), page AS (
       SELECT *, sum(rest) OVER (ORDER BY told_at, wallet_id, told_to) - rest AS earlier FROM next)
     SELECT log.wallet_id, log.id, told_before, last_told, kept_after, after, event.told_to, event.told_count,
       floor(extract(epoch FROM event.at))::bigint, ${eventColumns}
     FROM log LEFT JOIN page event ON event.wallet_id = log.wallet_id AND earlier < $4
     ORDER BY event.told_at, log.wallet_id, event.told_to`,
    [clientId, [...after.keys()], [...after.values()], limit + 1],
    readLine,
  );
  const events = rows.flatMap(({ events: told }) => told);
  return {
    logs: new Map(rows.map(({ walletId, log }) => [walletId, log])),
    events: events.slice(0, limit),
    isEnd: events.length <= limit,
  };
}

function readLine(row: RowReader): { walletId: number; log: ToldLog; events: ToldEvent[] } {
  const walletId = row.integer();
  const registrationId = row.integer();
  const [before, lastTold, keptAfter, after] = [row.bigint(), row.bigint(), row.bigint(), row.bigint()];
  const log = { registrationId, before, last: lastTold - before, keptAfter };
  const toldTo = row.textOrNull();
  if (toldTo === null) return { walletId, log, events: [] };
  const [count, at] = [row.integer(), row.integer()];
  const stored = { sequence: BigInt(toldTo) - before, count, at, event: readEvent(row) };
  return { walletId, log, events: toldOf(stored).filter(({ sequence }) => sequence > after) };
}

interface StoredEvent {
  /** Of its last row. */
  sequence: bigint;
  count: number;
  at: number;
  event: WalletEvent & { named: readonly NamedRow[] };
}

/** One for each number. */
function toldOf({ sequence, count, at, event }: StoredEvent): ToldEvent[] {
  const { walletId, chainId } = event;
  const one = { walletId, sequence, chainId, at };
  if (event.kind === 'wallet.loaded') return [{ ...one, type: event.kind }];
  if (event.kind === 'wallet.failed') return [{ ...one, type: event.kind, error: event.error }];
  if (event.rows === null) return [{ ...one, type: 'history.reset' }];
  const fields = event.kind === 'transfer.updated' ? event.fields : null;
  if ('first' in event.rows) return [{ ...one, type: 'history.changed', ...event.rows, fields }];
  return event.named.map((row, index): ToldEvent => {
    const own = { ...one, sequence: sequence - BigInt(count - 1 - index), row };
    if (event.kind === 'transfer.updated') return { ...own, type: event.kind, fields: event.fields };
    return { ...own, type: event.kind };
  });
}
