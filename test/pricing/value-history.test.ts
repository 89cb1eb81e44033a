/** A chart asks for the prices that it lacks, and the service finds them on the chain. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { zeroAddress } from '../../src/domain/model.ts';
import { Decimal } from '../../src/domain/money/money.ts';
import type { TestService } from '../support/service.ts';
import { type PricedWorld, rowsOf, sharePricedWorld, startPriced, waitForRow } from './priced-world.ts';

let priced: PricedWorld;
let service: TestService;
beforeAll(async () => {
  priced = await sharePricedWorld();
  service = await startPriced(priced);
});
afterAll(async () => {
  await service?.stop();
  await priced?.anvil.stop();
});

interface Point {
  timestamp: string;
  value: string;
  unpricedCount: number;
  staleCount: number;
}

const ask = async (wallet: string, from: string, to: string): Promise<Point[]> => {
  const { wallet: found } = await service.api.query<{ wallet: { valueHistory: Point[] } }>(
    `query ($wallet: Address!, $from: DateTime!, $to: DateTime!) {
       wallet(address: $wallet) { valueHistory(from: $from, to: $to, interval: WEEK) { timestamp value unpricedCount staleCount } }
     }`,
    { wallet, from, to },
  );
  return found.valueHistory;
};

test('the prices of the points come after the first question; the value is what was held times them', async () => {
  const [wallet = ''] = priced.addresses;
  const [range] = await rowsOf(
    service.databaseUrl,
    `SELECT max(timestamp)::int - 40 * 86400 AS start, max(timestamp)::int AS end FROM transfer`,
  );
  const iso = (seconds: unknown): string => new Date(Number(seconds) * 1000).toISOString();
  const first = await ask(wallet, iso(range?.start), iso(range?.end));
  // 40 days are the beginning, five weeks' ends, and the end.
  expect(first).toHaveLength(7);
  expect(first.slice(0, 6).some(({ staleCount }) => staleCount > 0)).toBe(true);

  await waitForRow(service.databaseUrl, 'SELECT count(*)::int FROM wanted_price', ({ count }) => count === 0);
  const second = await ask(wallet, iso(range?.start), iso(range?.end));
  const total = (points: Point[]) => points.reduce((sum, { staleCount }) => sum + staleCount, 0);
  expect(total(second)).toBeLessThan(total(first));

  // The sum is made here once more, token by token, from the rows.
  const point = second[2];
  const time = Date.parse(point?.timestamp ?? '') / 1000;
  const holdings = await rowsOf(
    service.databaseUrl,
    `SELECT token_address, decimals, amount::text, last.price::text, coalesce($2 - last.at > 3600, false)::text AS stale FROM (
       SELECT token_address, sum(amount) AS amount FROM (
         SELECT token_address, amount FROM transfer JOIN wallet ON wallet.id = wallet_id
         WHERE wallet.address = $1 AND timestamp <= $2::bigint AND spam_reason IS NULL AND standard IN ('native', 'erc20')
           AND tax_treatment IS DISTINCT FROM 'LIABILITY'
         UNION ALL
         SELECT $3, -fee FROM transaction JOIN wallet ON wallet.id = wallet_id
         WHERE wallet.address = $1 AND timestamp <= $2::bigint
       ) moves GROUP BY 1 HAVING sum(amount) <> 0
     ) held JOIN token ON token.address = token_address AND asset_slug IS NOT NULL AND decimals IS NOT NULL
     LEFT JOIN LATERAL (
       SELECT price, at FROM (
         SELECT price, greatest(hour::bigint * 3600, observed_at) AS at FROM price
         WHERE price.address = token_address AND price IS NOT NULL AND hour <= $2::bigint / 3600
         UNION ALL
         SELECT price, timestamp FROM transfer WHERE transfer.token_address = held.token_address AND price_source = 'trade'
           AND timestamp <= $2::bigint AND wallet_id = (SELECT id FROM wallet WHERE wallet.address = $1)
       ) known ORDER BY at DESC LIMIT 1
     ) last ON true`,
    [wallet, time, zeroAddress],
  );
  const known = holdings.filter(({ price }) => price !== null);
  expect(known.length).toBeGreaterThan(5);
  expect(point?.unpricedCount).toBe(holdings.length - known.length);
  expect(point?.staleCount).toBe(known.filter(({ stale }) => stale === 'true').length);
  const value = known.reduce(
    (sum, { amount, decimals, price }) =>
      sum.plus(new Decimal(String(amount)).div(new Decimal(10).pow(Number(decimals))).times(String(price))),
    new Decimal(0),
  );
  expect(point?.value).toBe(value.toFixed());
});
