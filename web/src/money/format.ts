/** Exact decimal strings as people read them: grouped, rounded half-even, small ones with their zeros counted (`0.0₅1234`). */
import { coins } from '../app/lens/lens-search.ts';
import { roundDecimal, signOf } from './decimals.ts';

const minus = '−';
const subscripts = '₀₁₂₃₄₅₆₇₈₉';

/** How money is written. */
interface Form {
  /** What stands before the number: `$`, or `CHF` and a space that no line breaks at. null: the code stands behind it. */
  sign: string | null;
  /** Digits behind the point. */
  digits: number;
}

/** Of coins: they have no cents. */
const coinForm: Form = { sign: null, digits: 6 };
const forms = new Map<string, Form>(coins.map((coin) => [coin, coinForm]));

/** What ISO 4217 calls a currency. Another code, of a service that is newer than the page, is written as a coin's. */
const isoPattern = /^[A-Z]{3}$/;

/** By the browser's own data, with a sign that no other currency has: `CA$` is not `$`. In English, as all figures are. */
function formOf(currency: string): Form {
  const known = forms.get(currency);
  if (known !== undefined) return known;
  if (!isoPattern.test(currency)) return coinForm;
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const sign = format.formatToParts(0).find(({ type }) => type === 'currency')?.value ?? currency;
  const form: Form = {
    sign: /\p{L}$/u.test(sign) ? `${sign}\u00a0` : sign,
    digits: format.resolvedOptions().maximumFractionDigits ?? 2,
  };
  forms.set(currency, form);
  return form;
}

/** How many digits behind the point money has in a currency: cents, or none where there are no cents. */
export const moneyDigits = (currency: string): number => formOf(currency).digits;

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

/** Of a coin: four digits that count of what is less than 0.01. */
const tinyCoin = 2;

/** Money: cents, and four digits that count of what is less than a cent. */
export function formatMoney(text: string, currency: string): string {
  const { sign, digits } = formOf(currency);
  const isTiny =
    isBelowOne(text) && signOf(text) !== 0 && leadingZeros(text) >= (sign === null ? tinyCoin : digits);
  const number = isTiny ? smallNumber(text) : groupDigits(roundDecimal(text, digits));
  if (sign === null) return `${isTiny ? number : withoutEndZeros(number)} ${currency}`;
  return number.startsWith(minus) ? `${minus}${sign}${number.slice(1)}` : `${sign}${number}`;
}

/** A quantity of a token: up to six digits behind the point, or four that count. */
export function formatAmount(text: string): string {
  if (isBelowOne(text) && signOf(text) !== 0) return smallNumber(text);
  return groupDigits(withoutEndZeros(roundDecimal(text, 6)));
}

/** All digits, for hovering and copying. */
export const formatExact = (text: string, unit: string): string => `${groupDigits(text)} ${unit}`;

/** `0x1234…abcd`. */
export const shortAddress = (address: string): string => `${address.slice(0, 6)}…${address.slice(-4)}`;
