/** What the rules of real chains do with logs as those chains have them. */
import { describe, expect, test } from 'vitest';
import type { Address, ChainTransaction } from '../../../src/domain/model.ts';
import { chainRules } from '../../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../../src/domain/normalize/normalize-transaction.ts';
import {
  chainTransaction,
  erc20Transfer,
  ether,
  internalCall,
  numberTopic,
  router,
  stranger,
  topic,
  wallet,
  zeroAddress,
} from '../support/chain-builders.ts';

const movesOn = (chainId: number, transaction: ChainTransaction) =>
  normalizeTransaction(transaction, wallet, chainRules(chainId)).movements.map(
    ({ side, standard, tokenAddress, amount }) => [side, standard, tokenAddress, amount],
  );

describe('legacy OVM ETH, 0xdead…0000 on Optimism: once, and never lost', () => {
  const ovmEther: Address = '0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000';
  const native = (side: string, amount: bigint) => [side, 'native', zeroAddress, amount];

  test('minted without a native move, as early bridged ether is: the mint is the native inflow', () => {
    const logs = [erc20Transfer(zeroAddress, wallet, ether, ovmEther)];
    expect(movesOn(10, chainTransaction({ from: stranger, logs }))).toEqual([native('inflow', ether)]);
  });

  test('minted twice in equal amounts without a native move: twice', () => {
    const mint = erc20Transfer(zeroAddress, wallet, ether, ovmEther);
    expect(movesOn(10, chainTransaction({ from: stranger, logs: [mint, mint] }))).toEqual([
      native('inflow', ether),
      native('inflow', ether),
    ]);
  });

  test('logged beside the native move: once', () => {
    const logs = [erc20Transfer(wallet, stranger, ether, ovmEther)];
    expect(movesOn(10, chainTransaction({ value: ether, logs }))).toEqual([native('outflow', ether)]);
    const paid = [erc20Transfer(router, wallet, ether, ovmEther)];
    const internalCalls = [internalCall(router, wallet, ether)];
    expect(movesOn(10, chainTransaction({ to: router, logs: paid, internalCalls }))).toEqual([
      native('inflow', ether),
    ]);
  });

  test('one move native and logged, another only logged: both, each once', () => {
    const logs = [
      erc20Transfer(wallet, stranger, ether, ovmEther),
      erc20Transfer(zeroAddress, wallet, 7n, ovmEther),
    ];
    expect(movesOn(10, chainTransaction({ value: ether, logs }))).toEqual([
      native('outflow', ether),
      native('inflow', 7n),
    ]);
  });

  test('on any other chain it is a token like any', () => {
    const logs = [erc20Transfer(zeroAddress, wallet, ether, ovmEther)];
    expect(movesOn(1, chainTransaction({ from: stranger, logs }))).toEqual([
      ['inflow', 'erc20', ovmEther, ether],
    ]);
  });
});

test('Polygon 0x…1010 logs native moves: not a second asset', () => {
  const mirror: Address = '0x0000000000000000000000000000000000001010';
  const logs = [erc20Transfer(wallet, stranger, ether, mirror)];
  expect(movesOn(137, chainTransaction({ value: ether, logs }))).toEqual([
    ['outflow', 'native', zeroAddress, ether],
  ]);
});

test.each([
  ['Ethereum', 1, '0x3231cb76718cdef2155fc47b5286d82e6eda273f', '0x39b8b6385416f4ca36a20319f70d28621895279d'],
  ['Gnosis', 100, '0xcb444e90d8198415266c6a2724b7900fb12fc56e', '0x420ca0f9b9b604ce0fd9c18ef134c705e5fa3430'],
  [
    'Polygon',
    137,
    '0x18ec0a6e18e5bc3784fdd3a3634b31245ab704f6',
    '0xe0aea583266584dafbb3f9c3211d5588c73fea8d',
  ],
] as const)('Monerium EURe v1/v2 on %s: once, as the second contract', (_, chainId, first, second) => {
  const logs = [erc20Transfer(wallet, stranger, 5n, first), erc20Transfer(wallet, stranger, 5n, second)];
  expect(movesOn(chainId, chainTransaction({ to: first, logs }))).toEqual([['outflow', 'erc20', second, 5n]]);
});

describe('locked GNO on Gnosis: both contracts log one move; the GNO counts once, and the lock is what one gets for it', () => {
  const gno: Address = '0x9c58bacc331c9aa871afd802db6379a98e80cedb';
  const locked: Address = '0xd4ca39f78bf14bfab75226ac833b1858db16f9a1';

  test('locking', () => {
    const logs = [erc20Transfer(wallet, locked, 5n, gno), erc20Transfer(wallet, locked, 5n, locked)];
    expect(movesOn(100, chainTransaction({ to: locked, logs }))).toEqual([
      ['outflow', 'erc20', gno, 5n],
      ['inflow', 'erc20', locked, 5n],
    ]);
  });

  test('unlocking', () => {
    const logs = [erc20Transfer(locked, wallet, 5n, gno), erc20Transfer(locked, wallet, 5n, locked)];
    expect(movesOn(100, chainTransaction({ to: locked, logs }))).toEqual([
      ['inflow', 'erc20', gno, 5n],
      ['outflow', 'erc20', locked, 5n],
    ]);
  });
});

describe('documented limits: what leaves no trace cannot be found, and the reconciliation of the balance shows it', () => {
  test('mints without Transfer: nothing', () => {
    const logs = [{ address: router, topics: [], data: '0x' } as const];
    expect(movesOn(1, chainTransaction({ to: router, input: '0x1249c58b', logs }))).toEqual([]);
  });

  test('rebasing tokens change with no log: nothing, also where a rebase is logged without naming holders', () => {
    const rebased = { address: router, topics: [topic('LogRebase(uint256,uint256)'), numberTopic(7n)] };
    const logs = [{ ...rebased, data: numberTopic(ether) }];
    expect(movesOn(1, chainTransaction({ from: stranger, to: router, logs }))).toEqual([]);
  });
});
