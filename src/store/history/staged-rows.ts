/** The rows of a step in tables of the transaction's own, and how they come into the tables of the wallet. */
import type pg from 'pg';
import { isOwnAct } from '../../domain/classify/own-acts.ts';
import {
  sides,
  spamReasons,
  type TransactionRecord,
  type TransferRecord,
  tokenStandards,
} from '../../domain/model.ts';
import { copyRows } from '../connection/copy.ts';
import { memberOf } from '../connection/row-types.ts';
import { queryRows, type RowReader } from '../connection/sql.ts';
import { readSnapshot, snapshotColumns, type TransferSnapshot } from './events/transfer-event-rows.ts';
import type { ItemTable } from './rank-checkpoints.ts';
import { transactionColumns, transactionValues } from './transaction-columns.ts';
import { transferColumns, transferValues } from './transfer-columns.ts';

interface Place {
  walletId: number;
  chainId: number;
}

/** What of a row of `transfer` shows whether the wallet acted on its token. */
export const actColumns = 'transfer.token_address, transfer.side, transfer.standard, transfer.spam_reason';

const sideOf = memberOf(sides);
const standardOf = memberOf(tokenStandards);
const spamReasonOf = memberOf(spamReasons);

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

/**
 * Copies rows into tables of this transaction's own. It comes before anything is locked: a server that waits for the rest
 * of a COPY notices no time-out, so a process stopped in the middle of one would keep its locks until it wakes.
 */
export async function stageRows(client: pg.PoolClient, rows: Rows): Promise<void> {
  if (isEmpty(rows)) return;
  await stage(client, 'transaction', transactionColumns, rows.transactions, transactionValues);
  await stage(client, 'transfer', transferColumns, rows.transfers, transferValues);
}

async function stage<Row>(
  client: pg.PoolClient,
  table: ItemTable,
  columns: readonly string[],
  rows: readonly Row[],
  valuesOf: Parameters<typeof copyRows<Row>>[4],
): Promise<void> {
  await client.query(`CREATE TEMP TABLE staged_${table} (LIKE ${table}) ON COMMIT DROP`);
  if (rows.length > 0) await copyRows(client, `staged_${table}`, columns, rows, valuesOf);
}

/** What was stored before of staged transactions. */
interface Former {
  /** Where the transactions stood. */
  positions: string[];
  transfers: TransferSnapshot[];
  /** That rows which were deleted showed the wallet to have acted on. */
  tokens: string[];
}

/**
 * Deletes what was stored of the staged transactions and is not staged again under the same key; null where none of the
 * transactions was there before.
 */
export async function removeFormer(client: pg.PoolClient, at: Place): Promise<Former | null> {
  const positions = await queryRows(
    client,
    `SELECT transaction.position FROM staged_transaction staged JOIN transaction
     ON transaction.wallet_id = $1 AND transaction.chain_id = $2 AND transaction.hash = staged.hash`,
    [at.walletId, at.chainId],
    (row) => row.text(),
  );
  if (positions.length === 0) return null;
  // A transfer's position is its transaction's and 14 more hex digits, all of which sort before 'g'.
  const isOfFormer = "transfer.position > former.position AND transfer.position < former.position || 'g'";
  const transfers = await queryRows(
    client,
    `SELECT ${snapshotColumns} FROM unnest($2::text[]) former (position)
     JOIN transfer ON transfer.wallet_id = $1 AND ${isOfFormer}`,
    [at.walletId, positions],
    readSnapshot,
  );
  const tokens = await queryRows(
    client,
    `DELETE FROM transfer USING unnest($2::text[]) former (position)
     WHERE transfer.wallet_id = $1 AND ${isOfFormer}
       AND NOT EXISTS (SELECT 1 FROM staged_transfer staged WHERE staged.position = transfer.position)
     RETURNING ${actColumns}`,
    [at.walletId, positions],
    readActedOn,
  );
  await client.query(
    `DELETE FROM transaction WHERE wallet_id = $1 AND position = ANY($2::text[])
       AND NOT EXISTS (SELECT 1 FROM staged_transaction staged WHERE staged.position = transaction.position)`,
    [at.walletId, positions],
  );
  return { positions, transfers, tokens: tokensOf(tokens) };
}

/** Inserts the staged rows that are not there yet; answers how many. */
export async function insertStaged(
  client: pg.PoolClient,
  table: ItemTable,
  columns: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `${insertFrom(table, columns)} ON CONFLICT (wallet_id, position) DO NOTHING`,
  );
  return rowCount ?? 0;
}

/** Gives the rows that were there already the staged values. Answers the transfers that were different. */
export async function replaceByStaged(client: pg.PoolClient, at: Place): Promise<TransferSnapshot[]> {
  const stored = (table: string): string => transferColumns.map((column) => `${table}.${column}`).join(', ');
  const replaced = await queryRows(
    client,
    `SELECT ${snapshotColumns} FROM staged_transfer staged
     JOIN transfer ON transfer.wallet_id = $1 AND transfer.position = staged.position
     WHERE (${stored('transfer')}) IS DISTINCT FROM (${stored('staged')})`,
    [at.walletId],
    readSnapshot,
  );
  await client.query(
    `${insertFrom('transaction', transactionColumns)}
     ON CONFLICT (wallet_id, position) DO UPDATE SET ${assignments(transactionColumns)},
       cleared_category = NULL, cleared_kind = NULL`,
  );
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
  await client.query(
    `${insertFrom('transfer', transferColumns)}
     ON CONFLICT (wallet_id, position) DO UPDATE SET ${[assignments(transferColumns), ...kept].join(', ')},
       cleared_spam_reason = NULL`,
  );
  return replaced;
}

function insertFrom(table: ItemTable, columns: readonly string[]): string {
  const names = columns.join(', ');
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM staged_${table}`;
}

function assignments(columns: readonly string[]): string {
  return columns
    .filter((column) => column !== 'wallet_id' && column !== 'position')
    .map((column) => `${column} = excluded.${column}`)
    .join(', ');
}
