/**
 * The rows that a ledger is booked from, out of open cursors: transaction by transaction in the total order, each with all rows that any
 * of the wallets has of it.
 */
import type pg from 'pg';
import { firstOf, transactionPositionLength } from '../../domain/position.ts';
import { createRowReader, type RowReader } from '../connection/sql.ts';
import { readTransaction, type TransactionRow } from '../history/transaction-columns.ts';
import { readTransfer, type TransferRow } from '../history/transfer-columns.ts';

/** Names of cursors over the rows of some wallets, each in the order (position, wallet). */
export interface OpenCursors {
  transactions: string;
  transfers: string;
}

/** The rows of one transaction. */
export interface Piece {
  transactions: TransactionRow[];
  transfers: TransferRow[];
}

/** Rows in one fetch: little enough that memory stays flat and nobody waits for the booking of one piece. */
const fetchSize = 1_000;

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

interface Cursor<Row> {
  /** Whether all rows that were fetched are taken and more may follow. */
  isEmpty(): boolean;
  peek(): Row | undefined;
  skip(): void;
  fill(): Promise<void>;
}

/** A cursor's rows one by one, fetched in pieces. The next piece is asked for while one is being used. */
function createCursor<Row>(fetch: Fetch, name: string, read: (row: RowReader) => Row): Cursor<Row> {
  let rows: Row[] = [];
  let next = 0;
  let isDone = false;
  let coming: Promise<Fetched> | null = null;
  const reader = createRowReader();
  return {
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

/** All rows of the transactions, in pieces of so many transactions. */
export async function* createPieces(
  client: pg.PoolClient,
  opened: readonly OpenCursors[],
): AsyncGenerator<Piece[]> {
  const fetch = createFetch(client);
  const transactions = opened.map((cursors) => createCursor(fetch, cursors.transactions, readTransaction));
  const transfers = opened.map((cursors) => createCursor(fetch, cursors.transfers, readTransfer));
  let pieces: Piece[] = [];
  for (;;) {
    for (const cursor of [...transactions, ...transfers]) if (cursor.isEmpty()) await cursor.fill();
    const position = firstOf([
      ...transactions.map((cursor) => cursor.peek()?.position ?? null),
      ...transfers.map((cursor) => transactionPart(cursor.peek()) ?? null),
    ]);
    if (position === null) break;
    const piece: Piece = { transactions: [], transfers: [] };
    for (const cursor of transactions) {
      await take(cursor, piece.transactions, (row) => row.position === position);
    }
    for (const cursor of transfers) {
      await take(cursor, piece.transfers, (row) => transactionPart(row) === position);
    }
    // Each cursor has its wallets in order; several are put in order here.
    if (opened.length > 1) sortPiece(piece);
    pieces.push(piece);
    if (pieces.length >= fetchSize) {
      yield pieces;
      pieces = [];
    }
  }
  if (pieces.length > 0) yield pieces;
}

/** Takes the next rows as long as they are of it. */
async function take<Row>(cursor: Cursor<Row>, into: Row[], isOf: (row: Row) => boolean): Promise<void> {
  for (let row = cursor.peek(); row !== undefined && isOf(row); row = cursor.peek()) {
    into.push(row);
    cursor.skip();
    if (cursor.isEmpty()) await cursor.fill();
  }
}

function sortPiece({ transactions, transfers }: Piece): void {
  transactions.sort((one, other) => one.walletId - other.walletId);
  transfers.sort((one, other) =>
    one.position === other.position ? one.walletId - other.walletId : one.position < other.position ? -1 : 1,
  );
}
