/**
 * The log of a wallet's events: what each commit changed, numbered 1, 2, 3 … per wallet without a gap, and written in that very
 * commit. Its order is that of storing, not that of positions: a chain that is added later, a back-fill or a re-org
 * stores older rows after newer ones.
 *
 * An event names rows, it does not hold them. Who reads it reads them as they are by then; what has changed meanwhile is told again by
 * a later event, so that whoever follows all events ends with what is stored.
 *
 * Clients are told of it in numbers of their own (told-events.ts): each row that an event names has one, and nothing has before its chain
 * is loaded, since the list is read then.
 */
import type { Address } from '../../../domain/model.ts';
import { type TransferField, transferFields } from '../../../domain/transfer-events.ts';
import { type SyncErrorKind, syncErrorKinds } from '../../../errors.ts';
import { askByWallet, askEachWallet, besideAnchor, isSpread } from '../../cluster/wallet-statements.ts';
import type { Database } from '../../connection/database.ts';
import { hexOrNull, memberOf } from '../../connection/row-types.ts';
import { queryRows, type RowReader } from '../../connection/sql.ts';

/** Rows that an event names one by one; of more it tells the range in which they lie. Retracted rows are split into several events. */
export const listedRows = 500;

const eventKinds = [
  ...(['transfer.added', 'transfer.updated', 'transfer.retracted'] as const),
  ...(['wallet.loaded', 'wallet.failed', 'balance.differs', 'balance.agrees'] as const),
] as const;

/** Some rows of a chain: those at the positions, in order, or all from the first position to the last, both included. */
export type EventRows = { positions: readonly string[] } | { first: string; last: string };

/** A balance of a token beside the chain's, in base units. */
export interface ComparedBalance {
  tokenAddress: Address;
  onChain: bigint;
  /** The chain's less ours. */
  difference: bigint;
  blockNumber: number;
}

/** What its public id is made of (with wallet and chain), and where it stands, or stood. */
export interface NamedRow {
  position: string;
  hash: string;
}

export type NewEvent = { chainId: number } & (
  | { kind: 'transfer.added'; rows: EventRows }
  /** Rows that were there before, or may have been. `fields`: what is different of some of them. */
  | { kind: 'transfer.updated'; rows: EventRows; fields: readonly TransferField[] }
  /** In the order of positions; null: all that was stored of the chain. */
  | { kind: 'transfer.retracted'; rows: readonly NamedRow[] | null }
  /** All of the chain up to its head is stored. */
  | { kind: 'wallet.loaded' }
  | { kind: 'wallet.failed'; error: SyncErrorKind }
  | { kind: 'balance.differs'; balance: ComparedBalance }
  | { kind: 'balance.agrees'; balance: ComparedBalance }
);

export type WalletEvent = NewEvent & { walletId: number; sequence: bigint };

type Queryable = Parameters<typeof queryRows>[0];

/** How far a wallet's log goes. */
interface LogEnd {
  lastEvent: bigint;
  lastTold: bigint;
  toldChains: ReadonlySet<number>;
}

/**
 * Appends to a wallet's log, in the transaction that makes the changes and after them: it holds the wallet's counter until the
 * commit, so that events become visible in the order of their numbers.
 */
export async function appendEvents(
  client: Queryable,
  walletId: number,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const end = await lockLog(client, walletId);
  const hashes = await hashesOf(
    client,
    walletId,
    events.flatMap((event) => namedPositions(event, end)),
  );
  const { columns, lastTold, toldChains } = numbered(events, end, hashes);
  const moved =
    'UPDATE ledger_input SET last_event = last_event + $2, last_told = $3, told_chains = $4 WHERE wallet_id = $1';
  const movedTo = [walletId, events.length, lastTold, toldChains];
  const given = [JSON.stringify(columns), end.lastEvent];
  // On a cluster the wallet's node does each by itself.
  if (isSpread(client)) {
    await client.query(moved, movedTo);
    await client.query(
      `INSERT INTO wallet_event (wallet_id, ${loggedColumns})
       SELECT anchor.wallet_id, ${loggedValues('$2')}, statement_timestamp() FROM ${besideAnchor(walletId, givenEvents('$1'))}`,
      given,
    );
  } else {
    await client.query(
      `WITH moved AS (${moved}) INSERT INTO wallet_event (wallet_id, ${loggedColumns})
       SELECT $1, ${loggedValues('$6')}, clock_timestamp() FROM ${givenEvents('$5')}`,
      [...movedTo, ...given],
    );
  }
}

/** Those behind the wallet. */
const loggedColumns = `sequence, kind, chain_id, first_position, last_position, positions, hashes, fields, data,
  told_count, told_to, at`;
/** Those between the wallet and the time. `last`: the number before the first. */
const loggedValues = (
  last: string,
): string => `${last}::bigint + given.place, given.kind, given.chain_id, given.first_position,
  given.last_position, given.positions, given.hashes, given.fields, given.data, given.told_count, given.told_to`;
/** A table `given` of the events in a parameter of JSON. */
const givenEvents = (
  json: string,
): string => `ROWS FROM (jsonb_to_recordset(${json}::jsonb) AS (kind text, chain_id int,
  first_position text, last_position text, positions text[], hashes text[], fields text[], data jsonb, told_count int, told_to bigint))
  WITH ORDINALITY given (kind, chain_id, first_position, last_position, positions, hashes, fields, data, told_count, told_to, place)`;

/** Nobody else appends until the transaction ends. */
async function lockLog(client: Queryable, walletId: number): Promise<LogEnd> {
  const [end] = await queryRows(
    client,
    `INSERT INTO ledger_input AS input (wallet_id) VALUES ($1)
     ON CONFLICT (wallet_id) DO UPDATE SET last_event = input.last_event
     RETURNING last_event, last_told, told_chains`,
    [walletId],
    (row): LogEnd => {
      const [lastEvent, lastTold] = [row.bigint(), row.bigint()];
      // As PostgreSQL writes an array: {1,137}
      const chains = row.text().slice(1, -1);
      return { lastEvent, lastTold, toldChains: new Set(chains === '' ? [] : chains.split(',').map(Number)) };
    },
  );
  if (end === undefined) throw new Error(`the log of wallet ${walletId} has no end`);
  return end;
}

/** The rows that clients are told of by name, and whose hashes the writer of the event did not know. */
function namedPositions(event: NewEvent, { toldChains }: LogEnd): readonly string[] {
  if (event.kind !== 'transfer.added' && event.kind !== 'transfer.updated') return [];
  return toldChains.has(event.chainId) && 'positions' in event.rows ? event.rows.positions : [];
}

async function hashesOf(
  client: Queryable,
  walletId: number,
  positions: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (positions.length === 0) return new Map();
  const rows = await queryRows(
    client,
    'SELECT position, hash FROM transfer WHERE wallet_id = $1 AND position = ANY($2::text[])',
    [walletId, positions],
    (row) => [row.text(), row.text()] as const,
  );
  return new Map(rows);
}

/** The events as columns with the numbers that clients know them by, and where the log ends then. */
function numbered(
  events: readonly NewEvent[],
  end: LogEnd,
  hashes: ReadonlyMap<string, string>,
): { columns: Record<string, unknown>[]; lastTold: bigint; toldChains: number[] } {
  let { lastTold } = end;
  const told = new Set(end.toldChains);
  const columns = events.map((event) => {
    // All that the source can tell is stored, then, too.
    const isPartial = event.kind === 'wallet.failed' && event.error === 'incomplete-source';
    if (event.kind === 'wallet.loaded' || isPartial) told.add(event.chainId);
    const isTold = told.has(event.chainId) || event.kind === 'wallet.failed';
    const own = columnsOf(event, isTold ? hashes : null);
    const { positions } = own;
    const count = !isTold ? 0 : Array.isArray(positions) ? positions.length : 1;
    // What is stored from here on is told as a whole, when it is loaded.
    if (event.kind === 'transfer.retracted' && event.rows === null) told.delete(event.chainId);
    lastTold += BigInt(count);
    return { ...own, told_count: count, told_to: String(lastTold) };
  });
  return { columns, lastTold, toldChains: [...told] };
}

/** @param hashes by position; null: clients are not told of it */
function columnsOf(event: NewEvent, hashes: ReadonlyMap<string, string> | null): Record<string, unknown> {
  const { kind, chainId } = event;
  const columns = { kind, chain_id: chainId };
  if (kind === 'wallet.loaded') return columns;
  if (kind === 'wallet.failed') return { ...columns, data: { error: event.error } };
  if (kind === 'balance.differs' || kind === 'balance.agrees') {
    const { tokenAddress: token, onChain, difference, blockNumber } = event.balance;
    return { ...columns, data: { token, onChain: `${onChain}`, difference: `${difference}`, blockNumber } };
  }
  if (kind === 'transfer.retracted') {
    if (event.rows === null) return columns;
    const positions = event.rows.map(({ position }) => position);
    return { ...columns, positions, hashes: event.rows.map(({ hash }) => hash) };
  }
  const { rows } = event;
  const told = { ...columns, ...(kind === 'transfer.updated' ? { fields: event.fields } : {}) };
  if ('first' in rows) return { ...told, first_position: rows.first, last_position: rows.last };
  if (hashes === null) return { ...told, positions: rows.positions };
  const positions = rows.positions.filter((position) => hashes.has(position));
  return { ...told, positions, hashes: positions.map((position) => hashes.get(position)) };
}

/** Positions and hashes are hex: none has the separator in it. */
export const eventColumns = `event.wallet_id, event.sequence, event.kind, event.chain_id, event.first_position, event.last_position,
  array_to_string(event.positions, ','), array_to_string(event.hashes, ','), array_to_string(event.fields, ','), event.data->>'error',
  event.data->>'token', event.data->>'onChain', event.data->>'difference', event.data->>'blockNumber'`;

const kindOf = memberOf(eventKinds);
const fieldOf = memberOf(transferFields);
const errorOf = memberOf(syncErrorKinds);

/** A stored event, and of each row that it names what its public id is made of, where that was noted. */
export function readEvent(row: RowReader): WalletEvent & { named: readonly NamedRow[] } {
  const walletId = row.integer();
  const sequence = row.bigint();
  const kind = kindOf(row.text());
  const chainId = row.integer();
  const [first, last] = [row.textOrNull(), row.textOrNull()];
  const list = (): string[] | null => (row.textOrNull() || null)?.split(',') ?? null;
  const [positions, hashes, fields] = [list(), list(), list()];
  const error = row.textOrNull();
  const balance = readBalance(row);
  const named = (hashes ?? []).map((hash, index) => ({ position: positions?.[index] ?? '', hash }));
  const at = { walletId, sequence, chainId, named };
  if (kind === 'wallet.loaded') return { ...at, kind };
  if (kind === 'wallet.failed') return { ...at, kind, error: errorOf(error ?? '') };
  if (kind === 'balance.differs' || kind === 'balance.agrees') {
    if (balance === null) throw new TypeError(`an event ${kind} without its balance`);
    return { ...at, kind, balance };
  }
  if (kind === 'transfer.retracted') return { ...at, kind, rows: positions === null ? null : named };
  const rows: EventRows = first === null || last === null ? { positions: positions ?? [] } : { first, last };
  return kind === 'transfer.added'
    ? { ...at, kind, rows }
    : { ...at, kind, rows, fields: (fields ?? []).map(fieldOf) };
}

function readBalance(row: RowReader): ComparedBalance | null {
  const tokenAddress = hexOrNull(row.textOrNull());
  const [onChain, difference] = [row.bigintOrNull(), row.bigintOrNull()];
  const blockNumber = row.integerOrNull();
  if (tokenAddress === null || onChain === null || difference === null || blockNumber === null) return null;
  return { tokenAddress, onChain, difference, blockNumber };
}

/** Of the first events of wallets after the given numbers, the one that was written first; null: there is none. */
export async function nextEvent(
  database: Database,
  after: ReadonlyMap<number, bigint>,
): Promise<WalletEvent | null> {
  const events = await askByWallet(
    database.pool,
    [...after],
    ([walletId]) => walletId,
    (sent, ofWallet) =>
      queryRows(
        database.pool,
        `SELECT (extract(epoch FROM event.at) * 1000000)::bigint, ${eventColumns}
         FROM unnest($1::int[], $2::bigint[]) sent (wallet_id, sequence)
         CROSS JOIN LATERAL (
           SELECT * FROM wallet_event WHERE wallet_event.wallet_id = sent.wallet_id${ofWallet('wallet_event')}
             AND wallet_event.sequence > sent.sequence ORDER BY wallet_event.sequence LIMIT 1) event
         ORDER BY event.at, event.wallet_id LIMIT 1`,
        [sent.map(([walletId]) => walletId), sent.map(([, sequence]) => sequence)],
        (row) => ({ microseconds: row.bigint(), event: readEvent(row) }),
      ),
  );
  const [first] = events.toSorted((one, other) =>
    one.microseconds === other.microseconds
      ? one.event.walletId - other.event.walletId
      : one.microseconds < other.microseconds
        ? -1
        : 1,
  );
  return first?.event ?? null;
}

/** The number of each wallet's last event; 0 for those that have none. */
export async function lastEvents(
  database: Database,
  walletIds: readonly number[],
): Promise<Map<number, bigint>> {
  const rows = await askEachWallet(database.pool, walletIds, (ids) =>
    queryRows(
      database.pool,
      'SELECT wallet_id, last_event FROM ledger_input WHERE wallet_id = ANY($1::int[])',
      [ids],
      (row) => [row.integer(), row.bigint()] as const,
    ),
  );
  return new Map([...walletIds.map((walletId) => [walletId, 0n] as const), ...rows]);
}
