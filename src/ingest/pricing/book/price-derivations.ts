/** Prices that no source has, derived from what the token stands for: its twin, its vault's asset, its pair's reserves. */
import { errorText } from '../../../errors.ts';
import { hourOf, type PriceBucket, type PriceNeed } from '../../../prices/quote/buckets.ts';
import { type DerivedPrice, originalOf, type Twin, twinPrice } from '../../../prices/quote/derived.ts';
import type { ChainReader } from '../../../prices/source/chain-reader.ts';
import { type PriceToken, tokenKey } from '../../../prices/source/price-source.ts';
import { hourKey, type PricesFound } from './price-keys.ts';
import { type Structure, sharePrices } from './structures.ts';

export interface DerivationParts {
  readerOf(chainId: number): ChainReader | null;
  twins: readonly Twin[];
  structureOf(reader: ChainReader, token: PriceToken): Promise<Structure | null>;
  /** The prices of what stands behind, by the hours of the needs. */
  pricesAt(needs: readonly PriceNeed[]): Promise<PricesFound>;
  onFault(error: string): void;
}

/** What follows for buckets that no source could price; 'fault': it cannot be known now. */
export type Derivations = ReadonlyMap<PriceBucket, DerivedPrice | 'fault'>;

export async function derivePrices(
  buckets: readonly PriceBucket[],
  parts: DerivationParts,
): Promise<Derivations> {
  const results = new Map<PriceBucket, DerivedPrice | 'fault'>();
  const byToken = Map.groupBy(buckets, ({ token }) => tokenKey(token));
  for (const group of byToken.values()) {
    const token = group[0]?.token;
    if (token === undefined) continue;
    try {
      const original = originalOf(token, parts.twins);
      if (original === null) await deriveShares(token, group, parts, results);
      else await deriveTwins(original, group, parts, results);
    } catch (error) {
      parts.onFault(`${token.chainId}:${token.address}: ${errorText(error)}`);
      for (const bucket of group) if (!results.has(bucket)) results.set(bucket, 'fault');
    }
  }
  return results;
}

type Results = Map<PriceBucket, DerivedPrice | 'fault'>;

async function deriveTwins(
  original: PriceToken,
  buckets: readonly PriceBucket[],
  { pricesAt }: DerivationParts,
  results: Results,
): Promise<void> {
  const partOf = partsFrom(await pricesAt(buckets.map(({ point: { time } }) => ({ token: original, time }))));
  for (const bucket of buckets) {
    const part = partOf(original, bucket);
    const price = part === null || part === 'fault' ? part : twinPrice(part);
    if (price !== null) results.set(bucket, price);
  }
}

async function deriveShares(
  token: PriceToken,
  buckets: readonly PriceBucket[],
  { readerOf, structureOf, pricesAt }: DerivationParts,
  results: Results,
): Promise<void> {
  const reader = readerOf(token.chainId);
  const structure = reader === null ? null : await structureOf(reader, token);
  if (reader === null || structure === null) return;
  const located = await locate(reader, buckets);
  const parts = structure.parts.map((part) => ({ chainId: token.chainId, ...part }));
  const partOf = partsFrom(
    await pricesAt(
      parts.flatMap((part) =>
        located.map(({ bucket }): PriceNeed => ({ token: part, time: bucket.point.time })),
      ),
    ),
  );
  const questions = located.flatMap(({ bucket, blockNumber }) => {
    const prices = parts.map((part) => partOf(part, bucket));
    if (prices.includes('fault')) {
      results.set(bucket, 'fault');
      return [];
    }
    return [{ bucket, blockNumber, partPrices: prices.map((price) => (price === 'fault' ? null : price)) }];
  });
  const shares = await sharePrices(reader, token, structure, questions);
  for (const [index, { bucket }] of questions.entries()) {
    const price = shares[index] ?? null;
    if (price !== null) results.set(bucket, price);
  }
}

/** A part that will be known in a moment must not be taken for unknown: a pair would then be priced by its other side. */
function partsFrom({ prices, pending }: PricesFound) {
  return (token: PriceToken, { point: { time } }: PriceBucket) => {
    const key = hourKey(token, hourOf(time));
    if (pending.has(key)) return 'fault' as const;
    const known = prices.get(key);
    return known === undefined ? null : { priceUsd: known.price, confidence: known.confidence };
  };
}

/** With the block at which a share is read: the last one up to the moment that is asked for. */
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
