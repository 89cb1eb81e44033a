/**
 * What a client is told of its wallets: the rows of their logs' events, numbered 1, 2, 3 … per wallet from the client's registration on.
 * An event that names 3 rows has 3 numbers, one that tells a range has one. Numbers of one registration say nothing of another's.
 */
import type { WalletEventType } from '../../../domain/event-types.ts';
import type { TransferField } from '../../../domain/transfer-events.ts';
import type { SyncErrorKind } from '../../../errors.ts';
import { askByWallet, isSpread } from '../../cluster/wallet-statements.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows, type RowReader } from '../../connection/sql.ts';
import {
  type ComparedBalance,
  type NamedRow,
  readEvent,
  type StoredEvent,
  type ToldBooking,
  type ToldIssue,
  type ToldProgress,
} from './stored-events.ts';
import {
  type OwnEventsShown,
  registrationsApart,
  registrationsBeside,
  toldStatement,
} from './told-statement.ts';

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
    | { type: 'transfer.added' | 'transfer.retracted' | 'transfer.finalized'; row: NamedRow }
    | { type: 'transfer.updated'; row: NamedRow; fields: readonly TransferField[] }
    /** All transfers of the chain from the first position to the last; `fields` null: some may be new. */
    | { type: 'history.changed'; first: string; last: string; fields: readonly TransferField[] | null }
    | { type: 'history.reset' | 'wallet.loaded' }
    | { type: 'wallet.failed'; error: SyncErrorKind }
    | { type: 'balance.differs' | 'balance.agrees'; balance: ComparedBalance }
    | { type: 'issue.opened' | 'issue.closed'; issue: ToldIssue }
    | { type: 'ledger.booked'; booking: ToldBooking }
    | { type: 'wallet.progress'; progress: ToldProgress }
  );

/** What a client is told of one wallet. */
export interface ToldLog {
  /** It and `before` are others when the wallet was registered anew. */
  registrationId: number;
  /** How much the client had been told of the wallet before the registration. */
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
  /** Only these; undefined: all but those that are asked for by name. */
  types?: readonly WalletEventType[] | undefined;
  /** Default: all. */
  own?: OwnEventsShown;
}

/** Far behind every number, and far from the end of PostgreSQL's bigints. */
const beyondAll = 10n ** 18n;

/**
 * The first events of a client's wallets after a number of each, of one moment and by one statement.
 *
 * @param after by wallet; null: from the first that is kept on
 */
export async function toldAfter(
  database: Database,
  { clientId, after }: ToldPlaces,
  { limit, types, own = 'all' }: ToldRequest,
): Promise<ToldPage> {
  const begin = new Map(
    [...after].map(([id, number]) => [id, number !== null && number > beyondAll ? beyondAll : number]),
  );
  const places = { clientId, after: begin };
  const rows = isSpread(database.pool)
    ? await toldApart(database, places, { limit, types, own })
    : await queryRows(
        database.pool,
        toldStatement({ registrations: registrationsBeside, types, own, ofWallet: () => '' }),
        [limit + 1, [...begin.keys()], [...begin.values()], clientId],
        readLine,
      );
  const events = rows.flatMap(({ events: told }) => told);
  return {
    logs: new Map(rows.map(({ walletId, log }) => [walletId, log])),
    events: events.slice(0, limit),
    isEnd: events.length <= limit,
  };
}

/** From where a client's wallets are read. */
interface ToldPlaces {
  clientId: number;
  after: ReadonlyMap<number, bigint | null>;
}

/** The same on a cluster: the first events of each wallet, and of these the first. */
async function toldApart(
  database: Database,
  { clientId, after }: ToldPlaces,
  { limit, types, own: shown }: ToldRequest & { own: OwnEventsShown },
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
        toldStatement({ registrations: registrationsApart, types, own: shown, ofWallet }),
        [
          ...[limit + 1, own.map(({ walletId }) => walletId)],
          ...[own.map(({ walletId }) => after.get(walletId) ?? null), clientId],
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
  const [before, end, kept, read] = [row.bigint(), row.bigint(), row.bigint(), row.bigint()];
  const log = { registrationId, before, last: end - before, keptAfter: kept - before };
  const place = row.bigintOrNull();
  if (place === null) return { toldAt, walletId, log, events: [] };
  const [count, at] = [row.integer(), row.integer()];
  const stored = { sequence: place - before, count, at, event: readEvent(row) };
  return { toldAt, walletId, log, events: toldOf(stored).filter(({ sequence }) => sequence > read - before) };
}

interface PlacedEvent {
  /** Of its last row. */
  sequence: bigint;
  count: number;
  at: number;
  event: StoredEvent;
}

/** One for each number. */
function toldOf({ sequence, count, at, event }: PlacedEvent): ToldEvent[] {
  const { walletId, chainId } = event;
  const one = { walletId, sequence, chainId, at };
  switch (event.kind) {
    case 'wallet.loaded':
      return [{ ...one, type: event.kind }];
    case 'wallet.failed':
      return [{ ...one, type: event.kind, error: event.error }];
    case 'balance.differs':
    case 'balance.agrees':
      return [{ ...one, type: event.kind, balance: event.balance }];
    case 'issue.opened':
    case 'issue.closed':
      return [{ ...one, type: event.kind, issue: event.issue }];
    case 'ledger.booked':
      return [{ ...one, type: event.kind, booking: event.booking }];
    case 'wallet.progress':
      return [{ ...one, type: event.kind, progress: event.progress }];
  }
  if (event.rows === null) return [{ ...one, type: 'history.reset' }];
  const fields = event.kind === 'transfer.updated' ? event.fields : null;
  if ('first' in event.rows) return [{ ...one, type: 'history.changed', ...event.rows, fields }];
  return event.named.map((row, index): ToldEvent => {
    const own = { ...one, sequence: sequence - BigInt(count - 1 - index), row };
    if (event.kind === 'transfer.updated') return { ...own, type: event.kind, fields: event.fields };
    return { ...own, type: event.kind };
  });
}
