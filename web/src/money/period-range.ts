/** When a period begins, by the rule of the API's periods: calendar months and years are UTC, and end at the same time of day. */
import type { Period } from '../app/lens/lens-search.ts';

const dayMs = 86_400_000;

/** The same time of day so many calendar months before; the last day of a month that has no such day. */
function monthsBefore(at: number, months: number): number {
  const date = new Date(at);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, last));
  return date.getTime();
}

/** In ms since 1970; null: it has no beginning. */
export function periodStart(period: Period, now: number): number | null {
  switch (period) {
    case 'DAY':
      return now - dayMs;
    case 'WEEK':
      return now - 7 * dayMs;
    case 'MONTH':
      return monthsBefore(now, 1);
    case 'THREE_MONTHS':
      return monthsBefore(now, 3);
    case 'YTD':
      return Date.UTC(new Date(now).getUTCFullYear(), 0, 1);
    case 'YEAR':
      return monthsBefore(now, 12);
    case 'MAX':
      return null;
  }
}

const intervals = {
  DAY: 'HOUR',
  WEEK: 'HOUR',
  MONTH: 'DAY',
  THREE_MONTHS: 'DAY',
  YTD: 'WEEK',
  YEAR: 'WEEK',
  MAX: 'MONTH',
} as const satisfies Record<Period, string>;

interface Range {
  /** ISO 8601, UTC. */
  from: string;
  to: string;
  interval: 'HOUR' | 'DAY' | 'WEEK' | 'MONTH';
}

/** Of a chart, up to now by the minute, so that the same page a moment later asks the same. All time is shown as five years. */
export function chartRange(period: Period, now = Date.now()): Range {
  const to = Math.floor(now / 60_000) * 60_000;
  const from = periodStart(period, to) ?? monthsBefore(to, 60);
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    interval: intervals[period],
  };
}
