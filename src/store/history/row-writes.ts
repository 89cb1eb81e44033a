/**
 * How the rows of a step come into the tables of the wallet. Many rows for places where nothing stands are copied. All others are
 * lists of columns, some thousand rows to a statement.
 */
import type pg from 'pg';
import { chunk } from '../../domain/chunk.ts';
import { isOwnAct } from '../../domain/classify/own-acts.ts';
import type { TransactionRecord, TransferRecord } from '../../domain/model.ts';
import { besideAnchor, isSpread } from '../cluster/wallet-statements.ts';
import { type ColumnValue, copyRows } from '../connection/copy.ts';
import { storableText } from '../connection/row-types.ts';
import { queryRows, type RowReader } from '../connection/sql.ts';
import { transactionColumns, transactionValues } from './columns/transaction-columns.ts';
import {
  isItemOf,
  sideOf,
  spamReasonOf,
  standardOf,
  transferColumns,
  transferValues,
} from './columns/transfer-columns.ts';
import { readSnapshot, snapshotColumns, type TransferSnapshot } from './events/transfer-event-rows.ts';
import type { ItemTable } from './rank-checkpoints.ts';

interface Place {
  walletId: number;
  chainId: number;
}

/** What of a row of `transfer` shows whether the wallet acted on its token. */
export const actColumns = 'transfer.token_address, transfer.side, transfer.standard, transfer.spam_reason';

/** The token that a row shows the wallet to have acted on, or null. */
export function readActedOn(row: RowReader): string | null {
  const token = row.text();
  const side = sideOf(row.text());
  const standard = standardOf(row.text());
  const reason = row.textOrNull();
  const spamReason = reason === null ? null : spamReasonOf(reason);
  return isOwnAct({ side, standard, spamReason }) ? token : null;
}

export const tokensOf = (tokens: readonly (string | null)[]): string[] => [
  ...new Set(tokens.filter((token) => token !== null)),
];

/** The rows of a step. */
export interface Rows {
  transactions: readonly TransactionRecord[];
  transfers: readonly TransferRecord[];
}

export const isEmpty = ({ transactions, transfers }: Rows): boolean =>
  transactions.length === 0 && transfers.length === 0;

/** The types by which PostgreSQL reads the columns. */
const columnTypes: ReadonlyMap<string, string> = new Map([
  ...[
    ...['position', 'hash', 'token_address', 'counterparty', 'held_by', 'settles_contract', 'settles_token'],
    ...['from_address', 'to_address', 'selector', 'function_name', 'kind_reason'],
    ...['function_source', 'bridge_message'],
  ].map((name) => [name, 'text'] as const),
  ...['wallet_id', 'chain_id', 'block_number'].map((name) => [name, 'int'] as const),
  ...['token_id', 'amount', 'fee', 'settles_amount'].map((name) => [name, 'numeric'] as const),
  ...['is_error', 'is_spam'].map((name) => [name, 'boolean'] as const),
  ['timestamp', 'bigint'],
  ['side', 'side'],
  ['standard', 'token_standard'],
  ['category', 'transaction_category'],
  ['kind', 'transaction_kind'],
  ['tax_treatment', 'tax_treatment'],
  ['spam_reason', 'spam_reason'],
]);

/** Rows of one statement: what it holds in memory has a bound. */
const rowsAtOnce = 5_000;

/** Rows as they are given to a statement: a table `given` with these columns. */
interface GivenRows {
  readonly columns: readonly string[];
  /** `unnest($1::int[], …) given (wallet_id, …)` */
  readonly from: string;
  readonly values: (string | null)[][];
}

function give<Row>(
  columns: readonly string[],
  rows: readonly Row[],
  valuesOf: (row: Row) => readonly ColumnValue[],
): GivenRows {
  const lists = columns.map((name, index) => {
    const type = columnTypes.get(name);
    if (type === undefined) throw new TypeError(`the column ${name} has no type`);
    return `$${index + 1}::${type}[]`;
  });
  const values = columns.map((): (string | null)[] => []);
  for (const row of rows) {
    for (const [index, value] of valuesOf(row).entries()) values[index]?.push(textOf(value));
  }
  return { columns, values, from: `unnest(${lists.join(', ')}) given (${columns.join(', ')})` };
}

function textOf(value: ColumnValue): string | null {
  if (value === null) return null;
  return typeof value === 'string' ? storableText(value) : String(value);
}

const pieces = {
  transaction: (rows: Rows) =>
    chunk(rows.transactions, rowsAtOnce).map((piece) => give(transactionColumns, piece, transactionValues)),
  transfer: (rows: Rows) =>
    chunk(rows.transfers, rowsAtOnce).map((piece) => give(transferColumns, piece, transferValues)),
};

/** What stood before under the hashes of the transactions, or in their places. */
interface Former {
  /** Of the transactions. */
  positions: string[];
  transfers: TransferSnapshot[];
  /** That rows which were deleted showed the wallet to have acted on. */
  tokens: string[];
}

/** In one place another transaction may come to stand. */
const keysOf = (rows: readonly { hash: string; position: string }[]): string[] =>
  rows.map(({ hash, position }) => hash + position);

/**
 * Deletes what was stored of the transactions, or stood in their places, and is not given again with the same hash and position;
 * null where nothing was there before.
 */
export async function removeFormer(client: pg.PoolClient, at: Place, rows: Rows): Promise<Former | null> {
  const { transactions } = rows;
  const standingWhere = (column: 'hash' | 'position', list: string): string =>
    `SELECT transaction.position FROM unnest(${list}::text[]) given (${column}) JOIN transaction
     ON transaction.wallet_id = $1 AND transaction.chain_id = $2 AND transaction.${column} = given.${column}`;
  const positions = await queryRows(
    client,
    `${standingWhere('hash', '$3')} UNION ${standingWhere('position', '$4')}`,
    [
      ...[at.walletId, at.chainId, transactions.map(({ hash }) => hash)],
      transactions.map(({ position }) => position),
    ],
    (row) => row.text(),
  );
  if (positions.length === 0) return null;
  const transfers = await queryRows(
    client,
    `SELECT ${snapshotColumns} FROM unnest($2::text[]) former (position)
     JOIN transfer ON transfer.wallet_id = $1 AND ${isItemOf('transfer', 'former')}`,
    [at.walletId, positions],
    readSnapshot,
  );
  const tokens = await queryRows(
    client,
    `DELETE FROM transfer USING unnest($2::text[]) former (position)
     WHERE transfer.wallet_id = $1 AND ${isItemOf('transfer', 'former')}
       AND NOT transfer.hash || transfer.position = ANY($3::text[])
     RETURNING ${actColumns}`,
    [at.walletId, positions, keysOf(rows.transfers)],
    readActedOn,
  );
  await client.query(
    `DELETE FROM transaction WHERE wallet_id = $1 AND position = ANY($2::text[])
       AND NOT hash || position = ANY($3::text[])`,
    [at.walletId, positions, keysOf(transactions)],
  );
  return { positions, transfers, tokens: tokensOf(tokens) };
}

/** Fewer rows than this take less of our own time as one statement. */
const copiedFrom = 100;

/**
 * Whether the rows, of whose transactions nothing stood before (`removeFormer`), are so many that copying them pays. A key that is
 * there already ends a COPY, so no transfer of the chain may stand between the first and the last of them either.
 */
export async function mayBeCopied(client: pg.PoolClient, at: Place, rows: Rows): Promise<boolean> {
  // From a coordinator of Citus a COPY goes to each shard by a connection of its own.
  if (isSpread(client) || rows.transfers.length < copiedFrom) return false;
  const positions = rows.transfers.map(({ position }) => position).sort();
  const standing = await queryRows(
    client,
    'SELECT 1 FROM transfer WHERE wallet_id = $1 AND chain_id = $2 AND position BETWEEN $3 AND $4 LIMIT 1',
    [at.walletId, at.chainId, positions[0], positions.at(-1)],
    (row) => row.integer(),
  );
  return standing.length === 0;
}

/** Copies the rows to where nothing stands (`mayBeCopied`): in pieces, each with the time of a statement. */
export async function copyNew(client: pg.PoolClient, { transactions, transfers }: Rows): Promise<void> {
  for (const piece of chunk(transactions, rowsAtOnce)) {
    await copyRows(client, 'transaction', transactionColumns, piece, transactionValues);
  }
  for (const piece of chunk(transfers, rowsAtOnce)) {
    await copyRows(client, 'transfer', transferColumns, piece, transferValues);
  }
}

/** Inserts the rows that are not there yet; answers how many. */
export async function insertNew(
  client: pg.PoolClient,
  at: Place,
  table: ItemTable,
  rows: Rows,
): Promise<number> {
  let inserted = 0;
  for (const piece of pieces[table](rows)) {
    const { rowCount } = await client.query(
      `${insertFrom(client, at, table, piece)} ON CONFLICT (wallet_id, position) DO NOTHING`,
      piece.values,
    );
    inserted += rowCount ?? 0;
  }
  return inserted;
}

/** Gives the rows that were there already the new values. Answers the transfers that were different. */
export async function replaceKnown(
  client: pg.PoolClient,
  at: Place,
  rows: Rows,
): Promise<TransferSnapshot[]> {
  const stored = (table: string): string => transferColumns.map((column) => `${table}.${column}`).join(', ');
  const replaced: TransferSnapshot[] = [];
  for (const { from, values } of pieces.transfer(rows)) {
    const different = await queryRows(
      client,
      `SELECT ${snapshotColumns} FROM ${from}
       JOIN transfer ON transfer.wallet_id = $${values.length + 1} AND transfer.position = given.position
       WHERE (${stored('transfer')}) IS DISTINCT FROM (${stored('given')})`,
      [...values, at.walletId],
      readSnapshot,
    );
    replaced.push(...different);
  }
  for (const piece of pieces.transaction(rows)) {
    await client.query(
      `${insertFrom(client, at, 'transaction', piece)}
       ON CONFLICT (wallet_id, position) DO UPDATE SET ${assignments(transactionColumns)},
         cleared_category = NULL, cleared_kind = NULL`,
      piece.values,
    );
  }
  // What was priced stays priced, unless what was priced is no more the same.
  const isSame =
    'transfer.amount = excluded.amount AND transfer.token_address = excluded.token_address' +
    ' AND transfer.token_id IS NOT DISTINCT FROM excluded.token_id' +
    // Debts have prices, but no values.
    " AND (transfer.tax_treatment IS NOT DISTINCT FROM 'LIABILITY') = (excluded.tax_treatment IS NOT DISTINCT FROM 'LIABILITY')";
  const prices = ['price', 'value', 'price_source'].map(
    (column) => `${column} = CASE WHEN ${isSame} THEN transfer.${column} END`,
  );
  const settled = ['settles_price', 'settles_price_source'].map(
    (column) =>
      `${column} = CASE WHEN transfer.settles_token IS NOT DISTINCT FROM excluded.settles_token THEN transfer.${column} END`,
  );
  const kept = [...prices, ...settled];
  for (const piece of pieces.transfer(rows)) {
    await client.query(
      `${insertFrom(client, at, 'transfer', piece)}
       ON CONFLICT (wallet_id, position) DO UPDATE SET ${[assignments(transferColumns), ...kept].join(', ')},
         cleared_spam_reason = NULL`,
      piece.values,
    );
  }
  return replaced;
}

function insertFrom(
  client: pg.PoolClient,
  { walletId }: Place,
  table: ItemTable,
  { columns, from }: GivenRows,
): string {
  const names = columns.join(', ');
  if (!isSpread(client)) return `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${from}`;
  const values = columns.map((column) => `${column === 'wallet_id' ? 'anchor' : 'given'}.${column}`);
  return `INSERT INTO ${table} (${names}) SELECT ${values.join(', ')} FROM ${besideAnchor(walletId, from)}`;
}

function assignments(columns: readonly string[]): string {
  return columns
    .filter((column) => column !== 'wallet_id' && column !== 'position')
    .map((column) => `${column} = excluded.${column}`)
    .join(', ');
}
