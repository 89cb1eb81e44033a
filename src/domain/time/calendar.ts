/** Calendar dates of a time zone, by the IANA time zone database that Node carries. */
import { type CalendarDate, dayNumber } from './holding-term.ts';

/** Days and years as people of one time zone count them. */
export interface Calendar {
  /** IANA name, as it was given. */
  readonly timeZone: string;
  dateOf(unixSeconds: number): CalendarDate;
  /** The first second of a year there, in unix seconds. */
  yearStart(year: number): number;
}

/** No zone is further from UTC than this; zones that changed sides of the date line are within it, too. */
const furthestOffset = 2 * 86_400;

/** null when the name is none of a time zone (`America/New_York`, `UTC`); bare offsets such as `+02:00` are none. */
export function calendarOf(timeZone: string): Calendar | null {
  const format = formatOf(timeZone);
  if (format === null) return null;
  const dateOf = (unixSeconds: number): CalendarDate => {
    const parts = format.formatToParts(unixSeconds * 1000);
    const number = (wanted: string): number => Number(parts.find(({ type }) => type === wanted)?.value);
    return { year: number('year'), month: number('month'), day: number('day') };
  };
  const yearStart = (year: number): number => {
    const utc = Date.UTC(year, 0, 1) / 1000;
    // Years only grow with time: the first second of one is found by halving, whatever clocks do on that night.
    let [before, start] = [utc - furthestOffset, utc + furthestOffset];
    while (start - before > 1) {
      const middle = Math.floor((before + start) / 2);
      if (dateOf(middle).year < year) before = middle;
      else start = middle;
    }
    return start;
  };
  return { timeZone, dateOf, yearStart };
}

/** The date of a moment (unix seconds), in days since 1970. */
export function dayNumberIn({ dateOf }: Calendar, timestamp: number): number {
  const { year, month, day } = dateOf(timestamp);
  return dayNumber(year, month, day);
}

/** Everything (undefined), or one calendar year: from <= time < to, in unix seconds. */
export function yearBounds(year: number | undefined, calendar: Calendar): { from: number; to: number } {
  if (year === undefined) return { from: 0, to: 0xffffffff };
  return { from: Math.max(calendar.yearStart(year), 0), to: calendar.yearStart(year + 1) };
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  if (!/^[A-Za-z]/.test(timeZone)) return null;
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
  try {
    return new Intl.DateTimeFormat('en-US', { calendar: 'gregory', timeZone, ...fields });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
