/** The pricing job looks at what waits in its queue, and at nothing else: neither when it begins nor after an interruption. */
import { once } from 'node:events';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createPricingWorker, type PricingWorker } from '../../src/ingest/pricing/pricing-worker.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { noteSources } from '../../src/store/prices/price-rows.ts';
import { duePricing, nextPricingInMs, settlePricing } from '../../src/store/queues/pricing-queue.ts';
import { openMeasured } from '../support/blocks-read.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const db = useTestDatabase({ perTest: true });
let walletIds: number[];
let worker: PricingWorker;
let deaf: Database;
/** In how many milliseconds the wallets are to be asked for again. */
let retryInMs: number;
/** How often the prices of now were asked for. */
let refreshed: number;
/** The wallet of which pricing fails. */
let poisoned: number | null;
/** Whether pricing a wallet goes on until the job is stopped, and ends with a part of it. */
let lasts: boolean;
/** The wallets that were priced, in order. */
let looked: number[];
/** Tells the job what the listening connection would. */
let hearSync: (payload: string) => void;

beforeEach(async () => {
  walletIds = [];
  looked = [];
  refreshed = 0;
  poisoned = null;
  lasts = false;
  retryInMs = Number.POSITIVE_INFINITY;
  for (const number of [1, 2]) {
    const walletId = await registerTestWallet(db.database, number);
    walletIds.push(walletId);
    await store(walletId, 1);
  }
  // The test says what is heard: a notification that is lost is one that nobody tells.
  deaf = {
    ...db.database,
    async listen(channel, handler) {
      if (channel === 'wallet_changed') hearSync = handler;
      return async () => {};
    },
  };
  worker = createWorker();
  await worker.start();
  // Both were stored before.
  await expect.poll(() => looked).toEqual(walletIds);
  await expect.poll(queued).toEqual([]);
  looked.length = 0;
});
afterEach(async () => {
  await worker.stop();
});

function createWorker(currentEveryMs = 600_000): PricingWorker {
  return createPricingWorker({
    ...{ database: deaf, log, owner: 'test', currentEveryMs, pollMs: 600_000 },
    createParts: (_database, signal) => ({
      walletPricing: {
        async run(walletId) {
          looked.push(walletId);
          if (walletId === poisoned) throw new RangeError('a number that no wallet should have');
          if (lasts) await once(signal, 'abort');
          return { priced: 0, retryInMs };
        },
      },
      currentPrices: {
        async refresh() {
          refreshed += 1;
          return 0;
        },
      },
      wantedPrices: async () => Number.POSITIVE_INFINITY,
      marketAirdrops: async () => Number.POSITIVE_INFINITY,
      renewedPrices: async () => Number.POSITIVE_INFINITY,
    }),
  });
}

async function queued(): Promise<number[]> {
  const { rows } = await db.database.pool.query<{ wallet_id: number }>(
    'SELECT wallet_id FROM pricing_queue ORDER BY wallet_id',
  );
  return rows.map((row) => row.wallet_id);
}

/** Rows of the wallet, in a block. */
async function store(walletId: number, blockNumber: number): Promise<void> {
  const at = { walletId, blockNumber };
  await db.database.pool.query(
    "UPDATE sync SET next_run_at = now() + interval '1 day' WHERE wallet_id <> $1",
    [walletId],
  );
  await db.database.pool.query(
    "UPDATE sync SET next_run_at = now() - interval '1 day' WHERE wallet_id = $1",
    [walletId],
  );
  await storeTestRows(db.database, 1, {
    transactions: [transactionRecord(at)],
    transfers: [transferRecord({ ...at, index: 0 })],
  });
}

test('after an interruption what changed meanwhile is priced at once, without a sweep', async () => {
  const [, second = 0] = walletIds;
  await store(second, 2);
  hearSync('');
  await expect.poll(() => looked).toEqual([second]);
});

test('each interruption: the look that is due is not forgotten while the job is busy', async () => {
  const [first = 0, second = 0] = walletIds;
  await store(first, 2);
  hearSync('');
  hearSync('');
  await expect.poll(() => looked).toEqual([first]);
  await store(second, 2);
  hearSync('');
  await expect.poll(() => looked, { timeout: 30_000 }).toEqual([first, second]);
});

test('a job that begins looks only at what has changed while nobody did it', async () => {
  const [, second = 0] = walletIds;
  await worker.stop();
  await store(second, 2);
  worker = createWorker();
  await worker.start();
  await expect.poll(() => looked).toEqual([second]);
});

test('what a source may know later waits for that moment; a wallet that changes goes before those that wait', async () => {
  const [first = 0, second = 0] = walletIds;
  const waits = async () => {
    const { rows } = await db.database.pool.query(
      `SELECT wallet_id, extract(epoch FROM due_at - now()) > 80000 AS "isLater", is_changed AS "isChanged" FROM pricing_queue`,
    );
    return rows;
  };
  retryInMs = 86_400_000;
  await store(first, 2);
  hearSync('');
  await expect.poll(waits).toEqual([{ wallet_id: first, isLater: true, isChanged: false }]);
  expect(looked).toEqual([first]);
  await worker.stop();
  await db.database.pool.query("UPDATE pricing_queue SET due_at = now() - interval '1 hour'");
  await store(second, 2);
  worker = createWorker();
  await worker.start();
  await expect.poll(() => looked).toEqual([first, second, first]);
});

test('a wallet that changes while it is priced is priced again', async () => {
  const [first = 0] = walletIds;
  await worker.stop();
  await store(first, 2);
  const [due] = await duePricing(db.database, 1);
  if (due === undefined) throw new Error('nothing waits');
  await store(first, 3);
  await settlePricing(db.database, due, Number.POSITIVE_INFINITY);
  expect(await queued()).toEqual([first]);
});

test('other sources are asked for a wallet that is being priced while they are noted', async () => {
  const [first = 0] = walletIds;
  await worker.stop();
  await db.database.pool.query('INSERT INTO pricing_queue (wallet_id, due_at) VALUES ($1, now())', [first]);
  const [due] = await duePricing(db.database, 1);
  if (due === undefined) throw new Error('nothing waits');
  await noteSources(db.database, 'others');
  await settlePricing(db.database, due, 86_400_000);
  const again = await duePricing(db.database, 10);
  expect(again.map(({ walletId }) => walletId).sort()).toEqual(walletIds);
});

test('a wallet of which pricing fails holds no other up, and is tried again', async () => {
  const [first = 0, second = 0] = walletIds;
  await worker.stop();
  poisoned = first;
  await store(first, 2);
  await store(second, 2);
  worker = createWorker();
  await worker.start();
  await expect.poll(queued).toEqual([first]);
  expect(looked).toEqual([first, second]);
  // Among those that wait, behind whatever changes.
  const { rows } = await db.database.pool.query(
    'SELECT is_changed, due_at > now() AS "isLater" FROM pricing_queue',
  );
  expect(rows).toEqual([{ is_changed: false, isLater: true }]);
});

test('a wallet that is being priced when the job is stopped stays due', async () => {
  const [first = 0, second = 0] = walletIds;
  lasts = true;
  await store(first, 2);
  hearSync('');
  await expect.poll(() => looked).toEqual([first]);
  await store(second, 2);
  await worker.stop();
  expect(await duePricing(db.database, 10)).toMatchObject([{ walletId: first }, { walletId: second }]);
});

test('a clock that is set back keeps nothing waiting', async () => {
  await worker.stop();
  const realNow = Date.now;
  let setBy = 0;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + setBy);
  onTestFinished(() => clock.mockRestore());
  refreshed = 0;
  worker = createWorker(50);
  await worker.start();
  await expect.poll(() => refreshed).toBeGreaterThan(0);
  setBy = -86_400_000;
  const before = refreshed;
  // One may be under way.
  await expect.poll(() => refreshed).toBeGreaterThan(before + 2);
});

test('a queue says when something is due: never where it is empty, at once where it was already', async () => {
  await worker.stop();
  expect(await nextPricingInMs(db.database)).toBe(Number.POSITIVE_INFINITY);
  const queue = (inSeconds: number) =>
    db.database.pool.query(
      `INSERT INTO pricing_queue (wallet_id, due_at) VALUES ($1, now() + $2 * interval '1 second')
       ON CONFLICT (wallet_id) DO UPDATE SET due_at = excluded.due_at`,
      [walletIds[0], inSeconds],
    );
  await queue(600);
  const later = await nextPricingInMs(db.database);
  expect(later).toBeGreaterThan(500_000);
  expect(later).toBeLessThanOrEqual(600_000);
  await queue(-10);
  expect(await nextPricingInMs(db.database)).toBe(0);
});

test('a round reads as much of 100,000 wallets that wait as of 100', async () => {
  await worker.stop();
  const { database, measure } = await openMeasured(db.url);
  onTestFinished(database.close);
  const round = async () => {
    await duePricing(database, 50);
    await nextPricingInMs(database);
  };
  const fill = (count: number) =>
    db.database.pool.query(`TRUNCATE pricing_queue; INSERT INTO pricing_queue
      SELECT n, now() + (n - 20) * interval '1 second', n % 1000 = 1 FROM generate_series(1, ${count}) n; ANALYZE pricing_queue`);
  await fill(100);
  const ofFew = await measure(round);
  await fill(100_000);
  expect(await measure(round)).toBeLessThan(ofFew + 150);
});
