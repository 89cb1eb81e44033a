/** Writing and deleting the rows of one wallet on one chain, inside the transaction that holds its sync row. */
import type pg from 'pg';
import type { TransactionRecord, TransferRecord } from '../domain/model.ts';
import { clearActedOn, restoreSpam } from './acted-on.ts';
import { copyRows } from './copy.ts';
import type { CountChange, CounterpartyChange } from './counters.ts';
import type { ItemTable } from './rank-checkpoints.ts';
import { queryRows, type RowReader } from './sql.ts';
import { transactionColumns, transactionValues } from './transaction-columns.ts';
import { transferColumns, transferValues } from './transfer-columns.ts';

/** What a change of rows means to the counters and checkpoints that are kept beside them. */
export interface RowChange {
  counters: CountChange;
  counterparties: readonly CounterpartyChange[];
  /** The first position of each table from which on rows came or went; null: none did. */
  first: Readonly<Record<ItemTable, string | null>>;
}

/** What a step did to the rows. */
export interface Stored {
  /** null: not known without counting anew. */
  change: RowChange | null;
  /** Position of the first row that is there, gone or different now; null: none is. */
  changedFrom: string | null;
}

interface Place {
  walletId: number;
  chainId: number;
}

/** What a roll-back took away. */
export interface Removal extends Stored {
  change: RowChange;
  /** Tokens that the wallet had sent itself in what was deleted: it may be that it never acted on them now. */
  undoneTokens: readonly string[];
}

/** Deletes what was stored of blocks after the given one. */
export async function removeAfter(client: pg.PoolClient, at: Place, block: number): Promise<Removal> {
  const remove = <Row>(table: ItemTable, returning: string, read: (row: RowReader) => Row): Promise<Row[]> =>
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
  const transfers = await remove(
    'transfer',
    `position, counterparty, spam_reason IS NOT NULL, ${actedOnToken}`,
    (row) => ({
      position: row.text(),
      counterparty: row.text(),
      isSpam: row.boolean(),
      token: row.textOrNull(),
    }),
  );
  const transactions = await remove('transaction', 'position, is_spam', (row) => ({
    position: row.text(),
    isSpam: row.boolean(),
  }));
  const change = changeOf(transactions, transfers);
  return {
    change: {
      ...change,
      counters: {
        transactions: -change.counters.transactions,
        spamTransactions: -change.counters.spamTransactions,
        transfers: -change.counters.transfers,
        spamTransfers: -change.counters.spamTransfers,
      },
      counterparties: change.counterparties.map(({ counterparty, transfers: all, spamTransfers }) => ({
        counterparty,
        transfers: -all,
        spamTransfers: -spamTransfers,
      })),
    },
    changedFrom: firstOf([change.first.transaction, change.first.transfer]),
    undoneTokens: tokensOf(transfers.map(({ token }) => token)),
  };
}

interface CountedRow {
  position: string;
  isSpam: boolean;
}

/** The change that adding these rows is. */
function changeOf(
  transactions: readonly CountedRow[],
  transfers: readonly (CountedRow & { counterparty: string })[],
): RowChange {
  const spam = (rows: readonly CountedRow[]): number => rows.filter(({ isSpam }) => isSpam).length;
  return {
    counters: {
      transactions: transactions.length,
      spamTransactions: spam(transactions),
      transfers: transfers.length,
      spamTransfers: spam(transfers),
    },
    counterparties: transfers.map(({ counterparty, isSpam }) => ({
      counterparty,
      transfers: 1,
      spamTransfers: isSpam ? 1 : 0,
    })),
    first: {
      transfer: firstOf(transfers.map(({ position }) => position)),
      transaction: firstOf(transactions.map(({ position }) => position)),
    },
  };
}

/** The least of the positions; they are compared as the database does, by code unit. */
export function firstOf(positions: Iterable<string | null>): string | null {
  let first: string | null = null;
  for (const position of positions) {
    if (position !== null && (first === null || position < first)) first = position;
  }
  return first;
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
 * Stores the staged rows by their natural keys. A row that is there already is replaced, so a step may be committed twice. A
 * transaction that now stands elsewhere (in another block, after a re-org) moves with its transfers.
 *
 * Answers what that means to counters and checkpoints; null when anything was replaced, which is rare enough to count anew.
 */
export async function storeRows(
  client: pg.PoolClient,
  at: Place,
  rows: Rows,
  undoneTokens: readonly string[] = [],
): Promise<Stored> {
  const { transactions, transfers } = rows;
  if (isEmpty(rows)) {
    const restored = await restoreSpam(client, at, undoneTokens);
    return {
      change: restored.length > 0 ? null : changeOf([], []),
      changedFrom: firstOf(restored),
    };
  }
  const former = await removeFormer(client, at);
  const newTransactions = await insertStaged(client, 'transaction', transactionColumns);
  const newTransfers = await insertStaged(client, 'transfer', transferColumns);
  const isNew = newTransactions === transactions.length && newTransfers === transfers.length;
  if (!isNew) await replaceByStaged(client);
  const isSpamAgain = await restoreSpam(client, at, [...undoneTokens, ...(former?.tokens ?? [])]);
  const wasSpam = await clearActedOn(client, at, transfers);
  const stored = [...transactions, ...transfers].map(({ position }) => position);
  const others = [...(former?.positions ?? []), ...isSpamAgain, ...wasSpam];
  const changedFrom = firstOf([...stored, ...others]);
  if (former !== null || !isNew || isSpamAgain.length > 0 || wasSpam.length > 0) {
    return { change: null, changedFrom };
  }
  const change = changeOf(
    transactions,
    transfers.map(({ position, counterparty, spamReason }) => ({
      position,
      counterparty,
      isSpam: spamReason !== null,
    })),
  );
  return { change, changedFrom };
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

/**
 * Deletes what was stored of the staged transactions and is not staged again under the same key. Answers where those
 * transactions stood, and the tokens that the deleted rows showed the wallet to have acted on; null where none of the
 * transactions was there before.
 */
async function removeFormer(
  client: pg.PoolClient,
  at: Place,
): Promise<{ positions: string[]; tokens: string[] } | null> {
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
  return { positions: former, tokens: tokensOf(tokens) };
}

/** Inserts the staged rows that are not there yet; answers how many. */
async function insertStaged(
  client: pg.PoolClient,
  table: ItemTable,
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
