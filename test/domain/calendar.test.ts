/** Dates and years of time zones. */
import { describe, expect, test } from 'vitest';
import { calendarOf } from '../../src/domain/time/calendar.ts';

const at = (text: string): number => Date.parse(text) / 1000;

function calendar(timeZone: string) {
  const found = calendarOf(timeZone);
  if (found === null) throw new Error(`${timeZone} is no time zone`);
  return found;
}

describe('dates', () => {
  // New York is 5 hours behind UTC in winter and 4 in summer; Kiritimati is 14 ahead; Kolkata 5:30.
  test.each([
    ['America/New_York', '2025-01-01T01:00:00Z', { year: 2024, month: 12, day: 31 }],
    ['America/New_York', '2025-01-01T05:00:00Z', { year: 2025, month: 1, day: 1 }],
    ['America/New_York', '2024-07-01T03:59:59Z', { year: 2024, month: 6, day: 30 }],
    ['Pacific/Kiritimati', '2024-12-31T10:00:00Z', { year: 2025, month: 1, day: 1 }],
    ['Asia/Kolkata', '2024-02-28T18:30:00Z', { year: 2024, month: 2, day: 29 }],
    ['UTC', '2024-12-31T23:59:59Z', { year: 2024, month: 12, day: 31 }],
  ])('%s at %s', (timeZone, time, date) => {
    expect(calendar(timeZone).dateOf(at(time))).toEqual(date);
  });
});

describe('the first second of a year', () => {
  test.each([
    ['UTC', 2025, '2025-01-01T00:00:00Z'],
    ['America/New_York', 2025, '2025-01-01T05:00:00Z'],
    ['Australia/Sydney', 2025, '2024-12-31T13:00:00Z'],
    ['Asia/Kathmandu', 2024, '2023-12-31T18:15:00Z'],
    // Samoa went from UTC−10 to UTC+14 at the end of 29 December 2011, and had no 30 December.
    ['Pacific/Apia', 2012, '2011-12-31T10:00:00Z'],
  ])('%s %d', (timeZone, year, time) => {
    expect(calendar(timeZone).yearStart(year)).toBe(at(time));
  });
});

test.each(['', 'New York', 'Mars/Olympus', '+02:00', 'America/New_York\n'])('%j is no time zone', (name) => {
  expect(calendarOf(name)).toBeNull();
});
