/** The rules of matching against a second computation: token by token, in fractions. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { costOf, gainsBookOf, kindOf } from './support.ts';

/** So many bought (or sold) on a day, all for so much money, in 10^-18. */
interface Trade {
  day: number;
  amount: number;
  money: number;
}

type Fraction = readonly [numerator: bigint, denominator: bigint];
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => reduced([a * d + c * b, b * d]);
const times = ([a, b]: Fraction, [c, d]: Fraction): Fraction => reduced([a * c, b * d]);
function reduced([numerator, denominator]: Fraction): Fraction {
  let [common, rest] = [numerator < 0n ? -numerator : numerator, denominator];
  while (rest !== 0n) [common, rest] = [rest, common % rest];
  return common === 0n ? [0n, 1n] : [numerator / common, denominator / common];
}
const zero: Fraction = [0n, 1n];

/**
 * The cost of each day's disposal, one token after the other: each token that was sold looks for one of its own day, then for the first of
 * the 30 days after it, and else comes out of the pool of those that nothing found.
 */
function byToken(trades: readonly Trade[]): Map<number, Fraction> {
  const days = [...new Set(trades.map(({ day }) => day))].sort((one, other) => one - other);
  const sumsOf = (day: number, sign: 1 | -1) =>
    trades.filter((trade) => trade.day === day && Math.sign(trade.amount) === sign);
  const bought = new Map<number, { left: number; each: Fraction }>(
    days.map((day) => {
      const own = sumsOf(day, 1);
      const count = own.reduce((sum, { amount }) => sum + amount, 0);
      const money = own.reduce((sum, { money: one }) => sum + one, 0);
      const each: Fraction = count === 0 ? zero : reduced([BigInt(money), BigInt(count)]);
      return [day, { left: count, each }];
    }),
  );
  const sold = new Map(
    days.map((day) => [day, -sumsOf(day, -1).reduce((sum, { amount }) => sum + amount, 0)]),
  );
  const costs = new Map<number, Fraction>();
  const takeOne = (from: number, day: number): boolean => {
    const there = bought.get(from);
    if (there === undefined || there.left === 0) return false;
    there.left -= 1;
    costs.set(day, plus(costs.get(day) ?? zero, there.each));
    return true;
  };
  const unmatched = new Map<number, number>();
  for (const day of days) {
    let left = sold.get(day) ?? 0;
    while (left > 0 && takeOne(day, day)) left -= 1;
    unmatched.set(day, left);
  }
  for (const day of days) {
    let left = unmatched.get(day) ?? 0;
    for (let later = day + 1; later <= day + 30; later += 1)
      while (left > 0 && takeOne(later, day)) left -= 1;
    unmatched.set(day, left);
  }
  let pool = { count: 0, cost: zero };
  for (const day of days) {
    const { left, each } = bought.get(day) ?? { left: 0, each: zero };
    pool = { count: pool.count + left, cost: plus(pool.cost, times([BigInt(left), 1n], each)) };
    const wanted = Math.min(unmatched.get(day) ?? 0, pool.count);
    if ((sold.get(day) ?? 0) > 0) {
      const share: Fraction = pool.count === 0 ? zero : [BigInt(wanted), BigInt(pool.count)];
      const cost = times(pool.cost, share);
      costs.set(day, plus(costs.get(day) ?? zero, cost));
      pool = { count: pool.count - wanted, cost: plus(pool.cost, [-cost[0], cost[1]]) };
    }
  }
  return costs;
}

const secondsOfDay = 86_400;
const start = 19_000;
const unit = 10n ** 18n;

function flowsOfTrades(trades: readonly Trade[]) {
  const account = { wallet: 'alice', token: 'T', decimals: 0 };
  return trades.map(({ day, amount, money }) => {
    const about = { account, timestamp: (start + day) * secondsOfDay, quantity: BigInt(Math.abs(amount)) };
    const worth = BigInt(money) * unit;
    return amount > 0
      ? ({ kind: 'acquired', ...about, cost: [worth], basis: ['COMPLETE'] } as const)
      : ({ kind: 'disposed', ...about, proceeds: [worth], fees: [0n] } as const);
  });
}

test('10,000 histories cost what they do token by token, in fractions', () => {
  const trade = fc.record({
    day: fc.oneof(fc.integer({ min: 0, max: 70 }), fc.constantFrom(0, 1, 30, 31, 60, 61)),
    amount: fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: -12, max: -1 })),
    money: fc.integer({ min: 0, max: 1_000 }),
  });
  fc.assert(
    fc.property(fc.array(trade, { minLength: 2, maxLength: 14 }), (trades) => {
      const expected = byToken(trades);
      const found = gainsBookOf(flowsOfTrades(trades)).disposals(kindOf);
      expect(found.map(({ day }) => day - start)).toEqual(
        [...expected.keys()].sort((one, other) => one - other),
      );
      for (const disposal of found) {
        const [numerator, denominator] = expected.get(disposal.day - start) ?? zero;
        // Each of at most 14 divisions rounds by half of 10^-18.
        const off = costOf(disposal) * denominator - numerator * unit;
        expect(off < 14n * denominator && off > -14n * denominator).toBe(true);
        const { sameDay, within30Days, pool, quantity } = disposal;
        expect(sameDay.quantity + within30Days.quantity + pool.quantity).toBe(quantity);
      }
    }),
    { numRuns: 10_000 },
  );
});
