/** Writing and deleting the rows of one wallet on one chain, inside the transaction that holds its sync row. */
import type pg from 'pg';
import type { TransactionRecord, TransferRecord } from '../domain/model.ts';
import { transactionPositionLength } from '../domain/position.ts';
import { copyRows } from './copy.ts';
import { queryRows } from './sql.ts';
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

/** Deletes what was stored of blocks after the given one. */
export async function removeAfter(client: pg.PoolClient, at: Place, block: number): Promise<CountChange> {
  const remove = async (table: 'transaction' | 'transfer', spam: string): Promise<boolean[]> =>
    queryRows(
      client,
      // Within a chain, positions ascend with blocks: everything to delete lies beyond the newest row that stays, which
      // is found from the end of the history without reading the rest.
      `DELETE FROM ${table} WHERE wallet_id = $1 AND chain_id = $2 AND block_number > $3
         AND position > coalesce((
           SELECT position FROM ${table} WHERE wallet_id = $1 AND chain_id = $2 AND block_number <= $3
           ORDER BY position DESC LIMIT 1), '')
       RETURNING ${spam}`,
      [at.walletId, at.chainId, block],
      (row) => row.boolean(),
    );
  const transfers = await remove('transfer', 'spam_reason IS NOT NULL');
  const transactions = await remove('transaction', 'is_spam');
  return {
    transactions: -transactions.length,
    transfers: -transfers.length,
    spamTransfers: -transfers.filter(Boolean).length,
  };
}

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
export async function storeRows(client: pg.PoolClient, at: Place, rows: Rows): Promise<CountChange | null> {
  const { transactions, transfers } = rows;
  if (isEmpty(rows)) return noChange;
  const hadFormer = await removeFormer(client, at);
  const newTransactions = await insertStaged(client, 'transaction', transactionColumns);
  const newTransfers = await insertStaged(client, 'transfer', transferColumns);
  const isNew = newTransactions === transactions.length && newTransfers === transfers.length;
  if (!isNew) await replaceByStaged(client);
  const wasSpam = await clearActedOn(client, at, transfers);
  if (hadFormer || !isNew || wasSpam) return null;
  const spamTransfers = transfers.filter(({ spamReason }) => spamReason !== null).length;
  return { transactions: newTransactions, transfers: newTransfers, spamTransfers };
}

/**
 * What the wallet itself acted on is never spam: an airdrop of a token that it has sent, before or after, is income that
 * counts. Answers whether any transfer was taken out of spam.
 */
async function clearActedOn(
  client: pg.PoolClient,
  at: Place,
  transfers: readonly TransferRecord[],
): Promise<boolean> {
  const concerned = transfers.filter(
    ({ side, standard, spamReason }) =>
      standard !== 'native' && (spamReason === 'airdrop' || (side === 'outflow' && spamReason === null)),
  );
  if (concerned.length === 0) return false;
  const tokens = [...new Set(concerned.map(({ tokenAddress }) => tokenAddress))];
  const cleared = await queryRows(
    client,
    `UPDATE transfer SET spam_reason = NULL, tax_treatment = 'INCOME'
     WHERE wallet_id = $1 AND chain_id = $2 AND token_address = ANY($3::text[]) AND spam_reason = 'airdrop'
       AND EXISTS (SELECT 1 FROM transfer sent WHERE sent.wallet_id = $1 AND sent.chain_id = $2
         AND sent.token_address = transfer.token_address AND sent.side = 'outflow' AND sent.spam_reason IS NULL)
     RETURNING left(position, $4)`,
    [at.walletId, at.chainId, tokens, transactionPositionLength],
    (row) => row.text(),
  );
  if (cleared.length === 0) return false;
  await client.query(
    // Only a transaction that was nothing but spam becomes something else; in a mixed one its category stands.
    `WITH changed AS (
       UPDATE transaction SET is_spam = false, category = 'RECEIVE', kind = 'AIRDROP'
       WHERE wallet_id = $1 AND position = ANY($2::text[]) AND is_spam RETURNING position)
     UPDATE transfer SET category = 'RECEIVE' FROM changed
     WHERE transfer.wallet_id = $1 AND transfer.position > changed.position AND transfer.position < changed.position || 'g'`,
    [at.walletId, [...new Set(cleared)]],
  );
  return true;
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

/** Deletes what was stored of the staged transactions and is not staged again under the same key. */
async function removeFormer(client: pg.PoolClient, at: Place): Promise<boolean> {
  const former = await queryRows(
    client,
    `SELECT transaction.position FROM staged_transaction staged JOIN transaction
     ON transaction.wallet_id = $1 AND transaction.chain_id = $2 AND transaction.hash = staged.hash`,
    [at.walletId, at.chainId],
    (row) => row.text(),
  );
  if (former.length === 0) return false;
  await client.query(
    // A transfer's position is its transaction's and 14 more hex digits, all of which sort before 'g'.
    `DELETE FROM transfer USING unnest($2::text[]) former (position)
     WHERE transfer.wallet_id = $1 AND transfer.position > former.position AND transfer.position < former.position || 'g'
       AND NOT EXISTS (SELECT 1 FROM staged_transfer staged WHERE staged.position = transfer.position)`,
    [at.walletId, former],
  );
  await client.query(
    `DELETE FROM transaction WHERE wallet_id = $1 AND position = ANY($2::text[])
       AND NOT EXISTS (SELECT 1 FROM staged_transaction staged WHERE staged.position = transaction.position)`,
    [at.walletId, former],
  );
  return true;
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
     ON CONFLICT (wallet_id, position) DO UPDATE SET ${assignments(transactionColumns)}`,
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
     ON CONFLICT (wallet_id, position) DO UPDATE SET ${[assignments(transferColumns), ...prices].join(', ')}`,
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
