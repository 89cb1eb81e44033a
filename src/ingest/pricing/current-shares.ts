/**
 * Prices of now of what no source knows: shares, receipts and twins, of what they stand for. They are read at the newest block,
 * and reckoned with prices of the same moment, also where the chain has been quiet for hours.
 */
import { keyOfContract } from '../../domain/ids.ts';
import { hourOf, type PriceBucket } from '../../prices/quote/buckets.ts';
import { originalOf, type Twin } from '../../prices/quote/derived.ts';
import { type PriceToken, tokenKey } from '../../prices/source/price-source.ts';
import type { CurrentPrice } from '../../store/prices/price-rows.ts';
import { maximumDepth, type PriceBook } from './book/price-book.ts';
import { hourKey, type PricesFound } from './book/price-keys.ts';
import { derivedPrice } from './book/price-outcomes.ts';

/** What sources say now. */
export interface Asked {
  found: readonly CurrentPrice[];
  /** What may have a price that no source could tell this time. */
  failed: readonly PriceToken[];
}

export interface SharesOptions {
  book: Pick<PriceBook, 'derive'>;
  /** Wrapped coins have the price of their chain's coin. */
  wrapped: readonly Twin[];
  /** The newest block of a chain that is read, or null. */
  headOf(chainId: number): Promise<{ number: number } | null>;
  ask(tokens: readonly PriceToken[]): Promise<Asked>;
  /** The moment that the prices are of, unix seconds. */
  time: number;
}

interface Sharing extends SharesOptions {
  /** By `tokenKey`; prices of the same moment. */
  readonly known: Map<string, CurrentPrice>;
  /** Cannot be known this time: what rests on them keeps the price that it had. */
  readonly failed: Set<string>;
  /** Nobody knows them. */
  readonly unknown: Set<string>;
}

/**
 * Prices tokens by what they stand for.
 * @param known Prices of the same moment
 * @returns those of the tokens, and those of parts that had to be asked for; what does not follow is left out
 */
export async function priceShares(
  options: SharesOptions,
  tokens: readonly PriceToken[],
  known: readonly CurrentPrice[],
): Promise<CurrentPrice[]> {
  const before = new Map(known.map((price) => [keyOfContract(price), price]));
  const sharing: Sharing = { ...options, known: new Map(before), failed: new Set(), unknown: new Set() };
  await derive(sharing, tokens, 0);
  return [...sharing.known].flatMap(([key, price]) => (before.has(key) ? [] : [price]));
}

/** @param depth how many prices stand between these tokens and the ones that were asked for */
async function derive(sharing: Sharing, tokens: readonly PriceToken[], depth: number): Promise<void> {
  const { book, headOf, known, failed, time } = sharing;
  const buckets: PriceBucket[] = [];
  for (const [chainId, group] of Map.groupBy(tokens, (token) => token.chainId)) {
    const head = await headOf(chainId);
    for (const token of group) {
      if (head === null) failed.add(tokenKey(token));
      else buckets.push(bucketOf(token, { time, blockNumber: head.number }));
    }
  }
  const derived = await book.derive(buckets, (needs) =>
    partsOf(
      sharing,
      needs.map(({ token }) => token),
      depth + 1,
    ),
  );
  for (const [bucket, price] of derived) {
    if (price === 'fault') failed.add(tokenKey(bucket.token));
    else {
      const { hour: _, ...found } = derivedPrice(bucket, price);
      known.set(tokenKey(bucket.token), found);
    }
  }
}

/** The state of a chain now is that of its newest block, however old that is. */
const bucketOf = (
  token: PriceToken,
  { time, blockNumber }: { time: number; blockNumber: number },
): PriceBucket => ({
  ...{ token, hour: hourOf(time), needs: [] },
  point: { token, time, block: { number: blockNumber, timestamp: time } },
});

/** What the parts of a share are worth: as it is known, as sources say, or derived in their turn. */
async function partsOf(sharing: Sharing, parts: readonly PriceToken[], depth: number): Promise<PricesFound> {
  const { ask, known, failed, unknown, time, wrapped } = sharing;
  const standsFor = (token: PriceToken): PriceToken => originalOf(token, wrapped) ?? token;
  const isOpen = (token: PriceToken): boolean =>
    [known, failed, unknown].every((keys) => !keys.has(tokenKey(token)));
  const open = [...new Map(parts.map(standsFor).map((token) => [tokenKey(token), token])).values()].filter(
    isOpen,
  );
  if (open.length > 0) {
    const asked = await ask(open);
    for (const price of asked.found) known.set(keyOfContract(price), price);
    for (const token of asked.failed) failed.add(tokenKey(token));
    if (depth < maximumDepth) await derive(sharing, open.filter(isOpen), depth);
    for (const token of open.filter(isOpen)) unknown.add(tokenKey(token));
  }
  const prices: PricesFound['prices'] = new Map(
    parts.flatMap((token) => {
      const price = known.get(tokenKey(standsFor(token)));
      return price === undefined ? [] : [[hourKey(token, hourOf(time)), price] as const];
    }),
  );
  const isPending = (token: PriceToken): boolean => failed.has(tokenKey(standsFor(token)));
  const pending = new Set(parts.filter(isPending).map((token) => hourKey(token, hourOf(time))));
  return { prices, pending, retryInMs: Number.POSITIVE_INFINITY };
}
