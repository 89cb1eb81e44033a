/**
 * What a lending token of Aave 3 mints when less moves than has accrued: beside a withdrawal, and when it is sent on, interest; beside a
 * payment, debt. Logs as AToken and VariableDebtToken of aave-v3-core write them (ScaledBalanceTokenBase: `_burnScaled` mints what the
 * interest exceeds the amount by; `_transfer` mints each side's interest first).
 */
import { expect, test } from 'vitest';
import type { Address } from '../../../src/domain/model.ts';
import {
  account,
  addressTopic,
  chainTransaction,
  erc20Transfer,
  type LogInput,
  numberTopic,
  stranger,
  topic,
  wallet,
  words,
  zeroAddress,
} from '../support/chain-builders.ts';
import { classifyCase } from './meaning/judge.ts';

const pool = account(0xc1);
const asset = account(0xe1);
const receipt = account(0xe2);
const debt = account(0xe3);

/** Of a token: `value` is what its Transfer from nobody says. */
const minted = (token: Address, value: bigint, increase: bigint, to = wallet): LogInput[] => [
  erc20Transfer(zeroAddress, to, value, token),
  {
    address: token,
    topics: [topic('Mint(address,address,uint256,uint256,uint256)'), addressTopic(to), addressTopic(to)],
    data: words(value, increase, 10n ** 27n),
  },
];

const withdrawn = (amount: bigint): LogInput => ({
  address: pool,
  topics: [
    topic('Withdraw(address,address,address,uint256)'),
    ...[asset, wallet, wallet].map((address) => addressTopic(address)),
  ],
  data: words(amount),
});

const repaid = (amount: bigint, repayer = wallet): LogInput => ({
  address: pool,
  topics: [
    topic('Repay(address,address,address,uint256,bool)'),
    ...[asset, wallet, repayer].map((address) => addressTopic(address)),
  ],
  data: words(amount, 0n),
});

function classify(logs: readonly LogInput[], { from = wallet, to = pool } = {}) {
  const transaction = chainTransaction({ from, to, input: '0x12345678', logs });
  const { kind, movements } = classifyCase({
    chainId: 31337,
    account: wallet,
    transaction,
    tokens: new Map(),
  });
  const treatments = movements.map(({ movement, taxTreatment }) => [movement.tokenAddress, taxTreatment]);
  return { kind, treatments };
}

test('less is withdrawn than the interest: all of it is income', () => {
  expect(
    classify([
      ...minted(receipt, 738_000n, 838_000n),
      erc20Transfer(receipt, wallet, 100_000n, asset),
      withdrawn(100_000n),
    ]),
  ).toEqual({
    kind: 'WITHDRAW',
    treatments: [
      [receipt, 'INCOME'],
      [asset, 'INCOME'],
    ],
  });
});

test('less is paid back than the interest: the debt grows, and is no asset', () => {
  const payment = [
    ...minted(debt, 115_000n, 125_000n),
    erc20Transfer(wallet, receipt, 10_000n, asset),
    repaid(10_000n),
  ];
  expect(classify(payment)).toEqual({
    kind: 'REPAY',
    treatments: [
      [debt, 'LIABILITY'],
      [asset, 'DISPOSAL'],
    ],
  });
});

test('somebody else pays less than the interest: a debt all the same', () => {
  const payment = [...minted(debt, 115_000n, 125_000n), repaid(10_000n, stranger)];
  expect(classify(payment, { from: stranger }).treatments).toEqual([[debt, 'LIABILITY']]);
});

test('interest and a payment in one transaction: each token is told apart by its amounts', () => {
  const logs = [
    ...[...minted(receipt, 738_000n, 838_000n), erc20Transfer(receipt, wallet, 100_000n, asset)],
    ...[withdrawn(100_000n), ...minted(debt, 115_000n, 125_000n)],
    ...[erc20Transfer(wallet, receipt, 10_000n, asset), repaid(10_000n)],
  ];
  const { treatments } = classify(logs);
  expect(treatments.filter(([token]) => token !== asset)).toEqual([
    [receipt, 'INCOME'],
    [debt, 'LIABILITY'],
  ]);
});

test('a receipt that is sent on has its interest first', () => {
  const logs = [...minted(receipt, 50_000n, 50_000n), erc20Transfer(wallet, stranger, 900_000n, receipt)];
  expect(classify(logs, { to: receipt })).toEqual({
    kind: 'SEND',
    treatments: [
      [receipt, 'INCOME'],
      [receipt, 'DISPOSAL'],
    ],
  });
});

test('what is minted for a supply is more than the interest, and stands for it', () => {
  const supplied: LogInput = {
    address: pool,
    topics: [
      topic('Supply(address,address,address,uint256,uint16)'),
      ...[addressTopic(asset), addressTopic(wallet), numberTopic(0n)],
    ],
    data: `0x${addressTopic(wallet).slice(2)}${numberTopic(100_000n).slice(2)}`,
  };
  const logs = [
    erc20Transfer(wallet, receipt, 100_000n, asset),
    ...minted(receipt, 138_000n, 38_000n),
    supplied,
  ];
  expect(classify(logs)).toEqual({
    kind: 'DEPOSIT',
    treatments: [
      [asset, 'CARRY'],
      [receipt, 'CARRY'],
    ],
  });
});

test('interest that a stranger’s token tells of unasked is none', () => {
  const { treatments } = classify(minted(receipt, 50_000n, 50_000n), { from: stranger, to: receipt });
  expect(treatments).not.toContainEqual([receipt, 'INCOME']);
});
