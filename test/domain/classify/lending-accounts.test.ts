/** Accounts that lenders keep for a wallet: boxes of Abracadabra, credit accounts of Gearbox, the numbered accounts of Euler and Dolomite. */
import { describe, expect, test } from 'vitest';
import type { Address } from '../../../src/domain/model.ts';
import { chainRules } from '../../../src/domain/normalize/chain-rules.ts';
import {
  account,
  chainTransaction,
  erc20Transfer,
  internalCall,
  type LogInput,
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
import { classifyCase } from './meaning/judge.ts';

const booked = (...given: Parameters<typeof classify>) => {
  const { kind, movements } = classify(...given);
  return [kind, ...movements.map(({ taxTreatment, heldBy }) => [taxTreatment, heldBy])];
};

describe('Abracadabra', () => {
  const [box, cauldron, mim] = [account(0xd1), account(0xd2), otherToken];
  const inBox = (name: string, of: Address, from: Address, to: Address, ...numbers: bigint[]) =>
    logged(
      `${name}(address,address,address${',uint256'.repeat(numbers.length)})`,
      [of, from, to],
      numbers,
      box,
    );
  const byCauldron = (name: string, from: Address, to: Address, ...numbers: bigint[]) =>
    logged(`${name}(address,address${',uint256'.repeat(numbers.length)})`, [from, to], numbers, cauldron);
  const called = { to: cauldron };
  const collateral = [
    erc20Transfer(wallet, box, 1000n),
    inBox('LogDeposit', token, wallet, cauldron, 1000n, 990n),
    byCauldron('LogAddCollateral', box, wallet, 990n),
  ];
  /** 500 are lent, and a fee of 2 is owed beside them. */
  const loan = [
    inBox('LogTransfer', mim, cauldron, wallet, 480n),
    byCauldron('LogBorrow', wallet, wallet, 502n, 495n),
    erc20Transfer(box, wallet, 500n, mim),
    inBox('LogWithdraw', mim, wallet, wallet, 500n, 480n),
  ];
  const back = [
    byCauldron('LogRemoveCollateral', wallet, wallet, 990n),
    inBox('LogTransfer', token, cauldron, wallet, 990n),
    erc20Transfer(box, wallet, 1000n),
    inBox('LogWithdraw', token, wallet, wallet, 1000n, 990n),
  ];
  /** Shares are paid for, which 502 are, rounded up. */
  const payment = [
    erc20Transfer(wallet, box, 503n, mim),
    inBox('LogDeposit', mim, wallet, cauldron, 503n, 482n),
    inBox('LogTransfer', mim, box, cauldron, 482n),
    byCauldron('LogRepay', box, wallet, 502n, 495n),
  ];

  test('collateral is held by the box, and a loan is owed to the cauldron', () => {
    expect(booked([...collateral, ...loan], called)).toEqual([
      ...['BORROW', ['HELD', box], ['ACQUISITION', cauldron]],
    ]);
    expect(booked(collateral, called)).toEqual(['DEPOSIT', ['HELD', box]]);
    expect(booked([...payment, ...back], called)).toEqual([
      ...['REPAY', ['DISPOSAL', cauldron], ['HELD', box]],
    ]);
  });

  test('collateral that comes back beside a loan is no part of it', () => {
    const small = [
      byCauldron('LogRemoveCollateral', wallet, wallet, 9n),
      inBox('LogTransfer', token, cauldron, wallet, 9n),
      erc20Transfer(box, wallet, 10n),
      inBox('LogWithdraw', token, wallet, wallet, 10n, 9n),
    ];
    expect(booked([...small, ...loan], called)).toEqual(['BORROW', ['HELD', box], ['ACQUISITION', cauldron]]);
  });

  test('coins go in as they are', () => {
    const deposit = inBox('LogDeposit', weth, wallet, cauldron, 1000n, 990n);
    const logs = [deposit, byCauldron('LogAddCollateral', box, wallet, 990n)];
    const wrapped = { ...called, value: 1000n, internalCalls: [internalCall(cauldron, box, 1000n)] };
    // The cauldron is called with coins; the box that logs is no party of theirs, but of its own.
    expect(treatments(logs, { ...wrapped, to: box })).toEqual(['DEPOSIT', 'HELD']);
  });

  test("what is put into somebody else's account is not held for who pays", () => {
    const other = [...collateral.slice(0, 2), byCauldron('LogAddCollateral', box, stranger, 990n)];
    expect(booked(other, called)).toEqual(['DEPOSIT', ['CARRY', null]]);
  });

  test('a loan that the box did not give is none', () => {
    const [moved, lie, paid] = loan;
    if (moved === undefined || lie === undefined || paid === undefined) throw new Error('nothing is lent');
    // No word of the box that so much left it; or more left than was lent.
    expect(booked([moved, lie, paid], called)[0]).toBe('RECEIVE');
    const more = inBox('LogWithdraw', mim, wallet, wallet, 600n, 570n);
    expect(booked([moved, lie, erc20Transfer(box, wallet, 600n, mim), more], called)[0]).toBe('WITHDRAW');
    // In a stranger's transaction nobody borrows.
    expect(booked(loan, { ...called, from: stranger })).toEqual(['RECEIVE', ['ACQUISITION', null]]);
  });

  test('Kashi moves what it lends after it says so', () => {
    const logs = [
      byCauldron('LogBorrow', wallet, wallet, 500n, 2n, 495n),
      inBox('LogTransfer', mim, cauldron, wallet, 480n),
      ...loan.slice(2),
    ];
    expect(booked(logs, called)).toEqual(['BORROW', ['ACQUISITION', cauldron]]);
  });
});

describe('Gearbox', () => {
  const [facade, credit, pool] = [account(0xd4), account(0xd5), account(0xd6)];
  const called = { to: facade };
  const added = (to: Address, amount = 1000n, by = facade) =>
    logged('AddCollateral(address,address,uint256)', [to, token], [amount], by);
  const gone = (amount = 1000n) =>
    logged(
      'WithdrawCollateral(address,address,uint256,address)',
      [credit, token],
      [amount, BigInt(wallet)],
      facade,
    );
  const given = erc20Transfer(wallet, credit, 1000n);
  const got = erc20Transfer(credit, wallet, 1000n);

  test('collateral in a credit account, and back', () => {
    expect(booked([given, added(credit)], called)).toEqual(['DEPOSIT', ['HELD', facade]]);
    expect(booked([got, gone()], called)).toEqual(['WITHDRAW', ['HELD', facade]]);
  });

  test('what the pool lent the account for it is borrowed', () => {
    const lent = (amount: bigint) => [
      erc20Transfer(pool, credit, amount),
      logged('Borrow(address,address,uint256)', [account(0xd7), credit], [amount], pool),
    ];
    expect(booked([...lent(5000n), got, gone()], called)).toEqual(['BORROW', ['ACQUISITION', facade]]);
    expect(booked([...lent(999n), got, gone()], called)).toEqual(['WITHDRAW', ['HELD', facade]]);
  });

  test('version 2 names the wallet, or no amount at all', () => {
    expect(booked([given, added(wallet)], called)).toEqual(['DEPOSIT', ['HELD', facade]]);
    const opened = logged(
      'OpenCreditAccount(address,address,uint256,uint16)',
      [wallet, credit],
      [4000n, 0n],
      facade,
    );
    expect(booked([given, opened], called)).toEqual(['DEPOSIT', ['HELD', facade]]);
    const closed = logged('CloseCreditAccount(address,address)', [wallet, wallet], [], facade);
    expect(booked([got, closed], called)).toEqual(['WITHDRAW', ['HELD', facade]]);
  });

  test('pools of version 2', () => {
    const share = account(0xd8);
    const deposit = logged(
      'AddLiquidity(address,address,uint256,uint256)',
      [wallet, wallet],
      [1000n, 0n],
      pool,
    );
    const minted = erc20Transfer(zeroAddress, wallet, 900n, share);
    expect(treatments([erc20Transfer(wallet, pool, 1000n), minted, deposit], { to: pool })).toEqual([
      ...['DEPOSIT', 'CARRY', 'CARRY'],
    ]);
    const left = logged('RemoveLiquidity(address,address,uint256)', [wallet, wallet], [900n], pool);
    const burned = erc20Transfer(wallet, zeroAddress, 900n, share);
    expect(treatments([erc20Transfer(pool, wallet, 1000n), burned, left], { to: pool })).toEqual([
      ...['WITHDRAW', 'CARRY', 'CARRY'],
    ]);
  });

  test('what is sold is no collateral, whoever says so', () => {
    const sale = [given, erc20Transfer(credit, wallet, 500n, weth)];
    expect(treatments([...sale, added(credit)], { to: router })).toEqual(['SWAP', 'DISPOSAL', 'ACQUISITION']);
    expect(treatments([...sale, swapEvent(credit), added(credit)], { to: router })[0]).toBe('SWAP');
    expect(treatments([...sale, added(wallet)], { to: router })[0]).toBe('SWAP');
    // Of another amount, of another account, and where the wallet did not ask for it.
    expect(treatments([given, added(credit, 990n)], called)[0]).toBe('SEND');
    expect(treatments([given, added(pool)], called)[0]).toBe('SEND');
    expect(treatments([got, gone()], { from: stranger, to: pool })).toEqual(['RECEIVE', 'ACQUISITION']);
  });

  test("Fraxlend's collateral, of the same shape, is still its own", () => {
    const fraxlend = logged('AddCollateral(address,address,uint256)', [wallet, wallet], [1000n], facade);
    expect(classify([erc20Transfer(wallet, facade, 1000n), fraxlend], called).kindReason).toContain(
      'isolated lending',
    );
  });
});

describe("Curve's lending of the second version, which names who calls and whose loan it is", () => {
  const [controller, amm] = [account(0xe5), account(0xe6)];
  const called = { to: controller };
  const told = (name: string, user: Address, ...numbers: bigint[]) =>
    logged(
      `${name}(address,address${',uint256'.repeat(numbers.length)})`,
      [wallet, user],
      numbers,
      controller,
    );
  const collateral = erc20Transfer(wallet, amm, 1000n);
  const lent = erc20Transfer(controller, wallet, 400n, otherToken);

  test('a loan, its payment, and collateral alone', () => {
    expect(booked([collateral, lent, told('Borrow', wallet, 1000n, 400n)], called)).toEqual([
      ...['BORROW', ['HELD', controller], ['ACQUISITION', controller]],
    ]);
    const paid = [erc20Transfer(wallet, controller, 400n, otherToken), erc20Transfer(amm, wallet, 1000n)];
    expect(booked([...paid, told('Repay', wallet, 1000n, 400n)], called)).toEqual([
      ...['REPAY', ['DISPOSAL', controller], ['HELD', controller]],
    ]);
    expect(booked([erc20Transfer(amm, wallet, 10n), told('RemoveCollateral', wallet, 10n)], called)).toEqual([
      ...['WITHDRAW', ['HELD', controller]],
    ]);
  });

  test("somebody else's loan is not owed by who is paid, and its collateral not held for who pays", () => {
    expect(booked([lent, told('Borrow', stranger, 0n, 400n)], called)).toEqual([
      'RECEIVE',
      ['ACQUISITION', null],
    ]);
    expect(booked([collateral, told('Borrow', stranger, 1000n, 0n)], called)).toEqual([
      ...['DEPOSIT', ['CARRY', null]],
    ]);
  });

  test('a payment to Silo, of the same shape, is one', () => {
    const silo = logged('Repay(address,address,uint256,uint256)', [wallet, wallet], [400n, 390n], controller);
    expect(booked([erc20Transfer(wallet, controller, 400n, otherToken), silo], called)).toEqual([
      ...['REPAY', ['DISPOSAL', controller]],
    ]);
  });
});

describe("Euler's numbered accounts", () => {
  /** Euler's connector tells them apart by the last byte of the address. */
  const owner: Address = '0x52908400098527886e0f7030069857d2e4169ea0';
  const numbered: Address = '0x52908400098527886e0f7030069857d2e4169ea3';
  const another: Address = '0x52908400098527886e0f7030069857d2e4169fa0';
  const vault = account(0xe8);
  const of = (...logs: LogInput[]) => {
    const transaction = chainTransaction({ from: owner, to: router, input: '0x12345678', logs });
    const { kind, movements } = classifyCase({
      chainId: 31337,
      account: owner,
      transaction,
      tokens: new Map(),
    });
    return [kind, ...movements.map(({ taxTreatment, heldBy }) => [taxTreatment, heldBy])];
  };
  const said = (name: string, named: readonly Address[], ...numbers: bigint[]) =>
    logged(
      `${name}(${[...named.map(() => 'address'), ...numbers.map(() => 'uint256')].join()})`,
      named,
      numbers,
      vault,
    );
  const given = erc20Transfer(owner, vault, 1000n);
  const got = erc20Transfer(vault, owner, 1000n);

  test('a loan, and its payment', () => {
    expect(of(got, said('Borrow', [numbered], 1000n))).toEqual(['BORROW', ['ACQUISITION', vault]]);
    expect(of(given, said('Repay', [numbered], 1000n))).toEqual(['REPAY', ['DISPOSAL', vault]]);
    expect(of(got, said('Borrow', [another], 1000n))).toEqual(['RECEIVE', ['ACQUISITION', null]]);
  });

  test('a deposit is held by the vault, whose shares another account has, and comes back', () => {
    const shares = erc20Transfer(zeroAddress, numbered, 900n, vault);
    const deposit = said('Deposit', [owner, numbered], 1000n, 900n);
    expect(of(given, shares, deposit)).toEqual(['DEPOSIT', ['HELD', vault]]);
    const withdrawal = said('Withdraw', [numbered, owner, numbered], 1000n, 900n);
    expect(of(erc20Transfer(numbered, zeroAddress, 900n, vault), got, withdrawal)).toEqual([
      ...['WITHDRAW', ['HELD', vault]],
    ]);
    expect(of(given, said('Deposit', [owner, another], 1000n, 900n))).toEqual(['DEPOSIT', ['CARRY', null]]);
  });
});

describe('Dolomite', () => {
  const margin = account(0xd1);
  const called = { to: account(0xd2) };
  /** Account 7 of the market 3: 1000 move, and then it has `left` of it, or owes as much. */
  const told = (name: 'LogDeposit' | 'LogWithdraw', left: bigint, owner = wallet, by = margin) => {
    const isIn = name === 'LogDeposit' ? 1n : 0n;
    const balance = left < 0n ? -left : left;
    return logged(
      `${name}(address,uint256,uint256,((bool,uint256),(bool,uint128)),address)`,
      [owner],
      [7n, 3n, isIn, 1000n, left > 0n ? 1n : 0n, balance, BigInt(wallet)],
      by,
    );
  };
  const given = erc20Transfer(wallet, margin, 1000n);
  const got = erc20Transfer(margin, wallet, 1000n);

  test('what is put in is kept, or pays back; what is taken out was kept, or is lent', () => {
    expect(booked([given, told('LogDeposit', 5000n)], called)).toEqual(['DEPOSIT', ['HELD', margin]]);
    expect(booked([got, told('LogWithdraw', 5000n)], called)).toEqual(['WITHDRAW', ['HELD', margin]]);
    expect(booked([got, told('LogWithdraw', 0n)], called)).toEqual(['WITHDRAW', ['HELD', margin]]);
    expect(booked([got, told('LogWithdraw', -990n)], called)).toEqual(['BORROW', ['ACQUISITION', margin]]);
    for (const left of [-5000n, 0n])
      expect(booked([given, told('LogDeposit', left)], called)).toEqual(['REPAY', ['DISPOSAL', margin]]);
    // Most of it pays back, or was kept.
    expect(booked([given, told('LogDeposit', 10n)], called)[0]).toBe('REPAY');
    expect(booked([got, told('LogWithdraw', -10n)], called)[0]).toBe('WITHDRAW');
  });

  test('of two equal sums in one transaction each event speaks of the one before it', () => {
    const other = erc20Transfer(wallet, margin, 1000n, otherToken);
    const both = (first: bigint, second: bigint) =>
      classify([given, told('LogDeposit', first), other, told('LogDeposit', second)], called).movements.map(
        ({ movement, taxTreatment }) => [movement.tokenAddress === otherToken, taxTreatment],
      );
    expect(both(-5000n, 5000n)).toEqual([
      [false, 'DISPOSAL'],
      [true, 'HELD'],
    ]);
    expect(both(5000n, -5000n)).toEqual([
      [false, 'HELD'],
      [true, 'DISPOSAL'],
    ]);
  });

  test('coins are wrapped by a proxy', () => {
    const { wrappedNative } = chainRules(1);
    if (wrappedNative === null) throw new Error('no wrapper');
    const deposit = (coin: Address) =>
      classify(
        [erc20Transfer(called.to, margin, 1000n, coin), told('LogDeposit', 5000n)],
        { ...called, value: 1000n },
        1,
      );
    expect(deposit(wrappedNative).kind).toBe('DEPOSIT');
    expect(deposit(otherToken).kind).toBe('SEND');
  });

  test('who is not paid, or did not pay, or speaks of somebody else, is not believed', () => {
    const lies = [
      [erc20Transfer(wallet, stranger, 1000n), told('LogDeposit', 5000n)],
      [given, told('LogDeposit', 5000n, stranger)],
      [
        given,
        erc20Transfer(stranger, called.to, 1000n, otherToken),
        told('LogDeposit', 5000n, wallet, called.to),
      ],
    ];
    expect(lies.map((logs) => classify(logs, called).kind)).toEqual(lies.map(() => 'SEND'));
    // Somebody else's transaction pays no loan.
    const paid = classify([got, told('LogWithdraw', -5000n)], { ...called, from: stranger });
    expect(paid.kind).toBe('RECEIVE');
  });
});
