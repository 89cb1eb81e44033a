/** What a wallet acts on is never spam: an airdrop of a token that it sends is taken back in, whichever came first. */
import { afterAll, beforeEach, expect, test } from 'vitest';
import { commitStep } from '../../src/store/sync.ts';
import { countTransfers, pageTransfers, sumTransfers } from '../../src/store/transfers.ts';
import { leaseTestWallet, registerTestWallet, stepOf } from '../support/loaded-wallet.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { address, transactionRecord, transferRecord } from '../support/records.ts';

const databases: TestDatabase[] = [];
let current: TestDatabase;
let walletId: number;

beforeEach(async () => {
  current = await createTestDatabase();
  databases.push(current);
  walletId = await registerTestWallet(current.database, 1);
});
afterAll(async () => {
  for (const { drop } of databases) await drop();
});

const token = address(77);

function airdrop(block: number) {
  const at = { walletId, blockNumber: block };
  return {
    transactions: [
      transactionRecord(at, { fee: 0n, category: 'CONTRACT_EXECUTION', kind: 'AIRDROP', isSpam: true }),
    ],
    transfers: [
      transferRecord(at, {
        tokenAddress: token,
        amount: 100n,
        spamReason: 'airdrop',
        taxTreatment: null,
        category: 'CONTRACT_EXECUTION',
      }),
    ],
  };
}

function sale(block: number) {
  const at = { walletId, blockNumber: block };
  return {
    transactions: [transactionRecord(at, { fee: 0n })],
    transfers: [transferRecord(at, { tokenAddress: token, side: 'outflow', amount: -40n })],
  };
}

async function commit(...steps: ReturnType<typeof airdrop>[]): Promise<void> {
  const lease = await leaseTestWallet(current.database);
  for (const step of steps) expect(await commitStep(current.database, lease, stepOf(step))).toBe(true);
}

async function expectTakenIn(): Promise<void> {
  // 100 arrived and 40 left: 60 remain, and nothing is spam.
  expect(await sumTransfers(current.database, [walletId])).toMatchObject([{ amount: 60n, spamAmount: 0n }]);
  const rows = await pageTransfers(current.database, {
    walletIds: [walletId],
    filter: {},
    order: 'ASC',
    limit: 10,
  });
  expect(rows.find((row) => row.amount === 100n)).toMatchObject({
    spamReason: null,
    taxTreatment: 'INCOME',
    category: 'RECEIVE',
  });
  for (const spam of ['ONLY', 'EXCLUDE'] as const) {
    expect(await countTransfers(current.database, { walletIds: [walletId], filter: { spam } })).toBe(
      spam === 'ONLY' ? 0 : 2,
    );
  }
}

test('an airdrop that the wallet sells later', async () => {
  await commit(airdrop(10), sale(20));
  await expectTakenIn();
});

test('an airdrop of what the wallet has sent before', async () => {
  await commit(sale(10), airdrop(20));
  await expectTakenIn();
});

test('in a transaction that is more than spam, the category stands', async () => {
  const { transactions, transfers } = airdrop(10);
  const mixed = {
    transactions: transactions.map(
      (row) => ({ ...row, isSpam: false, category: 'SWAP', kind: 'SWAP' }) as const,
    ),
    transfers: transfers.map((row) => ({ ...row, category: 'SWAP' }) as const),
  };
  const lease = await leaseTestWallet(current.database);
  for (const step of [mixed, sale(20)]) {
    expect(await commitStep(current.database, lease, stepOf(step))).toBe(true);
  }
  const rows = await pageTransfers(current.database, {
    walletIds: [walletId],
    filter: {},
    order: 'ASC',
    limit: 10,
  });
  expect(rows.find((row) => row.amount === 100n)).toMatchObject({ spamReason: null, category: 'SWAP' });
});

test('an airdrop that the wallet leaves alone stays spam', async () => {
  await commit(airdrop(10));
  expect(await sumTransfers(current.database, [walletId])).toMatchObject([{ amount: 0n, spamAmount: 100n }]);
});
