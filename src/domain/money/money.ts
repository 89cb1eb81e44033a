/**
 * The one Decimal of the project, and the ways between base units and decimal text.
 * 100 digits hold any uint256 with 18 fractional digits exactly; rounding is half-even; text never has an exponent.
 */
import { Decimal as DecimalJs } from 'decimal.js';

export const Decimal = DecimalJs.clone({
  precision: 100,
  rounding: DecimalJs.ROUND_HALF_EVEN,
  toExpNeg: -9e15,
  toExpPos: 9e15,
});
export type Decimal = DecimalJs;

const zero = '0'.charCodeAt(0);

/** Base units as an exact decimal text without trailing zeros: (1500000n, 6) → '1.5'. */
export function formatUnits(amount: bigint, decimals: number): string {
  const negative = amount < 0n;
  const digits = (negative ? -amount : amount).toString().padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === zero) end -= 1;
  const text =
    end === point ? digits.slice(0, point) : `${digits.slice(0, point)}.${digits.slice(point, end)}`;
  return negative ? `-${text}` : text;
}

/**
 * A decimal text with exactly four fractional digits, rounded half-even, never '-0.0000' (the REST form). Works on the
 * digits as they stand: a page has hundreds of these, and Decimal costs ten times as much.
 */
export function toFixed4(value: string): string {
  const point = value.indexOf('.');
  const end = point + 5;
  const text = point === -1 ? `${value}.0000` : value.slice(0, end).padEnd(end, '0');
  const rounded = point !== -1 && isRoundedUp(text, value.slice(end)) ? nextFixed4(text) : text;
  return rounded === '-0.0000' ? '0.0000' : rounded;
}

/** A decimal text with exactly so many fractional digits, rounded half-even as all figures are, never '-0.00'. */
export function toFixedDigits(value: string, digits: number): string {
  const text = new Decimal(value).toFixed(digits);
  return /^-[0.]+$/.test(text) ? text.slice(1) : text;
}

/** Whether what was cut off is more than half, or half behind an odd digit. */
function isRoundedUp(kept: string, cut: string): boolean {
  if (cut === '' || cut < '5') return false;
  return !/^50*$/.test(cut) || Number(kept.at(-1)) % 2 === 1;
}

/** The next text away from zero: '-1.2399' → '-1.2400'. */
function nextFixed4(text: string): string {
  const sign = text.startsWith('-') ? '-' : '';
  const digits = (BigInt(text.replace(/[-.]/g, '')) + 1n).toString().padStart(5, '0');
  return `${sign}${digits.slice(0, -4)}.${digits.slice(-4)}`;
}
