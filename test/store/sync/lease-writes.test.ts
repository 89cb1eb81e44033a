/** What leases write: rows of `sync`, and none of its indexes (HOT updates); wallets in step with their chain are not written at all. */
import { expect, test } from 'vitest';
import type { Database } from '../../../src/store/connection/database.ts';
import { commitStep } from '../../../src/store/sync/commit.ts';
import { touchCursor } from '../../../src/store/sync/following/chain-cursor.ts';
import { leaseSync, renewLease } from '../../../src/store/sync/leases.ts';
import { openMeasured } from '../../support/blocks-read.ts';
import { stepOf } from '../../support/loaded-wallet.ts';
import { fillRegistrations } from '../../support/many-registrations.ts';
import { hash } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();

/** Updates of `sync`, and how many of them changed no index; by one connection, which tells at once. */
async function updatesOf(
  work: (database: Database) => Promise<void>,
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

test('a lease, its renewal and the commits of its steps', async () => {
  await fillRegistrations(db.database, 500);
  // It tells at once what it has written, or it would be counted later.
  await db.database.pool.query(
    'UPDATE sync SET follows = false, next_run_at = now(); SELECT pg_stat_force_next_flush()',
  );
  // While it is analysed or vacuumed nobody else can clear away former versions, which then fill the pages.
  await db.database.pool.query('ALTER TABLE sync SET (autovacuum_enabled = off)');
  await db.database.pool.query('VACUUM FULL sync');
  const { updates, hot } = await updatesOf(async (database) => {
    for (let number = 0; number < 100; number += 1) {
      const lease = await leaseSync(database, { owner: 'a', leaseMs: 60_000, chainIds: [1] });
      if (lease === null) throw new Error('nothing to lease');
      await renewLease(database, lease, 60_000);
      for (const syncedBlock of [100, 200, 300]) {
        await commitStep(database, lease, stepOf({}, { syncedBlock, loaded: false, phase: 'BACKFILL' }));
      }
    }
  });
  expect(updates).toBe(500);
  // While another test's standby or transaction holds back what may be cleared away, some pages are full, and a few rows move. Were one
  // of the five in an index, at most 400 would be left.
  expect(hot).toBeGreaterThan(400);
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
