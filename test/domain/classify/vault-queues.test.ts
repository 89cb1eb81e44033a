/** Shares of vaults that wait in queues (Veda, Kinetiq): what waits stays the wallet's, and what is paid for it takes over its cost. */

import { encodeAbiParameters, keccak256 } from 'viem/utils';
import { describe, expect, test } from 'vitest';
import { classifyTransaction } from '../../../src/domain/classify/classify-transaction.ts';
import { createClassifyContext } from '../../../src/domain/classify/evidence/context.ts';
import type { Address, Hex } from '../../../src/domain/model.ts';
import { chainRules } from '../../../src/domain/normalize/chain-rules.ts';
import { normalizeTransaction } from '../../../src/domain/normalize/normalize-transaction.ts';
import {
  account,
  chainTransaction,
  erc20Transfer,
  type LogInput,
  stranger,
  token,
  wallet,
  weth,
  zeroAddress,
} from '../support/chain-builders.ts';
import { classify, logged, protocol, treatments } from '../support/told.ts';

const [share, solver, queue] = [account(0xd1), account(0xd2), protocol];
const uint = { type: 'uint256' } as const;
const word = (address: Address): bigint => BigInt(address);

const booked = (...[logs, change]: Parameters<typeof classify>) => {
  const { kind, movements } = classify(logs, change);
  return [kind, ...movements.map(({ taxTreatment, heldBy, settles }) => ({ taxTreatment, heldBy, settles }))];
};
const held = (settles: { token: Address | null; amount: bigint } | null = null, heldBy: Address = queue) => ({
  ...{ taxTreatment: 'HELD', heldBy },
  settles: settles && { contract: heldBy, ...settles },
});

describe("a vault's own word", () => {
  const entered = (from: Address, to: Address, shares: bigint) =>
    logged('Enter(address,address,uint256,address,uint256)', [from, token, to], [1000n, shares], share);
  const left = logged(
    'Exit(address,address,uint256,address,uint256)',
    [wallet, token, wallet],
    [1000n, 900n],
    share,
  );
  const gave = erc20Transfer(wallet, share, 1000n);
  const minted = erc20Transfer(zeroAddress, wallet, 900n, share);

  test('shares for what is deposited, and back', () => {
    expect(treatments([gave, minted, entered(wallet, wallet, 900n)])).toEqual(['DEPOSIT', 'CARRY', 'CARRY']);
    const back = [erc20Transfer(wallet, zeroAddress, 900n, share), erc20Transfer(share, wallet, 1000n), left];
    expect(treatments(back)).toEqual(['WITHDRAW', 'CARRY', 'CARRY']);
  });

  test('coins that a teller wraps', () => {
    const { kindReason } = classify([minted, entered(protocol, wallet, 900n)], { value: 1000n });
    expect(kindReason).toBe(`event Enter (Veda) of ${share}`);
  });

  test('shares for somebody else are not held for who pays', () => {
    const paid = erc20Transfer(wallet, share, 1000n);
    const made = erc20Transfer(zeroAddress, stranger, 900n, share);
    const event = entered(wallet, stranger, 900n);
    expect(booked([paid, made, event])[0]).toBe('DEPOSIT');
    expect(booked([paid, made, event])[1]).toMatchObject({ heldBy: null });
    // None are made; the vault gets nothing; or the wallet gets something for it.
    const aside = erc20Transfer(wallet, solver, 1000n);
    const got = erc20Transfer(solver, wallet, 5n, weth);
    for (const other of [
      [paid, event],
      [aside, made, event],
      [paid, made, event, got],
    ]) {
      expect(classify(other).kindReason).not.toContain('Veda');
    }
  });

  test('shares that go to another chain, and come from it', () => {
    const message = (name: string) =>
      logged(`${name}(bytes32,uint256,address)`, [7n, wallet], [900n], account(0xd9));
    const none = account(0);
    const gone = (amount: bigint) =>
      logged('Exit(address,address,uint256,address,uint256)', [none, none, wallet], [amount, 900n], share);
    const burned = erc20Transfer(wallet, zeroAddress, 900n, share);
    expect(treatments([burned, gone(0n), message('MessageSent')])).toEqual(['BRIDGE_OUT', 'CARRY']);
    const come = logged(
      'Enter(address,address,uint256,address,uint256)',
      [none, none, wallet],
      [0n, 900n],
      share,
    );
    const byStranger = { from: stranger, to: solver };
    expect(treatments([minted, come, message('MessageReceived')], byStranger)).toEqual([
      'BRIDGE_IN',
      'CARRY',
    ]);
    // A vault that pays for them sends them nowhere, and what was there before was not made.
    expect(treatments([burned, gone(5n), message('MessageSent')])[0]).not.toBe('BRIDGE_OUT');
    const paid = erc20Transfer(solver, wallet, 900n, share);
    expect(treatments([paid, come, message('MessageReceived')], byStranger)[0]).toBe('RECEIVE');
    // What another makes, and what it paid for there, came from nowhere else.
    expect(treatments([minted, message('MessageReceived')], byStranger)[0]).toBe('RECEIVE');
    const bought = entered(stranger, wallet, 900n);
    expect(treatments([minted, bought, message('MessageReceived')], byStranger)[0]).not.toBe('BRIDGE_IN');
  });

  test('a contract that tells of shares which it did not make is not believed', () => {
    expect(treatments([gave, minted, entered(wallet, wallet, 901n)])[0]).toBe('DEPOSIT');
    expect(classify([gave, minted, entered(wallet, wallet, 901n)]).kindReason).not.toContain('Veda');
    const sold = [gave, erc20Transfer(stranger, wallet, 500n, weth), entered(wallet, wallet, 500n)];
    expect(treatments(sold)).toEqual(['SWAP', 'DISPOSAL', 'ACQUISITION']);
  });

  test('nor one of which the shares are bought or sold, whatever it makes elsewhere', () => {
    const elsewhere = erc20Transfer(zeroAddress, stranger, 900n, share);
    const bought = [erc20Transfer(wallet, solver, 1000n), erc20Transfer(solver, wallet, 900n, share)];
    const asBought = [...bought, elsewhere, entered(wallet, wallet, 900n)];
    expect(treatments(asBought)).toEqual(['SWAP', 'DISPOSAL', 'ACQUISITION']);
    const sold = [erc20Transfer(wallet, solver, 900n, share), erc20Transfer(solver, wallet, 1000n), left];
    expect(treatments(sold)).toEqual(['SWAP', 'DISPOSAL', 'ACQUISITION']);
  });
});

describe("Veda's queue", () => {
  /** nonce, user, asset, shares, assets, when, maturity, deadline. */
  const request = (user: Address, nonce: bigint, shares: bigint, amount: bigint) => {
    const words = [nonce, word(user), word(token), shares, amount, 1n, 2n, 3n];
    const text = encodeAbiParameters(
      words.map(() => uint),
      words,
    );
    return { text, id: BigInt(keccak256(text)) };
  };
  const own = request(wallet, 7n, 900n, 1000n);
  const other = request(stranger, 8n, 90n, 100n);
  const solved = (id: bigint, user: Address = wallet, by: Address = queue) =>
    logged('OnChainWithdrawSolved(bytes32,address,uint256)', [id, user], [1n], by);
  const callOf = (...requests: { text: Hex }[]): Hex =>
    `0x12345678${requests.map(({ text }) => text.slice(2)).join('')}`;
  const byStranger = { from: stranger, to: solver };
  const paid = erc20Transfer(solver, wallet, 1000n);
  /** The solver hands the shares in, and the vault pays whom it acts for, who lets it have the money. */
  const handedIn = (shares: bigint, amount: bigint, to = account(0xda)): LogInput[] => [
    ...[erc20Transfer(queue, solver, shares, share), erc20Transfer(solver, zeroAddress, shares, share)],
    ...[erc20Transfer(share, to, amount), erc20Transfer(account(0xda), solver, amount)],
    logged('Exit(address,address,uint256,address,uint256)', [to, token, solver], [amount, shares], share),
  ];

  test('what is requested waits, and comes back when it is cancelled', () => {
    const asked = logged(
      'OnChainWithdrawRequested(bytes32,address,address,uint96,uint128,uint128,uint40,uint24,uint24)',
      [own.id, wallet, token],
      [7n, 900n, 1000n, 1n, 2n, 3n],
    );
    expect(booked([erc20Transfer(wallet, queue, 900n, share), asked])).toEqual(['WITHDRAW', held()]);
    const cancelled = logged('OnChainWithdrawCancelled(bytes32,address,uint256)', [own.id, wallet], [1n]);
    expect(booked([erc20Transfer(queue, wallet, 900n, share), cancelled])).toEqual(['WITHDRAW', held()]);
  });

  test('of several that are solved at once the call says which shares are whose', () => {
    // The queue hands over 900 + 90 = 990, for 1000 + 100.
    const logs = [solved(own.id), solved(other.id, stranger), ...handedIn(990n, 1100n), paid];
    const known = booked(logs, { ...byStranger, input: callOf(other, own) });
    expect(known).toEqual(['WITHDRAW', held({ token: share, amount: 900n })]);
    // Without it nobody does; with another request's words neither.
    expect(treatments(logs, byStranger)).toEqual(['RECEIVE', 'ACQUISITION']);
    const forged = request(wallet, 7n, 990n, 1000n);
    expect(treatments(logs, { ...byStranger, input: callOf(forged) })[0]).toBe('RECEIVE');
  });

  test('one user can have many of them', () => {
    const all = Array.from({ length: 10 }, (_, index) => {
      const shares = 90n + BigInt(index);
      return { ...request(wallet, BigInt(index), shares, 10n * shares), shares };
    });
    const paidFor = all.flatMap(({ id, shares }) => [
      solved(id),
      erc20Transfer(solver, wallet, 10n * shares),
    ]);
    // 90 + 91 + … + 99 = 945.
    const logs = [...handedIn(945n, 9450n), ...paidFor];
    const [, ...flows] = booked(logs, { ...byStranger, input: callOf(...all) });
    expect(flows).toEqual(all.map(({ shares }) => held({ token: share, amount: shares })));
  });

  test('of one that is solved alone the shares are what the queue handed over', () => {
    for (const to of [solver, account(0xda)]) {
      const logs = [solved(own.id), ...handedIn(900n, 1000n, to), paid];
      expect(booked(logs, byStranger)).toEqual(['WITHDRAW', held({ token: share, amount: 900n })]);
    }
  });

  test('a queue of which nobody redeems the shares has no say in what is paid', () => {
    const hook = account(0xd9);
    expect(treatments([solved(own.id, wallet, hook), paid], byStranger)).toEqual(['RECEIVE', 'ACQUISITION']);
    const aside = erc20Transfer(hook, account(0xd8), 900n, share);
    expect(treatments([solved(own.id, wallet, hook), aside, paid], byStranger)[0]).toBe('RECEIVE');
    const told = { ...byStranger, input: callOf(own) };
    const logs = handedIn(900n, 1000n);
    // Shares are handed over alone; are not burned; nothing is paid for them; it is not let have; the vault does not say so.
    for (const missing of [logs.slice(1), ...logs.slice(1).map((log) => [log])]) {
      const rest = logs.filter((log) => !missing.includes(log));
      expect(treatments([solved(own.id), ...rest, paid], told)[0]).toBe('RECEIVE');
    }
  });

  test('nor has one in what others pay, in another token, or for what the wallet gives', () => {
    const told = { ...byStranger, input: callOf(own) };
    const logs = [solved(own.id), ...handedIn(900n, 1000n)];
    expect(booked([...logs, paid], told)[0]).toBe('WITHDRAW');
    expect(treatments([...logs, erc20Transfer(stranger, wallet, 1000n)], told)[0]).toBe('RECEIVE');
    expect(treatments([...logs, erc20Transfer(solver, wallet, 1000n, weth)], told)[0]).toBe('RECEIVE');
    const sold = [erc20Transfer(wallet, solver, 5n, weth), ...logs, paid];
    expect(treatments(sold, { input: callOf(own) })).toEqual(['SWAP', 'DISPOSAL', 'ACQUISITION']);
  });

  test('a call of zeros is searched once, however many requests are told', () => {
    const input: Hex = `0x12345678${'00'.repeat(2 ** 20)}`;
    const taken = (count: number): number => {
      const many = Array.from({ length: count }, (_, index) => solved(BigInt(index + 1)));
      const start = performance.now();
      classify([...handedIn(900n, 1000n), ...many, paid], { ...byStranger, input });
      return performance.now() - start;
    };
    taken(1);
    const one = taken(1);
    // A search for each would take 200 times as long.
    expect(Math.min(taken(200), taken(200))).toBeLessThan(60 * one);
  });
});

describe("Veda's queue that pays itself", () => {
  const asks = (name: string) =>
    logged(`${name}(address,address,uint96,uint40)`, [wallet, token], [900n, 5n]);
  const gave = erc20Transfer(wallet, queue, 900n, share);
  const exits = (to: Address) =>
    logged('Exit(address,address,uint256,address,uint256)', [to, token, queue], [1000n, 891n], share);

  test('asked for, and cancelled', () => {
    expect(booked([gave, asks('WithdrawRequested')])).toEqual(['WITHDRAW', held()]);
    const cancelled = logged('WithdrawCancelled(address,address,uint96)', [wallet, token], [900n]);
    expect(booked([erc20Transfer(queue, wallet, 900n, share), cancelled])).toEqual(['WITHDRAW', held()]);
  });

  test('a fee in shares goes with those that are paid for', () => {
    // Of 900 shares 9 are the fee: 891 are paid for.
    const logs = [
      ...[erc20Transfer(queue, stranger, 9n, share), erc20Transfer(queue, zeroAddress, 891n, share)],
      ...[erc20Transfer(share, wallet, 1000n), exits(wallet)],
      logged('WithdrawCompleted(address,address,uint256,uint256)', [wallet, token], [891n, 1000n]),
    ];
    expect(booked(logs)).toEqual(['WITHDRAW', held({ token: share, amount: 900n })]);
    // A contract that burns nothing is paid for nothing.
    expect(treatments(logs.slice(2))).toEqual(['RECEIVE', 'ACQUISITION']);
    const byStranger = { from: stranger, to: solver };
    expect(booked(logs, byStranger)).toEqual(['WITHDRAW', held({ token: share, amount: 900n })]);
    expect(treatments(logs.slice(2), byStranger)).toEqual(['RECEIVE', 'ACQUISITION']);
    // Nor is what somebody else pays, or what the wallet gives something for.
    const [fee, burned, , , event] = logs as [LogInput, LogInput, LogInput, LogInput, LogInput];
    const others = [fee, burned, erc20Transfer(stranger, wallet, 1000n), exits(wallet), event];
    expect(treatments(others, byStranger)).toEqual(['RECEIVE', 'ACQUISITION']);
    expect(treatments([...logs, erc20Transfer(wallet, stranger, 5n, weth)])[0]).toBe('SWAP');
  });

  test('a queue that pays out of its own has the shares burned, too', () => {
    const logs = [
      ...[erc20Transfer(queue, zeroAddress, 900n, share), erc20Transfer(queue, wallet, 1000n)],
      logged('WithdrawCompleted(address,address,uint256,uint256)', [wallet, token], [900n, 1000n]),
    ];
    expect(booked(logs)).toEqual(['WITHDRAW', held({ token: share, amount: 900n })]);
  });
});

describe('a request that a solver fills at once', () => {
  const [by, atomic] = [account(0xd5), account(0xd6)];
  const filled = logged(
    'AtomicRequestFulfilled(address,address,address,uint256,uint256,uint256)',
    [wallet, share, token],
    [900n, 1000n, 1n],
    atomic,
  );
  const given = erc20Transfer(wallet, by, 900n, share);
  const burned = erc20Transfer(by, zeroAddress, 990n, share);
  const paid = erc20Transfer(by, wallet, 1000n);
  const redeemed = (of: Address) =>
    logged('Exit(address,address,uint256,address,uint256)', [by, token, by], [1100n, 990n], of);

  const paidOut = (of: Address) => erc20Transfer(of, by, 1100n);

  /** Of a share that the wallet lets the queue take. */
  function bySolver(...logs: LogInput[]) {
    const context = createClassifyContext({
      ...{ wrappedNative: weth, nativeSymbol: 'ETH', trustedTokens: new Map(), metadata: () => null },
      hasApproved: () => true,
    });
    const transaction = chainTransaction({ from: stranger, to: by, input: '0x12345678', logs });
    return classifyTransaction(normalizeTransaction(transaction, wallet, chainRules(31337)), context);
  }

  test('is a withdrawal where the vault redeems the shares', () => {
    const { kind, kindReason, movements } = bySolver(
      ...[given, burned, redeemed(share), paidOut(share), paid, filled],
    );
    expect([kind, kindReason]).toEqual(['WITHDRAW', `event AtomicRequestFulfilled (Veda) of ${atomic}`]);
    expect(movements.map(({ taxTreatment }) => taxTreatment)).toEqual(['CARRY', 'CARRY']);
  });

  test('and a sale where it does not, whoever says so', () => {
    for (const logs of [
      [given, burned, redeemed(by), paidOut(by), paid, filled],
      [given, burned, redeemed(share), paid, filled],
    ]) {
      expect(bySolver(...logs).kindReason).not.toContain('Veda');
    }
    const { kind, movements } = bySolver(given, redeemed(share), paidOut(share), paid, filled);
    expect(kind).toBe('SWAP');
    expect(movements.map(({ taxTreatment }) => taxTreatment)).toEqual(['DISPOSAL', 'ACQUISITION']);
  });
});

test('and where the wallet gave no shares nothing is filled', () => {
  const by = account(0xd5);
  const logs = [
    ...[erc20Transfer(by, zeroAddress, 990n, share), erc20Transfer(share, by, 1100n)],
    logged('Exit(address,address,uint256,address,uint256)', [by, token, by], [1100n, 990n], share),
    logged(
      'AtomicRequestFulfilled(address,address,address,uint256,uint256,uint256)',
      [wallet, share, token],
      [900n, 1000n, 1n],
    ),
  ];
  const minted = erc20Transfer(zeroAddress, wallet, 1000n);
  const byStranger = { from: stranger, to: by };
  expect(treatments([...logs, minted], byStranger)).toEqual(['RECEIVE', 'ACQUISITION']);
});

describe("Kinetiq's cancelled requests", () => {
  const cancelled = (by: Address) =>
    logged('WithdrawalCancelled(address,uint256,uint256,uint256)', [wallet, 4n], [1010n, 5000n], by);
  const byManager = { from: stranger, to: protocol };

  test('the shares come back with their fee, and wait no more', () => {
    // 1000 shares, of which 1 is the fee; the event tells the 1010 coins that they stood for.
    const logs = [erc20Transfer(protocol, wallet, 1000n, share), cancelled(protocol)];
    expect(booked(logs, byManager)).toEqual(['WITHDRAW', held()]);
  });

  test('what another contract gives is none of it', () => {
    const logs = [erc20Transfer(account(0xd7), wallet, 1000n, share), cancelled(protocol)];
    expect(treatments(logs, byManager)[0]).toBe('RECEIVE');
    expect(treatments([erc20Transfer(stranger, wallet, 1000n), cancelled(account(0xd7))], byManager)[0]).toBe(
      'RECEIVE',
    );
  });
});
