import { describe, expect, test } from 'vitest';
import { figures, inflow, issues, matches, outflow, run } from './support.ts';

describe('unknown prices', () => {
  test('an unpriced acquisition costs its fees and says so; its gain counts', () => {
    // Cost: only the fee of 5. Sold 2 at 50 = 100: gain 95.
    const result = run([
      inflow({ id: 'a', at: '2024-01-01', amount: '2', price: null, fee: '5' }),
      outflow({ id: 's', at: '2024-01-02', amount: '2', price: '50' }),
    ]);
    expect(matches(result)).toEqual(['s < a: 2 ETH, 100 - 5 = 95 UNPRICED']);
    expect(figures(result)).toMatchObject({ realized: '95' });
    expect(issues(result)).toEqual(['UNPRICED_ACQUISITION a 2']);
  });

  test('an unpriced disposal consumes lots, has no proceeds and no gain, and its fee is an expense', () => {
    const result = run([
      inflow({ id: 'a', at: '2024-01-01', amount: '2', price: '10' }),
      outflow({ id: 's', at: '2024-01-02', amount: '1', price: null, fee: '3' }),
    ]);
    expect(matches(result)).toEqual(['s < a: 1 ETH, ? - 10 = ?']);
    expect(figures(result)).toMatchObject({ balance: '1', cost: '10', realized: '0', expenses: '3' });
    expect(issues(result)).toEqual(['UNPRICED_DISPOSAL s 1']);
  });

  test('an unpriced disposal of several lots', () => {
    const result = run([
      inflow({ id: 'a', at: '2024-01-01', amount: '1', price: '10' }),
      inflow({ id: 'b', at: '2024-01-02', amount: '1', price: '20' }),
      outflow({ id: 's', at: '2024-01-03', amount: '3', price: null }),
    ]);
    expect(matches(result)).toEqual([
      's < a: 1 ETH, ? - 10 = ?',
      's < b: 1 ETH, ? - 20 = ?',
      's < shortfall: 1 ETH, ? - 0 = ? MISSING',
    ]);
  });

  test('a pool with an unpriced part is unpriced until it is empty', () => {
    // Pool: 1 for 10 and 1 for nothing = 2 for 10. After it is sold out a new pool starts clean.
    const result = run([
      inflow({ id: 'a', at: '2024-01-01', amount: '1', price: '10' }),
      inflow({ id: 'b', at: '2024-01-02', amount: '1', price: null }),
      outflow({ id: 's', at: '2024-01-03', amount: '1', price: '20' }),
      outflow({ id: 't', at: '2024-01-04', amount: '1', price: '20' }),
      inflow({ id: 'c', at: '2024-01-05', amount: '1', price: '12' }),
      outflow({ id: 'u', at: '2024-01-06', amount: '1', price: '20' }),
    ]);
    expect(matches(result, 'WAC')).toEqual([
      's < pool: 1 ETH, 20 - 5 = 15 UNPRICED',
      't < pool: 1 ETH, 20 - 5 = 15 UNPRICED',
      'u < pool: 1 ETH, 20 - 12 = 8',
    ]);
  });
});

describe('rounding', () => {
  test('parts of an amount that does not divide sum to the whole', () => {
    // 1 for 1 USD, sold in thirds of 0.333333333333333333, ...333 and ...334: the last piece takes the remainder.
    const third = '0.333333333333333333';
    const result = run([
      inflow({ id: 'a', at: '2024-01-01', amount: '1', price: '1' }),
      outflow({ id: 's', at: '2024-01-02', amount: third, price: '1' }),
      outflow({ id: 't', at: '2024-01-03', amount: third, price: '1' }),
      outflow({ id: 'u', at: '2024-01-04', amount: '0.333333333333333334', price: '1' }),
    ]);
    expect(matches(result)).toEqual([
      's < a: 0.333333333333333333 ETH, 0.333333333333333333 - 0.333333333333333333 = 0',
      't < a: 0.333333333333333333 ETH, 0.333333333333333333 - 0.333333333333333333 = 0',
      'u < a: 0.333333333333333334 ETH, 0.333333333333333334 - 0.333333333333333334 = 0',
    ]);
  });

  test('proceeds over several lots: each is rounded from what is left, the last takes the remainder', () => {
    // 3 sold for 3 × 0.1 less a fee of 0.2 = 0.1. a: a third = 0.033…3; b: half of the other 0.066…67 = 0.033…35, a tie,
    // to the even 0.033…34; c: the remaining 0.033…33. Together 0.1.
    const result = run([
      inflow({ id: 'a', at: '2024-01-01', amount: '1', price: '0' }),
      inflow({ id: 'b', at: '2024-01-02', amount: '1', price: '0' }),
      inflow({ id: 'c', at: '2024-01-03', amount: '1', price: '0' }),
      outflow({ id: 's', at: '2024-01-04', amount: '3', price: '0.1', fee: '0.2' }),
    ]);
    expect(matches(result)).toEqual([
      's < a: 1 ETH, 0.033333333333333333 - 0 = 0.033333333333333333',
      's < b: 1 ETH, 0.033333333333333334 - 0 = 0.033333333333333334',
      's < c: 1 ETH, 0.033333333333333333 - 0 = 0.033333333333333333',
    ]);
  });
});
