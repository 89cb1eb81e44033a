/** Two services on one chain, each with a database of its own, come to the same prices, in whatever order they load. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../support/service.ts';
import { type PricedWorld, rowsOf, sharePricedWorld, waitForRow } from './priced-world.ts';

let priced: PricedWorld;
let first: TestService;
let second: TestService;
beforeAll(async () => {
  priced = await sharePricedWorld();
});
afterAll(async () => {
  await first?.stop();
  await second?.stop();
  await priced?.anvil.stop();
});

/** Without the hour of the chain's head, in which the prices of now ask for what shares stand for, on a schedule. */
const hourlyPrices = async ({ databaseUrl }: TestService) =>
  rowsOf(
    databaseUrl,
    `SELECT chain_id, address, hour, price, source, observed_at FROM price
     WHERE price IS NOT NULL AND hour < $1 ORDER BY 1, 2, 3`,
    [Math.floor(priced.world.endTime / 3600)],
  );
const transferPrices = async ({ databaseUrl }: TestService) =>
  rowsOf(
    databaseUrl,
    `SELECT wallet.address, position, token_address, price, value, price_source FROM transfer
     JOIN wallet ON wallet.id = wallet_id ORDER BY 1, 2, 3`,
  );

const start = (databaseUrl?: string): Promise<TestService> =>
  startTestService([priced.chain], {
    prices: priced.prices,
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
  });

const pricedCount = 'SELECT count(price)::int FROM transfer';
const unsettledCount = `SELECT count(*)::int FROM transfer JOIN token ON token.chain_id = transfer.chain_id AND address = token_address
  WHERE asset_slug IS NOT NULL AND spam_reason IS NULL AND price IS NULL AND NOT EXISTS (
    SELECT FROM price WHERE price.chain_id = transfer.chain_id AND price.address = token_address AND hour = timestamp / 3600)`;

/** Until the sources were asked for every hour of every recognised token. */
const settled = ({ databaseUrl }: TestService) =>
  waitForRow(databaseUrl, unsettledCount, ({ count }) => count === 0);

test('wallets in opposite orders, one service stopped in the middle of it: every price is equal', async () => {
  first = await start();
  for (const address of priced.addresses) {
    await first.api.load([address]);
    await settled(first);
  }

  second = await start();
  const backwards = priced.addresses.toReversed();
  await second.api.load(backwards.slice(0, 1));
  // Stopped while the prices come in: whatever is there by then.
  await waitForRow(second.databaseUrl, 'SELECT count(*)::int FROM price', ({ count }) => count !== 0);
  await second.stop();
  second = await start(second.databaseUrl);
  await second.api.load(backwards);
  await settled(second);

  const [expected] = await rowsOf(first.databaseUrl, pricedCount);
  expect(Number(expected?.count)).toBeGreaterThan(100);
  await waitForRow(second.databaseUrl, pricedCount, ({ count }) => count === expected?.count);
  expect(await transferPrices(second)).toEqual(await transferPrices(first));
  expect(await hourlyPrices(second)).toEqual(await hourlyPrices(first));
  // What a transfer is priced by is known as the price of its token's hour.
  const [without] = await rowsOf(
    second.databaseUrl,
    `SELECT count(*)::int FROM transfer WHERE price_source <> 'trade' AND NOT EXISTS (
       SELECT FROM price WHERE price.chain_id = transfer.chain_id AND address = token_address
         AND hour = timestamp / 3600 AND price.price = transfer.price)`,
  );
  expect(without?.count).toBe(0);
});

test('prices of a former rule are asked for again, and transfers take what came of it', async () => {
  // As a version left them that took the price of whichever transfer of the hour was asked for first.
  await second.stop();
  const change = (text: string) => rowsOf(second.databaseUrl, text);
  await change('UPDATE price SET price = price * 1.01, observed_at = observed_at + 900, is_outdated = true');
  await change('UPDATE transfer SET price = price * 1.01, value = value * 1.01 WHERE price IS NOT NULL');
  await change(`INSERT INTO setting (name, value) VALUES ('price_renewal', 'open')`);
  const [before] = await change(`SELECT max(version)::int AS version FROM price_change`);

  second = await start(second.databaseUrl);
  const open = `SELECT count(*)::int FROM setting WHERE name = 'price_renewal'`;
  await waitForRow(second.databaseUrl, open, ({ count }) => count === 0);
  expect(await hourlyPrices(second)).toEqual(await hourlyPrices(first));
  expect(await transferPrices(second)).toEqual(await transferPrices(first));
  // Every ledger is booked anew: it is said that prices it may rest on are gone.
  const [after] = await rowsOf(
    second.databaseUrl,
    `SELECT max(version)::int AS version FROM price_change WHERE until_position IS NULL`,
  );
  expect(Number(after?.version)).toBeGreaterThan(Number(before?.version));
});
