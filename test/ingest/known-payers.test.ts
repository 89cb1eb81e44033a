/** Which contracts a wallet had used when they paid many at once, over real tables, however its history was cut into steps. */
import { expect, test } from 'vitest';
import { chainRules } from '../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../src/domain/normalize/normalize-transaction.ts';
import { readUsedContracts } from '../../src/ingest/loading/known-payers.ts';
import {
  account,
  chainTransaction,
  erc20Transfer,
  otherToken,
  router as payer,
  stranger,
  token,
  wallet,
} from '../domain/support/chain-builders.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { transactionRecord, transferRecord } from '../support/records.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase({ perTest: true });

const normalized = (change: Parameters<typeof chainTransaction>[0]) =>
  normalizeTransaction(chainTransaction(change), wallet, chainRules(1));

/** Somebody calls the payer in block 20, and it pays eight. */
const payout = normalized({
  ...{ from: stranger, to: payer, input: '0x12345678', blockNumber: 20 },
  logs: Array.from({ length: 8 }, (_, index) =>
    erc20Transfer(payer, index === 0 ? wallet : account(1000 + index), 5n, otherToken),
  ),
});
const called = { from: wallet, to: payer, input: '0x12345678' } as const;
const deposited = { from: wallet, to: token, input: '0xa9059cbb' } as const;
const deposit = [erc20Transfer(wallet, payer, 5n)];

async function hasUsedWith(steps: { before?: Stored[]; same?: Parameters<typeof chainTransaction>[0][] }) {
  const { before = [], same = [] } = steps;
  const { database } = db;
  const walletId = await registerTestWallet(database, 1);
  const rows = before.map(({ blockNumber = 10, ...fields }) => ({ at: { walletId, blockNumber }, fields }));
  await storeTestRows(database, 1, {
    transactions: rows.map(({ at, fields: { from, to, isError = false } }) =>
      transactionRecord(at, { from, to, isError }),
    ),
    transfers: rows.flatMap(({ at, fields: { gave } }) =>
      gave === undefined
        ? []
        : [transferRecord({ ...at, index: 0 }, { amount: -5n, side: 'outflow', counterparty: gave })],
    ),
  });
  const lease = { walletId, chainId: 1, address: wallet };
  const hasUsed = await readUsedContracts(database, lease, [...same.map(normalized), payout], 15);
  return hasUsed(payer, payout);
}

interface Stored {
  from: typeof wallet;
  to: typeof wallet;
  blockNumber?: number;
  isError?: boolean;
  gave?: typeof wallet;
}

test.each<[string, Stored[]]>([
  ['a call', [{ from: wallet, to: payer }]],
  ['a deposit by a transfer of the token', [{ from: wallet, to: token, gave: payer }]],
])('%s in a step before counts', async (_, before) => {
  expect(await hasUsedWith({ before })).toBe(true);
});

test.each<[string, Stored[]]>([
  ['a call that failed', [{ from: wallet, to: payer, isError: true }]],
  ['a call of somebody else', [{ from: stranger, to: payer }]],
  ['what somebody else took out of the wallet', [{ from: stranger, to: token, gave: payer }]],
  ['a call of another contract', [{ from: wallet, to: token }]],
  ['what this step replaces', [{ from: wallet, to: payer, blockNumber: 15 }]],
])('%s does not', async (_, before) => {
  expect(await hasUsedWith({ before })).toBe(false);
});

test.each([
  ['a call', { ...called, blockNumber: 19 }, true],
  ['a deposit by a transfer of the token', { ...deposited, logs: deposit, blockNumber: 19 }, true],
  ['a call that failed', { ...called, blockNumber: 19, succeeded: false }, false],
  ['a call of somebody else', { ...called, from: stranger, blockNumber: 19 }, false],
  ['a call after it', { ...called, blockNumber: 21 }, false],
] as const)('%s in the same step: %#', async (_, transaction, expected) => {
  expect(await hasUsedWith({ same: [transaction] })).toBe(expected);
});
