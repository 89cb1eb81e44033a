/** Exact amounts with decimal.js: money has 18 fractional digits, rounded half-even once per division. */
import { Decimal } from 'decimal.js';

/** Digits enough for any product of a quantity, a price and a few denominators. */
export const Exact = Decimal.clone({
  precision: 400,
  rounding: Decimal.ROUND_HALF_EVEN,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
export type Amount = Decimal;

export const zero: Amount = new Exact(0);
export const one: Amount = new Exact(1);

/** To the 18 digits of money. */
export const round = (amount: Amount): Amount => amount.toDecimalPlaces(18);
export const sum = (amounts: readonly Amount[]): Amount =>
  amounts.reduce((total, amount) => total.plus(amount), zero);
export const readAmount = (text: string): Amount => new Exact(text);
export const readOptional = (text: string): Amount | null => (text === '' ? null : new Exact(text));

/** An amount before it is rounded. */
export type Ratio = readonly [numerator: Amount, denominator: Amount];
export const ratioOf = (amount: Amount): Ratio => [amount, one];

/** Whole numbers, up to a factor, in the proportion of the ratios. */
export function weightsOf(ratios: readonly Ratio[]): Amount[] {
  return ratios.map(([numerator], index) =>
    ratios.reduce(
      (weight, [, denominator], other) => (other === index ? weight : weight.times(denominator)),
      numerator,
    ),
  );
}

/** Parts by weight, equally where no weight is above zero; each is rounded from what is left, the last takes the rest. */
export function split(amount: Amount, weights: readonly Amount[]): Amount[] {
  const used = weights.every((weight) => weight.isZero()) ? weights.map(() => one) : weights;
  let left = amount;
  let weightLeft = sum(used);
  return used.map((weight) => {
    const part = weight.eq(weightLeft) ? left : round(left.times(weight).div(weightLeft));
    left = left.minus(part);
    weightLeft = weightLeft.minus(weight);
    return part;
  });
}
