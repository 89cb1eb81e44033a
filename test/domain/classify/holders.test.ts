/** Whose account a flow is of: the contract that logs it, wherever its tokens go to and come from. */
import { encodeAbiParameters } from 'viem';
import { expect, test } from 'vitest';
import { classifyTransaction } from '../../../src/domain/classify/classify-transaction.ts';
import { createClassifyContext } from '../../../src/domain/classify/evidence/context.ts';
import { toRecords } from '../../../src/domain/classify/records.ts';
import { chainRules } from '../../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../../src/domain/normalize/normalize-transaction.ts';
import {
  account,
  accountEvent,
  addressTopic,
  chainTransaction,
  erc20Transfer,
  numberTopic,
  stranger,
  token,
  topic,
  wallet,
  zeroAddress,
} from '../support/chain-builders.ts';

/** The pool logs; what it gets is at the strategy, and what it gives is paid by the payer. */
const pool = account(0x90);
const strategy = account(0x91);
const payer = account(0x92);
const booster = account(0x20);
const debtToken = account(0x93);
const context = createClassifyContext({
  wrappedNative: null,
  nativeSymbol: 'ETH',
  trustedTokens: new Map([[token, { symbol: 'USDC' }]]),
  metadata: () => null,
});

/** Its rows as `treatment holder`. */
function rowsOf(change: Parameters<typeof chainTransaction>[0]): string[] {
  const normalized = normalizeTransaction(chainTransaction(change), wallet, chainRules(31337));
  const classified = classifyTransaction(normalized, context);
  const { transfers } = toRecords({ walletId: 1, chainId: 31337, classified, selectorName: () => null });
  return transfers.map(({ taxTreatment, heldBy }) => `${taxTreatment} ${heldBy}`);
}

test('a deposit and its withdrawal are of the contract that logs them', () => {
  const deposit = [erc20Transfer(wallet, strategy, 5_000n), accountEvent('Deposited', pool, wallet, 5_000n)];
  const withdrawal = [erc20Transfer(payer, wallet, 5_000n), accountEvent('Withdrawn', pool, wallet, 5_000n)];
  expect(rowsOf({ to: pool, logs: deposit })).toEqual([`HELD ${pool}`]);
  expect(rowsOf({ to: pool, logs: withdrawal })).toEqual([`HELD ${pool}`]);
});

test('where a booster and its pool log the same, in whatever order, they have one account', () => {
  const given = erc20Transfer(wallet, pool, 5_000n);
  const got = erc20Transfer(pool, wallet, 5_000n);
  const staked = [
    accountEvent('Staked', pool, wallet, 5_000n),
    accountEvent('Deposited', booster, wallet, 5_000n),
  ];
  const taken = [
    accountEvent('Withdrawn', booster, wallet, 5_000n),
    accountEvent('Withdrawn', pool, wallet, 5_000n),
  ];
  // The lower address.
  expect(rowsOf({ to: booster, logs: [given, ...staked] })).toEqual([`HELD ${booster}`]);
  expect(rowsOf({ to: booster, logs: [got, ...taken] })).toEqual([`HELD ${booster}`]);
  expect(rowsOf({ to: booster, logs: [got, ...taken.toReversed()] })).toEqual([`HELD ${booster}`]);
});

test('a loan is of the pool that logs it, though its tokens come from elsewhere; the token of the debt is nobody’s', () => {
  const borrowed = {
    address: pool,
    topics: [
      topic('Borrow(address,address,address,uint256,uint8,uint256,uint16)'),
      addressTopic(token),
      addressTopic(wallet),
      numberTopic(0n),
    ],
    data: `0x${[addressTopic(wallet), numberTopic(5_000n), numberTopic(2n), numberTopic(1n)].map((word) => word.slice(2)).join('')}`,
  } as const;
  const logs = [
    erc20Transfer(zeroAddress, wallet, 5_000n, debtToken),
    erc20Transfer(payer, wallet, 5_000n),
    borrowed,
  ];
  expect(rowsOf({ to: pool, logs })).toEqual(['LIABILITY null', `ACQUISITION ${pool}`]);
});

test('what nobody logs, and what a stranger logs, has no named holder', () => {
  const given = erc20Transfer(wallet, strategy, 5_000n);
  const lie = accountEvent('Deposited', stranger, wallet, 5_000n);
  expect(rowsOf({ to: strategy, logs: [given] })).toEqual(['DISPOSAL null']);
  expect(rowsOf({ to: strategy, logs: [given, lie] })).toEqual(['DISPOSAL null']);
});

test('what leaves over a bridge is of the contract that says so, whomever the token is burned to', () => {
  const sent = {
    address: pool,
    topics: [topic('OFTSent(bytes32,uint32,address,uint256,uint256)'), numberTopic(1n), addressTopic(wallet)],
    data: encodeAbiParameters(
      [{ type: 'uint32' }, { type: 'uint256' }, { type: 'uint256' }],
      [30_110, 5_000n, 5_000n],
    ),
  };
  const left = [erc20Transfer(wallet, zeroAddress, 5_000n), sent];
  expect(rowsOf({ to: pool, logs: left })).toEqual([`CARRY ${pool}`]);
});
