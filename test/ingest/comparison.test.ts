/** What a balance and what the chain says of it come to. */
import { describe, expect, test } from 'vitest';
import { type Comparison, warningsOf, withoutRounding } from '../../src/ingest/reconciling/comparison.ts';
import type { StoredBalances } from '../../src/store/sync/reconciliation-rows.ts';

const tokenAddress = `0x${'7'.repeat(40)}` as const;
const comparison = (difference: bigint, debtMoves: number): Comparison => ({
  ...{ tokenAddress, symbol: 'DEBT', decimals: 6, amount: 1_000_000n },
  ...{ onChain: 1_000_000n + difference, difference, debtMoves },
});

describe('a token that stands for a debt', () => {
  test.each([
    // Two units for each of its moves, in either direction, and no more.
    [1n, 1, 0n],
    [-2n, 1, 0n],
    [3n, 1, 3n],
    [-6n, 3, 0n],
    [-7n, 3, -7n],
    // Of any other token each unit counts.
    [1n, 0, 1n],
  ])('a difference of %s after %s moves is %s', (difference, moves, left) => {
    expect(withoutRounding(comparison(difference, moves)).difference).toBe(left);
  });

  test('more of it is interest, less of it is missing history', () => {
    const stored = { balances: [] } as unknown as StoredBalances;
    const warn = (one: Comparison) => warningsOf([one], stored, { symbol: 'ETH', nativeDecimals: 18 });
    expect(warn(comparison(90_173_201n, 1))).toEqual([
      'Balance of DEBT differs from the chain by 90.173201: interest on a debt since it last moved',
    ]);
    expect(warn(comparison(-90_173_201n, 1))[0]).toMatch(/-90\.173201: rebasing token or missing history$/);
    expect(warn(comparison(90_173_201n, 0))[0]).toMatch(/ rebasing token or missing history$/);
  });
});
