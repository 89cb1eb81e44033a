/** Writing and deleting the rows of one wallet on one chain, inside the transaction that holds its sync row. */
import type pg from 'pg';
import type { TransactionRecord, TransferRecord } from '../domain/model.ts';
import { clearActedOn, restoreSpam } from './acted-on.ts';
import { copyRows } from './copy.ts';
import { queryRows, type RowReader } from './sql.ts';
import { transactionColumns, transactionValues } from './transaction-columns.ts';
import { transferColumns, transferValues } from './transfer-columns.ts';

/** By how much a wallet's counters on a chain change. */
export interface CountChange {
  transactions: number;
  transfers: number;
  spamTransfers: number;
}

interface Place {
  walletId: number;
  chainId: number;
}

/** What a roll-back took away. */
export interface Removal {
  change: CountChange;
  /** Tokens that the wallet had sent itself in what was deleted: it may be that it never acted on them now. */
  undoneTokens: readonly string[];
}

/** Deletes what was stored of blocks after the given one. */
export async function removeAfter(client: pg.PoolClient, at: Place, block: number): Promise<Removal> {
  const remove = <Row>(table: Staged, returning: string, read: (row: RowReader) => Row): Promise<Row[]> =>
    queryRows(
      client,
      // Within a chain, positions ascend with blocks: everything to delete lies beyond the newest row that stays, which
      // is found from the end of the history without reading the rest.
      `DELETE FROM ${table} WHERE wallet_id = $1 AND chain_id = $2 AND block_number > $3
         AND position > coalesce((
           SELECT position FROM ${table} WHERE wallet_id = $1 AND chain_id = $2 AND block_number <= $3
           ORDER BY position DESC LIMIT 1), '')
       RETURNING ${returning}`,
      [at.walletId, at.chainId, block],
      read,
    );
  const transfers = await remove('transfer', `spam_reason IS NOT NULL, ${actedOnToken}`, (row) => ({
    isSpam: row.boolean(),
    token: row.textOrNull(),
  }));
  const transactions = await remove('transaction', 'is_spam', (row) => row.boolean());
  return {
    change: {
      transactions: -transactions.length,
      transfers: -transfers.length,
      spamTransfers: -transfers.filter(({ isSpam }) => isSpam).length,
    },
    undoneTokens: tokensOf(transfers.map(({ token }) => token)),
  };
}

/** The token that a row of `transfer` shows the wallet to have acted on, or null. */
const actedOnToken =
  "CASE WHEN transfer.side = 'outflow' AND transfer.standard <> 'native' AND transfer.spam_reason IS NULL THEN transfer.token_address END";

const tokensOf = (tokens: readonly (string | null)[]): string[] => [
  ...new Set(tokens.filter((token) => token !== null)),
];

interface Rows {
  transactions: readonly TransactionRecord[];
  transfers: readonly TransferRecord[];
}

const isEmpty = ({ transactions, transfers }: Rows): boolean =>
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

/**
 * Stores the staged rows by their natural keys: what is there already is replaced, so that a step may be committed twice, and a
 * transaction that came to stand elsewhere (another block after a re-org) moves with its transfers.
 *
 * Answers how the counters change; null when anything was replaced, which is rare enough to count anew.
 */
export async function storeRows(
  client: pg.PoolClient,
  at: Place,
  rows: Rows,
  undoneTokens: readonly string[] = [],
): Promise<CountChange | null> {
  const { transactions, transfers } = rows;
  if (isEmpty(rows)) return (await restoreSpam(client, at, undoneTokens)) ? null : noChange;
  const former = await removeFormer(client, at);
  const newTransactions = await insertStaged(client, 'transaction', transactionColumns);
  const newTransfers = await insertStaged(client, 'transfer', transferColumns);
  const isNew = newTransactions === transactions.length && newTransfers === transfers.length;
  if (!isNew) await replaceByStaged(client);
  const isSpamAgain = await restoreSpam(client, at, [...undoneTokens, ...(former ?? [])]);
  const wasSpam = await clearActedOn(client, at, transfers);
  if (former !== null || !isNew || isSpamAgain || wasSpam) return null;
  const spamTransfers = transfers.filter(({ spamReason }) => spamReason !== null).length;
  return { transactions: newTransactions, transfers: newTransfers, spamTransfers };
}

const noChange: CountChange = { transactions: 0, transfers: 0, spamTransfers: 0 };

type Staged = 'transaction' | 'transfer';

async function stage<Row>(
  client: pg.PoolClient,
  table: Staged,
  columns: readonly string[],
  rows: readonly Row[],
  valuesOf: Parameters<typeof copyRows<Row>>[4],
): Promise<void> {
  await client.query(`CREATE TEMP TABLE staged_${table} (LIKE ${table}) ON COMMIT DROP`);
  if (rows.length > 0) await copyRows(client, `staged_${table}`, columns, rows, valuesOf);
}

/**
 * Deletes what was stored of the staged transactions and is not staged again under the same key. Answers the tokens that
 * the deleted rows showed the wallet to have acted on; null where none of the transactions was there before.
 */
async function removeFormer(client: pg.PoolClient, at: Place): Promise<string[] | null> {
  const former = await queryRows(
    client,
    `SELECT transaction.position FROM staged_transaction staged JOIN transaction
     ON transaction.wallet_id = $1 AND transaction.chain_id = $2 AND transaction.hash = staged.hash`,
    [at.walletId, at.chainId],
    (row) => row.text(),
  );
  if (former.length === 0) return null;
  const tokens = await queryRows(
    client,
    // A transfer's position is its transaction's and 14 more hex digits, all of which sort before 'g'.
    `DELETE FROM transfer USING unnest($2::text[]) former (position)
     WHERE transfer.wallet_id = $1 AND transfer.position > former.position AND transfer.position < former.position || 'g'
       AND NOT EXISTS (SELECT 1 FROM staged_transfer staged WHERE staged.position = transfer.position)
     RETURNING ${actedOnToken}`,
    [at.walletId, former],
    (row) => row.textOrNull(),
  );
  await client.query(
    `DELETE FROM transaction WHERE wallet_id = $1 AND position = ANY($2::text[])
       AND NOT EXISTS (SELECT 1 FROM staged_transaction staged WHERE staged.position = transaction.position)`,
    [at.walletId, former],
  );
  return tokensOf(tokens);
}

/** Inserts the staged rows that are not there yet; answers how many. */
async function insertStaged(
  client: pg.PoolClient,
  table: Staged,
  columns: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `${insertFrom(table, columns)} ON CONFLICT (wallet_id, position) DO NOTHING`,
  );
  return rowCount ?? 0;
}

/** Gives the rows that were there already the staged values. */
async function replaceByStaged(client: pg.PoolClient): Promise<void> {
  await client.query(
    `${insertFrom('transaction', transactionColumns)}
     ON CONFLICT (wallet_id, position) DO UPDATE SET ${assignments(transactionColumns)},
       cleared_category = NULL, cleared_kind = NULL`,
  );
  // What was priced stays priced, unless what was priced is no more the same.
  const isSame =
    'transfer.amount = excluded.amount AND transfer.token_address = excluded.token_address' +
    ' AND transfer.token_id IS NOT DISTINCT FROM excluded.token_id';
  const prices = ['price', 'value', 'price_source'].map(
    (column) => `${column} = CASE WHEN ${isSame} THEN transfer.${column} END`,
  );
  await client.query(
    `${insertFrom('transfer', transferColumns)}
     ON CONFLICT (wallet_id, position) DO UPDATE SET ${[assignments(transferColumns), ...prices].join(', ')},
       cleared_spam_reason = NULL`,
  );
}

function insertFrom(table: Staged, columns: readonly string[]): string {
  const names = columns.join(', ');
  return `INSERT INTO ${table} (${names}) SELECT ${names} FROM staged_${table}`;
}

function assignments(columns: readonly string[]): string {
  return columns
    .filter((column) => column !== 'wallet_id' && column !== 'position')
    .map((column) => `${column} = excluded.${column}`)
    .join(', ');
}
