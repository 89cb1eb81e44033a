/**
 * Which comparison is taken next: loading, which somebody waits for, comes first, but not for ever. And when the next one is due:
 * what is asked for while one is under way is not lost.
 */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ensureClient } from '../../../src/store/clients/client-rows.ts';
import { openDatabase } from '../../../src/store/connection/database.ts';
import { commitStep, type StepCommit } from '../../../src/store/sync/commit.ts';
import { leaseSync } from '../../../src/store/sync/leases.ts';
import { requestReconciliation } from '../../../src/store/sync/reconciliation-requests.ts';
import { storeReconciliation } from '../../../src/store/sync/reconciliation-rows.ts';
import { claimReconciliation } from '../../../src/store/sync/reconciliation-turns.ts';
import { registerWallets } from '../../../src/store/sync/registrations.ts';
import { openMeasured } from '../../support/blocks-read.ts';
import { leaseTestWallet, registerTestWallet, stepOf } from '../../support/loaded-wallet.ts';
import { address, hash } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
let clientId: number;

beforeAll(async () => {
  clientId = (await ensureClient(db.database, 'default')).id;
});
beforeEach(async () => {
  await db.database.pool.query('TRUNCATE wallet, registration, sync CASCADE');
});

const chains = [1, 10].map((chainId) => ({ chainId, fromBlock: 0 }));
const claim = (chainIds: number[] = [1]) =>
  claimReconciliation(db.database, { chainIds, retryMs: 60_000 }).then((task) => task?.address ?? null);

/** Wallet 1 is loaded on chain 1 and its comparison due for as long as said; wallet 2 is only registered. */
async function loadedBeside(dueForMs: number): Promise<void> {
  await registerWallets(db.database, { clientId, addresses: [address(1), address(2)], chains });
  await db.database.pool.query(
    `UPDATE sync SET loaded_at = now(), reconcile_at = now() - $2 * interval '1 millisecond', next_run_at = now() + interval '1 hour'
     FROM wallet WHERE wallet.id = wallet_id AND address = $1 AND chain_id = 1`,
    [address(1), dueForMs],
  );
}
const load = (chainId: number) =>
  leaseSync(db.database, { owner: 'a', leaseMs: 60_000, chainIds: [chainId] });

test('a comparison is taken once, and again when it was not stored', async () => {
  await loadedBeside(0);
  expect([await claim(), await claim()]).toEqual([address(1), null]);
  await db.database.pool.query(`UPDATE sync SET reconcile_at = reconcile_at - interval '1 minute'`);
  expect(await claim()).toBe(address(1));
});

test('it waits while another wallet of its chain is being loaded', async () => {
  await loadedBeside(0);
  expect(await load(1)).not.toBeNull();
  expect(await claim()).toBeNull();
  await db.database.pool.query('UPDATE sync SET lease_until = now()');
  expect(await claim()).toBe(address(1));
});

test('among many wallets that are loaded, what is due is found without looking at each', async () => {
  await loadedBeside(0);
  await db.database.pool.query(
    `INSERT INTO wallet (id, address) SELECT number, '0x' || lpad(to_hex(number), 40, '0') FROM generate_series(1000000, 1029999) number`,
  );
  await db.database.pool.query(
    `INSERT INTO registration (client_id, wallet_id) SELECT $1, id FROM wallet WHERE id >= 1000000`,
    [clientId],
  );
  await db.database.pool.query(
    `INSERT INTO sync (wallet_id, chain_id, from_block, loaded_at, next_run_at, reconcile_at)
     SELECT id, 1, 0, now(), now() + interval '1 hour', now() + interval '1 hour' FROM wallet WHERE id >= 1000000`,
  );
  const measured = await openMeasured(db.url);
  const { database: own } = measured;
  await own.pool.query('ANALYZE wallet, registration, sync');
  const scanned = () => measured.scanned(['sync', 'registration', 'wallet']);
  const before = await scanned();
  const task = await claimReconciliation(own, { chainIds: [1], retryMs: 60_000 });
  expect(task?.address).toBe(address(1));
  expect(await scanned()).toBe(before);
  await own.close();
});

test('wallets whose comparison somebody asks for are locked in their order, so that two who ask wait for each other in one', async () => {
  await registerWallets(db.database, { clientId, addresses: [address(1), address(2)], chains });
  const { rows } = await db.database.pool.query<{ id: number }>('SELECT id FROM wallet ORDER BY id');
  const [first = 0, second = 0] = rows.map(({ id }) => id);
  await db.database.pool.query('UPDATE sync SET loaded_at = now()');
  // Behind the other on disk, where a scan comes last.
  await db.database.pool.query('UPDATE sync SET attempts = 0 WHERE wallet_id = $1', [first]);
  const other = await openDatabase({ url: db.url, maximumConnections: 1 });
  await other.pool.query('BEGIN');
  await other.pool.query('SELECT FROM sync WHERE wallet_id = $1 FOR UPDATE', [second]);
  const asker = await openDatabase({ url: db.url, maximumConnections: 1 });
  // As the planner does it with many wallets.
  await asker.pool.query('SET enable_indexscan = off; SET enable_bitmapscan = off');
  const asked = requestReconciliation(asker, [second, first]);
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await other.pool.query(waiting)).rowCount).toBe(1);
  const free = 'SELECT FROM sync WHERE wallet_id = $1 FOR UPDATE SKIP LOCKED';
  expect((await other.pool.query(free, [first])).rowCount).toBe(0);
  await other.pool.query('COMMIT');
  expect(await asked).toBe(4);
  await Promise.all([other.close(), asker.close()]);
});

test('what is stored as now is due in the same instant, also where the column rounds the clock up', async () => {
  await loadedBeside(0);
  const own = await openDatabase({ url: db.url, maximumConnections: 1 });
  /** Begins a transaction, in which the clock stands still, at a moment that a column of milliseconds rounds up. */
  const beginRoundedUp = async (): Promise<void> => {
    for (;;) {
      await own.pool.query('BEGIN');
      const { rows } = await own.pool.query('SELECT now()::timestamptz(3) > now() AS is_up');
      if (rows[0]?.is_up === true) return;
      await own.pool.query('ROLLBACK');
    }
  };
  await beginRoundedUp();
  await own.pool.query(`UPDATE sync SET lease_owner = 'a', lease_until = now(), next_run_at = now()`);
  await own.pool.query('UPDATE sync SET reconcile_at = now() WHERE loaded_at IS NOT NULL');
  expect(await claimReconciliation(own, { chainIds: [1], retryMs: 0 })).toMatchObject({
    address: address(1),
  });
  expect(await leaseSync(own, { owner: 'b', leaseMs: 0, chainIds: [1] })).toMatchObject({ owner: 'b' });
  await own.pool.query('ROLLBACK');
  await own.close();
});

test('a wallet that is loaded and only followed holds nobody up', async () => {
  await loadedBeside(0);
  await load(1);
  await db.database.pool.query('UPDATE sync SET loaded_at = now() WHERE chain_id = 1');
  expect(await claim()).toBe(address(1));
});

test('a wallet that is being loaded on another chain holds nobody up', async () => {
  await loadedBeside(0);
  expect(await load(10)).not.toBeNull();
  expect(await claim([1, 10])).toBe(address(1));
});

test('after a minute it waits no longer', async () => {
  await loadedBeside(30_000);
  await load(1);
  expect(await claim()).toBeNull();
  await db.database.pool.query(`UPDATE sync SET reconcile_at = reconcile_at - interval '30 seconds'`);
  expect(await claim()).toBe(address(1));
});

describe('when another is due that was asked for while one was under way', () => {
  const everyMs = 3_600_000;
  const retryMs = 120_000;

  /** A step of the loaded wallet; one with a movement wants a comparison within five minutes. */
  async function step(progress: Partial<StepCommit['progress']> = {}): Promise<void> {
    const lease = await leaseTestWallet(db.database);
    const at = { syncedBlock: 5, syncedHash: hash(5), release: true };
    expect(await commitStep(db.database, lease, stepOf({}, { ...at, ...progress }))).toBe(true);
  }

  /** In how many seconds the next comparison is due after one beside which something else has happened. */
  async function nextBeside(happens: (walletId: number) => Promise<unknown>): Promise<number> {
    const walletId = await registerTestWallet(db.database, 1);
    await step();
    const task = await claimReconciliation(db.database, { chainIds: [1], retryMs });
    if (task === null) throw new Error('nothing is due');
    await happens(walletId);
    const result = { compared: [], accruals: [], warnings: [], nextInMs: everyMs };
    const at = { blockNumber: 5, blockHash: hash(5) };
    expect(await storeReconciliation(db.database, task, { ...at, ...result })).toBe(true);
    const { rows } = await db.database.pool.query<{ seconds: number }>(
      'SELECT extract(epoch FROM reconcile_at - now())::float8 AS seconds FROM sync',
    );
    return rows[0]?.seconds ?? Number.NaN;
  }

  test('nothing: by the schedule', async () => {
    expect(await nextBeside(async () => {})).toBeGreaterThan(everyMs / 1000 - 60);
  });

  test('a step without a movement: by the schedule', async () => {
    expect(await nextBeside(() => step())).toBeGreaterThan(everyMs / 1000 - 60);
  });

  test('somebody asks: at once', async () => {
    expect(
      await nextBeside((walletId) => requestReconciliation(db.database, [walletId])),
    ).toBeLessThanOrEqual(0);
  });

  test('a movement: when the one under way would have been tried again', async () => {
    const seconds = await nextBeside(() => step({ reconcileInMs: 300_000 }));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(retryMs / 1000);
  });
});
