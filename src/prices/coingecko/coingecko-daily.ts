/**
 * CoinGecko's daily prices, for the question whether it agrees with what other sources say: one request tells of a year, where
 * hourly prices come for 90 days at most. What it answers for a moment is the price of one fixed midnight, so that it is the same
 * whatever else is asked for, and when.
 */

import { createMemory } from '../../domain/memory.ts';
import { secondsPerDay } from '../../domain/time/time.ts';
import { isPositive, relativeGap } from '../source/price-math.ts';
import type { PriceAnswer, PriceClaim, PricePoint } from '../source/price-source.ts';
import type { ChartRange } from './coingecko-history.ts';
import type { ChartPoint } from './coingecko-wire.ts';

/** A day's price is there 35 minutes after its midnight. */
const settledAfterSeconds = 3_600;
/** Longer ranges than 90 days come by the day. */
const minimumRangeSeconds = 92 * secondsPerDay;
/** The smaller plans show a year. */
const maximumRangeSeconds = 360 * secondsPerDay;
/** Daily prices stand for midnight; the last one of a chart for the moment of the question. */
const midnightToleranceSeconds = 60;
const rememberedMidnights = 100_000;
/** It is of another hour of the day. */
const dailyConfidence = 0.6;

/** The last midnight whose price is there by the moment itself. */
const midnightOf = ({ time }: PricePoint): number =>
  Math.floor((time - settledAfterSeconds) / secondsPerDay) * secondsPerDay;

export interface DailyPrices {
  /** Whether nothing is known yet of the point's midnight. */
  isOpen(path: string, point: PricePoint): boolean;
  /** Remembers a chart's prices of midnights; `asked`: the points that it was asked for. */
  keep(path: string, prices: readonly ChartPoint[], asked: readonly PricePoint[], now: number): void;
  /** The answer to a claim, or null: it takes hourly prices to tell. */
  agree(path: string, point: PricePoint, claim: PriceClaim): PriceAnswer | null;
}

export function createDailyPrices(): DailyPrices {
  /** By path and midnight; null: the chart has none. */
  const prices = createMemory<string, string | null>({ maximum: rememberedMidnights });
  const keyOf = (path: string, midnight: number): string => `${path}@${midnight}`;
  return {
    isOpen: (path, point) => prices.get(keyOf(path, midnightOf(point))) === undefined,
    keep(path, chart, asked, now) {
      for (const point of asked) prices.keep(keyOf(path, midnightOf(point)), null);
      for (const { timestamp, price } of chart) {
        const midnight = Math.round(timestamp / secondsPerDay) * secondsPerDay;
        const isDaily = Math.abs(timestamp - midnight) <= midnightToleranceSeconds;
        if (isDaily && timestamp < now - settledAfterSeconds / 2) prices.keep(keyOf(path, midnight), price);
      }
    },
    agree(path, point, { lowestUsd, highestUsd, tolerance }) {
      const midnight = midnightOf(point);
      const price = prices.get(keyOf(path, midnight)) ?? null;
      if (price === null || !isPositive(price)) return null;
      if ([lowestUsd, highestUsd].some((claimed) => relativeGap(claimed, price).gt(tolerance))) return null;
      const { token, time } = point;
      const detail = 'its price of the midnight before, for it was only asked whether it agrees';
      return {
        ok: true,
        observation: {
          ...{ token, time, priceUsd: price, observedAt: midnight, detail },
          ...{ confidence: dailyConfidence, source: 'coingecko' },
        },
      };
    },
  };
}

/** The range of one chart that has the midnights of all the points, oldest first; null: they lie too far apart. */
export function dailyRange(points: readonly PricePoint[], now: number): ChartRange | null {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const from = midnightOf(first) - settledAfterSeconds;
  const to = midnightOf(last) + settledAfterSeconds;
  if (to - from > maximumRangeSeconds) return null;
  if (to - from >= minimumRangeSeconds) return { from, to };
  // Into the past where there is no future yet.
  const start = Math.min(from, Math.max(to, now) - minimumRangeSeconds);
  return { from: start, to: start + minimumRangeSeconds };
}
