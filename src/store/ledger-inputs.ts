/**
 * What ledgers are made of: the rows of wallets, read in the total order from one snapshot, and the counters by which a
 * ledger knows that they have changed since.
 */
import type pg from 'pg';
import { transactionPositionLength } from '../domain/position.ts';
import { type ActiveCorrection, findActiveCorrections } from './active-corrections.ts';
import type { Database } from './database.ts';
import { createRowReader, queryRows, type RowReader } from './sql.ts';
import { readTransaction, type TransactionRow, transactionColumns } from './transaction-columns.ts';
import { pricedTransferColumns, readTransfer, type TransferRow } from './transfer-columns.ts';

/** The counter of the hourly prices, beside those of the wallets. */
const pricesId = -1;

interface Queryable {
  query(text: string, values: unknown[]): Promise<unknown>;
}

const raise = `INSERT INTO ledger_input (wallet_id, version) VALUES ($1, 1)
  ON CONFLICT (wallet_id) DO UPDATE SET version = ledger_input.version + 1`;

/** Says that rows of a wallet changed, in the transaction that changes them. */
export async function noteWalletChange(client: Queryable, walletId: number): Promise<void> {
  await client.query(raise, [walletId]);
}

/** Says that a client's own figures of a wallet change (a correction), in the transaction that makes the change. */
export async function noteLedgerChange(
  client: Queryable,
  change: { clientId: number; walletId: number; fromPosition: string },
): Promise<void> {
  await client.query(raise, [change.walletId]);
}

/** Says that there are new hourly prices. */
export async function notePriceChange(client: Queryable): Promise<void> {
  await client.query(raise, [pricesId]);
}

/** The rows of a group of wallets as of one moment. */
export interface LedgerInputs {
  /** Unix seconds. */
  readonly asOf: number;
  readonly walletVersions: ReadonlyMap<number, bigint>;
  readonly priceVersion: bigint;
  /** Those of the client that are in force. */
  corrections(clientId: number): Promise<ActiveCorrection[]>;
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
  // A single wallet's rows come from its index in order; those of several are sorted once.
  const own = walletIds.length === 1 ? `wallet_id = ${walletIds[0]}` : `wallet_id IN (${walletIds.join()})`;
  const list = (columns: readonly string[], table: string, condition: string): string =>
    `SELECT ${columns.join(', ')} FROM ${table} WHERE ${own}${condition} ORDER BY position, wallet_id`;
  await client.query(
    `DECLARE ledger_transactions NO SCROLL CURSOR FOR ${list(transactionColumns, 'transaction', '')}`,
  );
  await client.query(
    `DECLARE ledger_transfers NO SCROLL CURSOR FOR
     ${list(pricedTransferColumns, 'transfer', ' AND spam_reason IS NULL')}`,
  );
  return {
    asOf: asOf ?? 0,
    walletVersions: new Map(walletIds.map((walletId) => [walletId, known.get(walletId) ?? 0n])),
    priceVersion: known.get(pricesId) ?? 0n,
    corrections: (clientId) => findActiveCorrections(client, clientId, walletIds),
    transactions: () => mergeCursors(client),
  };
}

/** A cursor's rows one by one, fetched in pieces. */
function createCursor<Row>(client: pg.PoolClient, name: string, read: (row: RowReader) => Row) {
  let rows: Row[] = [];
  let next = 0;
  let isDone = false;
  const textTypes: pg.CustomTypesConfig = { getTypeParser: () => (value: unknown) => value };
  const reader = createRowReader();
  return {
    /** Whether all rows that were fetched are taken and more may follow. */
    isEmpty: () => next >= rows.length && !isDone,
    peek: (): Row | undefined => rows[next],
    skip: () => {
      next += 1;
    },
    async fill() {
      const result = await client.query<(string | null)[]>({
        text: `FETCH ${fetchSize} FROM ${name}`,
        rowMode: 'array',
        types: textTypes,
      });
      rows = result.rows.map((row) => {
        reader.start(row);
        return read(reader);
      });
      next = 0;
      isDone = rows.length < fetchSize;
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
  const transactions = createCursor(client, 'ledger_transactions', readTransaction);
  const transfers = createCursor(client, 'ledger_transfers', readTransfer);
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
