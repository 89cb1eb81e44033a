import { describe, expect, test } from 'vitest';
import { figures, inflow, issues, matches, outflow, run } from './support.ts';

const both = { currencies: ['USD', 'ETH'] } as const;

describe('several currencies in one pass', () => {
  test('each amount is in the currency of its day', () => {
    // T is worth 2000 USD both times, but ETH doubled from 1000 to 2000: bought for 2 ETH, sold for 1.
    const result = run(
      [
        inflow({ id: 'a', at: '2024-01-01', token: 'T', amount: '3', price: ['2000', '2'] }),
        outflow({ id: 's', at: '2024-06-01', token: 'T', amount: '3', price: ['2000', '1'] }),
      ],
      both,
    );
    expect(matches(result, 'FIFO', 0)).toEqual(['s < a: 3 T, 6000 - 6000 = 0']);
    expect(matches(result, 'FIFO', 1)).toEqual(['s < a: 3 T, 3 - 6 = -3']);
  });

  test('a price may be unknown in one of them only', () => {
    const result = run(
      [
        inflow({ id: 'a', at: '2014-01-01', token: 'T', amount: '1', price: ['5', null] }),
        outflow({ id: 's', at: '2024-01-01', token: 'T', amount: '1', price: ['9', '0.003'] }),
      ],
      both,
    );
    expect(matches(result, 'FIFO', 0)).toEqual(['s < a: 1 T, 9 - 5 = 4']);
    expect(matches(result, 'FIFO', 1)).toEqual(['s < a: 1 T, 0.003 - 0 = 0.003 UNPRICED']);
    expect(issues(result)).toEqual(['UNPRICED_ACQUISITION a 1']);
    expect(result.issues[0]?.currencies).toEqual(['ETH']);
  });

  test('the value of a trade is found in each of them', () => {
    // USD: only the sold side is known (100); ETH: only the bought side (0.07).
    const result = run(
      [
        inflow({ id: 'a', at: '2024-01-01', token: 'A', amount: '1', price: ['60', '0.05'] }),
        outflow({
          id: 's',
          tx: 'x',
          item: 1,
          at: '2024-02-01',
          token: 'A',
          amount: '1',
          price: ['100', null],
        }),
        inflow({
          id: 'b',
          tx: 'x',
          item: 2,
          at: '2024-02-01',
          token: 'B',
          amount: '1',
          price: [null, '0.07'],
        }),
      ],
      both,
    );
    expect(matches(result, 'FIFO', 0)).toEqual(['s < a: 1 A, 100 - 60 = 40']);
    expect(matches(result, 'FIFO', 1)).toEqual(['s < a: 1 A, 0.07 - 0.05 = 0.02']);
    expect(figures(result, { token: 'B' }).cost).toBe('100');
  });

  test('a fee that one currency cannot bear is an expense there', () => {
    // 1 T sold for 9 USD less 2; its price in ETH is unknown, so the 0.001 ETH of fee are an expense.
    const sale = outflow({ id: 's', at: '2024-01-02', token: 'T', amount: '1', price: ['9', null] });
    const result = run(
      [
        inflow({ id: 'a', at: '2024-01-01', token: 'T', amount: '1', price: ['5', '0.002'] }),
        { ...sale, feeValue: [2n * 10n ** 18n, 10n ** 15n] },
      ],
      both,
    );
    expect(matches(result, 'FIFO', 0)).toEqual(['s < a: 1 T, 7 - 5 = 2']);
    expect(matches(result, 'FIFO', 1)).toEqual(['s < a: 1 T, ? - 0.002 = ?']);
    expect(result.ledger.accounts()[0]?.expenses).toEqual([0n, 10n ** 15n]);
  });

  test('HIFO ranks by the first', () => {
    // b is dearer in USD, a in ETH.
    const movements = [
      inflow({ id: 'a', at: '2024-01-01', token: 'T', amount: '1', price: ['100', '0.2'] }),
      inflow({ id: 'b', at: '2024-01-02', token: 'T', amount: '1', price: ['200', '0.1'] }),
      outflow({ id: 's', at: '2024-01-03', token: 'T', amount: '1', price: ['300', '0.3'] }),
    ];
    expect(matches(run(movements, both), 'HIFO', 1)).toEqual(['s < b: 1 T, 0.3 - 0.1 = 0.2']);
  });
});
