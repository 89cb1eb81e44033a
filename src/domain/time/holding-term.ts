/** How long something was held, as the tax of the United States counts it. Pure; dates are calendar dates of one time zone. */

/** A day of the Gregorian calendar. */
export interface CalendarDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  /** 1 to 31. */
  readonly day: number;
}

export type HoldingTerm = 'Short-term' | 'Long-term';

/** Days since 1970; a day beyond the end of its month counts on into the next one. */
export const dayNumber = (year: number, month: number, day: number): number =>
  Date.UTC(year, month - 1, day) / 86_400_000;

/**
 * Long-term when held for more than one year (26 U.S.C. §1222). Holding begins on the day after the acquisition and is
 * counted in calendar months (Rev. Rul. 66-7, 1966-1 C.B. 188). So the first long-term day is one year after the day after
 * the acquisition. What was acquired on the last day of a month is long-term from the first day of the month after the same
 * month of the next year on. Where the first long-term day would be a 29 February that the next year lacks, it is 1 March.
 */
export function holdingTerm(acquired: CalendarDate, disposed: CalendarDate): HoldingTerm {
  const firstHeld = new Date(dayNumber(acquired.year, acquired.month, acquired.day + 1) * 86_400_000);
  const [year, month, day] = [
    firstHeld.getUTCFullYear(),
    firstHeld.getUTCMonth() + 1,
    firstHeld.getUTCDate(),
  ];
  const firstLong = dayNumber(year + 1, month, day);
  return dayNumber(disposed.year, disposed.month, disposed.day) >= firstLong ? 'Long-term' : 'Short-term';
}
