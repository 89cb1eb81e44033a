/** Asks the sources for the hours that readers lacked a price in. */
import type { Database } from '../../store/database.ts';
import { findTokens } from '../../store/lookups.ts';
import { dropWantedPrices, findWantedPrices } from '../../store/wanted-prices.ts';
import type { PriceBook } from './price-book.ts';

/** Hours in one round: the wallets' own prices come in between. */
const batchSize = 500;

/**
 * Prices one batch of the queue; true when more may wait. A point of a chart stands for the beginning of its hour. What no
 * source knew leaves the queue too: the price table keeps when to ask again.
 */
export async function priceWantedHours(database: Database, book: PriceBook): Promise<boolean> {
  const wanted = await findWantedPrices(database, batchSize);
  if (wanted.length === 0) return false;
  const tokens = await findTokens(database, wanted);
  const decimals = new Map(tokens.map((row) => [`${row.chainId}:${row.address}`, row.decimals]));
  const needs = wanted.map(({ chainId, address, hour }) => ({
    token: { chainId, address, decimals: decimals.get(`${chainId}:${address}`) ?? null },
    time: hour * 3600,
  }));
  await book.pricesAt(needs);
  await dropWantedPrices(database, wanted);
  return wanted.length === batchSize;
}
