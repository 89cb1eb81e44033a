/**
 * Prices in every currency as whole numbers scaled by a power of ten: what `fromUsd` and `parseScaled` give, to the last digit, without a
 * text and a Decimal in between (a seventh of the time). The ledger asks for one in each currency and movement.
 */
import {
  divideHalfEven,
  type OptionalMoney,
  parseScaled,
  powerOfTen,
} from '../accounting/amounts/amounts.ts';
import type { Currency } from '../ids.ts';
import { madeOnce } from '../made-once.ts';
import { type CurrencyRates, fromUsd, significantDigits } from './currencies.ts';

/** A decimal text: its digits as a whole number, how many these are without zeros in front, and how many stand behind the point. */
interface Digits {
  readonly whole: bigint;
  readonly count: number;
  readonly decimals: number;
}

/** Beyond it the two roundings, to 100 digits and then to 30, could differ from one. */
const longestText = 60;

function digitsOf(text: string): Digits | null {
  const match = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (match === null || text.length > longestText) return null;
  const [, whole = '', fraction = ''] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  return { whole: BigInt(digits), count: digits.length, decimals: fraction.length };
}

interface Known {
  /** Whose prices `prices` are: those of a ledger, always the same. */
  currencies: readonly Currency[];
  /** null: no such text; undefined: not asked for yet. */
  readonly rates: Map<Currency, Digits | null>;
  prices: Map<string, OptionalMoney>;
}

/** By the rates of a moment, which many movements share; so do prices, which are those of an hour. */
const knownOf = madeOnce(
  (_rates: CurrencyRates): Known => ({ currencies: [], rates: new Map(), prices: new Map() }),
);

/** price ÷ rate: rounded half-even to 30 significant digits, then to the decimals. Both are positive. */
function quotient(price: Digits, rate: Digits, decimals: number): bigint {
  let shift = significantDigits - price.count + rate.count;
  let digits = divideShifted(price.whole, rate.whole, shift);
  if (digits >= powerOfTen(significantDigits)) {
    // One digit too many: what was rounded must not be rounded again.
    shift -= 1;
    digits = divideShifted(price.whole, rate.whole, shift);
  }
  const surplus = shift + price.decimals - rate.decimals - decimals;
  return surplus <= 0 ? digits * powerOfTen(-surplus) : divideHalfEven(digits, powerOfTen(surplus));
}

const divideShifted = (left: bigint, right: bigint, shift: number): bigint =>
  shift >= 0
    ? divideHalfEven(left * powerOfTen(shift), right)
    : divideHalfEven(left, right * powerOfTen(-shift));

function priceIn(
  currency: Currency,
  {
    text,
    digits,
    rates,
    decimals,
  }: { text: string; digits: Digits | null; rates: CurrencyRates; decimals: number },
): bigint | null {
  if (currency === 'USD') return parseScaled(text, decimals);
  const rateText = rates[currency] ?? null;
  if (rateText === null) return null;
  const ratesKnown = knownOf(rates).rates;
  let rate = ratesKnown.get(currency);
  if (rate === undefined) {
    rate = digitsOf(rateText);
    ratesKnown.set(currency, rate);
  }
  if (digits === null || rate === null || rate.whole === 0n) {
    const other = fromUsd(text, currency, rates);
    return other === null ? null : parseScaled(other, decimals);
  }
  return digits.whole === 0n ? 0n : quotient(digits, rate, decimals);
}

/** A price in USD in each of the currencies, scaled by 10^decimals; null in a currency whose rate is unknown. */
export function scaledInCurrencies(
  text: string,
  {
    rates,
    currencies,
    decimals,
  }: { rates: CurrencyRates; currencies: readonly Currency[]; decimals: number },
): OptionalMoney {
  const known = knownOf(rates);
  if (known.currencies !== currencies) {
    known.currencies = currencies;
    known.prices = new Map();
  }
  const { prices } = known;
  const name = `${decimals} ${text}`;
  const found = prices.get(name);
  if (found !== undefined) return found;
  const digits = digitsOf(text);
  const made = currencies.map((currency) => priceIn(currency, { text, digits, rates, decimals }));
  prices.set(name, made);
  return made;
}
