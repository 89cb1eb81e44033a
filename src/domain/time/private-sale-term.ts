/** How long something was held, as the income tax of Germany counts it. Pure; dates are calendar dates of one time zone. */
import { type CalendarDate, dayNumber } from './holding-term.ts';

/**
 * Whether no more than a year lies between acquisition and sale, so that the sale is a private one (§ 23 (1) sentence 1 no. 2 EStG). The
 * day of the acquisition does not count (§ 187 (1) BGB). The year ends with the day of the same date (§ 188 (2) BGB); where the year of the
 * sale lacks it, with the last day of that month (§ 188 (3) BGB). That a year from 29 February on ends so, too, is how months are counted:
 * paragraph 3 names months alone. It is another rule than that of the United States (holding-term.ts), which begins on the day after.
 */
export function isWithinYear(acquired: CalendarDate, disposed: CalendarDate): boolean {
  const sameDate = dayNumber(acquired.year + 1, acquired.month, acquired.day);
  const endOfMonth = dayNumber(acquired.year + 1, acquired.month + 1, 0);
  return dayNumber(disposed.year, disposed.month, disposed.day) <= Math.min(sameDate, endOfMonth);
}

/** Days from one date to another. */
export const daysBetween = (from: CalendarDate, to: CalendarDate): number =>
  dayNumber(to.year, to.month, to.day) - dayNumber(from.year, from.month, from.day);
