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
  words,
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

test('a share that is staked at once is at the farm, and what was given for it goes on in it', () => {
  // Its address is lower than the farm's.
  const vault = account(0x21);
  const told = (name: string, count: number) => ({
    address: vault,
    topics: [
      topic(`${name}(${'address,'.repeat(count)}uint256,uint256)`),
      ...Array.from({ length: count }, () => addressTopic(wallet)),
    ],
    data: words(1_000n, 900n),
  });
  const deposited = [
    ...[erc20Transfer(wallet, vault, 1_000n), erc20Transfer(zeroAddress, wallet, 900n, vault)],
    ...[told('Deposit', 2), erc20Transfer(wallet, pool, 900n, vault)],
    accountEvent('Staked', pool, wallet, 900n),
  ];
  expect(rowsOf({ to: stranger, logs: deposited })).toEqual(['CARRY null', 'CARRY null', `HELD ${pool}`]);
  const withdrawn = [
    ...[erc20Transfer(pool, wallet, 900n, vault), accountEvent('Withdrawn', pool, wallet, 900n)],
    ...[erc20Transfer(wallet, zeroAddress, 900n, vault), erc20Transfer(vault, wallet, 1_000n)],
  ];
  for (const burned of [told('Withdraw', 3), { ...told('Withdraw', 1), data: words(900n, 1_000n) }]) {
    const rows = rowsOf({ to: stranger, logs: [...withdrawn, burned] });
    expect(rows).toEqual([`HELD ${pool}`, 'CARRY null', 'CARRY null']);
  }
  // So is what another gives back, and is given to the vault.
  const moved = [
    erc20Transfer(strategy, wallet, 1_000n),
    accountEvent('Withdrawn', strategy, wallet, 1_000n),
  ];
  expect(rowsOf({ to: stranger, logs: [...moved, ...deposited.slice(0, 3)] })).toEqual([
    ...[`HELD ${strategy}`, 'CARRY null', 'CARRY null'],
  ]);
  // Where another share stands for it, that is what the wallet has.
  const staked = [
    ...[erc20Transfer(wallet, pool, 900n, vault), erc20Transfer(zeroAddress, wallet, 900n, pool)],
    accountEvent('Staked', pool, wallet, 900n),
  ];
  const both = [...deposited.slice(0, 3), ...staked];
  expect(rowsOf({ to: stranger, logs: both })).toEqual(both.slice(0, 4).map(() => 'CARRY null'));
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
