/** Small exact arithmetic on decimal texts. */
import { Decimal } from '../../domain/money/money.ts';

/** Enough for 12 digits before the point and 18 after it; a quotient has to be cut somewhere. */
const significantDigits = 30;

/** A computed price as decimal text: 30 significant digits, half-even, no exponent, no trailing zeros. */
export function priceText(price: Decimal): string {
  return price.toSignificantDigits(significantDigits).toFixed();
}

export function isPositive(text: string): boolean {
  const value = new Decimal(text);
  return value.isFinite() && value.gt(0);
}

/** By how much the larger exceeds the smaller: (1, 1.1) → 0.1. Both positive. */
export function relativeGap(left: string, right: string): Decimal {
  const [low, high] = new Decimal(left).lt(right) ? [left, right] : [right, left];
  return new Decimal(high).minus(low).div(low);
}

/** The middle of the sorted values; of an even number, the mean of the middle two. */
export function median(values: readonly string[]): string {
  const sorted = values.map((text) => new Decimal(text)).sort((left, right) => left.comparedTo(right));
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) throw new RangeError('the median of nothing');
  return upper.plus(lower).div(2).toFixed();
}
