/** What the former owner of an embedded database still held when it died. */
import type { Database } from '../connection/database.ts';
import { withTransaction } from '../connection/sql.ts';

/**
 * Gives back every lease: on jobs, on wallets being loaded, on webhooks being sent. Without it, what a process that was killed had
 * in hand waits until its leases run out.
 *
 * Only for the process that has started the database's own embedded server and nothing of the service yet: who held a lease is then
 * off it, since a start ends the server that a killed owner left behind. Where another process may be alive, two would do one job.
 */
export async function releaseFormerLeases(database: Database): Promise<void> {
  await withTransaction(database.pool, async (client) => {
    await client.query(
      'UPDATE job_lease SET lease_owner = NULL, lease_until = clock_timestamp(), fence = fence + 1 WHERE lease_owner IS NOT NULL',
    );
    await client.query(
      `UPDATE sync SET lease_owner = NULL, lease_until = NULL, fence = fence + 1, next_run_at = now()
       WHERE lease_owner IS NOT NULL`,
    );
    // As if it had run out: that is how a lane in the middle of a delivery is found again.
    await client.query(
      'UPDATE webhook_lane SET lease_until = clock_timestamp() WHERE lease_until > clock_timestamp()',
    );
    await client.query(
      'UPDATE webhook_endpoint SET test_lease_until = NULL WHERE test_lease_until IS NOT NULL',
    );
  });
}
