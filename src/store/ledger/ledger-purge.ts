/** The end of runs that were replaced. */
import { askEachWallet } from '../cluster/wallet-statements.ts';
import type { Database } from '../connection/database.ts';
import { queryRows, storedNow, withTransaction } from '../connection/sql.ts';
import { runTables } from '../schema/wallet-tables.ts';

/** So many runs are deleted by one purge. */
export const purgedAtOnce = 200;

/**
 * Deletes what runs have written that were superseded for so long: a reader may still be at one that just was. Runs of the same wallets
 * go together. Answers how many runs they were; `purgedAtOnce`: there may be more.
 */
export async function purgeLedgerRuns(database: Database, olderThanMs: number): Promise<number> {
  const groups = await queryRows(
    database.pool,
    `SELECT array_to_string(wallet_ids, ','), array_to_string(array_agg(id ORDER BY id), ',') FROM (
       SELECT id, wallet_ids FROM ledger_run
       WHERE superseded_at <= ${storedNow} - $1 * interval '1 millisecond' ORDER BY id LIMIT ${purgedAtOnce}) replaced
     GROUP BY wallet_ids`,
    [olderThanMs],
    (row) => ({ walletIds: row.text().split(',').map(Number), runIds: row.text().split(',') }),
  );
  for (const { walletIds, runIds } of groups) {
    await withTransaction(database.pool, async (client) => {
      await client.query('SET LOCAL statement_timeout = 0');
      for (const table of runTables) {
        await askEachWallet(client, walletIds, (ids) =>
          queryRows(
            client,
            `DELETE FROM ${table} WHERE wallet_id = ANY($2::int[]) AND run_id = ANY($1::bigint[])`,
            [runIds, ids],
            () => null,
          ),
        );
      }
      await client.query('DELETE FROM ledger_run WHERE id = ANY($1::bigint[])', [runIds]);
    });
  }
  return groups.reduce((sum, { runIds }) => sum + runIds.length, 0);
}
