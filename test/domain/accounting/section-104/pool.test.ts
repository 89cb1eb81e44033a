/** What enters a section 104 holding, and what comes out of it. */
import { describe, expect, test } from 'vitest';
import type { BasisStatus } from '../../../../src/domain/accounting/amounts/types.ts';
import { nothing, put, take, takeAll } from '../../../../src/domain/accounting/section-104/pool.ts';

const holding = (quantity: bigint, cost: bigint, basis: BasisStatus = 'COMPLETE') => ({
  quantity,
  cost,
  basis,
});

describe('a holding', () => {
  test('adds up quantities and costs; what is not known of a part is not known of all', () => {
    const into = holding(2n, 10n);
    put(into, holding(3n, 20n));
    expect(into).toEqual(holding(5n, 30n));
    put(into, holding(1n, 0n, 'UNPRICED'));
    expect(into).toEqual(holding(6n, 30n, 'UNPRICED'));
    put(into, holding(1n, 5n));
    expect(into).toEqual(holding(7n, 35n, 'UNPRICED'));
  });

  test('of nothing is known, whatever was taken out of it; of a cost without a quantity it is not', () => {
    const empty = nothing();
    put(empty, holding(0n, 0n, 'MISSING'));
    expect(empty).toEqual(holding(0n, 0n));
    put(empty, holding(0n, 4n, 'MISSING'));
    expect(empty).toEqual(holding(0n, 4n, 'MISSING'));
  });

  test('gives a share of its cost; the last takes all that is left', () => {
    const from = holding(3n, 10n, 'UNPRICED');
    // 10 × 1 ÷ 3.
    expect(take(from, 1n)).toEqual(holding(1n, 3n, 'UNPRICED'));
    expect(from).toEqual(holding(2n, 7n, 'UNPRICED'));
    expect(take(from, 2n)).toEqual(holding(2n, 7n, 'UNPRICED'));
    expect(from).toEqual(holding(0n, 0n));
  });

  test('gives what it has, and of nothing no more than nothing', () => {
    const from = holding(2n, 7n, 'UNPRICED');
    expect(take(from, 0n)).toEqual(holding(0n, 0n));
    expect(take(from, 5n)).toEqual(holding(2n, 7n, 'UNPRICED'));
    // A cost that is there without a quantity stays for what comes.
    const cost = holding(0n, 4n, 'MISSING');
    expect(take(cost, 1n)).toEqual(holding(0n, 0n));
    expect(cost).toEqual(holding(0n, 4n, 'MISSING'));
    expect(() => take(holding(1n, 1n), -1n)).toThrow('less than nothing is taken out of a holding');
  });

  test('what is not there costs nothing, and is missing', () => {
    expect(takeAll(holding(2n, 7n), 2n)).toEqual(holding(2n, 7n));
    expect(takeAll(holding(2n, 7n), 5n)).toEqual(holding(5n, 7n, 'MISSING'));
    expect(takeAll(nothing(), 0n)).toEqual(holding(0n, 0n));
  });
});
