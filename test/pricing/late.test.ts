/** Prices that come late, fail, or are there already; and two workers at once. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRpcSource } from '../../src/chains/rpc/rpc-source.ts';
import { loadConfig } from '../../src/config.ts';
import { createPricing } from '../../src/ingest/pricing/start-pricing.ts';
import { createPriceCounters } from '../../src/prices/source/source-counters.ts';
import { type Database, openDatabase } from '../../src/store/connection/database.ts';
import { findLatestPrices } from '../../src/store/prices/price-reads.ts';
import { findPrices, storeCurrentPrices, storePrices } from '../../src/store/prices/price-rows.ts';
import { resetSync } from '../../src/store/sync/leases.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { address } from '../support/records.ts';
import { startTestService } from '../support/service.ts';
import {
  type PricedWorld,
  rowsOf,
  sharePricedWorld,
  startPriced,
  storeLabels,
  waitForRow,
} from './priced-world.ts';

let priced: PricedWorld;
beforeAll(async () => {
  priced = await sharePricedWorld();
});
afterAll(() => priced?.anvil.stop());

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A pricing job of its own on a database, with its counters. */
async function startPricing(database: Database) {
  const config = loadConfig({ environment: {}, file: { chains: [priced.chain], prices: priced.prices } });
  const [status] = config.chains;
  if (status === undefined) throw new Error('no chain');
  const source = createRpcSource({ chainId: status.chain.chainId, urls: status.chain.rpc });
  const counters = createPriceCounters();
  const worker = await createPricing(config.prices, {
    database,
    chains: [{ config: status.chain, source }],
    log: quiet,
    owner: 'late test',
    onPriceEvent: counters.record,
  });
  if (worker === null) throw new Error('nothing to price with');
  await worker.start();
  return {
    counters,
    async stop() {
      await worker.stop();
      await source.close();
    },
  };
}

const pricedRows = `SELECT count(price)::int AS count, md5(string_agg(concat(wallet.address, position, price, value, price_source), ''
  ORDER BY wallet.address, position)) AS hash FROM transfer JOIN wallet ON wallet.id = wallet_id`;

test('late prices fill what lacked one; two workers share the work; a reload takes the prices that are known', async () => {
  const unpriced = await startTestService([priced.chain]);
  await storeLabels(priced, unpriced.databaseUrl);
  await unpriced.api.load(priced.addresses);
  expect((await rowsOf(unpriced.databaseUrl, pricedRows))[0]?.count).toBe(0);
  await unpriced.stop();

  const database = await openDatabase({ url: unpriced.databaseUrl, maximumConnections: 6 });
  const workers = [await startPricing(database), await startPricing(database)];
  try {
    await waitForRow(
      unpriced.databaseUrl,
      'SELECT count(*)::int FROM current_price',
      ({ count }) => count !== 0,
    );
  } finally {
    for (const worker of workers) await worker.stop();
  }
  const requests = workers.map(({ counters }) => counters.totalRequests());
  console.info(`requests of two workers for the same wallets: ${requests.join(' and ')}`);
  expect(requests.filter((count) => count === 0)).toHaveLength(1);
  const [late] = await rowsOf(unpriced.databaseUrl, pricedRows);
  expect(late?.count).not.toBe(0);

  // A service that had its sources from the start came to the same.
  const service = await startPriced(priced);
  const early = await waitForRow(service.databaseUrl, pricedRows, ({ count }) => count === late?.count);
  expect(early.count).toBe(late?.count);
  await service.stop();

  const [wallet] = await rowsOf(unpriced.databaseUrl, 'SELECT min(id)::int AS id FROM wallet');
  await resetSync(database, Number(wallet?.id));
  const again = await startTestService([priced.chain], { databaseUrl: unpriced.databaseUrl });
  await again.api.load(priced.addresses);
  await again.stop();
  expect((await rowsOf(unpriced.databaseUrl, pricedRows))[0]?.count).toBeLessThan(Number(late?.count));
  const repricing = await startPricing(database);
  try {
    const restored = await waitForRow(unpriced.databaseUrl, pricedRows, ({ count }) => count === late?.count);
    expect(restored.hash).toBe(late?.hash);
    const { chainlink, uniswap } = repricing.counters.snapshot();
    // What is asked anew is the prices of now alone: one answer per token held, not per hour of the history.
    expect(chainlink.answered + uniswap.answered).toBeLessThan(40);
  } finally {
    await repricing.stop();
    await database.close();
  }
});

const known = (price: string, observedAt = 3_600_000) => ({
  price,
  observedAt,
  source: 'chainlink',
  confidence: 0.98,
});

test('a failure takes nothing away, a price takes the place of a failure, and the first price stays', async () => {
  const { database, drop } = await createTestDatabase();
  try {
    const key = { chainId: 1, address: address(1), hour: 1000 };
    const provenance = { explanation: 'test' };
    const missing = { ...key, provenance, retryInMs: 60_000 };
    const stored = async () =>
      (await findPrices(database, [key])).map((row) => row.known?.price ?? row.retryInMs > 0);

    await storePrices(database, [], [missing]);
    expect(await stored()).toEqual([true]);
    await storePrices(database, [{ ...key, ...known('2.5'), provenance }]);
    expect(await stored()).toEqual(['2.5']);
    await storePrices(database, [], [missing]);
    expect(await stored()).toEqual(['2.5']);
    await storePrices(database, [{ ...key, ...known('99'), provenance }]);
    expect(await stored()).toEqual(['2.5']);

    await storeCurrentPrices(database, [{ ...key, ...known('3', 3_700_000), provenance }]);
    await storeCurrentPrices(database, [{ ...key, ...known('4', 3_650_000), provenance }]);
    const latest = (await findLatestPrices(database, [key])).map(({ price }) => price);
    expect(latest).toEqual(['3']);
  } finally {
    await drop();
  }
});

test('a price of a former rule gives way to a new one; it stays where nobody knows another, or cannot be asked', async () => {
  const { database, drop } = await createTestDatabase();
  try {
    const keys = [1, 2, 3].map((number) => ({ chainId: 1, address: address(number), hour: 1000 }));
    const [renewed = keys[0], unknown = keys[0], down = keys[0]] = keys;
    if (renewed === undefined || unknown === undefined || down === undefined) throw new Error('no keys');
    const provenance = { explanation: 'test' };
    await storePrices(
      database,
      keys.map((key) => ({ ...key, ...known('2.5'), provenance })),
    );
    await database.pool.query('UPDATE price SET is_outdated = true');
    const stored = async () =>
      (await findPrices(database, keys))
        .toSorted((left, right) => (left.address < right.address ? -1 : 1))
        .map((row) => [row.known?.price, row.isOutdated, row.retryInMs > 0]);

    await storePrices(
      database,
      [{ ...renewed, ...known('2.6'), provenance }],
      [
        { ...unknown, provenance, retryInMs: 60_000 },
        { ...down, provenance, retryInMs: 60_000, isFault: true },
      ],
    );
    expect(await stored()).toEqual([
      ['2.6', false, false],
      ['2.5', false, false],
      ['2.5', true, true],
    ]);
    // Six questions in vain are the end of it.
    for (let attempt = 2; attempt <= 6; attempt += 1) {
      expect((await stored())[2]).toEqual(['2.5', true, true]);
      await storePrices(database, [], [{ ...down, provenance, retryInMs: 60_000, isFault: true }]);
    }
    expect((await stored())[2]).toEqual(['2.5', false, false]);
    await storePrices(database, [{ ...down, ...known('99'), provenance }]);
    expect((await stored())[2]).toEqual(['2.5', false, false]);
  } finally {
    await drop();
  }
});

test('the pause before the next question doubles', async () => {
  const { database, drop } = await createTestDatabase();
  try {
    const key = { chainId: 1, address: address(2), hour: 1000 };
    const pauses: number[] = [];
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await storePrices(database, [], [{ ...key, provenance: {}, retryInMs: 60_000 }]);
      const [row] = await findPrices(database, [key]);
      pauses.push(Math.round((row?.retryInMs ?? 0) / 60_000));
    }
    expect(pauses).toEqual([1, 2, 4]);
  } finally {
    await drop();
  }
});

test('with its only source down the service works, unpriced; when there is another one, everything is asked again', async () => {
  const nowhere = { order: ['defillama' as const], defillama: { url: 'http://127.0.0.1:1' } };
  const service = await startTestService([priced.chain], { prices: nowhere });
  await service.api.load(priced.addresses);
  // The chain is none that the source knows, and the currencies cannot be had: both are remembered.
  const asked = 'SELECT count(*)::int, count(price)::int AS known FROM price WHERE retry_at > now()';
  const missing = await waitForRow(service.databaseUrl, asked, ({ count }) => Number(count) > 100);
  expect(missing.known).toBe(0);
  const { body } = await service.api.get(`/wallet/balance/?wallet=${priced.addresses[0]}`);
  expect(body.results.length).toBeGreaterThan(5);
  expect(new Set(body.results.map(({ price }: { price: number | null }) => price))).toEqual(new Set([null]));
  await service.stop();
  const mended = await startPriced(priced, service.databaseUrl);
  await mended.stop();
});
