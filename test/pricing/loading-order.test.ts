/** The price of a token in an hour is the same whatever else is asked for, in whatever order and pieces. */
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { type Address, zeroAddress } from '../../src/domain/model.ts';
import type { PriceSourceName } from '../../src/domain/money/price-sources.ts';
import { createPriceBook } from '../../src/ingest/pricing/book/price-book.ts';
import type { PriceNeed } from '../../src/prices/quote/buckets.ts';
import { createQuoter } from '../../src/prices/quote/quote.ts';
import {
  failure,
  type PriceAnswer,
  type PricePoint,
  type PriceSource,
} from '../../src/prices/source/price-source.ts';
import { address } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
beforeEach(() => db.database.pool.query('TRUNCATE price'));

const firstHour = 480_000;
const feed = address(1);
const lone = address(2);
const young = address(3);
const wrapped = address(4);
const bridged = address(5);

/** A price that is another one each second. */
const course = (token: Address, time: number): number =>
  Number(BigInt(token) % 97n) + 3 + Math.sin(time / 500) / 3;

/** `share`: how far it is from the course; `budget`: points in one question. */
function source(
  name: PriceSourceName,
  knows: (token: Address, time: number) => number | null,
  budget = Number.POSITIVE_INFINITY,
): PriceSource {
  const answer = ({ token, time }: PricePoint, index: number): PriceAnswer => {
    const share = knows(token.address, time);
    if (share === null) return failure('unknown-token', 'not known');
    if (index >= budget) return failure('over-budget', 'later');
    const priceUsd = (course(token.address, time) * share).toFixed(12);
    const observation = { token, time, priceUsd, observedAt: time, confidence: 0.95, source: name };
    return { ok: true, observation: { ...observation, detail: null } };
  };
  return {
    name,
    historical: async (points) => points.map(answer),
    current: async (tokens) => tokens.map((token, index) => answer({ token, time: 0 }, index)),
  };
}

/** `lone` has a source that is far off in every third hour; `young` has a market from the middle of the fifth hour on. */
const sources = [
  source('chainlink', (token) => (token === feed || token === zeroAddress ? 1 : null)),
  source('uniswap', (token) => (token === lone || token === wrapped ? 1.001 : null), 3),
  source('defillama', (token, time) => {
    if (token === lone) return Math.floor(time / 3600) % 3 === 0 ? 1.3 : 0.998;
    return token === young ? (time > (firstHour + 4.5) * 3600 ? 1 : null) : token === bridged ? null : 1.002;
  }),
  source('coingecko', (token) => (token === lone ? 1.0005 : null)),
];

const book = () =>
  createPriceBook({
    database: db.database,
    quoter: createQuoter({ sources, clock: { now: () => 2e12, elapsed: () => 0, sleep: async () => {} } }),
    readerOf: () => null,
    wrapped: [{ token: { chainId: 1, address: wrapped }, original: { chainId: 1, address: zeroAddress } }],
    twins: [{ token: { chainId: 1, address: bridged }, original: { chainId: 1, address: feed } }],
    rateTokens: [],
    now: () => 2e12,
  });

async function load(pieces: readonly (readonly PriceNeed[])[]): Promise<string[]> {
  await db.database.pool.query('TRUNCATE price');
  const prices = book();
  for (const piece of pieces) {
    // What was too much for one question is asked again, as the job does.
    for (let round = 0; round < 100; round += 1) {
      const { retryInMs } = await prices.pricesAt(piece);
      if (retryInMs > 5_000) break;
    }
  }
  const { rows } = await db.database.pool.query<{ row: string }>(
    `SELECT concat_ws(' ', address, hour, price, source, observed_at) AS row FROM price ORDER BY 1`,
  );
  return rows.map(({ row }) => row);
}

/** Two wallets' events: both move each token, at other moments of the same hours. */
const needs = [0, 1, 2, 3, 4, 5].flatMap((hour) =>
  [feed, lone, young, wrapped, bridged, zeroAddress].flatMap((token, index) =>
    [300, 2_900].map((second) => ({
      token: { chainId: 1, address: token },
      time: (firstHour + hour) * 3600 + second + index,
    })),
  ),
);

test('two wallets in both orders, chunks in any order, one by one while following', async () => {
  const wallets = [needs.filter((_, index) => index % 2 === 0), needs.filter((_, index) => index % 2 === 1)];
  const expected = await load(wallets);
  expect(await load(wallets.toReversed())).toEqual(expected);
  expect(await load([needs])).toEqual(expected);
  expect(await load(needs.map((need) => [need]).toReversed())).toEqual(expected);
  // Six tokens in six hours; `young` has a price from the end of its fifth hour on, which is that hour's.
  expect(expected).toHaveLength(36);
  expect(expected.filter((row) => row.startsWith(`${young} `) && row.includes('defillama'))).toHaveLength(2);
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(needs, { minLength: needs.length }),
      fc.integer({ min: 1, max: 40 }),
      async (order, size) => {
        const chunks = Array.from({ length: Math.ceil(order.length / size) }, (_, index) =>
          order.slice(index * size, (index + 1) * size),
        );
        expect(await load(chunks)).toEqual(expected);
      },
    ),
    { numRuns: 3, seed: 3 },
  );
});

test('a price is the one at the beginning of its hour; native and wrapped have one', async () => {
  const rows = await load([needs]);
  const hour = firstHour + 2;
  const price = course(zeroAddress, hour * 3600).toFixed(12);
  expect(rows).toContain(`${zeroAddress} ${hour} ${price} chainlink ${hour * 3600}`);
  expect(rows).toContain(`${wrapped} ${hour} ${price} chainlink ${hour * 3600}`);
});

test('a wrapped coin whose coin nobody has asked for before is stored under its own key, beside the coin', async () => {
  const time = firstHour * 3600 + 100;
  const { prices } = await book().pricesAt([{ token: { chainId: 1, address: wrapped, decimals: 18 }, time }]);
  expect(prices.size).toBe(1);
  const { rows } = await db.database.pool.query(
    'SELECT address, hour, source, price::float8 FROM price ORDER BY address',
  );
  const price = course(zeroAddress, firstHour * 3600);
  expect(rows).toEqual(
    [zeroAddress, wrapped].map((address) => ({
      ...{ address, hour: firstHour, source: 'chainlink', price: expect.closeTo(price, 9) },
    })),
  );
});
