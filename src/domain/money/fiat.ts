/**
 * Currencies of states where a token names a price: as Chainlink's `Denominations` name them, by the number of ISO 4217 as an address;
 * of no chain.
 */
import { type ContractKey, type FiatCurrency, fiatCurrencies } from '../ids.ts';

/** No chain has this id. */
const noChain = 0;

const numbered = (number: number): ContractKey => ({
  chainId: noChain,
  address: `0x${number.toString(16).padStart(40, '0')}`,
});

/** What stands for a currency among the tokens whose prices are rates. */
export const fiatTokens: Readonly<Record<FiatCurrency, ContractKey>> = {
  ...{ EUR: numbered(978), GBP: numbered(826), CHF: numbered(756), CAD: numbered(124), AUD: numbered(36) },
  ...{ JPY: numbered(392), CNY: numbered(156), INR: numbered(356), BRL: numbered(986), MXN: numbered(484) },
  ...{ KRW: numbered(410), SEK: numbered(752), NOK: numbered(578), DKK: numbered(208), PLN: numbered(985) },
  ...{ CZK: numbered(203), HUF: numbered(348), RON: numbered(946), ISK: numbered(352), TRY: numbered(949) },
  ...{ ILS: numbered(376), ZAR: numbered(710), HKD: numbered(344), SGD: numbered(702), NZD: numbered(554) },
  ...{ IDR: numbered(360), MYR: numbered(458), PHP: numbered(608), THB: numbered(764) },
};

/** One published number: units of the currency for one euro. */
export interface FiatRate {
  /** ISO 4217, US dollars as well; not EUR. */
  readonly currency: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  /** Exact decimal text, more than 0. */
  readonly perEuro: string;
}

/** The currencies that have a number of their own: all but the euro, and US dollars, in which rates are told. */
export const numberedCurrencies: ReadonlySet<string> = new Set([
  'USD',
  ...fiatCurrencies.filter((currency) => currency !== 'EUR'),
]);

const byAddress: ReadonlyMap<string, FiatCurrency> = new Map(
  fiatCurrencies.map((currency) => [fiatTokens[currency].address, currency]),
);

/** The currency that a token stands for; null: it is a token of a chain. */
export const fiatOf = ({ chainId, address }: ContractKey): FiatCurrency | null =>
  chainId === noChain ? (byAddress.get(address) ?? null) : null;

const fiats: ReadonlySet<string> = new Set(fiatCurrencies);
export const isFiat = (currency: string): currency is FiatCurrency => fiats.has(currency);

/** The setting of a client; null: US dollars, or nothing, or no text. */
export const reportingCurrencyOf = (setting: unknown): FiatCurrency | null =>
  typeof setting === 'string' && isFiat(setting) ? setting : null;
