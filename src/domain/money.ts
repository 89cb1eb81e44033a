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

/** Base units as an exact decimal text without trailing zeros: (1500000n, 6) → '1.5'. */
export function formatUnits(amount: bigint, decimals: number): string {
  const negative = amount < 0n;
  const digits = (negative ? -amount : amount).toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return `${negative ? '-' : ''}${whole}${fraction ? `.${fraction}` : ''}`;
}

/** A decimal text with exactly four fractional digits, rounded half-even, never '-0.0000' (the REST form). */
export function toFixed4(value: string): string {
  const text = new Decimal(value).toFixed(4, DecimalJs.ROUND_HALF_EVEN);
  return text === '-0.0000' ? '0.0000' : text;
}
