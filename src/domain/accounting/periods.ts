/** The periods that profit and loss is asked for. They end now, and their days, months and years are UTC. */
import type { Period } from '../ids.ts';
import { monthsAfter, secondsPerDay } from '../time/time.ts';

const monthsBefore = (now: number, months: number): number => monthsAfter(now, -months);

const starts = {
  DAY: (now) => now - secondsPerDay,
  WEEK: (now) => now - 7 * secondsPerDay,
  MONTH: (now) => monthsBefore(now, 1),
  THREE_MONTHS: (now) => monthsBefore(now, 3),
  YTD: (now) => Date.UTC(new Date(now * 1000).getUTCFullYear(), 0, 1) / 1000,
  YEAR: (now) => monthsBefore(now, 12),
  MAX: () => null,
} satisfies Record<Period, (now: number) => number | null>;

/**
 * The first moment of a period that ends at `now` (unix seconds), itself included; null: no beginning.
 * What happened at `start <= time <= now` lies in the period.
 */
export function periodStart(period: Period, now: number): number | null {
  return starts[period](now);
}
