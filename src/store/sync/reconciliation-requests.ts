/** Comparisons of balances that somebody asks for (`wallets reconcile`), before they are due. */
import { askEachWallet } from '../cluster/wallet-statements.ts';
import type { Database } from '../connection/database.ts';
import { queryRows, type RowReader, withTransaction } from '../connection/sql.ts';

/**
 * Makes the comparison of wallets due at once, on every chain where they are loaded; answers on how many. It locks cursors before
 * rows, and rows in their order, as everybody does.
 */
export async function requestReconciliation(
  database: Database,
  walletIds: readonly number[],
): Promise<number> {
  return withTransaction(database.pool, async (client) => {
    await client.query('SELECT FROM chain_cursor ORDER BY chain_id FOR SHARE');
    const { rowCount } = await client.query(
      `WITH own AS (
         SELECT wallet_id, chain_id FROM sync WHERE wallet_id = ANY($1::int[]) AND loaded_at IS NOT NULL
         ORDER BY wallet_id, chain_id FOR UPDATE)
       UPDATE sync SET reconcile_at = now() FROM own
       WHERE sync.wallet_id = own.wallet_id AND sync.chain_id = own.chain_id`,
      [walletIds],
    );
    return rowCount ?? 0;
  });
}

/** On how many chains a comparison of the wallets is due, or under way. */
export async function countDueReconciliations(
  database: Database,
  walletIds: readonly number[],
  since: Date,
): Promise<number> {
  const placeOf = (row: RowReader): string => `${row.integer()}:${row.integer()}`;
  const loaded = await queryRows(
    database.pool,
    'SELECT wallet_id, chain_id FROM sync WHERE wallet_id = ANY($1::int[]) AND loaded_at IS NOT NULL',
    [walletIds],
    placeOf,
  );
  const checked = await askEachWallet(database.pool, walletIds, (ids) =>
    queryRows(
      database.pool,
      'SELECT DISTINCT wallet_id, chain_id FROM reconciliation WHERE wallet_id = ANY($1::int[]) AND checked_at >= $2',
      [ids, since],
      placeOf,
    ),
  );
  const known = new Set(checked);
  return loaded.filter((place) => !known.has(place)).length;
}
