/**
 * Prices of past hours: from the store where they are known, else from the sources, in bulk, and stored. The price of a token
 * in an hour is the one at the hour's beginning, of the chain's last block then. A token that nobody knew yet at that moment
 * has the price of the hour's end. What no source knows is derived from what it stands for. A wrapped coin has the price of its
 * coin. So a price is a function of token and hour, whoever asks for it, when, and with what else. One thing is left to
 * chance: a source that is down when an hour is asked for has no say in it.
 */
import { createMemory } from '../../domain/memory.ts';
import { errorText } from '../../errors.ts';
import {
  bucketNeeds,
  type PriceBucket,
  type PriceNeed,
  quoteBuckets,
  startOf,
} from '../../prices/quote/buckets.ts';
import { type DerivedPrice, originalOf, type Twin } from '../../prices/quote/derived.ts';
import type { Quote, Quoter } from '../../prices/quote/quote.ts';
import type { ChainReader } from '../../prices/source/chain-reader.ts';
import { type PriceFailureReason, type PriceToken, tokenKey } from '../../prices/source/price-source.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  findPrices,
  type HourlyPrice,
  type KnownPrice,
  type MissingPrice,
  type PriceKey,
  type ProvenanceJson,
  storePrices,
} from '../../store/prices/price-rows.ts';
import { derivePrices } from './price-derivations.ts';
import { hourKey, type PricesFound } from './price-keys.ts';
import { locateBuckets } from './price-moments.ts';
import { readStructure, type Structure } from './structures.ts';

export interface PriceBookOptions {
  database: Database;
  quoter: Quoter;
  readerOf(chainId: number): ChainReader | null;
  /** Whether a source reads on chain, so that the moments' blocks are looked for. Default true. */
  readsBlocks?: boolean;
  /** Wrapped coins: they have the price of their chain's coin. */
  wrapped: readonly Twin[];
  /** Tokens that stand for others where no source knows them. */
  twins: readonly Twin[];
  /** The currencies' tokens: ledgers follow their prices. */
  rateTokens: readonly PriceToken[];
  /** Told what went wrong beside the sources; those count their own faults. */
  onFault?: (error: string) => void;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export interface PriceBook {
  /** The price of each need's token in its hour. */
  pricesAt(needs: readonly PriceNeed[]): Promise<PricesFound>;
}

/** Shares of shares are priced, and their shares (a pair of a vault of a bridged twin of a wrapped coin); then it ends. */
const maximumDepth = 5;
const soonMs = 5_000;
const faultRetryMs = 60_000;
const unknownRetryMs = 24 * 3_600_000;
/** What a token is made of is read again after a day: a proxy may have become a vault. */
const structureMs = 24 * 3_600_000;
const rememberedStructures = 20_000;

const keyOf = ({ token, hour }: PriceBucket): PriceKey => ({
  chainId: token.chainId,
  address: token.address,
  hour,
});

/** What came of a bucket. `pending`: too much was asked at once; it is asked for again at once. */
type Outcome =
  | { kind: 'found'; price: HourlyPrice }
  | { kind: 'pending' }
  | { kind: 'missing'; provenance: ProvenanceJson; retryInMs: number; isFault: boolean };

export function createPriceBook(options: PriceBookOptions): PriceBook {
  const { database, quoter, readerOf, readsBlocks = true, wrapped, twins, rateTokens } = options;
  const { onFault = () => {}, now = Date.now } = options;
  const structures = createMemory<string, { readAt: number; answer: Promise<Structure | null> }>({
    maximum: rememberedStructures,
  });

  async function pricesAt(needs: readonly PriceNeed[], depth: number): Promise<PricesFound> {
    const buckets = bucketNeeds(needs);
    const stored = await findPrices(database, buckets.map(keyOf));
    const prices = new Map<string, KnownPrice>();
    const pauses = new Map<string, number>();
    const pending = new Set<string>();
    const outdated = new Map<string, KnownPrice>();
    for (const row of stored) {
      const key = hourKey(row, row.hour);
      if (row.known !== null) (row.isOutdated ? outdated : prices).set(key, row.known);
      if (!prices.has(key) && row.retryInMs > 0) pauses.set(key, row.retryInMs);
    }
    const open = buckets.filter(({ token, hour }) => {
      const key = hourKey(token, hour);
      return !prices.has(key) && !pauses.has(key);
    });
    for (const [bucket, outcome] of await ask(open, depth)) {
      const key = hourKey(bucket.token, bucket.hour);
      if (outcome.kind === 'found') prices.set(key, outcome.price);
      else pauses.set(key, outcome.kind === 'pending' ? soonMs : outcome.retryInMs);
      if (outcome.kind === 'pending') pending.add(key);
    }
    // A failure takes no price away, also not one of a former rule.
    for (const [key, known] of outdated) if (!prices.has(key) && !pending.has(key)) prices.set(key, known);
    return { prices, pending, retryInMs: Math.min(Number.POSITIVE_INFINITY, ...pauses.values()) };
  }

  async function ask(
    buckets: readonly PriceBucket[],
    depth: number,
  ): Promise<ReadonlyMap<PriceBucket, Outcome>> {
    const outcomes = await unwrap(buckets, depth);
    await askInto(
      outcomes,
      buckets.filter((bucket) => !outcomes.has(bucket)),
      depth,
    );
    // What nobody knew when the hour began may have begun within it.
    const late = buckets.flatMap((bucket): PriceBucket[] => {
      const outcome = outcomes.get(bucket);
      if (outcome?.kind !== 'missing' || outcome.isFault) return [];
      const end = startOf(bucket.hour + 1);
      const toWait = end * 1000 - now();
      if (toWait <= 0) return [{ ...bucket, point: { token: bucket.token, time: end } }];
      outcomes.set(bucket, { ...outcome, retryInMs: Math.min(outcome.retryInMs, toWait) });
      return [];
    });
    const ofEnds = new Map<PriceBucket, Outcome>();
    await askInto(ofEnds, late, depth);
    const byKey = new Map([...ofEnds].map(([{ token, hour }, outcome]) => [hourKey(token, hour), outcome]));
    for (const bucket of buckets) {
      const outcome = byKey.get(hourKey(bucket.token, bucket.hour));
      if (outcome !== undefined) outcomes.set(bucket, outcome);
    }
    await store(outcomes, depth);
    return outcomes;
  }

  /** Wrapped coins whose coin has a price, or will have one in a moment. */
  async function unwrap(buckets: readonly PriceBucket[], depth: number): Promise<Map<PriceBucket, Outcome>> {
    const outcomes = new Map<PriceBucket, Outcome>();
    const coins = new Map(
      buckets.flatMap((bucket) => {
        const coin = originalOf(bucket.token, wrapped);
        return coin === null ? [] : [[bucket, coin] as const];
      }),
    );
    if (coins.size === 0) return outcomes;
    const found = await pricesAt(
      [...coins].map(([{ point }, token]) => ({ token, time: point.time })),
      depth + 1,
    );
    for (const [bucket, coin] of coins) {
      const key = hourKey(coin, bucket.hour);
      const known = found.prices.get(key);
      const provenance = { explanation: 'the price of the coin that it wraps' };
      if (known !== undefined) {
        outcomes.set(bucket, { kind: 'found', price: { ...keyOf(bucket), ...known, provenance } });
      } else if (found.pending.has(key)) outcomes.set(bucket, { kind: 'pending' });
    }
    return outcomes;
  }

  /** Asks the sources at the buckets' moments, then derives what they do not know. */
  async function askInto(
    outcomes: Map<PriceBucket, Outcome>,
    buckets: readonly PriceBucket[],
    depth: number,
  ): Promise<void> {
    if (buckets.length === 0) return;
    const ownOf = new Map(buckets.map((bucket) => [hourKey(bucket.token, bucket.hour), bucket]));
    const own = (bucket: PriceBucket): PriceBucket => ownOf.get(hourKey(bucket.token, bucket.hour)) ?? bucket;
    const { located, tooEarly } = await locateBuckets(buckets, readsBlocks ? readerOf : () => null, (error) =>
      onFault(errorText(error)),
    );
    for (const bucket of tooEarly) outcomes.set(own(bucket), beforeTheChain);
    const quotes = await quoteBuckets(quoter, located);
    const found: HourlyPrice[] = [];
    const unknown: PriceBucket[] = [];
    for (const [index, bucket] of located.entries()) {
      const outcome = outcomeOf(bucket, quotes[index]);
      outcomes.set(own(bucket), outcome);
      if (outcome.kind === 'found') found.push(outcome.price);
      if (outcome.kind === 'missing') unknown.push(bucket);
    }
    // Stored before the derivations ask for the prices of what stands behind.
    await storePrices(database, found, [], rateTokens);
    if (depth >= maximumDepth) return;
    const derived = await derivePrices(unknown, {
      ...{ readerOf, twins, structureOf, onFault },
      pricesAt: (needs) => pricesAt(needs, depth + 1),
    });
    for (const [bucket, price] of derived) {
      const known = outcomes.get(own(bucket));
      if (price !== 'fault') {
        outcomes.set(own(bucket), { kind: 'found', price: derivedPrice(bucket, price) });
      } else if (known?.kind === 'missing') {
        outcomes.set(own(bucket), { ...known, isFault: true, retryInMs: faultRetryMs });
      }
    }
  }

  async function store(outcomes: ReadonlyMap<PriceBucket, Outcome>, depth: number): Promise<void> {
    const found: HourlyPrice[] = [];
    const missing: MissingPrice[] = [];
    for (const [bucket, outcome] of outcomes) {
      if (outcome.kind === 'found') found.push(outcome.price);
      // What was asked for on the way to another price was not followed as far as it would be for itself.
      else if (outcome.kind === 'missing' && depth === 0) missing.push({ ...keyOf(bucket), ...outcome });
    }
    await storePrices(database, found, missing, rateTokens);
  }

  function structureOf(reader: ChainReader, token: PriceToken): Promise<Structure | null> {
    const key = tokenKey(token);
    const known = structures.get(key);
    if (known !== undefined && now() - known.readAt < structureMs) return known.answer;
    const answer = readStructure(reader, token.address);
    structures.keep(key, { readAt: now(), answer });
    answer.catch(() => structures.forget(key));
    return answer;
  }

  return { pricesAt: (needs) => pricesAt(needs, 0) };
}

const beforeTheChain: Outcome = {
  kind: 'missing',
  provenance: { explanation: 'the chain had no block at that moment' },
  retryInMs: unknownRetryMs,
  isFault: false,
};

function outcomeOf(bucket: PriceBucket, quote: Quote | undefined): Outcome {
  const reasons = quote?.provenance.answers.map(({ reason }) => reason) ?? [];
  // Even a price is not taken yet: with fewer questions at once, the source that was left out would have had its say.
  if (reasons.includes('over-budget')) return { kind: 'pending' };
  if (quote?.price != null) return { kind: 'found', price: quotedPrice(bucket, quote.price, quote) };
  const isFault = reasons.some((reason) => reason !== null && transientReasons.includes(reason));
  const retryInMs = isFault ? faultRetryMs : unknownRetryMs;
  return {
    ...{ kind: 'missing', retryInMs, isFault },
    provenance: quote === undefined ? {} : { ...quote.provenance },
  };
}

function quotedPrice(bucket: PriceBucket, price: NonNullable<Quote['price']>, quote: Quote): HourlyPrice {
  const { priceUsd, observedAt, source, confidence, agreement } = price;
  return {
    ...keyOf(bucket),
    ...{ price: priceUsd, observedAt, source, confidence },
    provenance: { ...quote.provenance, agreement },
  };
}

function derivedPrice(bucket: PriceBucket, price: DerivedPrice): HourlyPrice {
  const { priceUsd, source, confidence } = price;
  return {
    ...keyOf(bucket),
    ...{ price: priceUsd, source, confidence },
    observedAt: bucket.point.time,
    provenance: { explanation: `derived (${source}): no source has a price` },
  };
}

const transientReasons: readonly PriceFailureReason[] = ['source-down', 'malformed'];
