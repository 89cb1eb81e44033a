/** The periods that profit and loss is asked for. They end now, and their days, months and years are UTC. */
import type { Period } from '../ids.ts';

const daySeconds = 86_400;

/** The same time of day that many calendar months earlier; a day that month does not have becomes its last day. */
function monthsBefore(now: number, months: number): number {
  const date = new Date(now * 1000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1000;
}

const starts = {
  DAY: (now) => now - daySeconds,
  WEEK: (now) => now - 7 * daySeconds,
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
