/**
 * What a client is told of its wallets: the rows of their logs' events, numbered 1, 2, 3 … per wallet from the client's registration on.
 * An event that names 3 rows has 3 numbers, one that tells a range has one. Numbers of one registration say nothing of another's.
 */
import type { WalletEventType } from '../../../domain/event-types.ts';
import type { TransferField } from '../../../domain/transfer-events.ts';
import type { SyncErrorKind } from '../../../errors.ts';
import { askByWallet, isSpread, type OfWallet } from '../../cluster/wallet-statements.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows, type RowReader } from '../../connection/sql.ts';
import {
  type ComparedBalance,
  eventColumns,
  type NamedRow,
  readEvent,
  type WalletEvent,
} from './wallet-events.ts';

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
    | { type: 'balance.differs' | 'balance.agrees'; balance: ComparedBalance }
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
  'balance.differs': "kind = 'balance.differs'",
  'balance.agrees': "kind = 'balance.agrees'",
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
  const rows = isSpread(database.pool)
    ? await toldApart(database, { clientId, after }, { limit, types })
    : await queryRows(
        database.pool,
        toldStatement({ registrations: registrationsBeside, types, ofWallet: () => '' }),
        [limit + 1, [...after.keys()], [...after.values()], clientId],
        readLine,
      );
  const events = rows.flatMap(({ events: told }) => told);
  return {
    logs: new Map(rows.map(({ walletId, log }) => [walletId, log])),
    events: events.slice(0, limit),
    isEnd: events.length <= limit,
  };
}

/** The client's registrations of the wallets, and after which number of each. $4: client. */
const registrationsBeside = `SELECT registration.id, wallet_id, told_before, place.after
  FROM unnest($2::int[], $3::bigint[]) place (wallet_id, after) JOIN registration USING (wallet_id)
  WHERE client_id = $4 AND NOT is_own_only`;
/** Where they lie on another node than the logs: the registration, and how much had been told before it, are given. */
const registrationsApart = `SELECT place.id, place.wallet_id, place.told_before, place.after
  FROM unnest($2::int[], $3::bigint[], $4::int[], $5::bigint[]) place (wallet_id, after, id, told_before)`;

/** $1: how many at most, $2 and $3: the wallets, and after which number of each. */
function toldStatement({
  registrations,
  types,
  ofWallet,
}: {
  registrations: string;
  types: readonly WalletEventType[] | undefined;
  ofWallet: OfWallet;
}): string {
  return `WITH registered AS (${registrations}), log AS (
      SELECT registered.id, registered.wallet_id, told_before, last_told, kept_after, coalesce(registered.after, kept_after) AS after
      FROM registered
      CROSS JOIN LATERAL (SELECT coalesce((SELECT input.last_told FROM ledger_input input
        WHERE input.wallet_id = registered.wallet_id${ofWallet('input')}), 0) AS last_told) log_end
      CROSS JOIN LATERAL (SELECT coalesce((SELECT greatest(kept.told_to - kept.told_count - told_before, 0) FROM wallet_event kept
        WHERE kept.wallet_id = registered.wallet_id AND kept.told_count > 0 AND kept.told_to > told_before${ofWallet('kept')}
        ORDER BY kept.told_to LIMIT 1), last_told - told_before) AS kept_after) oldest
    ), next AS (
      SELECT event.*, least(told_count, told_to - told_before - after) AS rest,
        -- A clock that is set back changes nothing of a wallet's order.
        max(at) OVER (PARTITION BY event.wallet_id ORDER BY told_to) AS told_at
      FROM log CROSS JOIN LATERAL (
        SELECT * FROM wallet_event WHERE wallet_event.wallet_id = log.wallet_id AND told_count > 0 AND told_to > told_before + after
          AND (${conditionOf(types)})${ofWallet('wallet_event')} ORDER BY told_to LIMIT $1) event
    ), page AS (
      SELECT *, sum(rest) OVER (ORDER BY told_at, wallet_id, told_to) - rest AS earlier FROM next)
    SELECT (extract(epoch FROM event.told_at) * 1000000)::bigint, log.wallet_id, log.id, told_before, last_told, kept_after, after,
      event.told_to, event.told_count, floor(extract(epoch FROM event.at))::bigint, ${eventColumns}
    FROM log LEFT JOIN page event ON event.wallet_id = log.wallet_id AND earlier < $1
    ORDER BY event.told_at, log.wallet_id, event.told_to`;
}

/** The same on a cluster: the first events of each wallet, and of these the first. */
async function toldApart(
  database: Database,
  { clientId, after }: { clientId: number; after: ReadonlyMap<number, bigint | null> },
  { limit, types }: ToldRequest,
): Promise<ToldLine[]> {
  const registered = await queryRows(
    database.pool,
    `SELECT wallet_id, id, told_before FROM registration
     WHERE client_id = $1 AND wallet_id = ANY($2::int[]) AND NOT is_own_only`,
    [clientId, [...after.keys()]],
    (row) => ({ walletId: row.integer(), id: row.integer(), before: row.bigint() }),
  );
  const lines = await askByWallet(
    database.pool,
    registered,
    ({ walletId }) => walletId,
    (own, ofWallet) =>
      queryRows(
        database.pool,
        toldStatement({ registrations: registrationsApart, types, ofWallet }),
        [
          ...[limit + 1, own.map(({ walletId }) => walletId)],
          own.map(({ walletId }) => after.get(walletId) ?? null),
          ...[own.map(({ id }) => id), own.map(({ before }) => before)],
        ],
        readLine,
      ),
  );
  // Within a wallet they are in order already.
  return lines.toSorted((one, other) =>
    one.toldAt === other.toldAt
      ? one.walletId - other.walletId
      : (one.toldAt ?? 0n) < (other.toldAt ?? 0n)
        ? -1
        : 1,
  );
}

interface ToldLine {
  /** In microseconds, no earlier than those before it; null: the log has nothing more. */
  toldAt: bigint | null;
  walletId: number;
  log: ToldLog;
  events: ToldEvent[];
}

function readLine(row: RowReader): ToldLine {
  const toldAt = row.bigintOrNull();
  const walletId = row.integer();
  const registrationId = row.integer();
  const [before, lastTold, keptAfter, after] = [row.bigint(), row.bigint(), row.bigint(), row.bigint()];
  const log = { registrationId, before, last: lastTold - before, keptAfter };
  const toldTo = row.textOrNull();
  if (toldTo === null) return { toldAt, walletId, log, events: [] };
  const [count, at] = [row.integer(), row.integer()];
  const stored = { sequence: BigInt(toldTo) - before, count, at, event: readEvent(row) };
  return { toldAt, walletId, log, events: toldOf(stored).filter(({ sequence }) => sequence > after) };
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
  if (event.kind === 'balance.differs' || event.kind === 'balance.agrees')
    return [{ ...one, type: event.kind, balance: event.balance }];
  if (event.rows === null) return [{ ...one, type: 'history.reset' }];
  const fields = event.kind === 'transfer.updated' ? event.fields : null;
  if ('first' in event.rows) return [{ ...one, type: 'history.changed', ...event.rows, fields }];
  return event.named.map((row, index): ToldEvent => {
    const own = { ...one, sequence: sequence - BigInt(count - 1 - index), row };
    if (event.kind === 'transfer.updated') return { ...own, type: event.kind, fields: event.fields };
    return { ...own, type: event.kind };
  });
}
