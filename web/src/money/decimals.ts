/** Exact sums and comparisons of decimal strings as the API sends them. No amount is ever a floating number, but to draw it. */

interface Parsed {
  units: bigint;
  scale: number;
}

const pattern = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Throws on anything but an optional minus sign, digits, and digits behind a point. */
function parse(text: string): Parsed {
  const found = pattern.exec(text);
  if (found === null) throw new Error(`not a decimal: ${text.slice(0, 40)}`);
  const [, sign = '', whole = '0', fraction = ''] = found;
  return { units: BigInt(`${sign}${whole}${fraction}`), scale: fraction.length };
}

function print({ units, scale }: Parsed): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

const scaledTo = ({ units, scale }: Parsed, to: number): bigint => units * 10n ** BigInt(to - scale);

/** The exact sum. */
export function addDecimals(...texts: readonly string[]): string {
  const all = texts.map(parse);
  const scale = Math.max(0, ...all.map((one) => one.scale));
  return print({ units: all.reduce((sum, one) => sum + scaledTo(one, scale), 0n), scale });
}

/** The same with the other sign. */
export function negate(text: string): string {
  const { units, scale } = parse(text);
  return print({ units: -units, scale });
}

/** A figure that somebody typed: digits, and a point before decimals; null when it is none. Negative ones are none. */
export function readDecimal(text: string): string | null {
  const trimmed = text.trim();
  return /^\d{1,40}(\.\d{1,36})?$/.test(trimmed) ? addDecimals(trimmed) : null;
}

/** The exact product. */
export function multiply(left: string, right: string): string {
  const [one, other] = [parse(left), parse(right)];
  return print({ units: one.units * other.units, scale: one.scale + other.scale });
}

/** -1, 0 or 1. */
export function signOf(text: string): -1 | 0 | 1 {
  const { units } = parse(text);
  if (units === 0n) return 0;
  return units < 0n ? -1 : 1;
}

/** Below 0 when the first is less, above 0 when it is more. */
export function compareDecimals(left: string, right: string): number {
  return signOf(addDecimals(left, negate(right)));
}

/** Rounded to so many digits behind the point, half to the even digit, as the API rounds. Always so many digits. */
export function roundDecimal(text: string, digits: number): string {
  const { units, scale } = parse(text);
  if (scale <= digits) {
    const padded = print({ units, scale });
    if (digits === 0) return padded;
    const [whole = '0', fraction = ''] = padded.split('.');
    return `${whole}.${fraction.padEnd(digits, '0')}`;
  }
  const divisor = 10n ** BigInt(scale - digits);
  const size = units < 0n ? -units : units;
  const [quotient, rest] = [size / divisor, size % divisor];
  const isUp = rest * 2n > divisor || (rest * 2n === divisor && quotient % 2n === 1n);
  const rounded = quotient + (isUp ? 1n : 0n);
  const text2 = rounded.toString().padStart(digits + 1, '0');
  const whole = text2.slice(0, text2.length - digits);
  const sign = units < 0n && rounded !== 0n ? '-' : '';
  return digits === 0 ? `${sign}${whole}` : `${sign}${whole}.${text2.slice(-digits)}`;
}

/** The part of a whole, 0 to 1, to draw it: not exact. 0 when the whole is 0 or the part is negative. */
export function shareOf(part: string, whole: string): number {
  const [one, all] = [parse(part), parse(whole)];
  const scale = Math.max(one.scale, all.scale);
  const [units, total] = [scaledTo(one, scale), scaledTo(all, scale)];
  if (total <= 0n || units <= 0n) return 0;
  return Number((units * 1_000_000n) / total) / 1_000_000;
}

/** To draw a curve: not exact. */
export const toDraw = (text: string): number => Number(text);
