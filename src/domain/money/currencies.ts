/** Amounts of US dollars in the other currencies, at the rate of the same moment. */
import { type ContractKey, type Currency, currencies } from '../ids.ts';
import { zeroAddress } from '../model.ts';
import { Decimal } from './money.ts';

export type CoinCurrency = Exclude<Currency, 'USD'>;
/** All but US dollars, in the order of `currencies`. */
export const coinCurrencies: readonly CoinCurrency[] = currencies.filter((currency) => currency !== 'USD');
/** The token whose price in USD is a currency's rate. */
export type CurrencyTokens = Readonly<Record<CoinCurrency, ContractKey>>;

/** The native coin of the currency's own chain; the configuration may name another token. */
export const currencyTokens: CurrencyTokens = {
  ETH: { chainId: 1, address: zeroAddress },
  MATIC: { chainId: 137, address: zeroAddress },
  AVAX: { chainId: 43114, address: zeroAddress },
  XDAI: { chainId: 100, address: zeroAddress },
};

/** USD per unit of each currency at one moment, decimal text; null or absent where unknown. */
export type CurrencyRates = Readonly<Partial<Record<CoinCurrency, string | null>>>;

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

/** An amount of any currency in every one; as given in its own. null where a rate is unknown. */
export function amountInAllCurrencies(
  amount: string,
  currency: Currency,
  rates: CurrencyRates,
): Record<Currency, string | null> {
  const usd = toUsd(amount, currency, rates);
  const none = { USD: null, ETH: null, MATIC: null, AVAX: null, XDAI: null };
  return { ...(usd === null ? none : inAllCurrencies(usd, rates)), [currency]: amount };
}

/** An amount of USD in every currency; null where the rate is unknown. */
export function inAllCurrencies(amountUsd: string, rates: CurrencyRates): Record<Currency, string | null> {
  return {
    USD: amountUsd,
    ETH: fromUsd(amountUsd, 'ETH', rates),
    MATIC: fromUsd(amountUsd, 'MATIC', rates),
    AVAX: fromUsd(amountUsd, 'AVAX', rates),
    XDAI: fromUsd(amountUsd, 'XDAI', rates),
  };
}
