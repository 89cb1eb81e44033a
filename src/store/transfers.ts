/** Reading transfers: pages, counts, and single ones by key. */
import type { Hash } from '../domain/model.ts';
import type { Database } from './database.ts';
import {
  counterStatement,
  countStatement,
  type ItemCursor,
  type ListSlice,
  type ListTable,
  pageStatement,
} from './list-query.ts';
import { queryCount, queryRows } from './sql.ts';
import { pricedTransferColumns, readTransfer, type TransferRow } from './transfer-columns.ts';
import { counterOfTransfers, type TransferRowFilter, transferConditions } from './transfer-filter.ts';

export { type BalanceSumRow, sumTransfers } from './balance-sums.ts';
export type { ItemCursor } from './list-query.ts';
export type { TransferRow } from './transfer-columns.ts';
export type { TransferRowFilter } from './transfer-filter.ts';

export type TransferQuery = ListSlice & { filter: TransferRowFilter };

const table: ListTable = { name: 'transfer', columns: pricedTransferColumns };
const columns = pricedTransferColumns.map((column) => `transfer.${column}`).join(', ');

/** One page in the order (position, wallet). */
export async function pageTransfers(database: Database, query: TransferQuery): Promise<TransferRow[]> {
  if (query.walletIds.length === 0) return [];
  const { text, values } = pageStatement(table, query, transferConditions(query.filter));
  return queryRows(database.pool, text, values, readTransfer);
}

export async function countTransfers(
  database: Database,
  request: { walletIds: readonly number[]; filter: TransferRowFilter; asOf?: ItemCursor },
): Promise<number> {
  if (request.walletIds.length === 0) return 0;
  const { filter } = request;
  const counted = counterOfTransfers(filter);
  const conditions = transferConditions(filter);
  const chains = filter.chainIds === undefined ? {} : { chainIds: filter.chainIds };
  const { text, values } =
    counted === null
      ? countStatement(table, request, conditions)
      : counterStatement(table, counted, { ...request, ...chains }, conditions);
  return queryCount(database.pool, text, values);
}

/** The transfers of transactions, given by their wallet and position, in order. */
export async function transfersOfTransactions(
  database: Database,
  keys: readonly { walletId: number; position: string }[],
): Promise<TransferRow[]> {
  if (keys.length === 0) return [];
  return queryRows(
    database.pool,
    // A transfer's position is its transaction's and 14 more hex digits, all of which sort before 'g'.
    `SELECT ${columns} FROM unnest($1::int[], $2::text[]) wanted (wallet_id, position)
     JOIN transfer ON transfer.wallet_id = wanted.wallet_id
       AND transfer.position > wanted.position AND transfer.position < wanted.position || 'g'
     WHERE transfer.wallet_id = ANY($1::int[])
     ORDER BY transfer.position, transfer.wallet_id`,
    [keys.map(({ walletId }) => walletId), keys.map(({ position }) => position)],
    readTransfer,
  );
}

/** Single transfers by their natural key, in no particular order; those that do not exist are left out. */
export async function findTransfers(
  database: Database,
  keys: readonly { walletId: number; chainId: number; hash: Hash; item: string }[],
): Promise<TransferRow[]> {
  if (keys.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT ${columns}
     FROM unnest($1::int[], $2::int[], $3::text[], $4::text[]) wanted (wallet_id, chain_id, hash, item)
     JOIN transaction ON transaction.wallet_id = wanted.wallet_id AND transaction.chain_id = wanted.chain_id
       AND transaction.hash = wanted.hash
     JOIN transfer ON transfer.wallet_id = transaction.wallet_id
       AND transfer.position = transaction.position || wanted.item
     WHERE transfer.wallet_id = ANY($1::int[])`,
    [
      keys.map(({ walletId }) => walletId),
      keys.map(({ chainId }) => chainId),
      keys.map(({ hash }) => hash),
      keys.map(({ item }) => item),
    ],
    readTransfer,
  );
}
