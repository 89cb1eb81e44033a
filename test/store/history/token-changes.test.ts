/** Ledgers follow what is known of tokens. */
import { expect, test } from 'vitest';
import type { TokenRow } from '../../../src/store/lookups/lookup-rows.ts';
import { upsertTokens } from '../../../src/store/lookups/lookup-writes.ts';
import { registerTestWallet, storeTestRows } from '../../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();

test('other decimals or trust of a stored token are noted for the wallets that moved it', async () => {
  const holder = await registerTestWallet(db.database, 31);
  await registerTestWallet(db.database, 32);
  const at = { walletId: holder, blockNumber: 5 };
  await storeTestRows(db.database, 1, {
    transactions: [transactionRecord(at)],
    transfers: [transferRecord(at, { tokenAddress: address(9) })],
  });
  const token: TokenRow = {
    ...{ chainId: 1, address: address(9), assetSlug: null },
    ...{ name: 'Nine', symbol: 'NINE', decimals: 6, isTrusted: false },
  };
  const noted = async (): Promise<unknown[]> => {
    const { rows } = await db.database.pool.query(
      "DELETE FROM ledger_change WHERE wallet_id > 0 AND from_position = '' RETURNING wallet_id",
    );
    return rows.map((row) => row.wallet_id);
  };
  await noted();
  // The first time, then other words for the same, then the facts, each once.
  await upsertTokens(db.database, [token]);
  await upsertTokens(db.database, [{ ...token, name: 'Neun' }]);
  expect(await noted()).toEqual([]);
  await upsertTokens(db.database, [{ ...token, decimals: 8 }]);
  expect(await noted()).toEqual([holder]);
  await upsertTokens(db.database, [{ ...token, decimals: 8, isTrusted: true }]);
  await upsertTokens(db.database, [{ ...token, decimals: 8, isTrusted: true }]);
  expect(await noted()).toEqual([holder]);
});
