/** What a token is made of is asked once, and again after a day: a contract that was no vault may have become one. */
import { expect, test } from 'vitest';
import { createPriceBook } from '../../src/ingest/pricing/book/price-book.ts';
import { createQuoter } from '../../src/prices/quote/quote.ts';
import { address } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();

test('a token that is no vault and no pair is looked at once a day', async () => {
  let now = Date.UTC(2026, 0, 1);
  let asked = 0;
  const book = createPriceBook({
    database: db.database,
    quoter: createQuoter({ sources: [], clock: { now: () => now, elapsed: () => 0, sleep: async () => {} } }),
    readerOf: () => ({
      chainId: 1,
      callContracts: async (calls) => {
        asked += 1;
        return calls.map(() => null);
      },
      blockAtTime: async () => 1,
    }),
    wrapped: [],
    twins: [],
    rateTokens: [],
    now: () => now,
  });
  const token = { chainId: 1, address: address(7), decimals: 6 };
  const askHour = (hour: number) => book.pricesAt([{ token, time: hour * 3600 }]);
  await askHour(1);
  await askHour(2);
  expect(asked).toBe(1);
  now += 24 * 3_600_000;
  await askHour(3);
  expect(asked).toBe(2);
});
