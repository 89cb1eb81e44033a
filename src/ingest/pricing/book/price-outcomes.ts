/** What came of asking for the price of a token in an hour, as it is stored. */
import type { PriceBucket } from '../../../prices/quote/buckets.ts';
import type { DerivedPrice } from '../../../prices/quote/derived.ts';
import type { Quote } from '../../../prices/quote/quote.ts';
import type { PriceFailureReason } from '../../../prices/source/price-source.ts';
import type { HourlyPrice, PriceKey, ProvenanceJson } from '../../../store/prices/price-rows.ts';

/** What came of a bucket. `pending`: too much was asked at once; it is asked for again at once. */
export type Outcome =
  | { kind: 'found'; price: HourlyPrice }
  | { kind: 'pending' }
  | { kind: 'missing'; provenance: ProvenanceJson; retryInMs: number; isFault: boolean };

export const faultRetryMs = 60_000;
const unknownRetryMs = 24 * 3_600_000;
const transientReasons: readonly PriceFailureReason[] = ['source-down', 'malformed'];

/** The row that a bucket's price is stored in. */
export const keyOf = ({ token, hour }: PriceBucket): PriceKey => ({
  chainId: token.chainId,
  address: token.address,
  hour,
});

export const beforeTheChain: Outcome = {
  kind: 'missing',
  provenance: { explanation: 'the chain had no block at that moment' },
  retryInMs: unknownRetryMs,
  isFault: false,
};

/** Whether a token that has no price may have one: a source could not say what it knows, or they disagree. */
export const mayBeKnown = ({ provenance }: Quote): boolean =>
  provenance.answers.some(({ reason }) => reason === null || reason === 'over-budget' || isTransient(reason));

const isTransient = (reason: PriceFailureReason | null): boolean =>
  reason !== null && transientReasons.includes(reason);

export function outcomeOf(bucket: PriceBucket, quote: Quote | undefined): Outcome {
  const reasons = quote?.provenance.answers.map(({ reason }) => reason) ?? [];
  // Even a price is not taken yet: with fewer questions at once, the source that was left out would have had its say.
  if (reasons.includes('over-budget')) return { kind: 'pending' };
  if (quote?.price != null) return { kind: 'found', price: quotedPrice(bucket, quote.price, quote) };
  const isFault = reasons.some(isTransient);
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

export function derivedPrice(bucket: PriceBucket, price: DerivedPrice): HourlyPrice {
  const { priceUsd, source, confidence } = price;
  return {
    ...keyOf(bucket),
    ...{ price: priceUsd, source, confidence },
    observedAt: bucket.point.time,
    provenance: { explanation: `derived (${source}): no source has a price` },
  };
}
