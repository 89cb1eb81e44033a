/** What a transaction's fee is worth, and the rates of the currencies in its hour: what the ledger books it by. */

import { type ContractKey, coinCurrencies, type FiatCurrency } from '../../domain/ids.ts';
import { zeroAddress } from '../../domain/model.ts';
import type { RateTokens } from '../../domain/money/currencies.ts';
import type { Database } from '../../store/connection/database.ts';
import { findHourlyRates } from '../../store/prices/price-reads.ts';
import type { PriceKey } from '../../store/prices/price-rows.ts';
import type { TransactionPricesView } from '../model/list-model.ts';

interface Place {
  chainId: number;
  timestamp: number;
}

const keyOf = ({ chainId, address }: ContractKey, { timestamp }: Place): PriceKey => ({
  ...{ chainId, address },
  hour: Math.floor(timestamp / 3600),
});
const nameOf = ({ chainId, address, hour }: PriceKey): string => `${chainId}:${address}:${hour}`;
const coinOf = ({ chainId }: Place): ContractKey => ({ chainId, address: zeroAddress });

/** The prices of all the transactions by one statement; each (token, hour) is asked for once. */
export async function loadTransactionPrices(
  database: Database,
  { rateTokens, reportingCurrency }: { rateTokens: RateTokens; reportingCurrency: FiatCurrency | null },
  places: readonly Place[],
): Promise<(place: Place) => TransactionPricesView> {
  const wanted = [...coinCurrencies, ...(reportingCurrency === null ? [] : [reportingCurrency])];
  const keys = new Map<string, PriceKey>();
  for (const place of places) {
    for (const token of [coinOf(place), ...wanted.map((currency) => rateTokens[currency])]) {
      const key = keyOf(token, place);
      keys.set(nameOf(key), key);
    }
  }
  const found = await findHourlyRates(database, [...keys.values()]);
  const known = new Map(found.map((rate) => [nameOf(rate), rate]));
  return (place) => {
    const rateOf = (token: ContractKey) => known.get(nameOf(keyOf(token, place)));
    const { ETH, MATIC, AVAX, XDAI } = rateTokens;
    const fee = rateOf(coinOf(place));
    return {
      feePrice: fee?.price ?? null,
      feePriceSource: fee?.source ?? null,
      rates: {
        ETH: rateOf(ETH)?.price ?? null,
        MATIC: rateOf(MATIC)?.price ?? null,
        AVAX: rateOf(AVAX)?.price ?? null,
        XDAI: rateOf(XDAI)?.price ?? null,
        reporting: reportingCurrency === null ? null : (rateOf(rateTokens[reportingCurrency])?.price ?? null),
      },
    };
  };
}
