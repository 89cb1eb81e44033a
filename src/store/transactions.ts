/** Reading transactions: pages, counts, and single ones by key. */
import type { Address, Hash, TransactionCategory, TransactionKind } from '../domain/model.ts';
import type { Database } from './database.ts';
import {
  type AddConditions,
  counterStatement,
  countStatement,
  type ItemCursor,
  type ListSlice,
  type ListTable,
  oneOf,
  pageStatement,
  timeConditions,
} from './list-query.ts';
import { queryCount, queryRows } from './sql.ts';
import { readTransaction, type TransactionRow, transactionColumns } from './transaction-columns.ts';
import type { SpamFilter } from './transfer-filter.ts';

export type { TransactionRow } from './transaction-columns.ts';

/** Which transactions are wanted; what is left out filters nothing. Times are unix seconds, [fromTime, toTime). */
export interface TransactionRowFilter {
  counterparties?: readonly Address[];
  chainIds?: readonly number[];
  categories?: readonly TransactionCategory[];
  kinds?: readonly TransactionKind[];
  fromTime?: number;
  toTime?: number;
  isError?: boolean;
  spam?: SpamFilter;
}

export type TransactionQuery = ListSlice & { filter: TransactionRowFilter };

const table: ListTable = { name: 'transaction', columns: transactionColumns };
const columns = transactionColumns.map((column) => `transaction.${column}`).join(', ');

const spamConditions: Readonly<Record<SpamFilter, readonly string[]>> = {
  INCLUDE: [],
  EXCLUDE: ['NOT is_spam'],
  ONLY: ['is_spam'],
};

function transactionConditions(filter: TransactionRowFilter): AddConditions {
  return (parameters) => {
    const { counterparties, chainIds, categories, kinds, isError, spam } = filter;
    const conditions = timeConditions(parameters, filter);
    if (counterparties !== undefined) {
      conditions.push(oneOf(parameters, 'counterparty', 'text', counterparties));
    }
    if (chainIds !== undefined) conditions.push(oneOf(parameters, 'chain_id', 'int', chainIds));
    if (categories !== undefined) {
      conditions.push(oneOf(parameters, 'category', 'transaction_category', categories));
    }
    if (kinds !== undefined) conditions.push(oneOf(parameters, 'kind', 'transaction_kind', kinds));
    if (isError !== undefined) conditions.push(`is_error = ${parameters.add(isError)}`);
    return [...conditions, ...spamConditions[spam ?? 'INCLUDE']];
  };
}

/** One page in the order (position, wallet). */
export async function pageTransactions(
  database: Database,
  query: TransactionQuery,
): Promise<TransactionRow[]> {
  if (query.walletIds.length === 0) return [];
  const { text, values } = pageStatement(table, query, transactionConditions(query.filter));
  return queryRows(database.pool, text, values, readTransaction);
}

export async function countTransactions(
  database: Database,
  request: { walletIds: readonly number[]; filter: TransactionRowFilter; asOf?: ItemCursor },
): Promise<number> {
  if (request.walletIds.length === 0) return 0;
  const { chainIds, spam = 'INCLUDE', ...others } = request.filter;
  const isCounted = spam === 'INCLUDE' && Object.values(others).every((value) => value === undefined);
  const conditions = transactionConditions(request.filter);
  const chains = chainIds === undefined ? {} : { chainIds };
  const { text, values } = isCounted
    ? counterStatement(table, 'transaction_count', { ...request, ...chains }, conditions)
    : countStatement(table, request, conditions);
  return queryCount(database.pool, text, values);
}

/** Single transactions by their natural key, in no particular order; those that do not exist are left out. */
export async function findTransactions(
  database: Database,
  keys: readonly { walletId: number; chainId: number; hash: Hash }[],
): Promise<TransactionRow[]> {
  if (keys.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT ${columns} FROM unnest($1::int[], $2::int[], $3::text[]) wanted (wallet_id, chain_id, hash)
     JOIN transaction ON transaction.wallet_id = wanted.wallet_id AND transaction.chain_id = wanted.chain_id
       AND transaction.hash = wanted.hash
     WHERE transaction.wallet_id = ANY($1::int[])`,
    [keys.map(({ walletId }) => walletId), keys.map(({ chainId }) => chainId), keys.map(({ hash }) => hash)],
    readTransaction,
  );
}
