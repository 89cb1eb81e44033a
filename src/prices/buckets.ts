/**
 * Many needs of prices grouped into one question per token and hour, so that a backfill of 10,000 transfers asks for some
 * thousand prices in some hundred requests. The question is asked for the middle of the events that share it, so that an
 * observation within its tolerance is within an hour of each of them.
 */
import { Decimal } from '../domain/money.ts';
import { defaultWithinSeconds, type PricePoint, type PriceToken, tokenKey } from './price-source.ts';
import type { Quote, Quoter } from './quote.ts';
import type { QuoteRequest } from './quote-state.ts';

const bucketSeconds = 3600;

/** One event that needs a price. */
export interface PriceNeed {
  token: PriceToken;
  /** Unix seconds. */
  time: number;
  /** The event's block, where on-chain sources read. */
  blockNumber?: number | undefined;
  /** Whole units without sign: decides whether the value is large enough for a second source. */
  amount?: string | undefined;
}

/** The needs that share one price. */
export interface PriceBucket {
  token: PriceToken;
  /** Whole hours since 1970: with the token, the key under which the price is kept. */
  hour: number;
  point: PricePoint;
  /** The largest of the needs' amounts, or undefined when none states one. */
  amount: string | undefined;
  /** Indexes into the needs. */
  needs: number[];
}

/** The hour that an event's price is kept under. */
export function hourOf(unixSeconds: number): number {
  return Math.floor(unixSeconds / bucketSeconds);
}

/** One bucket per token and hour, in order of first appearance. */
export function bucketNeeds(needs: readonly PriceNeed[]): PriceBucket[] {
  const groups = new Map<string, { need: PriceNeed; index: number }[]>();
  for (const [index, need] of needs.entries()) {
    const key = `${tokenKey(need.token)}@${hourOf(need.time)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [{ need, index }]);
    else group.push({ need, index });
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { token, time } = first.need;
    const own = group.map(({ need }) => need);
    return [
      {
        token,
        hour: hourOf(time),
        point: middlePoint(token, own),
        amount: largestAmount(own),
        needs: group.map(({ index }) => index),
      },
    ];
  });
}

function middlePoint(token: PriceToken, needs: readonly PriceNeed[]): PricePoint {
  const times = needs.map((need) => need.time);
  const [earliest, latest] = [Math.min(...times), Math.max(...times)];
  const time = Math.floor((earliest + latest) / 2);
  const withinSeconds = defaultWithinSeconds - Math.max(latest - time, time - earliest);
  const block = nearestBlock(needs, time);
  return { token, time, withinSeconds, ...(block === null ? {} : { block }) };
}

/** The block of the event nearest to the middle: on-chain sources then read where something happened. */
function nearestBlock(
  needs: readonly PriceNeed[],
  time: number,
): { number: number; timestamp: number } | null {
  let nearest: { number: number; timestamp: number } | null = null;
  for (const need of needs) {
    if (need.blockNumber === undefined) continue;
    if (nearest === null || Math.abs(need.time - time) < Math.abs(nearest.timestamp - time)) {
      nearest = { number: need.blockNumber, timestamp: need.time };
    }
  }
  return nearest;
}

function largestAmount(needs: readonly PriceNeed[]): string | undefined {
  const amounts = needs.flatMap((need) =>
    need.amount === undefined ? [] : [new Decimal(need.amount).abs()],
  );
  return amounts.length === 0 ? undefined : Decimal.max(...amounts).toFixed();
}

/** The prices of all buckets, asked for in bulk. `lastOf`: the last price known before a bucket's moment. */
export async function quoteBuckets(
  quoter: Quoter,
  buckets: readonly PriceBucket[],
  lastOf: (bucket: PriceBucket) => QuoteRequest['last'] = () => null,
): Promise<Quote[]> {
  return quoter.historical(
    buckets.map((bucket) => ({ point: bucket.point, amount: bucket.amount, last: lastOf(bucket) })),
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
