/**
 * Exact integer money. An amount of money is a bigint scaled by 10^18. An array holds one per currency, in the order of
 * the ledger's currencies. Where a division cannot be avoided, it rounds once, half-even. Where an amount is split, the
 * last piece takes what is left, so that the parts always sum to the whole.
 */

/** Fractional digits of every amount of money in the ledger. */
export const moneyDecimals = 18;

/** One amount per currency. Never changed in place once it was handed out. */
export type Money = readonly bigint[];
/** null: unknown in that currency, because a price is. */
export type OptionalMoney = readonly (bigint | null)[];

const powers: bigint[] = [];

/** 10 to a whole, non-negative power. */
export function powerOfTen(exponent: number): bigint {
  const known = powers[exponent];
  if (known !== undefined) return known;
  if (!Number.isInteger(exponent) || exponent < 0) throw new RangeError(`not a power of ten: ${exponent}`);
  const power = 10n ** BigInt(exponent);
  if (exponent < 512) powers[exponent] = power;
  return power;
}

/** Throws when something that must hold in the ledger does not: a wrong figure must never leave it. */
export function invariant(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Error(`ledger invariant broken: ${message}`);
}

/** The element at an index that must exist. */
export function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`no element ${index} of ${items.length}`);
  return item;
}

/** numerator ÷ denominator (positive), rounded to the nearest whole number, ties to the even one. */
export function divideHalfEven(numerator: bigint, denominator: bigint): bigint {
  if (denominator <= 0n) throw new RangeError('the denominator must be positive');
  if (numerator < 0n) return -divideHalfEven(-numerator, denominator);
  // The ledger spends most of its time here. Half of the denominator is added first, which leaves one division, and a
  // tie to look for only where the result came out odd.
  const shifted = numerator + (denominator >> 1n);
  const quotient = shifted / denominator;
  if (BigInt.asUintN(1, quotient) === 0n || BigInt.asUintN(1, denominator) === 1n) return quotient;
  return quotient * denominator === shifted ? quotient - 1n : quotient;
}

/** A power of ten that many amounts are divided by. */
export interface Scale {
  readonly divisor: bigint;
  readonly half: bigint;
  /** Powers of ten whose product is the divisor, each of one machine word. */
  readonly steps: readonly bigint[];
}

const digitsPerWord = 18;

/** 10^exponent as a divisor. */
export function createScale(exponent: number): Scale {
  const divisor = powerOfTen(exponent);
  const steps: bigint[] = [];
  for (let left = exponent; left > 0; left -= digitsPerWord) {
    steps.push(powerOfTen(Math.min(left, digitsPerWord)));
  }
  return { divisor, half: divisor >> 1n, steps };
}

/**
 * numerator ÷ the scale's divisor, as divideHalfEven does it. A division by one machine word is far cheaper than one
 * by two or three, and cutting off digits in steps is the same as cutting them off at once.
 */
export function divideByScale(numerator: bigint, scale: Scale): bigint {
  if (numerator < 0n) return -divideByScale(-numerator, scale);
  const shifted = numerator + scale.half;
  let quotient = shifted;
  for (const step of scale.steps) quotient /= step;
  if (BigInt.asUintN(1, quotient) === 0n || scale.half === 0n) return quotient;
  return quotient * scale.divisor === shifted ? quotient - 1n : quotient;
}

/** The share of an amount that falls to a part of a whole. The whole itself gets the amount, without rounding. */
export function proportion(amount: bigint, part: bigint, whole: bigint): bigint {
  if (part === whole) return amount;
  return divideHalfEven(amount * part, whole);
}

/** Splits what a whole brought, or cost, by the quantities of its parts: each rounded from what is left, the last takes the rest. */
export function shareByQuantity(amount: bigint, quantities: readonly bigint[]): bigint[] {
  let amountLeft = amount;
  let quantityLeft = 0n;
  for (const quantity of quantities) quantityLeft += quantity;
  return quantities.map((quantity) => {
    const share = proportion(amountLeft, quantity, quantityLeft);
    amountLeft -= share;
    quantityLeft -= quantity;
    return share;
  });
}

/**
 * Splits an amount by weights (not negative); all weights zero: equally. Each piece is rounded half-even from what is
 * left, so no piece has the wrong sign and the last takes the remainder.
 */
export function splitByWeights(amount: bigint, weights: readonly bigint[]): bigint[] {
  let weightLeft = 0n;
  for (const weight of weights) {
    invariant(weight >= 0n, 'a weight is negative');
    weightLeft += weight;
  }
  const equally = weightLeft === 0n;
  if (equally) weightLeft = BigInt(weights.length);
  let amountLeft = amount;
  const pieces: bigint[] = [];
  for (const weight of weights) {
    const share = equally ? 1n : weight;
    const piece = proportion(amountLeft, share, weightLeft);
    pieces.push(piece);
    amountLeft -= piece;
    weightLeft -= share;
  }
  invariant(amountLeft === 0n || weights.length === 0, 'the pieces do not sum to the amount');
  return pieces;
}

/**
 * Splits a quantity by weights, rounding down against the running total. The last piece with a weight is the one that
 * is never rounded away: an NFT that three lots turn into goes to the last of them.
 */
export function splitQuantity(quantity: bigint, weights: readonly bigint[]): bigint[] {
  let total = 0n;
  for (const weight of weights) total += weight;
  const equally = total === 0n;
  if (equally) total = BigInt(weights.length);
  let reachedWeight = 0n;
  let reached = 0n;
  return weights.map((weight) => {
    reachedWeight += equally ? 1n : weight;
    const next = (quantity * reachedWeight) / total;
    const piece = next - reached;
    reached = next;
    return piece;
  });
}

/** An amount before it is rounded. */
export interface Fraction {
  readonly numerator: bigint;
  /** Positive. */
  readonly denominator: bigint;
}

/** Whole numbers that stand to each other as the fractions do. */
export function commonWeights(fractions: readonly Fraction[]): bigint[] {
  // As a rule there are one or two: what sets legs apart is the decimals of their tokens.
  const denominators = new Set(fractions.map(({ denominator }) => denominator));
  if (denominators.size === 1) return fractions.map(({ numerator }) => numerator);
  let common = 1n;
  for (const denominator of denominators) common *= denominator;
  return fractions.map(({ numerator, denominator }) => numerator * (common / denominator));
}

/** left + right; null where one of them is not known. */
export const addOrNull = (left: bigint | null, right: bigint | null): bigint | null =>
  left === null || right === null ? null : left + right;

/** left + right, per currency. */
export function addMoney(left: Money, right: Money): bigint[] {
  const sum: bigint[] = [];
  for (let index = 0; index < left.length; index += 1) sum.push(at(left, index) + at(right, index));
  return sum;
}

/** Adds what is known to a sum in place: only for a sum that nobody else holds. */
export function addTo(sum: bigint[], amounts: OptionalMoney): void {
  for (let index = 0; index < sum.length; index += 1) {
    const amount = at(amounts, index);
    if (amount !== null) sum[index] = at(sum, index) + amount;
  }
}

/** Takes off a sum in place: only for a sum that nobody else holds. */
export function takeFrom(sum: bigint[], amounts: Money): void {
  for (let index = 0; index < sum.length; index += 1) sum[index] = at(sum, index) - at(amounts, index);
}

/** Zero in every currency. */
export function zeroMoney(currencyCount: number): bigint[] {
  return new Array<bigint>(currencyCount).fill(0n);
}

export function isZeroMoney(money: Money): boolean {
  return money.every((amount) => amount === 0n);
}

/**
 * Reads an unsigned decimal text ('12.5', no exponent) as an integer scaled by 10^decimals, digits beyond that rounded
 * half-even. null when it is not such a text.
 */
export function parseScaled(text: string, decimals: number): bigint | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null) return null;
  const [, whole = '', fraction = ''] = match;
  const digits = BigInt(whole + fraction);
  const surplus = fraction.length - decimals;
  return surplus <= 0 ? digits * powerOfTen(-surplus) : divideHalfEven(digits, powerOfTen(surplus));
}

/** How many fractional digits a decimal text carries that matter: '1.50' → 1. */
export function fractionDigits(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.slice(point + 1).replace(/0+$/, '').length;
}
