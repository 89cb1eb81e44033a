/** Reading transactions: pages, counts, and single ones by key. */
import type { Address, Hash, TransactionCategory, TransactionKind } from '../../domain/model.ts';
import { askByWallet } from '../cluster/wallet-statements.ts';
import type { Database } from '../connection/database.ts';
import { queryCount, queryRows } from '../connection/sql.ts';
import {
  readTransaction,
  type TransactionRow,
  transactionColumns,
} from '../history/columns/transaction-columns.ts';
import {
  type AddConditions,
  countStatement,
  type ListSlice,
  type ListTable,
  type ListVersion,
  oneOf,
  pageStatement,
  timeConditions,
} from './list-query.ts';
import { countRanked, jumpTo, longestSkip, type RankedList } from './rank-search.ts';
import { lookThrough, type Reach, search } from './reach.ts';
import type { SpamFilter } from './transfer-filter.ts';

/** Which transactions are wanted; what is left out filters nothing. Times are unix seconds, [fromTime, toTime). */
export interface TransactionRowFilter {
  counterparties?: readonly Address[];
  notCounterparties?: readonly Address[];
  chainIds?: readonly number[];
  categories?: readonly TransactionCategory[];
  kinds?: readonly TransactionKind[];
  fromTime?: number;
  toTime?: number;
  isError?: boolean;
  spam?: SpamFilter;
  /** Goes with `chainIds`, so that an index leads to it: without them, the whole wallet would be looked through. */
  hash?: Hash;
  /** What a bridge calls a crossing. */
  bridgeMessage?: string;
}

export type TransactionQuery = ListSlice & { filter: TransactionRowFilter };

const table: ListTable = { name: 'transaction', columns: transactionColumns };
const columns = transactionColumns.map((column) => `transaction.${column}`).join(', ');

const spamConditions: Readonly<Record<SpamFilter, readonly string[]>> = {
  INCLUDE: [],
  EXCLUDE: ['NOT is_spam'],
  ONLY: ['is_spam'],
};

/** The filter's conditions but that on chains, which decides how the list is read (list-query.ts). */
function transactionConditions(filter: TransactionRowFilter): AddConditions {
  return (parameters) => {
    const { counterparties, notCounterparties, categories, kinds, isError, spam, hash, bridgeMessage } =
      filter;
    const conditions = timeConditions(parameters, filter);
    if (counterparties !== undefined) {
      conditions.push(oneOf(parameters, 'counterparty', 'text', counterparties));
    }
    if (notCounterparties !== undefined) {
      conditions.push(`counterparty <> ALL(${parameters.add(notCounterparties)}::text[])`);
    }
    if (categories !== undefined) {
      conditions.push(oneOf(parameters, 'category', 'transaction_category', categories));
    }
    if (kinds !== undefined) conditions.push(oneOf(parameters, 'kind', 'transaction_kind', kinds));
    if (isError !== undefined) conditions.push(`is_error = ${parameters.add(isError)}`);
    if (hash !== undefined) conditions.push(`hash = ${parameters.add(hash)}`);
    if (bridgeMessage !== undefined) conditions.push(`bridge_message = ${parameters.add(bridgeMessage)}`);
    return [...conditions, ...spamConditions[spam ?? 'INCLUDE']];
  };
}

/** The list's filter, when the rank checkpoints know it; null: it filters by more than chain, time and spam. */
function rankedTransactions(
  filter: TransactionRowFilter,
): Pick<RankedList, 'chainIds' | 'fromTime' | 'toTime' | 'spam'> | null {
  const { chainIds, fromTime, toTime, spam, ...others } = filter;
  return Object.values(others).some((value) => value !== undefined)
    ? null
    : { chainIds, fromTime, toTime, spam };
}

/** One page in the order (position, wallet). */
export async function pageTransactions(
  database: Database,
  query: TransactionQuery,
): Promise<TransactionRow[]> {
  const { walletIds, filter } = query;
  if (walletIds.length === 0) return [];
  const ranked = rankedTransactions(filter);
  const jump = await jumpTo(database, ranked && { table: 'transaction', walletIds, ...ranked }, query);
  if (jump === null) return [];
  const { chainIds } = filter;
  const { text, values } = pageStatement(table, { ...jump.slice, chainIds }, transactionConditions(filter));
  const read = () => queryRows(database.pool, text, values, readTransaction);
  const isInOrder = ranked !== null && filter.spam !== 'ONLY' && (jump.slice.offset ?? 0) <= longestSkip;
  const isFound = isInOrder || isFoundByHash(filter);
  const reach = { ...reachOf(walletIds, filter), offset: jump.slice.offset };
  const rows = await (isFound ? read() : search(database, reach, read));
  return jump.isReversed ? rows.reverse() : rows;
}

/** By the unique index, whatever else is asked of it: at most one in each wallet on each chain. */
const isFoundByHash = ({ hash, chainIds }: TransactionRowFilter): boolean =>
  hash !== undefined && chainIds !== undefined;

function reachOf(walletIds: readonly number[], filter: TransactionRowFilter): Reach {
  const { chainIds, fromTime, toTime, counterparties } = filter;
  return { table: 'transaction', walletIds, chainIds, fromTime, toTime, counterparties };
}

export async function countTransactions(
  database: Database,
  request: { walletIds: readonly number[]; filter: TransactionRowFilter; version?: ListVersion },
): Promise<number> {
  const { walletIds, filter, version } = request;
  if (walletIds.length === 0) return 0;
  const ranked = rankedTransactions(filter);
  if (ranked !== null) return countRanked(database, { table: 'transaction', walletIds, version, ...ranked });
  const { chainIds } = filter;
  const { text, values } = countStatement(
    table,
    { walletIds, chainIds, version },
    transactionConditions(filter),
  );
  const count = () => queryCount(database.pool, text, values);
  return isFoundByHash(filter) ? count() : lookThrough(database, reachOf(walletIds, filter), count);
}

/** Single transactions by their natural key, in no particular order; those that do not exist are left out. */
export async function findTransactions(
  database: Database,
  keys: readonly { walletId: number; chainId: number; hash: Hash }[],
): Promise<TransactionRow[]> {
  if (keys.length === 0) return [];
  return askByWallet(
    database.pool,
    keys,
    ({ walletId }) => walletId,
    (own, ofWallet) =>
      queryRows(
        database.pool,
        `SELECT ${columns} FROM unnest($1::int[], $2::int[], $3::text[]) wanted (wallet_id, chain_id, hash)
         JOIN transaction ON transaction.wallet_id = wanted.wallet_id AND transaction.chain_id = wanted.chain_id
           AND transaction.hash = wanted.hash
         WHERE transaction.wallet_id = ANY($1::int[])${ofWallet('transaction')}`,
        [own.map(({ walletId }) => walletId), own.map(({ chainId }) => chainId), own.map(({ hash }) => hash)],
        readTransaction,
      ),
  );
}
