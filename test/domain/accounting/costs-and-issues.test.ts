/** What is an expense, what is an issue and what is neither; one event per account and transaction. */
import { describe, expect, test } from 'vitest';
import { divideHalfEven } from '../../../src/domain/accounting/amounts/amounts.ts';
import { basisOf, missingBasis, unpricedBasis } from '../../../src/domain/accounting/inventory/inventory.ts';
import { arrive, figures, gas, inflow, issues, leave, lots, matches, outflow, run } from './support.ts';

const ether = inflow({ id: 'e', at: '2024-01-01', amount: '1', price: '1000' });
const tokens = inflow({ id: 't', at: '2024-01-02', token: 'T', amount: '10', price: '1' });

describe('costs', () => {
  test('gas of an EXPENSE comes off its proceeds and is no expense of its own', () => {
    // 2 T paid away at 3 = 6 of expense; gas 0.001 ETH × 1,000 = 1; 6 − 1 − 2 × 1 = 3.
    const result = run([
      ether,
      tokens,
      gas({ tx: 'x', at: '2024-01-03', amount: '0.001', price: '1000' }),
      outflow({
        id: 's',
        tx: 'x',
        at: '2024-01-03',
        token: 'T',
        amount: '2',
        price: '3',
        treatment: 'EXPENSE',
      }),
    ]);
    expect(matches(result)).toEqual(['x < e: 0.001 ETH, 1 - 1 = 0', 's < t: 2 T, 5 - 2 = 3']);
    expect(figures(result, { token: 'T' }).expenses).toBe('6');
    expect(figures(result).expenses).toBe('0');
  });

  test('a stated fee of gas that nothing can bear is added to its expense', () => {
    // 0.001 ETH × 1,000 = 1, and 0.5 beside.
    const result = run([
      ether,
      gas({ tx: 'x', at: '2024-01-03', amount: '0.001', price: '1000', fee: '0.5' }),
    ]);
    expect(figures(result).expenses).toBe('1.5');
  });

  test('a stated fee of an arrival is an expense where it arrived', () => {
    const result = run([
      tokens,
      leave({ id: 'o', tx: 'x', at: '2024-01-03', token: 'T', amount: '4', price: '1', pair: 'p' }),
      arrive({
        id: 'i',
        tx: 'x',
        item: 2,
        at: '2024-01-03',
        token: 'T',
        wallet: 'bob',
        amount: '4',
        price: '1',
        pair: 'p',
        fee: '2',
      }),
    ]);
    expect(figures(result, { token: 'T', wallet: 'bob' }).expenses).toBe('2');
    expect(lots(result, 'bob', 'T')).toEqual(['t 2024-01-02: 4, 4']);
  });
});

describe('issues', () => {
  test('a stated basis settles an unpriced acquisition, but not unpriced income', () => {
    const stated = { cost: '7' };
    const bought = inflow({ id: 'a', at: '2024-01-01', amount: '1', price: null, stated });
    expect(issues(run([bought]))).toEqual([]);
    expect(issues(run([{ ...bought, treatment: 'INCOME' }]))).toEqual(['UNPRICED_ACQUISITION a 1']);
  });

  test('what is not taxable needs no price, but a gift needs a basis', () => {
    const result = run([
      inflow({ id: 'a', at: '2024-01-01', amount: '2', price: null, treatment: 'NON_TAXABLE' }),
      outflow({ id: 'b', at: '2024-01-02', amount: '1', price: null, treatment: 'NON_TAXABLE' }),
    ]);
    expect(issues(result)).toEqual(['MISSING_BASIS a 2']);
    expect(figures(result)).toMatchObject({ balance: '1', cost: '0', basis: 'MISSING' });
  });

  test('what a priced move loses is an expense and no issue', () => {
    // 4 left, 3 arrived: 1 × 5 is the expense, its gain 5 − 1.
    const result = run([
      tokens,
      leave({ id: 'o', tx: 'x', at: '2024-01-03', token: 'T', amount: '4', price: '5', pair: 'p' }),
      arrive({
        id: 'i',
        tx: 'x',
        item: 2,
        at: '2024-01-03',
        token: 'T',
        wallet: 'bob',
        amount: '3',
        price: '5',
        pair: 'p',
      }),
    ]);
    expect(issues(result)).toEqual([]);
    expect(matches(result)).toEqual(['o < t: 1 T, 5 - 1 = 4']);
    expect(figures(result, { token: 'T' }).expenses).toBe('5');
  });

  test('one outflow that arrives in two wallets is shared by market value, nothing is lost', () => {
    // 6 T of cost 6; 2 × 10 and 4 × 10 arrive: a third and two thirds.
    const end = { tx: 'x', at: '2024-01-03', token: 'T', price: '10', pair: 'p' } as const;
    const result = run([
      tokens,
      leave({ ...end, id: 'o', amount: '6' }),
      arrive({ ...end, id: 'i', item: 2, wallet: 'bob', amount: '2' }),
      arrive({ ...end, id: 'j', item: 3, wallet: 'carol', amount: '4' }),
    ]);
    expect(issues(result)).toEqual([]);
    expect(matches(result)).toEqual([]);
    expect(lots(result, 'bob', 'T')).toEqual(['t 2024-01-02: 2, 2']);
    expect(lots(result, 'carol', 'T')).toEqual(['t 2024-01-02: 4, 4']);
  });
});

test('an account that a transaction touches twice gets one event, after all of it', () => {
  const result = run([
    ether,
    gas({ tx: 'x', at: '2024-01-03', amount: '0.25', price: '1000' }),
    outflow({ id: 's', tx: 'x', at: '2024-01-03', amount: '0.25', price: '1000' }),
  ]);
  expect(result.totals.map(({ balance }) => balance)).toEqual([10n ** 18n, 5n * 10n ** 17n]);
});

// Half-even: ties go to the even neighbour, for either sign and for odd and even denominators.
test.each<[bigint, bigint, bigint]>([
  [1n, 2n, 0n],
  [3n, 2n, 2n],
  [5n, 2n, 2n],
  [-1n, 2n, 0n],
  [-3n, 2n, -2n],
  [-5n, 2n, -2n],
  [1n, 3n, 0n],
  [2n, 3n, 1n],
  [4n, 3n, 1n],
  [5n, 3n, 2n],
  [-4n, 3n, -1n],
  [-5n, 3n, -2n],
  [5n, 4n, 1n],
  [6n, 4n, 2n],
  [7n, 4n, 2n],
  [10n, 4n, 2n],
  [9n, 3n, 3n],
  [7n, 1n, 7n],
  [0n, 5n, 0n],
])('%d ÷ %d = %d', (numerator, denominator, quotient) => {
  expect(divideHalfEven(numerator, denominator)).toBe(quotient);
});

test('a lot says per currency what is known of its basis', () => {
  expect(basisOf(0, 4)).toEqual(['COMPLETE', 'COMPLETE', 'COMPLETE', 'COMPLETE']);
  expect(basisOf(unpricedBasis(0) | unpricedBasis(3), 4)).toEqual([
    'UNPRICED',
    'COMPLETE',
    'COMPLETE',
    'UNPRICED',
  ]);
  expect(basisOf(missingBasis | unpricedBasis(1), 4)).toEqual(['MISSING', 'MISSING', 'MISSING', 'MISSING']);
  expect(basisOf(missingBasis, 3)).toEqual(['MISSING', 'MISSING', 'MISSING']);
});
