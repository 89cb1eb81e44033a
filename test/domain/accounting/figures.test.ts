import { describe, expect, test } from 'vitest';
import {
  divideHalfEven,
  fractionDigits,
  parseScaled,
  powerOfTen,
  proportion,
  splitByWeights,
  splitQuantity,
} from '../../../src/domain/accounting/amounts/amounts.ts';
import { averageCost, unrealizedPnl } from '../../../src/domain/accounting/period-figures.ts';

describe('rounding half-even', () => {
  test.each([
    [7n, 2n, 4n], // 3.5 → 4
    [5n, 2n, 2n], // 2.5 → 2
    [-5n, 2n, -2n],
    [-7n, 2n, -4n],
    [1n, 2n, 0n],
    [3n, 2n, 2n],
    [10n, 3n, 3n],
    [11n, 3n, 4n],
    [-10n, 3n, -3n],
    [-11n, 3n, -4n],
    [6n, 3n, 2n],
    [0n, 5n, 0n],
  ])('%s ÷ %s = %s', (numerator, denominator, quotient) => {
    expect(divideHalfEven(numerator, denominator)).toBe(quotient);
  });

  test('a denominator that is not positive is refused', () => {
    expect(() => divideHalfEven(1n, 0n)).toThrow('positive');
    expect(() => divideHalfEven(1n, -2n)).toThrow('positive');
  });

  test('the whole of an amount is the amount', () => {
    expect(proportion(10n, 3n, 3n)).toBe(10n);
    expect(proportion(10n, 1n, 4n)).toBe(2n);
  });
});

describe('splitting', () => {
  test.each([
    // 10 by thirds: 3.33 → 3, half of 7 = 3.5 → 4, the rest 3.
    [10n, [1n, 1n, 1n], [3n, 4n, 3n]],
    [10n, [1n, 3n], [2n, 8n]],
    [7n, [0n, 5n, 0n], [0n, 7n, 0n]],
    [7n, [0n, 0n], [4n, 3n]],
    [-7n, [1n, 1n], [-4n, -3n]],
    [0n, [2n, 3n], [0n, 0n]],
    [5n, [9n], [5n]],
  ])('%s by %s', (amount, weights, pieces) => {
    expect(splitByWeights(amount, weights)).toEqual(pieces);
  });

  test('a negative weight is refused', () => {
    expect(() => splitByWeights(1n, [2n, -1n])).toThrow('weight');
  });

  test.each([
    // Against the running total: 1 × 1/3 and 1 × 2/3 round down to 0, the last reaches 1.
    [1n, [1n, 1n, 1n], [0n, 0n, 1n]],
    [10n, [1n, 1n, 1n], [3n, 3n, 4n]],
    [8n, [3n, 1n], [6n, 2n]],
    [4n, [0n, 0n], [2n, 2n]],
    [4n, [5n, 0n], [4n, 0n]],
  ])('the quantity %s by %s', (quantity, weights, pieces) => {
    expect(splitQuantity(quantity, weights)).toEqual(pieces);
  });
});

describe('decimal texts', () => {
  test.each([
    ['1.5', 2, 150n],
    ['0', 18, 0n],
    ['007', 0, 7n],
    ['0.125', 2, 12n], // 12.5 → 12
    ['0.135', 2, 14n], // 13.5 → 14
    ['1.5000', 1, 15n],
  ])('%s with %s digits', (text, digits, amount) => {
    expect(parseScaled(text, digits)).toBe(amount);
  });

  test.each(['', '-1', '+1', '1e3', '.5', '5.', '1,5', ' 1', '0x1', 'NaN'])('"%s" is none', (text) => {
    expect(parseScaled(text, 18)).toBeNull();
  });

  test.each([
    ['1', 0],
    ['1.50', 1],
    ['0.000', 0],
    ['0.001', 3],
  ])('%s carries %s fractional digits', (text, digits) => {
    expect(fractionDigits(text)).toBe(digits);
  });

  test('powers of ten', () => {
    expect(powerOfTen(0)).toBe(1n);
    expect(powerOfTen(3)).toBe(1000n);
    expect(powerOfTen(600)).toBe(10n ** 600n);
    expect(() => powerOfTen(-1)).toThrow('power');
    expect(() => powerOfTen(1.5)).toThrow('power');
  });
});

describe('average and unrealised', () => {
  const money = (whole: number): bigint => BigInt(whole) * 10n ** 18n;
  const holding = {
    balance: 3_000_000n,
    inventory: 3_000_000n,
    decimals: 6,
    costBasis: money(300),
    priceDecimals: 18,
  };

  test('the average is per whole unit, 0 when nothing is held', () => {
    // 3 units for 300; 3 units for 1: 0.333…
    expect(averageCost(money(300), 3_000_000n, 6)).toBe(money(100));
    expect(averageCost(money(1), 3_000_000n, 6)).toBe(333333333333333333n);
    expect(averageCost(0n, 0n, 6)).toBe(0n);
  });

  test('unrealised is (price − average) × balance', () => {
    // (150 − 100) × 3; (80 − 100) × 3.
    expect(unrealizedPnl({ ...holding, price: money(150) })).toBe(money(150));
    expect(unrealizedPnl({ ...holding, price: money(80) })).toBe(money(-60));
  });

  test('only what the balance says is held counts', () => {
    // Inventory 3 (average 100), but the balance is 1: (150 − 100) × 1. A negative balance: nothing.
    expect(unrealizedPnl({ ...holding, balance: 1_000_000n, price: money(150) })).toBe(money(50));
    expect(unrealizedPnl({ ...holding, balance: -1n, price: money(150) })).toBe(0n);
    expect(unrealizedPnl({ ...holding, balance: 0n, inventory: 0n, price: money(150) })).toBe(0n);
  });

  test('without a price it is 0', () => {
    expect(unrealizedPnl({ ...holding, price: null })).toBe(0n);
  });

  test('prices may have more digits than money', () => {
    expect(unrealizedPnl({ ...holding, priceDecimals: 36, price: money(150) * 10n ** 18n })).toBe(money(150));
  });
});
