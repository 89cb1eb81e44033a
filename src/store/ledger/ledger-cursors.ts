/**
 * The rows that a ledger is booked from, out of open cursors: transaction by transaction in the total order, each with all rows that any
 * of the wallets has of it.
 */
import type pg from 'pg';
import { comparePlaces, firstOf, transactionPositionLength } from '../../domain/position.ts';
import { hexOf, hexOrNull } from '../connection/row-types.ts';
import { type RowReader, readRecords } from '../connection/sql.ts';
import { kindOf, type TransactionRow } from '../history/columns/transaction-columns.ts';
import {
  readSettlement,
  sideOf,
  spamReasonOrNull,
  type TransferRow,
  treatmentOrNull,
} from '../history/columns/transfer-columns.ts';

/** What the ledger reads of a transaction and of a transfer: a third, and two thirds, of what is stored of them. */
export type LedgerTransaction = Pick<
  TransactionRow,
  'walletId' | 'position' | 'chainId' | 'timestamp' | 'fee' | 'kind' | 'bridgeMessage'
>;
export type LedgerTransfer = Omit<
  TransferRow,
  'blockNumber' | 'hash' | 'standard' | 'fee' | 'category' | 'value'
>;

export const ledgerTransactionColumns = [
  ...['wallet_id', 'position', 'chain_id', 'timestamp', 'fee', 'kind', 'bridge_message'],
];
export const ledgerTransferColumns = [
  ...['wallet_id', 'position', 'chain_id', 'timestamp', 'side', 'token_address', 'token_id', 'amount'],
  ...['counterparty', 'tax_treatment', 'spam_reason', 'held_by', 'settles_contract', 'settles_token'],
  ...['settles_amount', 'price', 'price_source', 'settles_price', 'settles_price_source'],
];

export const readLedgerTransaction = (row: RowReader): LedgerTransaction => ({
  walletId: row.integer(),
  position: row.text(),
  chainId: row.integer(),
  timestamp: row.integer(),
  fee: row.bigint(),
  kind: kindOf(row.text()),
  bridgeMessage: row.textOrNull(),
});

export const readLedgerTransfer = (row: RowReader): LedgerTransfer => ({
  walletId: row.integer(),
  position: row.text(),
  chainId: row.integer(),
  timestamp: row.integer(),
  side: sideOf(row.text()),
  tokenAddress: hexOf(row.text()),
  tokenId: row.bigintOrNull(),
  amount: row.bigint(),
  counterparty: hexOf(row.text()),
  taxTreatment: treatmentOrNull(row.textOrNull()),
  spamReason: spamReasonOrNull(row.textOrNull()),
  heldBy: hexOrNull(row.textOrNull()),
  settles: readSettlement(row),
  price: row.textOrNull(),
  priceSource: row.textOrNull(),
  settledPrice: row.textOrNull(),
  settledPriceSource: row.textOrNull(),
});

/** Names of cursors over the rows of some wallets, each row a record (recordOf), in the order (position, wallet). */
export interface OpenCursors {
  transactions: string;
  transfers: string;
}

/** The rows of one transaction. */
export interface Piece {
  transactions: LedgerTransaction[];
  transfers: LedgerTransfer[];
}

/** Rows in one fetch: little enough that memory stays flat and nobody waits for the booking of one piece. */
const fetchSize = 1_000;

type Fetched = pg.QueryResult<string[]>;
/** Fetches the next piece of a cursor. */
type Fetch = (name: string) => Promise<Fetched>;

const textTypes: pg.CustomTypesConfig = { getTypeParser: () => (value: unknown) => value };

/** What several cursors of one connection ask for, one after the other. */
function createFetch(client: pg.PoolClient): Fetch {
  let last: Promise<unknown> = Promise.resolve();
  return (name) => {
    const text = `FETCH ${fetchSize} FROM ${name}`;
    const asked = last.then(() => client.query<string[]>({ text, rowMode: 'array', types: textTypes }));
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
  return {
    isEmpty: () => next >= rows.length && !isDone,
    peek: (): Row | undefined => rows[next],
    skip: () => {
      next += 1;
    },
    async fill() {
      const result = await (coming ?? fetch(name));
      rows = readRecords(
        result.rows.map(([record = '']) => record),
        read,
      );
      next = 0;
      isDone = rows.length < fetchSize;
      coming = isDone ? null : fetch(name);
    },
  };
}

const transactionPart = (row: LedgerTransfer | undefined): string | undefined =>
  row?.position.slice(0, transactionPositionLength);

/** All rows of the transactions, in pieces of so many transactions. */
export async function* createPieces(
  client: pg.PoolClient,
  opened: readonly OpenCursors[],
): AsyncGenerator<Piece[]> {
  const fetch = createFetch(client);
  const transactions = opened.map((cursors) =>
    createCursor(fetch, cursors.transactions, readLedgerTransaction),
  );
  const transfers = opened.map((cursors) => createCursor(fetch, cursors.transfers, readLedgerTransfer));
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
      while (!take(cursor, piece.transactions, (row) => row.position === position)) await cursor.fill();
    }
    for (const cursor of transfers) {
      while (!take(cursor, piece.transfers, (row) => transactionPart(row) === position)) await cursor.fill();
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

/** Takes the next rows as long as they are of it. false: there may be more of them once the cursor is filled again. */
function take<Row>(cursor: Cursor<Row>, into: Row[], isOf: (row: Row) => boolean): boolean {
  for (let row = cursor.peek(); row !== undefined; row = cursor.peek()) {
    if (!isOf(row)) return true;
    into.push(row);
    cursor.skip();
  }
  return !cursor.isEmpty();
}

function sortPiece({ transactions, transfers }: Piece): void {
  transactions.sort((one, other) => one.walletId - other.walletId);
  transfers.sort(comparePlaces);
}
