/** Days of the reader: what is typed as a day is that day in the files of the same reader. */
import { afterEach, expect, test } from 'vitest';
import { calendarOf } from '../../src/domain/time/calendar.ts';
import { dayOf, startOfDay } from '../../web/src/money/local-day.ts';

const usual = process.env.TZ;
afterEach(() => {
  process.env.TZ = usual;
});

test.each([
  ['America/New_York', '2024-01-01', '2024-01-01T05:00:00Z'],
  // In summer time.
  ['America/New_York', '2024-07-01', '2024-07-01T04:00:00Z'],
  ['Pacific/Auckland', '2024-01-01', '2023-12-31T11:00:00Z'],
  ['UTC', '2024-02-29', '2024-02-29T00:00:00Z'],
])('in %s the day %s begins at %s', (zone, day, moment) => {
  process.env.TZ = zone;
  expect(startOfDay(day)).toBe(moment);
  expect(dayOf(moment)).toBe(day);
  // The second before is another day.
  expect(dayOf(Date.parse(moment) - 1_000)).not.toBe(day);
  // And Form 8949 of that zone has it as the day of acquisition.
  const [year, month, date] = day.split('-').map(Number);
  expect(calendarOf(zone)?.dateOf(Date.parse(moment) / 1000)).toEqual({ year, month, day: date });
});
