/** The totals of a tax form: of the lines as they are written, in cents, by tax year. Pure. */
import { divideHalfEven, moneyDecimals, powerOfTen } from './amounts/amounts.ts';

const perCent = powerOfTen(moneyDecimals - 2);

/** An amount in 10^-18 as whole cents, halves to the even one. */
export const cents = (amount: bigint): bigint => divideHalfEven(amount, perCent);

/** 123456n → '1234.56'; -7n → '-0.07'. */
export function centsText(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** What was received and what it had cost, of a line or of many. */
interface Amounts<Cents> {
  proceeds: Cents;
  cost: Cents;
}

/** Those of lines with a gain, so that proceeds less cost are the gain; and, apart, what is known of the others. */
interface Sums extends Amounts<bigint> {
  /** Of the lines that gained; what the others lost is what their sum is less than that. */
  gains: bigint;
  leftOut: Amounts<bigint> & { lines: number };
}

export type YearTotals = Map<number, Sums>;

function sumsOf(totals: YearTotals, year: number): Sums {
  const leftOut = { proceeds: 0n, cost: 0n, lines: 0 };
  const sums = totals.get(year) ?? { proceeds: 0n, cost: 0n, gains: 0n, leftOut };
  totals.set(year, sums);
  return sums;
}

/** Adds a line; answers its gain, null where one of the two is not known. */
export function addToTotals(totals: YearTotals, year: number, line: Amounts<bigint | null>): bigint | null {
  const { proceeds, cost } = line;
  const sums = sumsOf(totals, year);
  const isWhole = proceeds !== null && cost !== null;
  const into = isWhole ? sums : sums.leftOut;
  into.proceeds += proceeds ?? 0n;
  into.cost += cost ?? 0n;
  if (!isWhole) {
    sums.leftOut.lines += 1;
    return null;
  }
  const gain = proceeds - cost;
  if (gain > 0n) sums.gains += gain;
  return gain;
}

export function addedUp(parts: readonly YearTotals[]): YearTotals {
  const all: YearTotals = new Map();
  for (const [year, { proceeds, cost, gains, leftOut }] of parts.flatMap((totals) => [...totals])) {
    const sums = sumsOf(all, year);
    sums.proceeds += proceeds;
    sums.cost += cost;
    sums.gains += gains;
    sums.leftOut.proceeds += leftOut.proceeds;
    sums.leftOut.cost += leftOut.cost;
    sums.leftOut.lines += leftOut.lines;
  }
  return all;
}

/** What a total has not in it; null: nothing. */
export function leftOutNote({ leftOut: { lines, proceeds, cost } }: Sums): string | null {
  if (lines === 0) return null;
  const counted =
    lines === 1 ? '1 line without a gain, which has' : `${lines} lines without a gain, which have`;
  return `Leaves out ${counted} known proceeds of ${centsText(proceeds)} and known costs of ${centsText(cost)}.`;
}
