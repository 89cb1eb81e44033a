import { describe, expect, test } from 'vitest';
import { type CalendarDate, holdingTerm } from '../../../src/domain/time/holding-term.ts';

function dateOf(text: string): CalendarDate {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  return { year, month, day };
}

const termOf = (acquired: string, disposed: string): string =>
  holdingTerm(dateOf(acquired), dateOf(disposed));

/**
 * Rev. Rul. 66-7: holding begins on the day after the acquisition; a month is complete on the day before the same day of the
 * next; what was acquired on the last day of a month, whatever its number, completes months on their last days. In each row:
 * when it was acquired, the last short-term day, the first long-term day.
 */
const table = [
  // Years without a 29 February between.
  ['2022-03-10', '2023-03-10', '2023-03-11'],
  ['2021-12-31', '2022-12-31', '2023-01-01'],
  ['2021-01-01', '2022-01-01', '2022-01-02'],
  ['2021-04-30', '2022-04-30', '2022-05-01'],
  ['2021-01-31', '2022-01-31', '2022-02-01'],
  ['2021-02-27', '2022-02-27', '2022-02-28'],
  ['2021-02-28', '2022-02-28', '2022-03-01'],
  ['2021-03-01', '2022-03-01', '2022-03-02'],
  // Acquired in the year before a leap year: February then ends on the 29th.
  ['2023-01-31', '2024-01-31', '2024-02-01'],
  ['2023-02-26', '2024-02-26', '2024-02-27'],
  ['2023-02-27', '2024-02-27', '2024-02-28'],
  ['2023-02-28', '2024-02-29', '2024-03-01'],
  ['2023-03-01', '2024-03-01', '2024-03-02'],
  ['2023-03-31', '2024-03-31', '2024-04-01'],
  // Acquired in a leap year: the next February ends on the 28th.
  ['2024-01-31', '2025-01-31', '2025-02-01'],
  ['2024-02-27', '2025-02-27', '2025-02-28'],
  ['2024-02-28', '2025-02-28', '2025-03-01'],
  ['2024-02-29', '2025-02-28', '2025-03-01'],
  ['2024-03-01', '2025-03-01', '2025-03-02'],
  // 1900 and 2100 are no leap years, 2000 is one.
  ['1999-02-28', '2000-02-29', '2000-03-01'],
  ['2099-02-28', '2100-02-28', '2100-03-01'],
] as const;

describe('the term of a holding', () => {
  test.each(table)('acquired on %s: short-term on %s, long-term on %s', (acquired, lastShort, firstLong) => {
    expect(termOf(acquired, lastShort)).toBe('Short-term');
    expect(termOf(acquired, firstLong)).toBe('Long-term');
  });

  test('the same day is short-term, years later long-term', () => {
    expect(termOf('2024-02-29', '2024-02-29')).toBe('Short-term');
    expect(termOf('2024-02-29', '2028-02-29')).toBe('Long-term');
    expect(termOf('2024-12-31', '2026-01-01')).toBe('Long-term');
  });
});
