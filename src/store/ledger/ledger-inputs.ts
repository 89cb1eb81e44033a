/**
 * What ledgers are made of: the rows of wallets, read in the total order from one snapshot, and the counters by which a
 * ledger knows that they have changed since.
 */
import type pg from 'pg';
import { isTransactionPosition, transactionPositionLength } from '../../domain/position.ts';
import type { Database } from '../connection/database.ts';
import { createRowReader, queryCount, queryRows, type RowReader } from '../connection/sql.ts';
import { type BookedVersions, findChangedFrom, pricesId } from '../history/ledger-changes.ts';
import { readTransaction, type TransactionRow, transactionColumns } from '../history/transaction-columns.ts';
import { pricedTransferColumns, readTransfer, type TransferRow } from '../history/transfer-columns.ts';
import { type ActiveCorrection, findActiveCorrections } from './active-corrections.ts';

/** The rows of a group of wallets as of one moment. */
export interface LedgerInputs {
  /** Unix seconds. */
  readonly asOf: number;
  readonly walletVersions: ReadonlyMap<number, bigint>;
  readonly priceVersion: bigint;
  /** Those of the client that are in force. */
  corrections(clientId: number): Promise<ActiveCorrection[]>;
  /** From where on a ledger of these versions may differ from this moment's; null: nowhere. */
  changedSince(booked: BookedVersions): Promise<string | null>;
  /** The rows of the transactions after a position ('': all). May be asked for once. */
  rowsAfter(position: string): Promise<LedgerRows>;
}

export interface LedgerRows {
  /** How many transactions and transfers there are. */
  readonly count: number;
  /** One transaction after the other, each with all rows that the wallets have of it, in pieces. */
  transactions(): AsyncGenerator<{ transactions: TransactionRow[]; transfers: TransferRow[] }[]>;
}

/** Rows in one fetch: little enough that memory stays flat and nobody waits for the booking of one piece. */
const fetchSize = 1_000;

/** Reads the rows of wallets while `use` runs. Fees and wraps need every transaction, also those without transfers. */
export async function readLedgerInputs<Result>(
  database: Database,
  walletIds: readonly number[],
  use: (inputs: LedgerInputs) => Promise<Result>,
): Promise<Result> {
  const client = await database.pool.connect();
  let broken = true;
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    // It locks no rows, and waits for as long as what was read is booked and written elsewhere.
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query('SET LOCAL cursor_tuple_fraction = 1');
    const result = await use(await openInputs(client, walletIds));
    await client.query('COMMIT');
    broken = false;
    return result;
  } finally {
    client.release(broken);
  }
}

async function openInputs(client: pg.PoolClient, walletIds: readonly number[]): Promise<LedgerInputs> {
  const [asOf] = await queryRows(client, 'SELECT floor(extract(epoch FROM now()))::bigint', [], (row) =>
    row.integer(),
  );
  const versions = await queryRows(
    client,
    'SELECT wallet_id, version FROM ledger_input WHERE wallet_id = ANY($1::int[])',
    [[...walletIds, pricesId]],
    (row) => [row.integer(), row.bigint()] as const,
  );
  const known = new Map(versions);
  return {
    asOf: asOf ?? 0,
    walletVersions: new Map(walletIds.map((walletId) => [walletId, known.get(walletId) ?? 0n])),
    priceVersion: known.get(pricesId) ?? 0n,
    corrections: (clientId) => findActiveCorrections(client, clientId, walletIds),
    changedSince: (booked) => findChangedFrom(client, booked),
    rowsAfter: (position) => openRows(client, walletIds, position),
  };
}

async function openRows(
  client: pg.PoolClient,
  walletIds: readonly number[],
  position: string,
): Promise<LedgerRows> {
  if (position !== '' && !isTransactionPosition(position))
    throw new RangeError(`'${position}' is no transaction's position`);
  // A single wallet's rows come from its index in order; those of several are sorted once.
  const own = walletIds.length === 1 ? `wallet_id = ${walletIds[0]}` : `wallet_id IN (${walletIds.join()})`;
  // A transfer's position is its transaction's and more digits, all of which sort before 'g'.
  const transactions = `FROM transaction WHERE ${own} AND position > '${position}'`;
  const after = `position > '${position === '' ? '' : `${position}g`}'`;
  // Spam of a token that left one of the wallets too may be a move between them, which then counts.
  const mayBeOwn = `(${walletIds.length > 1} AND spam_reason <> 'zero-value'
    AND (chain_id, token_address) IN (SELECT chain_id, token_address FROM transfer WHERE ${own} AND ${after}
      AND side = 'outflow' AND spam_reason IS DISTINCT FROM 'zero-value'))`;
  const transfers = `FROM transfer WHERE ${own} AND ${after} AND (spam_reason IS NULL OR ${mayBeOwn})`;
  const count = await queryCount(
    client,
    `SELECT (SELECT count(*) ${transactions}) + (SELECT count(*) ${transfers})`,
    [],
  );
  const declare = (name: string, columns: readonly string[], rows: string): Promise<unknown> =>
    client.query(
      `DECLARE ${name} NO SCROLL CURSOR FOR SELECT ${columns.join(', ')} ${rows} ORDER BY position, wallet_id`,
    );
  await declare('ledger_transactions', transactionColumns, transactions);
  await declare('ledger_transfers', pricedTransferColumns, transfers);
  return { count, transactions: () => mergeCursors(client) };
}

type Fetched = pg.QueryResult<(string | null)[]>;
/** Fetches the next piece of a cursor. */
type Fetch = (name: string) => Promise<Fetched>;

const textTypes: pg.CustomTypesConfig = { getTypeParser: () => (value: unknown) => value };

/** What several cursors of one connection ask for, one after the other. */
function createFetch(client: pg.PoolClient): Fetch {
  let last: Promise<unknown> = Promise.resolve();
  return (name) => {
    const text = `FETCH ${fetchSize} FROM ${name}`;
    const asked = last.then(() =>
      client.query<(string | null)[]>({ text, rowMode: 'array', types: textTypes }),
    );
    // Who reads the rows hears of a fault; it may have given up before.
    last = asked.catch(() => {});
    return asked;
  };
}

/** A cursor's rows one by one, fetched in pieces. The next piece is asked for while one is being used. */
function createCursor<Row>(fetch: Fetch, name: string, read: (row: RowReader) => Row) {
  let rows: Row[] = [];
  let next = 0;
  let isDone = false;
  let coming: Promise<Fetched> | null = null;
  const reader = createRowReader();
  return {
    /** Whether all rows that were fetched are taken and more may follow. */
    isEmpty: () => next >= rows.length && !isDone,
    peek: (): Row | undefined => rows[next],
    skip: () => {
      next += 1;
    },
    async fill() {
      const result = await (coming ?? fetch(name));
      rows = result.rows.map((row) => {
        reader.start(row);
        return read(reader);
      });
      next = 0;
      isDone = rows.length < fetchSize;
      coming = isDone ? null : fetch(name);
    },
  };
}

const transactionPart = (row: TransferRow | undefined): string | undefined =>
  row?.position.slice(0, transactionPositionLength);

function earlier(left: string | undefined, right: string | undefined): string | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return left < right ? left : right;
}

type Piece = { transactions: TransactionRow[]; transfers: TransferRow[] };

async function* mergeCursors(client: pg.PoolClient): AsyncGenerator<Piece[]> {
  const fetch = createFetch(client);
  const transactions = createCursor(fetch, 'ledger_transactions', readTransaction);
  const transfers = createCursor(fetch, 'ledger_transfers', readTransfer);
  let pieces: Piece[] = [];
  for (;;) {
    if (transactions.isEmpty()) await transactions.fill();
    if (transfers.isEmpty()) await transfers.fill();
    const position = earlier(transactions.peek()?.position, transactionPart(transfers.peek()));
    if (position === undefined) break;
    const piece: Piece = { transactions: [], transfers: [] };
    for (let row = transactions.peek(); row?.position === position; row = transactions.peek()) {
      piece.transactions.push(row);
      transactions.skip();
      if (transactions.isEmpty()) await transactions.fill();
    }
    for (
      let row = transfers.peek();
      row !== undefined && transactionPart(row) === position;
      row = transfers.peek()
    ) {
      piece.transfers.push(row);
      transfers.skip();
      if (transfers.isEmpty()) await transfers.fill();
    }
    pieces.push(piece);
    if (pieces.length >= fetchSize) {
      yield pieces;
      pieces = [];
    }
  }
  if (pieces.length > 0) yield pieces;
}
