/**
 * Prices of past hours: from the store where they are known, else from the sources, in bulk, and stored. What no source
 * knows is derived from what it stands for: its twin, its vault's asset, its pair's reserves.
 */
import { createRecentlyUsed } from '../../domain/recently-used.ts';
import { errorText } from '../../errors.ts';
import { bucketNeeds, type PriceBucket, type PriceNeed, quoteBuckets } from '../../prices/buckets.ts';
import type { ChainReader } from '../../prices/chain-reader.ts';
import { type DerivedPrice, originalOf, type Twin, twinPrice } from '../../prices/derived.ts';
import { type PriceFailureReason, type PriceToken, tokenKey } from '../../prices/price-source.ts';
import type { Quote, Quoter } from '../../prices/quote.ts';
import type { Database } from '../../store/database.ts';
import {
  findPrices,
  findPricesBefore,
  type HourlyPrice,
  type KnownPrice,
  type MissingPrice,
  type PriceKey,
  type ProvenanceJson,
  storePrices,
} from '../../store/prices.ts';
import { readStructure, type Structure, sharePrices } from './structures.ts';

export interface PriceBookOptions {
  database: Database;
  quoter: Quoter;
  readerOf(chainId: number): ChainReader | null;
  twins: readonly Twin[];
  /** The currencies' tokens: ledgers follow their prices. */
  rateTokens: readonly PriceToken[];
  /** Told what went wrong beside the sources; those count their own faults. */
  onFault?: (error: string) => void;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export interface PricesFound {
  /** By `hourKey`; what nobody knows is missing. */
  prices: ReadonlyMap<string, KnownPrice>;
  /** When the soonest of the missing ones is to be asked again; Infinity: nothing is missing. */
  retryInMs: number;
}

export interface PriceBook {
  /** The price of each need's token in its hour. */
  pricesAt(needs: readonly PriceNeed[]): Promise<PricesFound>;
}

/** Shares of shares are priced, and their shares; then it ends. */
const maximumDepth = 2;
const soonMs = 5_000;
const faultRetryMs = 60_000;
const unknownRetryMs = 24 * 3_600_000;
/** What a token is made of is read again after a day: a proxy may have become a vault. */
const structureMs = 24 * 3_600_000;
const rememberedStructures = 20_000;

export const hourKey = (token: { chainId: number; address: string }, hour: number): string =>
  `${token.chainId}:${token.address}@${hour}`;

const keyOf = ({ token, hour }: PriceBucket): PriceKey => ({
  chainId: token.chainId,
  address: token.address,
  hour,
});

export function createPriceBook(options: PriceBookOptions): PriceBook {
  const { database, quoter, readerOf, twins, rateTokens, onFault = () => {}, now = Date.now } = options;
  const structures = createRecentlyUsed<string, { readAt: number; answer: Promise<Structure | null> }>(
    rememberedStructures,
  );

  async function pricesAt(needs: readonly PriceNeed[], depth: number): Promise<PricesFound> {
    const buckets = bucketNeeds(needs);
    const stored = await findPrices(database, buckets.map(keyOf));
    const prices = new Map<string, KnownPrice>();
    const pauses = new Map<string, number>();
    for (const row of stored) {
      const key = hourKey(row, row.hour);
      if (row.known !== null) prices.set(key, row.known);
      else if (row.retryInMs > 0) pauses.set(key, row.retryInMs);
    }
    const open = buckets.filter(({ token, hour }) => {
      const key = hourKey(token, hour);
      return !prices.has(key) && !pauses.has(key);
    });
    const asked = await ask(open, depth);
    for (const found of asked.found) prices.set(hourKey(found, found.hour), found);
    for (const missing of asked.missing) pauses.set(hourKey(missing, missing.hour), missing.retryInMs);
    return { prices, retryInMs: Math.min(Number.POSITIVE_INFINITY, ...pauses.values()) };
  }

  async function ask(
    buckets: readonly PriceBucket[],
    depth: number,
  ): Promise<{ found: HourlyPrice[]; missing: MissingPrice[] }> {
    if (buckets.length === 0) return { found: [], missing: [] };
    const before = await findPricesBefore(database, buckets.map(keyOf));
    const lastOf = new Map(buckets.map((bucket, index) => [bucket, before[index] ?? null]));
    const quotes = await quoteBuckets(quoter, buckets, (bucket) => {
      const last = lastOf.get(bucket) ?? null;
      return last === null ? null : { priceUsd: last.price, observedAt: last.observedAt };
    });
    const found: HourlyPrice[] = [];
    const unknown: { bucket: PriceBucket; quote: Quote | undefined }[] = [];
    for (const [index, bucket] of buckets.entries()) {
      const quote = quotes[index];
      if (quote?.price == null) unknown.push({ bucket, quote });
      else found.push(quotedPrice(bucket, quote.price, quote));
    }
    // Stored before the derivations ask for the prices of what stands behind.
    await storePrices(database, found, [], rateTokens);
    const derived =
      depth < maximumDepth
        ? await derive(
            unknown.map(({ bucket }) => bucket),
            depth,
          )
        : new Map<PriceBucket, DerivedPrice | 'fault'>();
    const missing: MissingPrice[] = [];
    const shares: HourlyPrice[] = [];
    for (const { bucket, quote } of unknown) {
      const price = derived.get(bucket);
      if (price === undefined || price === 'fault') {
        missing.push({ ...keyOf(bucket), ...missed(quote, price === 'fault') });
      } else shares.push(derivedPrice(bucket, price));
    }
    await storePrices(database, shares, missing, rateTokens);
    return { found: [...found, ...shares], missing };
  }

  /** What follows for buckets that no source could price; 'fault': the chain could not be read. */
  async function derive(
    buckets: readonly PriceBucket[],
    depth: number,
  ): Promise<ReadonlyMap<PriceBucket, DerivedPrice | 'fault'>> {
    const results = new Map<PriceBucket, DerivedPrice | 'fault'>();
    const byToken = Map.groupBy(buckets, ({ token }) => tokenKey(token));
    for (const group of byToken.values()) {
      const token = group[0]?.token;
      if (token === undefined) continue;
      try {
        await deriveToken(token, group, depth, results);
      } catch (error) {
        onFault(`${token.chainId}:${token.address}: ${errorText(error)}`);
        for (const bucket of group) if (!results.has(bucket)) results.set(bucket, 'fault');
      }
    }
    return results;
  }

  async function deriveToken(
    token: PriceToken,
    buckets: readonly PriceBucket[],
    depth: number,
    results: Map<PriceBucket, DerivedPrice | 'fault'>,
  ): Promise<void> {
    const original = originalOf(token, twins);
    if (original !== null) {
      const { prices } = await pricesAt(
        buckets.map((bucket) => needFor(bucket, original)),
        depth + 1,
      );
      for (const bucket of buckets) {
        const known = prices.get(hourKey(original, bucket.hour));
        const price = known === undefined ? null : twinPrice(partOf(known));
        if (price !== null) results.set(bucket, price);
      }
      return;
    }
    const reader = readerOf(token.chainId);
    const structure = reader === null ? null : await structureOf(reader, token);
    if (reader === null || structure === null) return;
    const located = await locate(reader, buckets);
    const parts = structure.parts.map((part) => ({ chainId: token.chainId, ...part }));
    const { prices } = await pricesAt(
      parts.flatMap((part) => located.map(({ bucket }) => needFor(bucket, part))),
      depth + 1,
    );
    const questions = located.map(({ bucket: { hour }, blockNumber }) => ({
      blockNumber,
      partPrices: parts.map((part) => {
        const known = prices.get(hourKey(part, hour));
        return known === undefined ? null : partOf(known);
      }),
    }));
    const shares = await sharePrices(reader, token, structure, questions);
    for (const [index, { bucket }] of located.entries()) {
      const price = shares[index] ?? null;
      if (price !== null) results.set(bucket, price);
    }
  }

  function structureOf(reader: ChainReader, token: PriceToken): Promise<Structure | null> {
    const key = tokenKey(token);
    const known = structures.get(key);
    if (known !== undefined && now() - known.readAt < structureMs) return known.answer;
    const answer = readStructure(reader, token.address);
    structures.set(key, { readAt: now(), answer });
    answer.catch(() => structures.delete(key));
    return answer;
  }

  return { pricesAt: (needs) => pricesAt(needs, 0) };
}

/** With the block at which a share is read: that of the event, else the last one up to the moment that is asked for. */
async function locate(
  reader: ChainReader,
  buckets: readonly PriceBucket[],
): Promise<{ bucket: PriceBucket; blockNumber: number }[]> {
  const located: { bucket: PriceBucket; blockNumber: number }[] = [];
  for (const bucket of buckets) {
    const { block, time } = bucket.point;
    const blockNumber = block?.number ?? (await reader.blockAtTime(time));
    if (blockNumber !== null) located.push({ bucket, blockNumber });
  }
  return located;
}

const needFor = (bucket: PriceBucket, token: PriceToken): PriceNeed => ({
  token,
  time: bucket.point.block?.timestamp ?? bucket.point.time,
  blockNumber: bucket.point.block?.number,
});

const partOf = ({ price, confidence }: KnownPrice) => ({ priceUsd: price, confidence });

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
    observedAt: bucket.point.block?.timestamp ?? bucket.point.time,
    provenance: { explanation: `derived (${source}): no source has a price` },
  };
}

const transientReasons: readonly PriceFailureReason[] = ['source-down', 'malformed'];

/** What is kept of a question that nobody answered. */
function missed(
  quote: Quote | undefined,
  isDerivationFault: boolean,
): { provenance: ProvenanceJson; retryInMs: number } {
  const reasons = quote?.provenance.answers.map(({ reason }) => reason) ?? [];
  const isFault =
    isDerivationFault || reasons.some((reason) => reason !== null && transientReasons.includes(reason));
  const retryInMs = reasons.includes('over-budget') ? soonMs : isFault ? faultRetryMs : unknownRetryMs;
  return { provenance: quote === undefined ? {} : { ...quote.provenance }, retryInMs };
}
