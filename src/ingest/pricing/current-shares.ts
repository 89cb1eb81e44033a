/**
 * Prices of now of what no source knows: shares, receipts and twins, of what they stand for. They are read at the newest block,
 * and reckoned with prices of now, also where a chain has been quiet for hours.
 */
import { hourOf, type PriceBucket } from '../../prices/quote/buckets.ts';
import { originalOf, type Twin } from '../../prices/quote/derived.ts';
import { type PriceToken, tokenKey } from '../../prices/source/price-source.ts';
import type { CurrentPrice, KnownPrice } from '../../store/prices/price-rows.ts';
import { maximumDepth, type PriceBook } from './book/price-book.ts';
import { hourKey, type PricesFound } from './book/price-keys.ts';
import { derivedPrice } from './book/price-outcomes.ts';

/** What sources say now, by `tokenKey`; 'failed': one of them may know more than it could tell. What is left out nobody knows. */
export type Asked = ReadonlyMap<string, KnownPrice | 'failed'>;

export interface SharesOptions {
  book: Pick<PriceBook, 'derive'>;
  /** Wrapped coins have the price of their chain's coin. */
  wrapped: readonly Twin[];
  /** The newest block of a chain that is read, or null; asked for each token. */
  headOf(chainId: number): Promise<{ number: number; timestamp: number } | null>;
  /** Each is compared with a majority of the sources: a share may be worth a thousand times what is held of its part. */
  ask(tokens: readonly PriceToken[]): Promise<Asked>;
  /** The moment that the prices are of, unix seconds. */
  time: number;
}

/** A node that has stood still for so long tells nothing of now; a chain of a test may be quiet for hours. */
const oldestHeadSeconds = 86_400;

interface Sharing extends SharesOptions {
  /** By `tokenKey`. */
  readonly known: Map<string, KnownPrice>;
  /** Cannot be known this time: what rests on them keeps the price that it had. */
  readonly failed: Set<string>;
  readonly asked: Set<string>;
}

/** Prices tokens by what they stand for; what does not follow, or cannot be read, is left out. */
export async function priceShares(
  options: SharesOptions,
  tokens: readonly PriceToken[],
): Promise<CurrentPrice[]> {
  const sharing: Sharing = { ...options, known: new Map(), failed: new Set(), asked: new Set() };
  return derive(sharing, tokens, 0);
}

/** @param depth how many prices stand between these tokens and the ones that were asked for */
async function derive(
  sharing: Sharing,
  tokens: readonly PriceToken[],
  depth: number,
): Promise<CurrentPrice[]> {
  const { book, time, known, failed } = sharing;
  const buckets = await bucketsOf(sharing, tokens);
  await learn(sharing, await partsOf(sharing, buckets), depth + 1);
  const found: CurrentPrice[] = [];
  for (const bucket of buckets) {
    const key = tokenKey(bucket.token);
    // As old as the oldest of its parts.
    let observedAt = time;
    const derived = await book.derive([bucket], async (needs) => {
      const told = toldOf(
        sharing,
        needs.map(({ token }) => token),
      );
      observedAt = Math.min(observedAt, ...[...told.prices.values()].map((price) => price.observedAt));
      return told;
    });
    const price = derived.get(bucket);
    if (price === 'fault') failed.add(key);
    else if (price !== undefined) {
      const { hour: _, ...row } = derivedPrice(bucket, price);
      const share = { ...row, observedAt };
      found.push(share);
      known.set(key, share);
    }
  }
  return found;
}

/** The state of a chain now is that of its newest block. What is on a chain whose node does not tell one has failed. */
async function bucketsOf(sharing: Sharing, tokens: readonly PriceToken[]): Promise<PriceBucket[]> {
  const { time, headOf, failed } = sharing;
  const buckets: PriceBucket[] = [];
  for (const token of tokens) {
    const head = await headOf(token.chainId);
    if (head === null || head.timestamp < time - oldestHeadSeconds) failed.add(tokenKey(token));
    else {
      const block = { number: head.number, timestamp: time };
      buckets.push({ token, hour: hourOf(time), needs: [], point: { token, time, block } });
    }
  }
  return buckets;
}

/** What all of them stand for, so that it is asked for together: derivations that are told to wait for each of their parts. */
async function partsOf({ book }: Sharing, buckets: readonly PriceBucket[]): Promise<PriceToken[]> {
  const parts = new Map<string, PriceToken>();
  await book.derive(buckets, async (needs) => {
    for (const { token } of needs) parts.set(tokenKey(token), token);
    const pending = new Set(needs.map(({ token, time }) => hourKey(token, hourOf(time))));
    return { prices: new Map(), pending, retryInMs: Number.POSITIVE_INFINITY };
  });
  return [...parts.values()];
}

/** Asks for prices that are not known yet; what no source tells is derived in its turn. */
async function learn(sharing: Sharing, parts: readonly PriceToken[], depth: number): Promise<void> {
  const { ask, known, failed, asked } = sharing;
  const wanted = new Map(parts.map((part) => coinOf(sharing, part)).map((token) => [tokenKey(token), token]));
  const fresh = [...wanted].flatMap(([key, token]) => (known.has(key) || asked.has(key) ? [] : [token]));
  if (fresh.length > 0) {
    const answers = await ask(fresh);
    for (const token of fresh) {
      const key = tokenKey(token);
      const answer = answers.get(key);
      asked.add(key);
      if (answer === 'failed') failed.add(key);
      else if (answer !== undefined) known.set(key, answer);
    }
  }
  const rest = [...wanted].flatMap(([key, token]) => (known.has(key) ? [] : [token]));
  if (depth < maximumDepth && rest.length > 0) await derive(sharing, rest, depth);
}

const coinOf = ({ wrapped }: Sharing, token: PriceToken): PriceToken => originalOf(token, wrapped) ?? token;

/** What is known of parts; a part that failed must not be taken for unknown: a pair would be priced by its other side. */
function toldOf(sharing: Sharing, parts: readonly PriceToken[]): PricesFound {
  const { known, failed, time } = sharing;
  const prices = new Map<string, KnownPrice>();
  const pending = new Set<string>();
  for (const part of parts) {
    const key = tokenKey(coinOf(sharing, part));
    const price = known.get(key);
    if (price !== undefined) prices.set(hourKey(part, hourOf(time)), price);
    else if (failed.has(key)) pending.add(hourKey(part, hourOf(time)));
  }
  return { prices, pending, retryInMs: Number.POSITIVE_INFINITY };
}
