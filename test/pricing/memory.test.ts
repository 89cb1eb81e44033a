/** What the pricing job remembers has a bound: what is forgotten is looked at again. */
import { expect, test } from 'vitest';
import { createCurrentPrices } from '../../src/ingest/pricing/current-prices.ts';
import { createQuoter } from '../../src/prices/quote/quote.ts';
import { createStubSource } from '../prices/support/stub-source.ts';
import { recogniseTokens, registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase({ perTest: true });

async function storeTransfer(walletId: number, blockNumber: number, tokenAddress = address(0xa0)) {
  const at = { walletId, blockNumber };
  // The wallet whose turn it is.
  await db.database.pool.query(
    `UPDATE sync SET next_run_at = now() + CASE WHEN wallet_id = $1 THEN -1 ELSE 1 END * interval '1 day'`,
    [walletId],
  );
  await storeTestRows(db.database, 1, {
    transactions: [transactionRecord(at)],
    transfers: [transferRecord({ ...at, index: 0 }, { tokenAddress })],
  });
}

test('the holdings of wallets: what is too much to be remembered is added up each time', async () => {
  const walletId = await registerTestWallet(db.database, 1);
  const tokens = [1, 2, 3].map((number) => address(0xa0 + number));
  await recogniseTokens(db.database, tokens, 0);
  const asked = async (rememberedHoldings: number) => {
    const now = 2_000_000_000;
    const source = createStubSource('chainlink', () => ({ priceUsd: '2', observedAt: now }));
    const prices = createCurrentPrices({
      ...{ database: db.database, rateTokens: [], wrapped: [], rememberedHoldings },
      quoter: createQuoter({
        sources: [source],
        clock: { now: () => now * 1000, elapsed: () => now * 1000, sleep: async () => {} },
      }),
      book: {
        derive: async () => new Map(),
        pricesAt: async () => ({ prices: new Map(), pending: new Set(), retryInMs: 1 }),
      },
      headOf: async () => null,
    });
    return () => prices.refresh([{ walletId, version: 1n }]);
  };
  await storeTransfer(walletId, 1, tokens[0]);
  await storeTransfer(walletId, 2, tokens[1]);
  const [large, small] = [await asked(100), await asked(4)];
  expect([await large(), await small()]).toEqual([2, 2]);
  await storeTransfer(walletId, 3, tokens[2]);
  // The caller says that nothing changed: who remembers, believes it.
  expect([await large(), await small()]).toEqual([2, 3]);
});
