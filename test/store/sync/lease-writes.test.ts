/** What leases write: rows of `sync`, and none of its indexes (HOT updates); wallets in step with their chain are not written at all. */
import { expect, test } from 'vitest';
import { touchCursor } from '../../../src/store/sync/chain-cursor.ts';
import { leaseSync, releaseLease, renewLease } from '../../../src/store/sync/leases.ts';
import { openMeasured } from '../../support/blocks-read.ts';
import { fillRegistrations } from '../../support/many-registrations.ts';
import { hash } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();

/** Updates of `sync`, and how many of them changed no index; by one connection, which tells at once. */
async function updatesOf(
  work: (database: Awaited<ReturnType<typeof openMeasured>>['database']) => Promise<void>,
): Promise<{ updates: number; hot: number }> {
  const { database } = await openMeasured(db.url);
  const count = async () => {
    await database.pool.query('SELECT pg_stat_force_next_flush()');
    const { rows } = await database.pool.query<{ updates: number; hot: number }>(
      `SELECT n_tup_upd::int AS updates, n_tup_hot_upd::int AS hot FROM pg_stat_user_tables WHERE relname = 'sync'`,
    );
    return rows[0] ?? { updates: 0, hot: 0 };
  };
  try {
    const before = await count();
    await work(database);
    const after = await count();
    return { updates: after.updates - before.updates, hot: after.hot - before.hot };
  } finally {
    await database.close();
  }
}

test('a lease, its renewal and its end', async () => {
  await fillRegistrations(db.database, 500);
  await db.database.pool.query('UPDATE sync SET follows = false, next_run_at = now()');
  // While it is analysed or vacuumed nobody else can clear away former versions, which then fill the pages.
  await db.database.pool.query('ALTER TABLE sync SET (autovacuum_enabled = off)');
  await db.database.pool.query('VACUUM FULL sync');
  const { updates, hot } = await updatesOf(async (database) => {
    for (let number = 0; number < 100; number += 1) {
      const lease = await leaseSync(database, { owner: 'a', leaseMs: 60_000, chainIds: [1] });
      if (lease === null) throw new Error('nothing to lease');
      await renewLease(database, lease, 60_000);
      await database.pool.query(
        "UPDATE sync SET next_run_at = now() + interval '1 hour' WHERE wallet_id = $1",
        [lease.walletId],
      );
      await releaseLease(database, lease);
    }
  });
  expect(updates).toBe(400);
  // The time of the next look is in an index; nothing else is. While another test's standby or transaction holds back what may be
  // cleared away, some pages are full, and a few of the 300 move. Were one more of the four in an index, at most 200 would be left.
  expect(hot).toBeGreaterThan(200);
});

test('a block that names nobody', async () => {
  await fillRegistrations(db.database, 500);
  await db.database.pool.query(
    `INSERT INTO chain_cursor (chain_id, block_number, block_hash, head_block, head_reached_at, stale_at)
     VALUES (1, 100, $1, 100, now(), now())`,
    [hash(100)],
  );
  const written = await updatesOf((database) =>
    touchCursor(database, { chainId: 1, headAgeMs: 0, staleAfterMs: 1_000 }),
  );
  expect(written).toEqual({ updates: 0, hot: 0 });
});
