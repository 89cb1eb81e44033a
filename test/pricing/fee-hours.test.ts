/** The hours whose native price the fees need, asked for once each, whichever chain comes when. */
import { expect, test } from 'vitest';
import { zeroAddress } from '../../src/domain/model.ts';
import { createWalletPricing } from '../../src/ingest/pricing/wallet-pricing.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { transactionRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();

test('fees of a chain that comes later, but was earlier, are priced too', async () => {
  const walletId = await registerTestWallet(db.database, 41, [1, 137]);
  const asked: string[] = [];
  const pricing = createWalletPricing({
    database: db.database,
    rateTokens: [],
    signal: new AbortController().signal,
    book: {
      async pricesAt(needs) {
        for (const { token, time } of needs) {
          if (token.address === zeroAddress) asked.push(`${token.chainId} at ${time}`);
        }
        return { prices: new Map(), pending: new Set(), retryInMs: Number.POSITIVE_INFINITY };
      },
      owedOf: async () => null,
    },
  });
  const store = (chainId: number, ...timestamps: number[]): Promise<void> =>
    storeTestRows(db.database, chainId, {
      transactions: timestamps.map((timestamp) =>
        transactionRecord({ walletId, chainId, blockNumber: timestamp - 1_699_999_000, timestamp }),
      ),
      transfers: [],
    });

  // 1,699,999,200 is a full hour: two fees in it, one in the next.
  await store(1, 1_699_999_200, 1_699_999_260, 1_700_002_800);
  await pricing.run(walletId, [1, 137]);
  expect(asked.splice(0)).toEqual(['1 at 1699999200', '1 at 1700002800']);
  // Chain 137 was away meanwhile; what it brings is older than what is priced of chain 1.
  await store(137, 1_699_999_300);
  await pricing.run(walletId, [1, 137]);
  expect(asked.splice(0)).toEqual(['137 at 1699999300']);
  await pricing.run(walletId, [1, 137]);
  expect(asked).toEqual([]);
});
