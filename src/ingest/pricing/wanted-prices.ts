/** Asks the sources for the hours that readers lacked a price in. */
import { keyOfContract } from '../../domain/ids.ts';
import type { Database } from '../../store/connection/database.ts';
import { findTokens } from '../../store/lookups/lookup-reads.ts';
import {
  dropAnsweredPrices,
  findWantedPrices,
  nextWantedInMs,
} from '../../store/prices/wanted-price-queue.ts';
import type { HourlyBook } from './book/price-book.ts';

/** Hours in one round: the wallets' own prices come in between. */
const batchSize = 500;

/** A pause that has just ended is not worth a round of its own. */
const shortestPauseMs = 1_000;

/**
 * Prices one batch of the queue; answers in how many milliseconds there is more to ask (Infinity: nothing waits). A point
 * of a chart stands for the beginning of its hour. What no source knew leaves the queue too: the price table keeps when to
 * ask again.
 */
export async function priceWantedHours(database: Database, book: HourlyBook): Promise<number> {
  const wanted = await findWantedPrices(database, batchSize);
  if (wanted.length === 0) return Math.max(await nextWantedInMs(database), shortestPauseMs);
  const tokens = await findTokens(database, wanted);
  const decimals = new Map(tokens.map((row) => [keyOfContract(row), row.decimals]));
  const needs = wanted.map(({ chainId, address, hour }) => ({
    token: { chainId, address, decimals: decimals.get(keyOfContract({ chainId, address })) ?? null },
    time: hour * 3600,
  }));
  await book.pricesAt(needs);
  await dropAnsweredPrices(database, wanted);
  return wanted.length === batchSize ? 0 : Math.max(await nextWantedInMs(database), shortestPauseMs);
}
