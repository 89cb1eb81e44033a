/** What a wallet acts on is never spam: an airdrop of a token that it sends is taken back in, whichever came first. */
import { beforeEach, describe, expect, test } from 'vitest';
import { sumTransfers } from '../../../src/store/pages/balance-sums.ts';
import { countTransfers, pageTransfers } from '../../../src/store/pages/transfer-pages.ts';
import { commitStep } from '../../../src/store/sync/commit.ts';
import { leaseTestWallet, registerTestWallet, stepOf } from '../../support/loaded-wallet.ts';
import { address, transactionRecord, transferRecord } from '../../support/records.ts';
import { readState } from '../../support/state-hash.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const current = useTestDatabase({ perTest: true });
let walletId: number;

beforeEach(async () => {
  walletId = await registerTestWallet(current.database, 1);
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

describe('a re-org that undoes the sending', () => {
  test('makes the airdrop what it was', async () => {
    const lease = await leaseTestWallet(current.database);
    expect(await commitStep(current.database, lease, stepOf(airdrop(10)))).toBe(true);
    const untouched = await readState(current.url);
    for (const step of [sale(20), { transactions: [], transfers: [], rollbackTo: 15 }]) {
      expect(await commitStep(current.database, lease, stepOf(step))).toBe(true);
    }
    expect(await readState(current.url)).toEqual(untouched);
  });

  test('but not while another sending of the token stands', async () => {
    const lease = await leaseTestWallet(current.database);
    for (const step of [airdrop(10), sale(20), sale(30), { ...sale(31), rollbackTo: 25 }]) {
      expect(await commitStep(current.database, lease, stepOf(step))).toBe(true);
    }
    const once = await readState(current.url);
    const undone = { transactions: [], transfers: [], rollbackTo: 25 };
    expect(await commitStep(current.database, lease, stepOf(undone))).toBe(true);
    await expectTakenIn();
    expect(await readState(current.url)).not.toEqual(once);
  });

  test('of two tokens in one airdrop, only the one whose sending is undone', async () => {
    const other = address(78);
    const { transactions, transfers } = airdrop(10);
    const [first] = transfers;
    if (first === undefined) throw new Error('an airdrop has a transfer');
    const { position: _, ...like } = first;
    const second = transferRecord({ walletId, blockNumber: 10, index: 1 }, { ...like, tokenAddress: other });
    const sold = (block: number, tokenAddress: typeof token) => {
      const { transactions: sales, transfers: legs } = sale(block);
      return { transactions: sales, transfers: legs.map((leg) => ({ ...leg, tokenAddress })) };
    };
    const both = { transactions, transfers: [first, second] };
    const lease = await leaseTestWallet(current.database);
    const run = async (step: Parameters<typeof stepOf>[0]): Promise<void> => {
      expect(await commitStep(current.database, lease, stepOf(step))).toBe(true);
    };
    const reasons = async () => {
      const page = { walletIds: [walletId], filter: {}, order: 'ASC', limit: 10 } as const;
      const rows = await pageTransfers(current.database, page);
      return rows
        .filter(({ side }) => side === 'inflow')
        .map(({ spamReason, category }) => [spamReason, category]);
    };
    await run(both);
    const untouched = await readState(current.url);
    await run(sold(20, token));
    await run(sold(30, other));
    expect(await reasons()).toEqual([
      [null, 'RECEIVE'],
      [null, 'RECEIVE'],
    ]);
    await run({ rollbackTo: 25 });
    expect(await reasons()).toEqual([
      [null, 'RECEIVE'],
      ['airdrop', 'RECEIVE'],
    ]);
    await run({ rollbackTo: 15 });
    expect(await readState(current.url)).toEqual(untouched);
  });
});
