import { describe, expect, test } from 'vitest';
import { figures, gas, inflow, issues, lots, matches, outflow, run } from './support.ts';

const at = '2024-03-01';

/** 10 ETH for 1000 each, bought before every trade of this file. */
const funds = inflow({ id: 'funds', at: '2024-01-01', amount: '10', price: '1000' });

describe('netting within a transaction', () => {
  test('a swap with a refund: only what was kept is sold', () => {
    // 3 ETH out, 1 ETH back, 4200 USDC in: 2 ETH are sold. Both sides are known equally well: V = received = 4200.
    const result = run([
      funds,
      outflow({ id: 'out', tx: 'x', item: 1, at, amount: '3', price: '2000' }),
      inflow({ id: 'usdc', tx: 'x', item: 2, at, token: 'USDC', amount: '4200', price: '1' }),
      inflow({ id: 'back', tx: 'x', item: 3, at, amount: '1', price: '2000' }),
    ]);
    expect(matches(result)).toEqual(['out < funds: 2 ETH, 4200 - 2000 = 2200']);
    expect(lots(result, 'alice', 'USDC')).toEqual(['usdc 2024-03-01: 4200, 4200']);
    expect(figures(result)).toMatchObject({ balance: '8', inventory: '8', cost: '8000', realized: '2200' });
  });

  test('what passes through leaves nothing but its fees, as an expense', () => {
    const result = run([
      funds,
      inflow({ id: 'in', tx: 'x', item: 1, at, token: 'USDC', amount: '5', price: '1', fee: '2' }),
      outflow({ id: 'out', tx: 'x', item: 2, at, token: 'USDC', amount: '5', price: '1', fee: '1' }),
    ]);
    expect(matches(result)).toEqual([]);
    expect(figures(result, { token: 'USDC' })).toMatchObject({ balance: '0', inventory: '0', expenses: '3' });
  });

  test('a net inflow bears the first inflow, its side’s average price and the fees of both sides', () => {
    // In 2 at 10 and 2 at 20 (average 15), out 1 at 99: 3 come in for 45, plus fees 1 + 2.
    const result = run([
      outflow({ id: 'o', tx: 'x', item: 1, at, token: 'T', amount: '1', price: '99', fee: '2' }),
      inflow({ id: 'i', tx: 'x', item: 2, at, token: 'T', amount: '2', price: '10', fee: '1' }),
      inflow({ id: 'j', tx: 'x', item: 3, at, token: 'T', amount: '2', price: '20' }),
    ]);
    expect(lots(result, 'alice', 'T')).toEqual(['i 2024-03-01: 3, 48']);
  });

  test('the opposite side’s price serves where the net side has none', () => {
    const result = run([
      outflow({ id: 'o', tx: 'x', item: 1, at, token: 'T', amount: '1', price: '7' }),
      inflow({ id: 'i', tx: 'x', item: 2, at, token: 'T', amount: '3', price: null }),
    ]);
    expect(lots(result, 'alice', 'T')).toEqual(['i 2024-03-01: 2, 14']);
  });

  test('income that is spent in the same transaction stays income, and is there to be spent', () => {
    // 5 claimed at 2 = 10 income; the same 5 are deposited (disposed of) at 2: gain 0, no shortfall.
    const result = run([
      inflow({
        id: 'claim',
        tx: 'x',
        item: 2,
        at,
        token: 'CRV',
        amount: '5',
        price: '2',
        treatment: 'INCOME',
      }),
      outflow({ id: 'deposit', tx: 'x', item: 1, at, token: 'CRV', amount: '5', price: '2' }),
    ]);
    expect(matches(result)).toEqual(['deposit < claim: 5 CRV, 10 - 10 = 0']);
    expect(figures(result, { token: 'CRV' })).toMatchObject({ balance: '0', income: '10', realized: '0' });
    expect(issues(result)).toEqual([]);
  });

  test('wallets and tokens are not netted with each other', () => {
    const result = run([
      inflow({ id: 'a', tx: 'x', item: 1, at, wallet: 'alice', amount: '1', price: '5' }),
      outflow({ id: 'b', tx: 'x', item: 2, at, wallet: 'bob', amount: '1', price: '5' }),
    ]);
    expect(figures(result, { wallet: 'alice' })).toMatchObject({ balance: '1' });
    expect(figures(result, { wallet: 'bob' })).toMatchObject({ balance: '-1' });
  });
});

describe('the value of a trade', () => {
  test('only the side sold has a price: it is the cost of what is bought', () => {
    // 2 ETH at 1500 = 3000 for an unknown token.
    const result = run([
      funds,
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '2', price: '1500' }),
      inflow({ id: 'i', tx: 'x', item: 2, at, token: 'NEW', amount: '600', price: null }),
    ]);
    expect(matches(result)).toEqual(['o < funds: 2 ETH, 3000 - 2000 = 1000']);
    expect(lots(result, 'alice', 'NEW')).toEqual(['i 2024-03-01: 600, 3000']);
    expect(issues(result)).toEqual([]);
  });

  test('only the side bought has a price: it is the proceeds of what is sold', () => {
    // An airdropped token of unknown value (cost 0) for 90 USDC.
    const result = run([
      inflow({ id: 'drop', at: '2024-01-01', token: 'NEW', amount: '9', price: null }),
      outflow({ id: 'o', tx: 'x', item: 1, at, token: 'NEW', amount: '9', price: null }),
      inflow({ id: 'i', tx: 'x', item: 2, at, token: 'USDC', amount: '90', price: '1' }),
    ]);
    expect(matches(result)).toEqual(['o < drop: 9 NEW, 90 - 0 = 90 UNPRICED']);
    expect(issues(result)).toEqual(['UNPRICED_ACQUISITION drop 9']);
  });

  test.each([
    // ETH side: 2 × 1500 = 3000; token side: 100 × 31 = 3100.
    ['reference', 'deep-pool', '3000'],
    ['deep-pool', 'reference', '3100'],
    ['deep-pool', 'other', '3000'],
    ['other', 'deep-pool', '3100'],
    ['other', 'other', '3100'],
    ['reference', 'reference', '3100'],
  ] as const)('sold at a %s price, bought at a %s price: V is %s', (soldTier, boughtTier, value) => {
    const result = run([
      funds,
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '2', price: '1500', tier: soldTier }),
      inflow({ id: 'i', tx: 'x', item: 2, at, token: 'T', amount: '100', price: '31', tier: boughtTier }),
    ]);
    expect(figures(result, { token: 'T' }).cost).toBe(value);
    expect(figures(result).realized).toBe(String(Number(value) - 2000));
  });

  test('a side is as good as its worst price', () => {
    // Sold: ETH (reference) and JUNK (other) = 1500 + 100; bought: T at a deep pool = 1400 → V = 1400, shared 15 : 1.
    const result = run([
      funds,
      inflow({ id: 'junk', at: '2024-01-02', token: 'JUNK', amount: '1', price: '0' }),
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '1', price: '1500' }),
      outflow({ id: 'j', tx: 'x', item: 2, at, token: 'JUNK', amount: '1', price: '100', tier: 'other' }),
      inflow({ id: 'i', tx: 'x', item: 3, at, token: 'T', amount: '1', price: '1400', tier: 'deep-pool' }),
    ]);
    // 1400 × 1500 ÷ 1600 = 1312.5, the rest 87.5.
    expect(matches(result)).toEqual([
      'o < funds: 1 ETH, 1312.5 - 1000 = 312.5',
      'j < junk: 1 JUNK, 87.5 - 0 = 87.5',
    ]);
  });

  test('several legs share V by market value', () => {
    // Sold 3 ETH at 2000 = 6000 (reference). Bought A worth 1000 and B worth 3000 by poor prices: 1500 and 4500.
    const result = run([
      funds,
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '3', price: '2000' }),
      inflow({ id: 'a', tx: 'x', item: 2, at, token: 'A', amount: '10', price: '100', tier: 'other' }),
      inflow({ id: 'b', tx: 'x', item: 3, at, token: 'B', amount: '10', price: '300', tier: 'other' }),
    ]);
    expect(matches(result)).toEqual(['o < funds: 3 ETH, 6000 - 3000 = 3000']);
    expect(figures(result, { token: 'A' })).toMatchObject({ cost: '1500', average: '150' });
    expect(figures(result, { token: 'B' })).toMatchObject({ cost: '4500', average: '450' });
  });

  test('tiny market values share V as they stand to each other, not as they are rounded', () => {
    // V = 1,000,000. A: 3 × 10^-18; B: 1.5 × 10^-18, as money rounded to 2 × 10^-18: two thirds and a third, not 3 : 2.
    const result = run([
      funds,
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '1', price: '1000000' }),
      inflow({
        id: 'a',
        tx: 'x',
        item: 2,
        at,
        token: 'A',
        amount: '2',
        price: '0.0000000000000000015',
        tier: 'other',
      }),
      inflow({
        id: 'b',
        tx: 'x',
        item: 3,
        at,
        token: 'B',
        amount: '1',
        price: '0.0000000000000000015',
        tier: 'other',
      }),
    ]);
    expect(figures(result, { token: 'A' }).cost).toBe('666666.666666666666666667');
    expect(figures(result, { token: 'B' }).cost).toBe('333333.333333333333333333');
  });

  test('tiny values of netted legs and of tokens with other decimals, too', () => {
    // A: 2 at 1 and 2 at 3, 1 back: 3 at the average of 2, in units of 10^-19: 6. B, an NFT: 3. So 2 : 1 of 9,000.
    const unit = (price: string): string => `0.000000000000000000${price}`;
    const result = run([
      funds,
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '1', price: '9000' }),
      inflow({ id: 'a', tx: 'x', item: 2, at, token: 'A', amount: '2', price: unit('1'), tier: 'other' }),
      inflow({ id: 'c', tx: 'x', item: 3, at, token: 'A', amount: '2', price: unit('3'), tier: 'other' }),
      outflow({ id: 'd', tx: 'x', item: 4, at, token: 'A', amount: '1', price: unit('9'), tier: 'other' }),
      inflow({
        id: 'b',
        tx: 'x',
        item: 5,
        at,
        token: 'nft',
        nft: true,
        amount: '1',
        price: unit('3'),
        tier: 'other',
      }),
    ]);
    expect(figures(result, { token: 'A' }).cost).toBe('6000');
    expect(figures(result, { token: 'nft' }).cost).toBe('3000');
  });

  test('gas is shared by what legs are worth before that is rounded', () => {
    // V is 3 × 10^-18: A 1.8, B 1.2, as money 2 and 1. The gas of 100 is shared 3 : 2.
    const result = run([
      funds,
      gas({ tx: 'x', at, amount: '0.1', price: '1000' }),
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '1', price: '0.000000000000000003' }),
      inflow({ id: 'a', tx: 'x', item: 2, at, token: 'A', amount: '3', price: '1', tier: 'other' }),
      inflow({ id: 'b', tx: 'x', item: 3, at, token: 'B', amount: '2', price: '1', tier: 'other' }),
    ]);
    expect(figures(result, { token: 'A' }).cost).toBe('60.000000000000000002');
    expect(figures(result, { token: 'B' }).cost).toBe('40.000000000000000001');
  });

  test('legs without any market value share V equally', () => {
    const result = run([
      funds,
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '1', price: '100' }),
      inflow({ id: 'a', tx: 'x', item: 2, at, token: 'A', amount: '1', price: '0', tier: 'other' }),
      inflow({ id: 'b', tx: 'x', item: 3, at, token: 'B', amount: '1', price: '0', tier: 'other' }),
    ]);
    expect(figures(result, { token: 'A' }).cost).toBe('50');
    expect(figures(result, { token: 'B' }).cost).toBe('50');
  });

  test('one unpriced leg takes what the others leave', () => {
    // V = 2 × 2000 = 4000; A is worth 1500: the unpriced B costs 2500.
    const result = run([
      funds,
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '2', price: '2000' }),
      inflow({ id: 'a', tx: 'x', item: 2, at, token: 'A', amount: '1', price: '1500' }),
      inflow({ id: 'b', tx: 'x', item: 3, at, token: 'B', amount: '1', price: null }),
    ]);
    expect(figures(result, { token: 'A' }).cost).toBe('1500');
    expect(figures(result, { token: 'B' })).toMatchObject({ cost: '2500', basis: 'COMPLETE' });
  });

  test('several unpriced legs share it equally', () => {
    // V = 4000, A 1500: B and C 1250 each.
    const result = run([
      funds,
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '2', price: '2000' }),
      inflow({ id: 'a', tx: 'x', item: 2, at, token: 'A', amount: '1', price: '1500' }),
      inflow({ id: 'b', tx: 'x', item: 3, at, token: 'B', amount: '1', price: null }),
      inflow({ id: 'c', tx: 'x', item: 4, at, token: 'C', amount: '7', price: null }),
    ]);
    expect(figures(result, { token: 'A' }).cost).toBe('1500');
    expect(figures(result, { token: 'B' }).cost).toBe('1250');
    expect(figures(result, { token: 'C' }).cost).toBe('1250');
  });

  test('where the priced legs exceed V, they share it and the unpriced leg costs nothing', () => {
    // V = 1000; A says 1500, D says 500: 750 and 250; B 0.
    const result = run([
      funds,
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '1', price: '1000' }),
      inflow({ id: 'a', tx: 'x', item: 2, at, token: 'A', amount: '1', price: '1500' }),
      inflow({ id: 'b', tx: 'x', item: 3, at, token: 'B', amount: '1', price: null }),
      inflow({ id: 'd', tx: 'x', item: 4, at, token: 'D', amount: '1', price: '500' }),
    ]);
    expect(figures(result, { token: 'A' }).cost).toBe('750');
    expect(figures(result, { token: 'B' }).cost).toBe('0');
    expect(figures(result, { token: 'D' }).cost).toBe('250');
  });

  test('with an unpriced leg on each side V is unknown: each leg keeps its own price or none', () => {
    const result = run([
      funds,
      inflow({ id: 'p', at: '2024-01-02', token: 'P', amount: '1', price: '5' }),
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '1', price: '1200' }),
      outflow({ id: 'q', tx: 'x', item: 2, at, token: 'P', amount: '1', price: null }),
      inflow({ id: 'b', tx: 'x', item: 3, at, token: 'B', amount: '1', price: null }),
    ]);
    expect(matches(result)).toEqual(['o < funds: 1 ETH, 1200 - 1000 = 200', 'q < p: 1 P, ? - 5 = ?']);
    expect(issues(result)).toEqual(['UNPRICED_DISPOSAL q 1', 'UNPRICED_ACQUISITION b 1']);
  });

  test('income beside a trade is no part of it', () => {
    // Sold 1 ETH for 1100 USDC; 3 OP of income worth 6 come along: V stays 1100.
    const result = run([
      funds,
      outflow({ id: 'o', tx: 'x', item: 1, at, amount: '1', price: null }),
      inflow({ id: 'u', tx: 'x', item: 2, at, token: 'USDC', amount: '1100', price: '1' }),
      inflow({ id: 'r', tx: 'x', item: 3, at, token: 'OP', amount: '3', price: '2', treatment: 'INCOME' }),
    ]);
    expect(matches(result)).toEqual(['o < funds: 1 ETH, 1100 - 1000 = 100']);
    expect(figures(result, { token: 'OP' })).toMatchObject({ cost: '6', income: '6' });
  });
});
