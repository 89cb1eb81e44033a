import type { PriceSourceName } from '../../../src/domain/money/price-sources.ts';
import {
  failure,
  type PriceAnswer,
  type PriceFailureReason,
  type PricePoint,
  type PriceSource,
} from '../../../src/prices/source/price-source.ts';

/** A price, a price with more about it, or the reason why there is none. */
export type StubAnswer =
  | string
  | { priceUsd: string; confidence?: number; observedAt?: number }
  | { reason: PriceFailureReason };

/** A source that answers as told. `asks`: the number of points of each question put to it. */
export function createStubSource(
  name: PriceSourceName,
  answerTo: (point: PricePoint) => StubAnswer,
): PriceSource & { asks: number[] } {
  const asks: number[] = [];
  const answer = (point: PricePoint): PriceAnswer => {
    const told = answerTo(point);
    if (typeof told === 'object' && 'reason' in told) return failure(told.reason, 'as told');
    const {
      priceUsd,
      confidence = 0.95,
      observedAt = point.time,
    } = typeof told === 'string' ? { priceUsd: told } : told;
    const { token, time } = point;
    return {
      ok: true,
      observation: { token, time, priceUsd, observedAt, confidence, source: name, detail: null },
    };
  };
  return {
    name,
    asks,
    historical: async (points) => {
      asks.push(points.length);
      return points.map(answer);
    },
    current: async (tokens) => {
      asks.push(tokens.length);
      return tokens.map((token) => answer({ token, time: 1_700_000_000 }));
    },
  };
}
