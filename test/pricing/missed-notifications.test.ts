/** The pricing job that may have missed notifications looks at once, and only at what changed. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createPricingWorker, type PricingWorker } from '../../src/ingest/pricing/pricing-worker.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const db = useTestDatabase({ perTest: true });
let walletIds: number[];
let worker: PricingWorker;
/** The wallets that were priced, in order. */
let looked: number[];
/** Tells the job what the listening connection would. */
let hearSync: (payload: string) => void;

beforeEach(async () => {
  walletIds = [];
  looked = [];
  for (const number of [1, 2]) {
    const walletId = await registerTestWallet(db.database, number);
    walletIds.push(walletId);
    await store(walletId, 1);
  }
  // The test says what is heard: a notification that is lost is one that nobody tells.
  const deaf: Database = {
    ...db.database,
    async listen(channel, handler) {
      if (channel === 'wallet_changed') hearSync = handler;
      return async () => {};
    },
  };
  worker = createPricingWorker({
    ...{ database: deaf, log, owner: 'test', currentEveryMs: 600_000, sweepEveryMs: 600_000 },
    createParts: () => ({
      walletPricing: {
        async run(walletId) {
          looked.push(walletId);
          return { priced: 0, retryInMs: Number.POSITIVE_INFINITY };
        },
      },
      currentPrices: { refresh: async () => 0 },
      wantedPrices: async () => Number.POSITIVE_INFINITY,
      marketAirdrops: async () => Number.POSITIVE_INFINITY,
      renewedPrices: async () => Number.POSITIVE_INFINITY,
    }),
  });
  await worker.start();
  // The first sweep looks at all.
  await expect.poll(() => looked).toEqual(walletIds);
  looked.length = 0;
});
afterEach(async () => {
  await worker.stop();
});

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
