/** What others log like Abracadabra, Gearbox and Curve, and what nobody's account is: trades and payments stay what they are. */
import { describe, expect, test } from 'vitest';
import type { Address } from '../../../src/domain/model.ts';
import {
  account,
  erc20Transfer,
  erc721Transfer,
  internalCall,
  type LogInput,
  nft,
  otherToken,
  router,
  stranger,
  swapEvent,
  token,
  wallet,
  weth,
  zeroAddress,
} from '../support/chain-builders.ts';
import { classify, logged, treatments } from '../support/told.ts';

const [box, pool, liar, accomplice] = [account(0xd1), account(0xd2), account(0xd3), account(0xd4)];
const junk = erc20Transfer(liar, stranger, 500n, account(0xb9));
/** A name, addresses that are indexed, and numbers. */
const said = (by: Address, name: string, named: readonly Address[], ...numbers: bigint[]) =>
  logged(
    `${name}(${[...named.map(() => 'address'), ...numbers.map(() => 'uint256')].join()})`,
    named,
    numbers,
    by,
  );
const byRouter = { to: router };
const holdersOf = (logs: readonly LogInput[], change: Parameters<typeof classify>[1]) =>
  classify(logs, change).movements.map(({ heldBy }) => heldBy);

const given = erc20Transfer(wallet, pool, 1000n);
const got = erc20Transfer(pool, wallet, 500n, weth);
const swap = [given, got, swapEvent(pool)];
const sold = ['SWAP', 'DISPOSAL', 'ACQUISITION'];

describe('boxes that pools are paid through', () => {
  const paid = [
    erc20Transfer(wallet, box, 1000n),
    said(box, 'LogDeposit', [token, wallet, pool], 1000n, 999n),
  ];
  const pays = [
    erc20Transfer(box, wallet, 500n, weth),
    said(box, 'LogWithdraw', [weth, pool, wallet], 500n, 499n),
  ];
  const trident = said(pool, 'Swap', [wallet, token, weth], 1000n, 500n);

  test("Trident's swap is one", () => {
    expect(treatments([...paid, ...pays, trident], byRouter)).toEqual(sold);
    expect(treatments([...paid, ...pays], byRouter)).toEqual(sold);
    expect(
      treatments([said(box, 'LogDeposit', [weth, wallet, pool], 1000n, 999n), ...pays, trident], {
        ...byRouter,
        value: 1000n,
        internalCalls: [internalCall(router, box, 1000n)],
      }).slice(1),
    ).not.toContain('CARRY');
    // What it pays into the wallet's account in the box, and this pays out, was bought, too.
    const paidOut = [
      erc20Transfer(box, wallet, 500n, weth),
      said(box, 'LogWithdraw', [weth, wallet, wallet], 500n, 499n),
    ];
    expect(treatments([...paid, ...paidOut, trident], byRouter)).toEqual(sold);
  });

  test('its liquidity is bought and sold', () => {
    const added = [
      ...paid,
      erc20Transfer(wallet, box, 500n, weth),
      said(box, 'LogDeposit', [weth, wallet, pool], 500n, 499n),
    ];
    expect(treatments([...added, erc20Transfer(zeroAddress, wallet, 70n, pool)], byRouter)).toEqual([
      ...['DEPOSIT', 'DISPOSAL', 'DISPOSAL', 'ACQUISITION'],
    ]);
  });

  test('what somebody is paid through a box is a payment, and what somebody pays', () => {
    expect(treatments(paid, { to: box })).toEqual(['SEND', 'DISPOSAL']);
    expect(treatments(pays, { to: box })).toEqual(['RECEIVE', 'ACQUISITION']);
    expect(treatments([...paid, erc721Transfer(pool, wallet, 5n, nft)], byRouter)[0]).toBe('NFT_BUY');
    const own = said(pool, 'LogAddCollateral', [box, wallet], 999n);
    expect(treatments([...paid, own, erc721Transfer(pool, wallet, 5n, nft)], byRouter)[0]).toBe('NFT_BUY');
  });
});

describe('a loan is of what the box gave, and its payment of what it took', () => {
  const lent = (by: Address, of: Address, amount: bigint, through = by) => [
    said(through, 'LogTransfer', [of, by, wallet], 480n),
    said(by, 'LogBorrow', [wallet, wallet], amount, 495n),
    said(through, 'LogWithdraw', [of, wallet, wallet], amount, 480n),
  ];
  const repaid = (by: Address, of: Address, amount: bigint, through = by) => [
    said(through, 'LogDeposit', [of, wallet, by], amount, 482n),
    said(through, 'LogTransfer', [of, through, by], 482n),
    said(by, 'LogRepay', [through, wallet], amount, 495n),
  ];

  test.each([['with its log'], ['without it']])('in a swap there is none, %s', (how) => {
    const trade = how === 'without it' ? [given, got] : swap;
    for (const through of [liar, accomplice]) {
      const lies = [...lent(liar, weth, 500n, through), ...repaid(liar, token, 1000n, through)];
      expect(treatments([...trade, ...lies], byRouter)).toEqual(sold);
      expect(holdersOf([...trade, ...lies], byRouter)).toEqual([null, null]);
    }
  });

  test('a payment, a sale and a reward stay such', () => {
    expect(treatments([given, ...repaid(liar, token, 1000n, accomplice)], byRouter)[0]).toBe('SEND');
    const claimed = [erc20Transfer(pool, wallet, 700n), said(pool, 'RewardPaid', [wallet], 700n)];
    expect(treatments([...claimed, ...lent(liar, token, 700n, accomplice)], { to: pool })).toEqual([
      ...['CLAIM', 'INCOME'],
    ]);
    const sale = [erc721Transfer(wallet, pool, 5n, nft), ...lent(liar, zeroAddress, 700n, accomplice)];
    const internalCalls = [internalCall(pool, wallet, 700n)];
    expect(treatments(sale, { to: pool, internalCalls })[0]).toBe('NFT_SELL');
  });

  test('a box that lends out of itself, and one that exchanges, is none', () => {
    const fromLiar = erc20Transfer(liar, wallet, 500n, weth);
    expect(treatments([fromLiar, ...lent(liar, weth, 500n)], byRouter)[0]).not.toBe('BORROW');
    const traded = [...swap, ...lent(liar, weth, 500n, pool)];
    expect(treatments(traded, byRouter)).toEqual(sold);
  });

  test('of a box that is one, nobody lends what he did not move, and is not paid what another was', () => {
    const paidOut = [
      erc20Transfer(box, wallet, 500n, weth),
      said(box, 'LogWithdraw', [weth, wallet, wallet], 500n, 480n),
    ];
    const lie = (share: bigint, to: Address) => [
      said(box, 'LogTransfer', [weth, liar, to], share),
      said(liar, 'LogBorrow', [wallet, wallet], 500n, 495n),
    ];
    expect(treatments([...lie(480n, wallet), ...paidOut], byRouter)[0]).toBe('BORROW');
    expect(treatments([...lie(1n, wallet), ...paidOut], byRouter)[0]).toBe('WITHDRAW');
    expect(treatments([...lie(480n, stranger), ...paidOut], byRouter)[0]).toBe('WITHDRAW');
    const another = [
      erc20Transfer(wallet, box, 1000n),
      said(box, 'LogDeposit', [token, wallet, pool], 1000n, 999n),
      said(box, 'LogTransfer', [token, liar, liar], 0n),
      said(liar, 'LogRepay', [box, wallet], 1000n, 999n),
    ];
    expect(treatments(another, byRouter)).toEqual(['SEND', 'DISPOSAL']);
  });
});

describe('credit accounts are those of the facade that the wallet calls', () => {
  test('what is paid to anybody is no collateral because a third says so', () => {
    const sent = erc20Transfer(wallet, stranger, 1000n);
    for (const lie of [
      said(liar, 'AddCollateral', [stranger, token], 1000n),
      logged('OpenCreditAccount(address,address,uint256,uint16)', [wallet, stranger], [1n, 0n], liar),
    ]) {
      expect(treatments([junk, sent, lie], byRouter)).toEqual(['SEND', 'DISPOSAL']);
    }
  });

  test('a reward is one', () => {
    const claimed = [erc20Transfer(pool, wallet, 700n), said(pool, 'RewardPaid', [wallet], 700n)];
    const lies = [
      logged(
        'WithdrawCollateral(address,address,uint256,address)',
        [pool, token],
        [700n, BigInt(wallet)],
        liar,
      ),
      said(liar, 'CloseCreditAccount', [wallet, wallet]),
    ];
    expect(treatments([junk, ...claimed, ...lies], { to: pool })).toEqual(['CLAIM', 'INCOME']);
  });

  test('pools of two tokens log what they took of each', () => {
    const added = said(pool, 'AddLiquidity', [wallet, wallet], 1000n, 700n);
    const both = [given, erc20Transfer(wallet, pool, 700n, otherToken), added];
    expect(treatments(both, { to: pool })).toEqual(['SEND', 'DISPOSAL', 'DISPOSAL']);
    expect(treatments([...both, erc20Transfer(zeroAddress, wallet, 50n, pool)], { to: pool })).toEqual([
      ...['DEPOSIT', 'DISPOSAL', 'DISPOSAL', 'ACQUISITION'],
    ]);
    const left = said(pool, 'RemoveLiquidity', [wallet, wallet], 50n);
    const back = [erc20Transfer(pool, wallet, 1000n), erc20Transfer(pool, wallet, 700n, otherToken)];
    expect(
      treatments([erc20Transfer(wallet, zeroAddress, 50n, pool), ...back, left], { to: pool }).slice(1),
    ).not.toContain('CARRY');
  });

  test('nothing is lent to a pool that another is paid', () => {
    const minted = erc20Transfer(zeroAddress, wallet, 500n, weth);
    const lie = said(liar, 'AddLiquidity', [wallet, wallet], 1000n, 0n);
    expect(treatments([junk, given, minted, swapEvent(pool), lie], byRouter)).toEqual(sold);
  });
});

describe("events of Curve's shapes", () => {
  test('what is bought beside a payment to Silo is no collateral', () => {
    const paid = [given, said(pool, 'Repay', [wallet, wallet], 1000n, 900n)];
    const bought = erc20Transfer(stranger, wallet, 5n, otherToken);
    expect(treatments([...paid, bought], byRouter)).toEqual(['REPAY', 'DISPOSAL', 'ACQUISITION']);
    // Somebody else pays what the wallet owes there.
    const byOther = [
      erc20Transfer(router, pool, 1000n),
      said(pool, 'Repay', [router, wallet], 1000n, 900n),
      bought,
    ];
    expect(treatments(byOther, byRouter)).toEqual(['RECEIVE', 'ACQUISITION']);
  });

  test('a trade beside a loan of assets and shares is no collateral', () => {
    const loan = [erc20Transfer(pool, wallet, 900n), said(pool, 'Borrow', [wallet, wallet], 900n, 800n)];
    const spent = erc20Transfer(wallet, stranger, 5n, otherToken);
    expect(treatments([...loan, spent], { to: pool })).not.toContain('HELD');
  });

  test('a trade is no loan because a third says so', () => {
    const lie = said(liar, 'Borrow', [liar, wallet], 1000n, 500n);
    expect(treatments([junk, ...swap, lie], byRouter)).toEqual(sold);
    expect(treatments([junk, given, got, lie], byRouter)).toEqual(sold);
    const back = said(liar, 'Repay', [liar, wallet], 500n, 1000n);
    expect(treatments([junk, given, got, back], byRouter)).toEqual(sold);
    const removed = said(liar, 'RemoveCollateral', [liar, wallet], 500n);
    expect(treatments([junk, given, got, removed], byRouter)).toEqual(sold);
  });

  test('collateral alone is told of by the contract that the wallet calls', () => {
    const lies = [
      said(liar, 'Borrow', [wallet, wallet], 1000n, 0n),
      said(liar, 'Borrow', [wallet, wallet], 9n, 500n),
    ];
    for (const lie of lies) expect(treatments([junk, given, lie], byRouter)).toEqual(['SEND', 'DISPOSAL']);
    const back = [
      said(liar, 'Repay', [wallet, wallet], 500n, 9n),
      said(liar, 'RemoveCollateral', [wallet, wallet], 500n),
    ];
    for (const lie of back)
      expect(treatments([junk, got, lie], byRouter)).toEqual(['RECEIVE', 'ACQUISITION']);
  });

  test('with leverage the loan goes to, and the collateral comes from, who exchanges it', () => {
    const [controller, amm, exchange] = [account(0xe5), account(0xe6), account(0xe7)];
    const called = { to: controller };
    const borrowed = [
      erc20Transfer(wallet, exchange, 1000n),
      erc20Transfer(controller, exchange, 400n, otherToken),
      erc20Transfer(exchange, amm, 1900n),
      said(controller, 'Borrow', [wallet, wallet], 1900n, 400n),
    ];
    expect(treatments(borrowed, called)).toEqual(['DEPOSIT', 'HELD']);
    const repaid = [
      erc20Transfer(amm, exchange, 1900n),
      erc20Transfer(exchange, controller, 400n, otherToken),
      erc20Transfer(exchange, wallet, 1000n),
      said(controller, 'Repay', [wallet, wallet], 1900n, 400n),
    ];
    expect(treatments(repaid, called)).toEqual(['WITHDRAW', 'HELD']);
  });
});

test('many events of accounts are read once', () => {
  const callers = Array.from({ length: 5 }, (_, index) => account(0xb200 + index));
  const many = (count: number, one: (index: number) => LogInput) =>
    Array.from({ length: count }, (_, index) => one(index));
  const paid = erc20Transfer(liar, wallet, 1000n);
  const each = (each: number, one: (by: Address, index: number) => LogInput) =>
    callers.flatMap((by) => [
      erc20Transfer(by, stranger, 1n, account(0xb9)),
      ...many(each, (index) => one(by, index)),
    ]);
  const gone = (by: Address) =>
    logged('WithdrawCollateral(address,address,uint256,address)', [liar, token], [1000n, BigInt(wallet)], by);
  const loan = (by: Address, index: number) => said(by, 'LogBorrow', [wallet, wallet], BigInt(index), 495n);
  const kept = (by: Address, index: number) =>
    said(by, 'LogDeposit', [token, wallet, liar], BigInt(index), 1n);
  const move = said(liar, 'LogTransfer', [token, stranger, wallet], 480n);
  const credit = said(liar, 'LogAddCollateral', [liar, stranger], 1n);
  const batches = (events: number) => [
    [
      paid,
      ...many(5000, (index) => erc20Transfer(account(0xc000 + index), liar, 5000n)),
      ...each(events, gone),
    ],
    [paid, ...many(5000, () => move), ...each(events, loan)],
    [paid, ...many(5000, () => credit), ...each(events, kept)],
  ];
  const called = { to: callers[0] ?? liar };
  const taken = (events: number): number => {
    const started = performance.now();
    for (const logs of batches(events)) classify(logs, called);
    return performance.now() - started;
  };
  taken(1);
  const few = taken(1);
  // Most of it is to read the logs; where each event reads them again, it takes sixteen times as long.
  expect(Math.min(taken(200), taken(200), taken(200))).toBeLessThan(8 * few);
});
