/** What a transfer settles without moving it has a price of its own: that of its token at the time. */
import { expect, test } from 'vitest';
import { zeroAddress } from '../../src/domain/model.ts';
import type { HourlyBook } from '../../src/ingest/pricing/book/price-book.ts';
import { hourKey } from '../../src/ingest/pricing/book/price-keys.ts';
import { renewPrices } from '../../src/ingest/pricing/price-renewal.ts';
import { createWalletPricing } from '../../src/ingest/pricing/wallet-pricing.ts';
import { putSetting } from '../../src/store/connection/settings.ts';
import { queryRows } from '../../src/store/connection/sql.ts';
import { upsertTokens } from '../../src/store/lookups/lookup-writes.ts';
import { isRenewalOpen } from '../../src/store/prices/outdated-prices.ts';
import { clearTradePrices } from '../../src/store/prices/transfer-prices.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
const dollar = address(0xd0);
const unlisted = address(0xd1);

/** Knows the dollar alone. */
const bookOf = (asked: string[]): HourlyBook => ({
  async pricesAt(needs) {
    const known = needs.filter(({ token }) => token.address === dollar);
    asked.push(...needs.map(({ token, time }) => `${token.address} at ${time}`));
    const prices = known.map(({ time }) => {
      const price = { price: '1.5', observedAt: time, source: 'chainlink', confidence: 1 };
      return [hourKey({ chainId: 1, address: dollar }, Math.floor(time / 3600)), price] as const;
    });
    return { prices: new Map(prices), pending: new Set(), retryInMs: Number.POSITIVE_INFINITY };
  },
  owedOf: async () => null,
});

const pricingOf = (asked: string[]) =>
  createWalletPricing({
    ...{ database: db.database, rateTokens: [], signal: new AbortController().signal },
    book: bookOf(asked),
  });

const settledPrices = (walletId: number) =>
  queryRows(
    db.database.pool,
    'SELECT settles_price, settles_price_source FROM transfer WHERE wallet_id = $1 ORDER BY position',
    [walletId],
    (row) => [row.textOrNull(), row.textOrNull()],
  );

test('it is asked for at the time of the transfer, stored once, and worked out again when prices are renewed', async () => {
  const { database } = db;
  const walletId = await registerTestWallet(database, 77, [1]);
  await upsertTokens(database, [
    {
      ...{ chainId: 1, address: dollar, name: 'Dollar', symbol: 'D', decimals: 6 },
      ...{ assetSlug: 'dollar', isTrusted: true },
    },
  ]);
  const place = { walletId, chainId: 1, blockNumber: 5, timestamp: 1_700_000_000 };
  const settling = (index: number, token: typeof dollar | null) =>
    transferRecord(
      { ...place, index },
      { settles: { contract: address(0xb0), token, amount: 5n }, tokenAddress: zeroAddress },
    );
  await storeTestRows(database, 1, {
    transactions: [transactionRecord(place, { fee: 0n })],
    transfers: [settling(0, dollar), settling(1, unlisted), settling(2, null)],
  });
  const asked: string[] = [];
  const pricing = pricingOf(asked);
  expect(await pricing.run(walletId, [1])).toMatchObject({ priced: 1 });
  expect(asked.filter((need) => need.startsWith(dollar))).toEqual([`${dollar} at 1700000000`]);
  const known = [
    ['1.5', 'chainlink'],
    [null, null],
    [null, null],
  ];
  expect(await settledPrices(walletId)).toEqual(known);
  expect(await pricing.run(walletId, [1])).toMatchObject({ priced: 0 });
  expect(await clearTradePrices(database, walletId)).toBe(1);
  expect(await pricing.run(walletId, [1])).toMatchObject({ priced: 1 });
  expect(await settledPrices(walletId)).toEqual(known);

  // A renewal that is stopped in the middle of its last wallet is not over.
  await putSetting(database, 'price_renewal', '');
  const stopping = new AbortController();
  const walletPricing = {
    async run() {
      stopping.abort();
      return { priced: 0, retryInMs: Number.POSITIVE_INFINITY };
    },
  };
  const parts = { database, book: bookOf([]), walletPricing, signal: stopping.signal };
  await renewPrices(parts);
  expect(await isRenewalOpen(database)).toBe(true);
  await renewPrices({ ...parts, walletPricing: pricing, signal: new AbortController().signal });
  expect(await isRenewalOpen(database)).toBe(false);
});
