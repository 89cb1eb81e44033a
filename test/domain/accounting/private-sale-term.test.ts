/** The year of § 23 EStG, counted by §§ 187 and 188 BGB: whether a sale is within it. */
import { describe, expect, test } from 'vitest';
import { type CalendarDate, dayNumber } from '../../../src/domain/time/holding-term.ts';
import { daysBetween, isWithinYear } from '../../../src/domain/time/private-sale-term.ts';

function dateOf(text: string): CalendarDate {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return { year, month, day };
}

const within = (acquired: string, disposed: string): boolean =>
  isWithinYear(dateOf(acquired), dateOf(disposed));

describe('the last day of the year, and the first one after it', () => {
  test.each([
    ['2024-03-10', '2025-03-10', '2025-03-11'],
    // 29 February comes in between: it does not matter.
    ['2023-03-10', '2024-03-10', '2024-03-11'],
    // The next year has no 29 February.
    ['2024-02-29', '2025-02-28', '2025-03-01'],
    // The year ends with the date, not with the month.
    ['2023-02-28', '2024-02-28', '2024-02-29'],
    ['2024-02-28', '2025-02-28', '2025-03-01'],
    ['2023-03-01', '2024-03-01', '2024-03-02'],
    // Ends of months and of years.
    ['2024-01-31', '2025-01-31', '2025-02-01'],
    ['2024-04-30', '2025-04-30', '2025-05-01'],
    ['2023-12-31', '2024-12-31', '2025-01-01'],
    ['2024-01-01', '2025-01-01', '2025-01-02'],
    // 2100 is no leap year.
    ['2099-02-28', '2100-02-28', '2100-03-01'],
  ])('bought on %s: %s is within it, %s is not', (acquired, last, first) => {
    expect(within(acquired, last)).toBe(true);
    expect(within(acquired, first)).toBe(false);
    expect(daysBetween(dateOf(last), dateOf(first))).toBe(1);
  });
});

test('the day of the purchase is within it, and a sale years later is not', () => {
  expect(within('2024-02-29', '2024-02-29')).toBe(true);
  expect(within('2024-02-29', '2028-02-29')).toBe(false);
});

test('every day of four years: 365 days are within it, and 366 where a 29 February is among them', () => {
  const first = dayNumber(2023, 1, 1);
  const dates = Array.from({ length: dayNumber(2028, 1, 10) - first }, (_, days) =>
    dateOf(new Date((first + days) * 86_400_000).toISOString().slice(0, 10)),
  );
  for (let acquired = first; acquired < dayNumber(2027, 1, 1); acquired += 1) {
    const [bought, ...held] = dates.slice(acquired - first, acquired - first + 370);
    if (bought === undefined) throw new Error('no day');
    const days = held.filter((day) => isWithinYear(bought, day)).length;
    // 2024 alone has one: it is among the days of whatever was bought from 1 March 2023 until 28 February 2024.
    // Of 28 February 2023 the year ends the day before it.
    const hasLeapDay = acquired >= dayNumber(2023, 3, 1) && acquired < dayNumber(2024, 2, 29);
    expect({ bought, days }).toEqual({ bought, days: hasLeapDay ? 366 : 365 });
  }
});

test('days from one date to another', () => {
  // 31 − 14 of November's days are 16, December's 31, January's 31, 29 in February, and 10.
  expect(daysBetween(dateOf('2023-11-14'), dateOf('2024-03-10'))).toBe(16 + 31 + 31 + 29 + 10);
  expect(daysBetween(dateOf('2024-03-10'), dateOf('2024-03-10'))).toBe(0);
});
