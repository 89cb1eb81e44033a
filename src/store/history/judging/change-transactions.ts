/** Changes what transactions are; their transfers bear the category, too. */
import type pg from 'pg';
import { queryRows } from '../../connection/sql.ts';
import { isItemOf } from '../columns/transfer-columns.ts';

/**
 * @param update an UPDATE of `transaction`, of one wallet
 * @param parameters its own; the wallet's id is the first
 * @returns the positions of the transfers of all transactions that it changes
 */
export const changeTransactions = (
  client: pg.PoolClient,
  update: string,
  parameters: unknown[],
): Promise<string[]> =>
  queryRows(
    client,
    `WITH changed AS (${update} RETURNING transaction.position, transaction.category)
     UPDATE transfer SET category = changed.category FROM changed
     WHERE transfer.wallet_id = $1 AND ${isItemOf('transfer', 'changed')} RETURNING transfer.position`,
    parameters,
    (row) => row.text(),
  );
