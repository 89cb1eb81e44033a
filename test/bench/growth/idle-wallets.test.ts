import pg from 'pg';
import { expect, test } from 'vitest';
import { registerTestWallet, storeTestRows } from '../../support/loaded-wallet.ts';
import { transactionRecord, transferRecord } from '../../support/records.ts';
import { useTestDatabase } from '../../support/use-database.ts';
import { addIdleWallets, setUpkeep } from './idle-wallets.ts';

const db = useTestDatabase();

test('idle wallets have the rows of the pattern, each under a number and an address of its own', async () => {
  const walletId = await registerTestWallet(db.database, 1);
  const at = { walletId, blockNumber: 7 };
  await storeTestRows(db.database, 1, {
    transactions: [transactionRecord(at)],
    transfers: [transferRecord(at)],
  });
  const client = new pg.Client({ connectionString: db.database.url });
  await client.connect();
  try {
    expect(await addIdleWallets(client, 5)).toBe(4);
    await setUpkeep(client, 'steady');
    for (const table of ['wallet', 'registration', 'sync', 'transaction', 'transfer']) {
      const { rows } = await client.query(`SELECT count(*)::int AS count FROM ${table}`);
      expect([table, rows[0]?.count]).toEqual([table, 5]);
    }
    const { rows } = await client.query('SELECT count(DISTINCT address)::int AS count FROM wallet');
    expect(rows[0]?.count).toBe(5);
    expect(await addIdleWallets(client, 5)).toBe(0);
  } finally {
    await client.end();
  }
});
