/**
 * Which day's reference rate holds on a day, and what becomes of that when further days are published. Rates are published on business
 * days; a day without one has that of the last day before it. Days are whole days since 1970, in UTC.
 */
import { secondsPerDay } from './time.ts';

/** A rate holds for so many days without a newer one at most: the longest time without any is that around Easter, or Christmas. */
export const longestHoldDays = 10;

/** Of a day as `dayText` writes it. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / (secondsPerDay * 1000);

/** The Friday whose rate a Saturday or a Sunday has; null: a weekday. */
function fridayBefore(day: number): number | null {
  // 1 January 1970 was a Thursday.
  const weekday = (day + 4) % 7;
  if (weekday === 6) return day - 1;
  return weekday === 0 ? day - 2 : null;
}

/** No rate is published on it. */
export const isWeekend = (day: number): boolean => fridayBefore(day) !== null;

/** Whether a day keeps the rate of the day that it was published: no other is to come. `newest`: the last day with a rate. */
export const isFinalRate = (day: number, published: number, newest: number): boolean =>
  published === day || newest >= day || fridayBefore(day) === published;

/** The days whose rate is another than before. */
export interface RateChange {
  readonly firstDay: number;
  readonly lastDay: number;
  /** Of some of them the former rate was final. */
  readonly isFinalChanged: boolean;
}

/**
 * What changes when to the days that had a rate others are added.
 * @param before ascending, as far as they are near to the others
 * @param newest the last of all that had a rate; null: none had
 */
export function changeOfDays(
  before: readonly number[],
  added: readonly number[],
  newest: number | null,
): RateChange | null {
  const known = new Set(before);
  const days = [...new Set([...before, ...added])].sort((one, other) => one - other);
  const changes: RateChange[] = [];
  let former: number | null = null;
  for (const [index, day] of days.entries()) {
    if (known.has(day)) {
      former = day;
      continue;
    }
    const next = days[index + 1];
    const lastHeld = Math.min(
      day + longestHoldDays,
      next === undefined ? Number.POSITIVE_INFINITY : next - 1,
    );
    const previous = days[index - 1];
    changes.push({
      // The days between have the rate of the one before for good now.
      firstDay: previous !== undefined && previous >= day - longestHoldDays ? previous + 1 : day,
      lastDay: lastHeld,
      isFinalChanged:
        former !== null && former >= day - longestHoldDays && isFinalRate(day, former, newest ?? former),
    });
  }
  if (changes.length === 0) return null;
  return {
    firstDay: Math.min(...changes.map(({ firstDay }) => firstDay)),
    lastDay: Math.max(...changes.map(({ lastDay }) => lastDay)),
    isFinalChanged: changes.some(({ isFinalChanged }) => isFinalChanged),
  };
}
