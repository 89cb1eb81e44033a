/** The moments of a chart: regular steps in UTC from its beginning, and its end. */
import { monthsAfter } from './time.ts';

export const valueIntervals = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
export type ValueInterval = (typeof valueIntervals)[number];

const stepSeconds = { HOUR: 3_600, DAY: 86_400, WEEK: 7 * 86_400 } as const;

/** The n-th moment after `from`. Months are calendar months: a day that a month lacks becomes its last one. */
function stepAfter(from: number, interval: ValueInterval, steps: number): number {
  return interval === 'MONTH' ? monthsAfter(from, steps) : from + steps * stepSeconds[interval];
}

/**
 * Unix seconds, ascending: `from`, each step after it, and `to` itself as the last; null when they would be more than
 * `maximum`. Needs whole seconds, from <= to.
 */
export function valuePoints(
  range: { from: number; to: number; interval: ValueInterval },
  maximum: number,
): number[] | null {
  const points: number[] = [];
  for (let steps = 0; ; steps += 1) {
    const point = stepAfter(range.from, range.interval, steps);
    if (point >= range.to) break;
    if (points.length >= maximum - 1) return null;
    points.push(point);
  }
  return [...points, range.to];
}
