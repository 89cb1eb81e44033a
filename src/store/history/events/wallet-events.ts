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
import { askByWallet, askEachWallet, besideAnchor, isSpread } from '../../cluster/wallet-statements.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows, type RowReader } from '../../connection/sql.ts';
import {
  columnsOf,
  eventColumns,
  type NewEvent,
  readEvent,
  type StoredEvent,
  sharedColumns,
  sharedTypes,
  sharedValues,
} from './stored-events.ts';

/** An event of the wallet's log, of which all its clients are told. */
export type WalletEvent = StoredEvent;

export type Queryable = Parameters<typeof queryRows>[0];

/** How far a wallet's log goes. */
export interface LogEnd {
  lastEvent: bigint;
  lastTold: bigint;
  /** The chains that clients are told of. */
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
const loggedColumns = `sequence, ${sharedColumns.join(', ')}, told_count, told_to, at`;
/** Those between the wallet and the time. `last`: the number before the first. */
const loggedValues = (last: string): string =>
  `${last}::bigint + given.place, ${sharedValues}, given.told_count, given.told_to`;
/** A table `given` of the events in a parameter of JSON. */
const givenEvents = (json: string): string =>
  `ROWS FROM (jsonb_to_recordset(${json}::jsonb) AS (${sharedTypes}, told_count int, told_to bigint))
  WITH ORDINALITY given (${sharedColumns.join(', ')}, told_count, told_to, place)`;

/** Nobody else appends until the transaction ends. */
export async function lockLog(client: Queryable, walletId: number): Promise<LogEnd> {
  const [end] = await queryRows(
    client,
    `INSERT INTO ledger_input AS input (wallet_id) VALUES ($1)
     ON CONFLICT (wallet_id) DO UPDATE SET last_event = input.last_event
     RETURNING ${endColumns}`,
    [walletId],
    readEnd,
  );
  if (end === undefined) throw new Error(`the log of wallet ${walletId} has no end`);
  return end;
}

const endColumns = 'last_event, last_told, told_chains';

function readEnd(row: RowReader): LogEnd {
  const [lastEvent, lastTold] = [row.bigint(), row.bigint()];
  // As PostgreSQL writes an array: {1,137}
  const chains = row.text().slice(1, -1);
  return { lastEvent, lastTold, toldChains: new Set(chains === '' ? [] : chains.split(',').map(Number)) };
}

/**
 * Where the logs of wallets end, and stay until the transaction does: nobody appends to them, in the order of all who lock several.
 * Who only reads where they end does not wait for each other, but on a cluster.
 */
export async function holdLogs(
  client: Queryable,
  walletIds: readonly number[],
): Promise<ReadonlyMap<number, LogEnd>> {
  const sorted = [...new Set(walletIds)].sort((one, other) => one - other);
  const ends = new Map<number, LogEnd>();
  if (isSpread(client)) {
    // What is appended there is anchored in this row (anchorWallet), which a weaker lock would have to be raised for.
    for (const walletId of sorted) ends.set(walletId, await lockLog(client, walletId));
    return ends;
  }
  await client.query(
    `INSERT INTO ledger_input (wallet_id) SELECT wallet_id FROM unnest($1::int[]) wallet_id
     WHERE NOT EXISTS (SELECT FROM ledger_input known WHERE known.wallet_id = wallet_id.wallet_id)
     ORDER BY wallet_id ON CONFLICT DO NOTHING`,
    [sorted],
  );
  const rows = await queryRows(
    client,
    `SELECT wallet_id, ${endColumns} FROM ledger_input WHERE wallet_id = ANY($1::int[]) ORDER BY wallet_id FOR SHARE`,
    [sorted],
    (row) => [row.integer(), readEnd(row)] as const,
  );
  return new Map(rows);
}

/** The rows that clients are told of by name, and whose hashes the writer of the event did not know. */
function namedPositions(event: NewEvent, { toldChains }: LogEnd): readonly string[] {
  const namesRows: readonly NewEvent['kind'][] = ['transfer.added', 'transfer.updated', 'transfer.finalized'];
  if (!namesRows.includes(event.kind) || !('rows' in event) || event.rows === null) return [];
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
    const isOfLoading = event.kind === 'wallet.failed' || event.kind === 'wallet.progress';
    const isTold = told.has(event.chainId) || isOfLoading;
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
