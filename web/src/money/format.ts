/** Exact decimal strings as people read them: grouped, rounded half-even, small ones with their zeros counted (`0.0₅1234`). */
import { roundDecimal, signOf } from './decimals.ts';

const minus = '−';
const subscripts = '₀₁₂₃₄₅₆₇₈₉';

const signs: Readonly<Record<string, string>> = { USD: '$' };

/** `1234567.5` as `1,234,567.5`: thousands in groups, behind a real minus sign. */
export function groupDigits(text: string): string {
  const isNegative = text.startsWith('-');
  const [whole = '0', fraction] = (isNegative ? text.slice(1) : text).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return `${isNegative ? minus : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** `1 wallet`, `2,000 wallets`: a count with what is counted. */
export function counted(count: number | bigint | string, one: string): string {
  const text = String(count);
  return text === '1' ? `1 ${one}` : `${groupDigits(text)} ${one}s`;
}

const withoutEndZeros = (text: string): string =>
  text.includes('.') ? text.replace(/0+$/, '').replace(/\.$/, '') : text;

/** How many zeros stand between the point and the first other digit; of numbers below 1. */
function leadingZeros(text: string): number {
  const fraction = text.replace('-', '').split('.')[1] ?? '';
  const found = /[1-9]/.exec(fraction);
  return found === null ? 0 : found.index;
}

const isBelowOne = (text: string): boolean => /^-?0(\.|$)/.test(text);

/** Four digits that count, the zeros before them as a small number when there are more than three. */
function smallNumber(text: string): string {
  const zeros = leadingZeros(text);
  const rounded = withoutEndZeros(roundDecimal(text, zeros + 4));
  const now = leadingZeros(rounded);
  if (!isBelowOne(rounded) || now <= 3) return groupDigits(rounded);
  const count = [...String(now)].map((digit) => subscripts[Number(digit)] ?? '').join('');
  const digits = (rounded.split('.')[1] ?? '').slice(now);
  return `${rounded.startsWith('-') ? minus : ''}0.0${count}${digits}`;
}

/** Money: cents, and four digits that count of what is less than a cent. */
export function formatMoney(text: string, currency: string): string {
  const isTiny = isBelowOne(text) && signOf(text) !== 0 && leadingZeros(text) >= 2;
  const number = isTiny ? smallNumber(text) : groupDigits(roundDecimal(text, 2));
  const sign = signs[currency];
  if (sign === undefined) return `${isTiny ? number : groupDigits(shownCoins(text))} ${currency}`;
  return number.startsWith(minus) ? `${minus}${sign}${number.slice(1)}` : `${sign}${number}`;
}

/** Coins have no cents: up to six digits behind the point. */
const shownCoins = (text: string): string => withoutEndZeros(roundDecimal(text, 6));

/** A quantity of a token: up to six digits behind the point, or four that count. */
export function formatAmount(text: string): string {
  if (isBelowOne(text) && signOf(text) !== 0) return smallNumber(text);
  return groupDigits(withoutEndZeros(roundDecimal(text, 6)));
}

/** All digits, for hovering and copying. */
export const formatExact = (text: string, unit: string): string => `${groupDigits(text)} ${unit}`;

/** `0x1234…abcd`. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;
