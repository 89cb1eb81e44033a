/** The answer that a series of past prices gives for a moment: the price nearest to it, if it is near enough and a price. */

import type { PriceSourceName } from '../../domain/money/price-sources.ts';
import { isPositive } from './price-math.ts';
import { defaultWithinSeconds, failure, type PriceAnswer, type PricePoint } from './price-source.ts';

export interface SeriesPoint {
  /** Unix seconds. */
  timestamp: number;
  /** USD as exact decimal text. */
  price: string;
}

/** `confidenceOf` says how far the source itself trusts a point. Of two equally near points the earlier one answers. */
export function nearestObservation<Point extends SeriesPoint>(
  from: { source: PriceSourceName; title: string; confidenceOf: (point: Point) => number },
  series: readonly Point[],
  point: PricePoint,
): PriceAnswer {
  const distanceTo = ({ timestamp }: Point): number => Math.abs(timestamp - point.time);
  let nearest: Point | null = null;
  for (const candidate of series) {
    if (nearest === null || distanceTo(candidate) < distanceTo(nearest)) nearest = candidate;
  }
  if (nearest === null) return failure('too-stale', `${from.title} has no price near this time`);
  const distance = distanceTo(nearest);
  if (distance > (point.withinSeconds ?? defaultWithinSeconds)) {
    return failure('too-stale', `${from.title}'s nearest price is ${distance} s away`);
  }
  if (!isPositive(nearest.price)) return failure('not-positive', `${from.title} answered ${nearest.price}`);
  return {
    ok: true,
    observation: {
      token: point.token,
      time: point.time,
      priceUsd: nearest.price,
      observedAt: nearest.timestamp,
      confidence: from.confidenceOf(nearest),
      source: from.source,
      detail: null,
    },
  };
}
