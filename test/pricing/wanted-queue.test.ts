/** The queue of hours that readers lack a price in: what waits, what leaves, and in which order. */
import { expect, test } from 'vitest';
import { zeroAddress } from '../../src/domain/model.ts';
import { type PriceKey, storePrices } from '../../src/store/prices/price-rows.ts';
import {
  dropAnsweredPrices,
  findWantedPrices,
  nextWantedInMs,
  wantPrices,
} from '../../src/store/prices/wanted-price-queue.ts';
import { createRandom } from '../support/random.ts';
import { address } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase({ perTest: true });

const token = address(1);
const at = (hour: number): PriceKey => ({ chainId: 1, address: token, hour });
const missing = (hour: number, retryInMs: number) => ({ ...at(hour), provenance: {}, retryInMs });
const known = (key: PriceKey) => ({
  ...key,
  ...{ price: '2', observedAt: key.hour * 3600, source: 'chainlink', confidence: 1, provenance: {} },
});
const dayMs = 86_400_000;
const hours = async (): Promise<number[]> =>
  (await findWantedPrices(db.database, 100)).map(({ hour }) => hour);
const pauseIsOver = () => db.database.pool.query("UPDATE price SET retry_at = now() - interval '1 second'");

test('an hour that nobody could price is asked for again when its pause is over', async () => {
  await storePrices(db.database, [known(at(1))], [missing(2, dayMs)]);
  await wantPrices(db.database, [at(1), at(2), at(3)]);
  expect(await hours()).toEqual([3]);
  await pauseIsOver();
  await wantPrices(db.database, [at(1), at(2), at(3)]);
  expect((await hours()).sort()).toEqual([2, 3]);
});

test('an hour whose source was down stays until it is answered, for a day at most', async () => {
  const all = [at(1), at(2), at(3)];
  await wantPrices(db.database, all);
  expect(await nextWantedInMs(db.database)).toBe(0);
  await storePrices(db.database, [known(at(1))], [missing(2, 60_000), missing(3, dayMs)]);
  await dropAnsweredPrices(db.database, all);
  // Only the second waits, for its minute.
  expect(await hours()).toEqual([]);
  const pauseMs = await nextWantedInMs(db.database);
  expect(pauseMs).toBeGreaterThan(0);
  expect(pauseMs).toBeLessThanOrEqual(60_000);
  await pauseIsOver();
  expect(await hours()).toEqual([2]);

  await db.database.pool.query("UPDATE wanted_price SET asked_at = now() - interval '24 hours'");
  await storePrices(db.database, [], [missing(2, 60_000)]);
  await dropAnsweredPrices(db.database, [at(2)]);
  expect(await nextWantedInMs(db.database)).toBe(Number.POSITIVE_INFINITY);
});

test('the queue has an end, beyond which only what is urgent gets in, and to the front', async () => {
  await db.database.pool.query(
    `INSERT INTO wanted_price (chain_id, address, hour) SELECT 1, $1, hour FROM generate_series(1, 50000) hour`,
    [token],
  );
  await wantPrices(db.database, [at(60_000)]);
  const count = await db.database.pool.query('SELECT count(*)::int FROM wanted_price');
  expect(count.rows).toEqual([{ count: 50_000 }]);
  await wantPrices(db.database, [at(60_001), at(50_000)], { isUrgent: true });
  const first = await findWantedPrices(db.database, 2);
  expect(first.map(({ hour }) => hour)).toEqual([50_000, 60_001]);
});

test('ledgers hear of the prices of native coins and of the currencies, not of other tokens', async () => {
  const rate = { chainId: 5, address: address(7) };
  const version = async (): Promise<string | undefined> => {
    const { rows } = await db.database.pool.query('SELECT version FROM price_version');
    return rows[0]?.version;
  };
  const store = (price: PriceKey) => storePrices(db.database, [known(price)], [], [rate]);
  await store(at(1));
  await store({ ...rate, chainId: 6, hour: 1 });
  expect(await version()).toBeUndefined();
  await store({ ...rate, hour: 1 });
  expect(await version()).toBe('1');
  await store({ chainId: 9, address: zeroAddress, hour: 1 });
  expect(await version()).toBe('2');
});

test('readers who want the same hours at once, and the job that drops them, do not wait for each other in a circle', async () => {
  const random = createRandom(5);
  const all = Array.from(
    { length: 400 },
    (_, index): PriceKey => ({ chainId: 1, address: address(1 + (index % 40)), hour: 400_000 + index }),
  );
  const some = (): PriceKey[] => all.filter(() => random.once(2));
  for (let round = 0; round < 20; round += 1) {
    const drops = [dropAnsweredPrices(db.database, some()), dropAnsweredPrices(db.database, some())];
    const isUrgent = random.once(2);
    const wishes = Array.from({ length: 6 }, () => wantPrices(db.database, some(), { isUrgent }));
    await Promise.all([...wishes, ...drops]);
  }
  await dropAnsweredPrices(db.database, all);
  expect(await findWantedPrices(db.database, 500)).toEqual([]);
});
