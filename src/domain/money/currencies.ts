/** Amounts of US dollars in the other currencies, at the rate of the same moment. */
import {
  type CoinCurrency,
  type ContractKey,
  type Currency,
  coinCurrencies,
  type FiatCurrency,
} from '../ids.ts';
import { zeroAddress } from '../model.ts';
import { fiatTokens, isFiat } from './fiat.ts';
import { Decimal } from './money.ts';

/** The tokens whose prices in USD are the coins' rates. */
export type CurrencyTokens = Readonly<Record<CoinCurrency, ContractKey>>;
/** The same of all currencies but USD. */
export type RateTokens = Readonly<Record<CoinCurrency | FiatCurrency, ContractKey>>;

/** The native coin of the currency's own chain; the configuration may name another token. */
export const currencyTokens: CurrencyTokens = {
  ETH: { chainId: 1, address: zeroAddress },
  MATIC: { chainId: 137, address: zeroAddress },
  AVAX: { chainId: 43114, address: zeroAddress },
  XDAI: { chainId: 100, address: zeroAddress },
};

/** The coins' tokens, and what stands for the other currencies. */
export const rateTokensOf = (coins: CurrencyTokens): RateTokens => ({ ...fiatTokens, ...coins });

const inEveryLedger: readonly Currency[] = ['USD', ...coinCurrencies];

/** What a client's ledger is booked in, in the order of its figures: the same for every client, then its reporting currency. */
export const bookedCurrencies = (reportingCurrency: FiatCurrency | null): readonly Currency[] =>
  reportingCurrency === null ? inEveryLedger : [...inEveryLedger, reportingCurrency];

/** Whether books with this reporting currency tell money in a currency. */
export const isToldIn = (reportingCurrency: FiatCurrency | null, currency: Currency): boolean =>
  !isFiat(currency) || currency === reportingCurrency;

/** How many currencies every ledger has. */
export const sharedPlaces = inEveryLedger.length;

/** Where a currency's figure stands, from 0. */
export const bookedPlace = (currency: Currency): number =>
  isFiat(currency) ? sharedPlaces : inEveryLedger.indexOf(currency);

/** USD per unit of each currency at one moment, decimal text; null or absent where unknown. */
export type CurrencyRates = Readonly<Partial<Record<CoinCurrency | FiatCurrency, string | null>>>;

/** Of an amount of USD in another currency. */
export const significantDigits = 30;

/**
 * An amount of USD in a currency, cut to 30 significant digits (USD: as it is). Null when the rate is unknown: never zero.
 * @example fromUsd('3000', 'ETH', { ETH: '1500' }) // '2'
 */
export function fromUsd(amountUsd: string, currency: Currency, rates: CurrencyRates): string | null {
  if (currency === 'USD') return amountUsd;
  const rate = rates[currency] ?? null;
  if (rate === null || !new Decimal(rate).gt(0)) return null;
  return new Decimal(amountUsd).div(rate).toSignificantDigits(significantDigits).toFixed();
}

/** An amount of a currency in USD; null when the rate is unknown. */
function toUsd(amount: string, currency: Currency, rates: CurrencyRates): string | null {
  if (currency === 'USD') return amount;
  const rate = rates[currency] ?? null;
  if (rate === null || !new Decimal(rate).gt(0)) return null;
  return new Decimal(amount).times(rate).toFixed();
}

/** An amount of any currency in each of some; as given in its own. null where a rate is unknown. */
export function amountInCurrencies(
  amount: string,
  currency: Currency,
  { rates, wanted }: { rates: CurrencyRates; wanted: readonly Currency[] },
): (string | null)[] {
  const usd = toUsd(amount, currency, rates);
  return wanted.map((name) => {
    if (name === currency) return amount;
    return usd === null ? null : fromUsd(usd, name, rates);
  });
}
