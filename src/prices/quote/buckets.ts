/**
 * Many needs of prices grouped into one question per token and hour, so that a backfill of 10,000 transfers asks for some
 * thousand prices in some hundred requests. The question is always for the beginning of the hour, whoever asks and with
 * whatever else: so a price is a function of the token and the hour alone. (An event's own moment would be a question
 * per event; the middle of the hour is not there yet when the hour's first events are followed.)
 */
import { type PricePoint, type PriceToken, tokenKey } from '../source/price-source.ts';
import type { Quote, Quoter } from './quote.ts';

const bucketSeconds = 3600;

/** One event that needs a price. */
export interface PriceNeed {
  token: PriceToken;
  /** Unix seconds. */
  time: number;
}

/** The needs that share one price. */
export interface PriceBucket {
  token: PriceToken;
  /** Whole hours since 1970: with the token, the key under which the price is kept. */
  hour: number;
  point: PricePoint;
  /** Indexes into the needs. */
  needs: number[];
}

/** The hour that an event's price is kept under. */
export function hourOf(unixSeconds: number): number {
  return Math.floor(unixSeconds / bucketSeconds);
}

/** The moment at which an hour begins, unix seconds. */
export function startOf(hour: number): number {
  return hour * bucketSeconds;
}

/** One bucket per token and hour, in order of first appearance. */
export function bucketNeeds(needs: readonly PriceNeed[]): PriceBucket[] {
  const buckets = new Map<string, PriceBucket>();
  for (const [index, { token, time }] of needs.entries()) {
    const hour = hourOf(time);
    const key = `${tokenKey(token)}@${hour}`;
    const known = buckets.get(key);
    if (known !== undefined) known.needs.push(index);
    else buckets.set(key, { token, hour, point: { token, time: startOf(hour) }, needs: [index] });
  }
  return [...buckets.values()];
}

/**
 * The prices of all buckets, asked for in bulk. Each is checked by itself. Its neighbours, what was known before, and how much
 * money hangs on it have no say, because they depend on what else was loaded.
 */
export async function quoteBuckets(
  quoter: Quoter,
  buckets: readonly Pick<PriceBucket, 'point'>[],
): Promise<Quote[]> {
  return quoter.historical(
    buckets.map(({ point }) => ({ point })),
    { forKeeping: true },
  );
}

/** The quote of each need, in order: that of its bucket. */
export function spreadQuotes(
  needs: readonly PriceNeed[],
  buckets: readonly PriceBucket[],
  quotes: readonly Quote[],
): (Quote | null)[] {
  const spread: (Quote | null)[] = needs.map(() => null);
  for (const [position, bucket] of buckets.entries()) {
    for (const index of bucket.needs) spread[index] = quotes[position] ?? null;
  }
  return spread;
}
