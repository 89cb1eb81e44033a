/** Prices as views show them: of now, and the rates that convert USD of any hour to another currency. */

import { type ContractKey, type Currency, keyOfContract } from '../../domain/ids.ts';
import { fromUsd, type RateTokens } from '../../domain/money/currencies.ts';
import type { Database } from '../../store/connection/database.ts';
import { findLatestPrices, findRates } from '../../store/prices/price-reads.ts';

/** The price of a token now, in the currency asked for. */
export interface PriceNow {
  price: string;
  /** Ends in `:stale` when it is the last one known, of more than an hour ago. */
  source: string;
  pricedAt: number;
}

const freshSeconds = 3600;

/** Whether a price is of the time: of at most an hour before it. */
export const isFresh = (pricedAt: number, at: number): boolean => at - pricedAt <= freshSeconds;

/** Loads the prices of now by one query; what answers null has no price, or its currency has no rate. */
export async function loadPricesNow(
  database: Database,
  rateTokens: RateTokens,
  request: { tokens: readonly ContractKey[]; currencies: readonly Currency[]; asOf: number },
): Promise<(token: ContractKey, currency: Currency) => PriceNow | null> {
  const { tokens, currencies, asOf } = request;
  const coins = currencies.flatMap((currency) => (currency === 'USD' ? [] : [rateTokens[currency]]));
  const keys = new Map(tokens.map((key) => [keyOfContract(key), key]));
  const wanted = new Map([...keys, ...coins.map((key) => [keyOfContract(key), key] as const)]);
  const rows = tokens.length === 0 ? [] : await findLatestPrices(database, [...wanted.values()]);
  const known = new Map(rows.map((row) => [keyOfContract(row), row]));
  return (token, currency) => {
    const row = keys.has(keyOfContract(token)) ? known.get(keyOfContract(token)) : undefined;
    if (row === undefined) return null;
    const coin = currency === 'USD' ? null : known.get(keyOfContract(rateTokens[currency]));
    const rates = currency === 'USD' ? {} : { [currency]: coin?.price ?? null };
    const price = fromUsd(row.price, currency, rates);
    if (price === null) return null;
    const pricedAt = Math.min(row.observedAt, coin?.observedAt ?? row.observedAt);
    return { price, source: isFresh(pricedAt, asOf) ? row.source : `${row.source}:stale`, pricedAt };
  };
}

/** USD per unit of a currency in each of the hours; null for USD, which needs no rates. */
export async function loadHourlyRates(
  database: Database,
  rateTokens: RateTokens,
  currency: Currency,
  hours: () => Promise<readonly number[]>,
): Promise<readonly { hour: number; price: string }[] | null> {
  if (currency === 'USD') return null;
  return findRates(database, rateTokens[currency], await hours());
}
