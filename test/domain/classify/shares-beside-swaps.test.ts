/** Shares that are made or burned in a transaction in which something is exchanged, too: whose exchange it was. */
import { describe, expect, test } from 'vitest';
import type { Address } from '../../../src/domain/model.ts';
import {
  account,
  addressTopic,
  erc20Transfer,
  type LogInput,
  numberTopic,
  otherToken,
  swapEvent,
  topic,
  wallet,
  weth,
  zeroAddress,
} from '../support/chain-builders.ts';
import { logged, treatments } from '../support/told.ts';

const [vault, strategy, pair, zap] = [account(0xa1), account(0xa2), account(0xa3), account(0xa4)];

const classify = (logs: readonly LogInput[], to: Address = vault) => treatments(logs, { to });

/** What a strategy has earned is sold as somebody comes or goes, who gets a part of it. */
const harvest = [
  erc20Transfer(strategy, pair, 50n, otherToken),
  erc20Transfer(pair, strategy, 5n, weth),
  swapEvent(pair),
];
const callFee = erc20Transfer(strategy, wallet, 1n, weth);

describe('a vault that sells what it has earned', () => {
  test('takes a deposit', () => {
    const logs = [
      ...harvest,
      erc20Transfer(wallet, vault, 100n),
      erc20Transfer(vault, strategy, 100n),
      erc20Transfer(zeroAddress, wallet, 90n, vault),
    ];
    expect(classify(logs)).toEqual(['DEPOSIT', 'CARRY', 'CARRY']);
  });

  test('pays whoever has it do so', () => {
    const logs = [
      ...harvest,
      callFee,
      erc20Transfer(wallet, vault, 100n),
      erc20Transfer(zeroAddress, wallet, 90n, vault),
    ];
    expect(classify(logs)).toEqual(['DEPOSIT', 'ACQUISITION', 'CARRY', 'CARRY']);
  });

  test('gives a deposit back', () => {
    const logs = [
      ...harvest,
      erc20Transfer(wallet, zeroAddress, 90n, vault),
      erc20Transfer(vault, wallet, 100n),
    ];
    expect(classify(logs)).toEqual(['WITHDRAW', 'CARRY', 'CARRY']);
  });
});

describe("an exchange of the wallet's own", () => {
  const minted = [erc20Transfer(zeroAddress, zap, 90n, vault), erc20Transfer(zap, wallet, 90n, vault)];
  const sold = [
    erc20Transfer(wallet, zap, 100n),
    erc20Transfer(zap, pair, 100n),
    erc20Transfer(pair, zap, 5n, weth),
    swapEvent(pair),
  ];

  test('goes before a deposit by somebody else', () => {
    expect(classify([...sold, erc20Transfer(zap, vault, 5n, weth), ...minted], zap)).toEqual([
      'SWAP',
      'DISPOSAL',
      'ACQUISITION',
    ]);
  });

  test('is one on the way into a deposit where a zap says that it filled an order', () => {
    const filled: LogInput = {
      address: zap,
      topics: [
        topic(
          'FulfilledOrder(((address,uint256)[],(address,uint256)[],(address,uint256,bytes),address,address),address,address)',
        ),
        numberTopic(1n),
        addressTopic(wallet),
        addressTopic(wallet),
      ],
      data: '0x',
    };
    const logs = [...sold, erc20Transfer(zap, vault, 5n, weth), ...minted, filled];
    expect(classify(logs, zap)).toEqual(['DEPOSIT', 'DISPOSAL', 'ACQUISITION']);
    expect(classify([...logs, callFee], zap)).toEqual(['DEPOSIT', 'DISPOSAL', 'ACQUISITION', 'ACQUISITION']);
  });

  test('comes after what a vault gave back to somebody else', () => {
    const logs = [
      erc20Transfer(wallet, zap, 90n, vault),
      erc20Transfer(zap, zeroAddress, 90n, vault),
      erc20Transfer(vault, zap, 5n, weth),
      erc20Transfer(zap, pair, 5n, weth),
      swapEvent(pair),
      erc20Transfer(pair, wallet, 100n),
    ];
    expect(classify(logs, zap)).toEqual(['SWAP', 'DISPOSAL', 'ACQUISITION']);
  });

  test("is with the token's own contract where that exchanges", () => {
    const logs = [
      erc20Transfer(wallet, vault, 100n),
      erc20Transfer(zeroAddress, wallet, 90n, vault),
      swapEvent(vault),
    ];
    expect(classify(logs)).toEqual(['SWAP', 'DISPOSAL', 'ACQUISITION']);
  });

  test('is for it where the vault sells what was given', () => {
    const logs = [
      erc20Transfer(wallet, vault, 100n),
      erc20Transfer(vault, pair, 100n),
      erc20Transfer(pair, vault, 5n, weth),
      swapEvent(pair),
      erc20Transfer(zeroAddress, wallet, 90n, vault),
    ];
    expect(classify(logs)).toEqual(['SWAP', 'DISPOSAL', 'ACQUISITION']);
  });

  test('has a part of what was given', () => {
    const logs = [
      erc20Transfer(wallet, vault, 60n),
      erc20Transfer(wallet, pair, 40n),
      swapEvent(pair),
      erc20Transfer(zeroAddress, wallet, 90n, vault),
    ];
    expect(classify(logs)).toEqual(['SWAP', 'DISPOSAL', 'DISPOSAL', 'ACQUISITION']);
  });
});

describe('an older vault, before the standard', () => {
  const told = (name: string, ...amounts: readonly bigint[]): LogInput =>
    logged(`${name}(address${',uint256'.repeat(amounts.length)})`, [wallet], amounts, vault);
  /** It sells what was given, and buys what it pays out. */
  const exchanged = [erc20Transfer(vault, pair, 100n), swapEvent(pair)];
  const deposited = [erc20Transfer(wallet, vault, 100n), ...exchanged];
  const paid = [erc20Transfer(pair, wallet, 100n), swapEvent(pair)];
  const minted = erc20Transfer(zeroAddress, wallet, 90n, vault);
  const burned = erc20Transfer(wallet, zeroAddress, 90n, vault);

  test('tells shares and assets, in either order', () => {
    for (const amounts of [
      [90n, 100n],
      [100n, 90n],
    ]) {
      expect(classify([...deposited, minted, told('Deposit', ...amounts)])).toEqual([
        ...['DEPOSIT', 'CARRY', 'CARRY'],
      ]);
      expect(classify([burned, ...paid, told('Withdraw', ...amounts)])).toEqual([
        ...['WITHDRAW', 'CARRY', 'CARRY'],
      ]);
    }
  });

  test('and is not believed where its own token is not made, or not so much of it', () => {
    const bought = erc20Transfer(vault, wallet, 90n, vault);
    const swap = ['SWAP', 'DISPOSAL', 'ACQUISITION'];
    expect(classify([...deposited, bought, told('Deposit', 90n, 100n)])).toEqual(swap);
    expect(classify([...deposited, minted, told('Deposit', 80n, 100n)])).toEqual(swap);
  });

  test.each(['Deposit', 'Staked', 'Deposited'])('%s tells of the share alone', (name) => {
    const shares = 90n;
    const given = erc20Transfer(wallet, vault, 100n);
    expect(classify([given, minted, told(name, shares)])).toEqual(['DEPOSIT', 'CARRY', 'CARRY']);
    const withdrawn = name === 'Deposit' ? 'Withdraw' : 'Withdrawn';
    const got = erc20Transfer(vault, wallet, 100n);
    expect(classify([burned, got, told(withdrawn, shares)])).toEqual(['WITHDRAW', 'CARRY', 'CARRY']);
    expect(classify([burned, got, told('Withdraw', shares, 110n)])).toEqual(['WITHDRAW', 'CARRY', 'CARRY']);
    const coins = { to: vault, value: 100n };
    expect(treatments([minted, told(name, shares)], coins)).toEqual(['DEPOSIT', 'CARRY', 'CARRY']);
    const sold = [minted, told(name, shares), swapEvent(pair)];
    expect(treatments(sold, coins).slice(1)).toEqual(['DISPOSAL', 'ACQUISITION']);
    // What was exchanged for it was sold.
    expect(classify([...deposited, minted, told(name, shares)])).toEqual(['SWAP', 'DISPOSAL', 'ACQUISITION']);
    // Several things for one share are liquidity, which is a trade.
    const both = [given, erc20Transfer(wallet, vault, 5n, otherToken), minted, told(name, shares)];
    expect(classify(both).slice(0, 3)).toEqual(['DEPOSIT', 'DISPOSAL', 'DISPOSAL']);
  });

  test('a queue tells of the share alone, and what comes beside it is no part of that', () => {
    const reward = erc20Transfer(vault, wallet, 3n, otherToken);
    expect(classify([burned, reward, told('RequestWithdraw', 100n, 90n)])).toEqual([
      ...['WITHDRAW', 'CARRY', 'ACQUISITION'],
    ]);
  });
});
