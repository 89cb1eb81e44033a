/** Writing and deleting the rows of one wallet on one chain, inside the transaction that holds its sync row. */
import type pg from 'pg';
import type { TransferRecord } from '../../domain/model.ts';
import { afterDigits, firstOf, transactionPositionLength } from '../../domain/position.ts';
import { queryRows, type RowReader } from '../connection/sql.ts';
import {
  readSnapshot,
  snapshotColumns,
  type TransferChanges,
  type TransferSnapshot,
} from './events/transfer-event-rows.ts';
import { clearActedOn, restoreSpam } from './judging/acted-on.ts';
import type { ItemTable } from './rank-checkpoints.ts';
import { type CountChange, type CounterpartyChange, isPriced } from './row-counters.ts';
import {
  actColumns,
  copyNew,
  insertNew,
  isEmpty,
  mayBeCopied,
  type Rows,
  readActedOn,
  removeFormer,
  replaceKnown,
  tokensOf,
} from './row-writes.ts';

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
  transfers: TransferChanges;
}

interface Place {
  walletId: number;
  chainId: number;
}

/** What a roll-back took away. */
export interface Removal {
  change: RowChange;
  changedFrom: string | null;
  transfers: readonly TransferSnapshot[];
  /** Tokens that the wallet had sent itself in what was deleted: it may be that it never acted on them now. */
  undoneTokens: readonly string[];
}

/** Deletes what was stored of blocks after the given one. */
export async function removeAfter(client: pg.PoolClient, at: Place, block: number): Promise<Removal> {
  // Within a chain, positions ascend with blocks: everything to delete lies beyond the newest row that stays, which
  // is found from the end of the history without reading the rest.
  const rowsOf = (table: ItemTable): string =>
    `wallet_id = $1 AND chain_id = $2 AND block_number > $3
       AND position > coalesce((
         SELECT position FROM ${table} WHERE wallet_id = $1 AND chain_id = $2 AND block_number <= $3
         ORDER BY position DESC LIMIT 1), '')`;
  return remove(client, rowsOf, [at.walletId, at.chainId, block]);
}

/** Deletes the transactions at these positions, with their transfers. */
export async function removeTransactions(
  client: pg.PoolClient,
  at: Place,
  positions: readonly string[],
): Promise<Removal> {
  const rowsOf = (table: ItemTable): string =>
    `wallet_id = $1 AND chain_id = $2 AND ${
      table === 'transaction' ? 'position' : `left(position, ${transactionPositionLength})`
    } = ANY($3::text[])
       AND position >= $4 AND position < $5 || '${afterDigits}'`;
  const ordered = [...positions].sort();
  return remove(client, rowsOf, [at.walletId, at.chainId, ordered, ordered[0] ?? '', ordered.at(-1) ?? '']);
}

/** Whether a row of the chain that is none of these transactions stands behind the first of them. */
export async function hasOthersAfter(
  client: pg.PoolClient,
  at: Place,
  transactions: readonly { position: string }[],
): Promise<boolean> {
  const positions = transactions.map(({ position }) => position);
  const [first] = await queryRows(
    client,
    `SELECT 1 FROM transaction WHERE wallet_id = $1 AND chain_id = $2 AND position > $3
       AND NOT position = ANY($4::text[]) LIMIT 1`,
    [at.walletId, at.chainId, firstOf(positions), positions],
    (row) => row.integer(),
  );
  return first !== undefined;
}

/** Deletes the rows that a condition names in each table, and says what that is to counters and streams. */
async function remove(
  client: pg.PoolClient,
  rowsOf: (table: ItemTable) => string,
  values: readonly unknown[],
): Promise<Removal> {
  const removeFrom = <Row>(
    table: ItemTable,
    returning: string,
    read: (row: RowReader) => Row,
  ): Promise<Row[]> =>
    queryRows(
      client,
      `DELETE FROM ${table} WHERE ${rowsOf(table)} RETURNING ${returning}`,
      [...values],
      read,
    );
  const transfers = await removeFrom(
    'transfer',
    `counterparty, spam_reason IS NOT NULL, ${isPriced}, ${actColumns}, ${snapshotColumns}`,
    (row) => ({
      ...{ counterparty: row.text(), isSpam: row.boolean(), isPriced: row.booleanOrNull() },
      token: readActedOn(row),
      ...readSnapshot(row),
    }),
  );
  const transactions = await removeFrom('transaction', 'position, is_spam', (row) => ({
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
        priced: -change.counters.priced,
        unpriced: -change.counters.unpriced,
      },
      counterparties: change.counterparties.map(({ counterparty, transfers: all, spamTransfers }) => ({
        counterparty,
        transfers: -all,
        spamTransfers: -spamTransfers,
      })),
    },
    changedFrom: firstOf([change.first.transaction, change.first.transfer]),
    transfers,
    undoneTokens: tokensOf(transfers.map(({ token }) => token)),
  };
}

interface CountedRow {
  position: string;
  isSpam: boolean;
}

type CountedTransfer = CountedRow & {
  counterparty: string;
  /** null: it needs no price. */
  isPriced: boolean | null;
};

/** The change that adding these rows is. */
function changeOf(transactions: readonly CountedRow[], transfers: readonly CountedTransfer[]): RowChange {
  const spam = (rows: readonly CountedRow[]): number => rows.filter(({ isSpam }) => isSpam).length;
  return {
    counters: {
      transactions: transactions.length,
      spamTransactions: spam(transactions),
      transfers: transfers.length,
      spamTransfers: spam(transfers),
      priced: transfers.filter((row) => row.isPriced === true).length,
      unpriced: transfers.filter((row) => row.isPriced === false).length,
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

/**
 * Stores rows by their natural keys. A row that is there already is replaced, so a step may be committed twice. A
 * transaction that now stands elsewhere (in another block, after a re-org; in another's place, where a source corrects itself)
 * moves with its transfers.
 *
 * Answers what that means to counters and checkpoints (null when anything was replaced, which is rare enough to count anew), and
 * what it made of transfers, with what a roll-back before it took away.
 */
export async function storeRows(
  client: pg.PoolClient,
  at: Place,
  rows: Rows,
  { transfers: removed, undoneTokens }: Pick<Removal, 'transfers' | 'undoneTokens'>,
): Promise<Stored> {
  const { transactions, transfers } = rows;
  if (isEmpty(rows)) {
    const restored = await restoreSpam(client, at, undoneTokens);
    return {
      change: restored.length > 0 ? null : changeOf([], []),
      changedFrom: firstOf(restored.map(transactionOf)),
      transfers: { stored: [], former: removed, isNew: true, judgedAnew: restored },
    };
  }
  const former = await removeFormer(client, at, rows);
  const isNew = await storeNew(client, at, rows, former === null);
  const replaced = isNew ? [] : await replaceKnown(client, at, rows);
  const isSpamAgain = await restoreSpam(client, at, [...undoneTokens, ...(former?.tokens ?? [])]);
  const wasSpam = await clearActedOn(client, at, transfers);
  const judgedAnew = [...isSpamAgain, ...wasSpam];
  const isSimple = former === null && isNew && judgedAnew.length === 0;
  return {
    change: isSimple ? changeOf(transactions, transfers.map(countedRow)) : null,
    changedFrom: firstOf([
      ...[...transactions, ...transfers].map(({ position }) => position),
      ...(former?.positions ?? []),
      ...judgedAnew.map(transactionOf),
    ]),
    transfers: {
      stored: transfers,
      former: [...replaced, ...(former?.transfers ?? []), ...removed],
      isNew: former === null && isNew,
      judgedAnew,
    },
  };
}

/** Stores the rows that are not there yet. Answers whether none was; `isUnknown`: none of the transactions was. */
async function storeNew(client: pg.PoolClient, at: Place, rows: Rows, isUnknown: boolean): Promise<boolean> {
  if (isUnknown && (await mayBeCopied(client, at, rows))) {
    await copyNew(client, rows);
    return true;
  }
  const transactions = await insertNew(client, at, 'transaction', rows);
  const transfers = await insertNew(client, at, 'transfer', rows);
  return transactions === rows.transactions.length && transfers === rows.transfers.length;
}

const transactionOf = (position: string): string => position.slice(0, transactionPositionLength);

/** What is new has no price yet. */
const countedRow = ({ position, counterparty, spamReason, standard }: TransferRecord): CountedTransfer => ({
  ...{ position, counterparty, isSpam: spamReason !== null },
  isPriced: spamReason === null && (standard === 'native' || standard === 'erc20') ? false : null,
});
