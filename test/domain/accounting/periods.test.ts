import { describe, expect, test } from 'vitest';
import { sumInPeriod } from '../../../src/domain/accounting/period-figures.ts';
import { periodStart } from '../../../src/domain/accounting/periods.ts';
import type { Period } from '../../../src/domain/ids.ts';
import { formatTime, parseTime } from '../../../src/domain/time/time.ts';
import { gas, inflow, outflow, run, usd } from './support.ts';

const seconds = (text: string): number => parseTime(text) ?? Number.NaN;

describe('where a period begins', () => {
  test.each([
    ['DAY', '2024-03-15T10:30:20Z', '2024-03-14T10:30:20Z'],
    ['WEEK', '2024-03-05T10:30:20Z', '2024-02-27T10:30:20Z'],
    ['MONTH', '2024-03-15T10:30:20Z', '2024-02-15T10:30:20Z'],
    // February has no 31st (a leap year, and not one).
    ['MONTH', '2024-03-31T23:59:59Z', '2024-02-29T23:59:59Z'],
    ['MONTH', '2023-03-31T00:00:00Z', '2023-02-28T00:00:00Z'],
    ['MONTH', '2024-01-15T00:00:00Z', '2023-12-15T00:00:00Z'],
    ['THREE_MONTHS', '2024-05-31T12:00:00Z', '2024-02-29T12:00:00Z'],
    ['THREE_MONTHS', '2024-02-10T12:00:00Z', '2023-11-10T12:00:00Z'],
    ['YTD', '2024-12-31T23:59:59Z', '2024-01-01T00:00:00Z'],
    ['YTD', '2024-01-01T00:00:00Z', '2024-01-01T00:00:00Z'],
    ['YEAR', '2024-03-15T10:30:20Z', '2023-03-15T10:30:20Z'],
    ['YEAR', '2024-02-29T10:30:20Z', '2023-02-28T10:30:20Z'],
  ] as const)('%s before %s is %s', (period: Period, now, start) => {
    const begin = periodStart(period, seconds(now));
    expect(begin === null ? null : formatTime(begin)).toBe(start);
  });

  test('MAX has no beginning', () => {
    expect(periodStart('MAX', seconds('2024-03-15'))).toBeNull();
  });
});

describe('sums within a period', () => {
  // Gains of 1, 10, 100 and 1000: the last second of 2023, the first and second second of 2024, and the end.
  const end = '2024-06-30T12:00:00Z';
  const result = run(
    [
      inflow({ id: 'a', at: '2023-01-01', amount: '4', price: '0' }),
      outflow({ id: 's1', at: '2023-12-31T23:59:59Z', amount: '1', price: '1' }),
      outflow({ id: 's2', at: '2024-01-01T00:00:00Z', amount: '1', price: '10' }),
      outflow({ id: 's3', at: '2024-01-01T00:00:01Z', amount: '1', price: '100' }),
      outflow({ id: 's4', at: end, amount: '1', price: '1000' }),
      gas({ tx: 'late', at: '2024-06-30T12:00:01Z', amount: '0.5', price: '8' }),
    ],
    { methods: ['FIFO'] },
  );
  const realized = (start: string | null, to: string): string =>
    usd(
      sumInPeriod(
        result.totals,
        { start: start === null ? null : seconds(start), end: seconds(to) },
        (event) => event.methods[0]?.realized[0] ?? 0n,
      ),
    );

  test('both ends belong to it, to the second', () => {
    expect(realized(null, end)).toBe('1111');
    expect(realized('2024-01-01T00:00:00Z', end)).toBe('1110');
    expect(realized('2024-01-01T00:00:01Z', end)).toBe('1100');
    expect(realized('2024-01-01T00:00:02Z', end)).toBe('1000');
    expect(realized(end, end)).toBe('1000');
    expect(realized('2023-12-31T23:59:59Z', '2024-01-01T00:00:00Z')).toBe('11');
    expect(realized('2024-01-01T00:00:02Z', '2024-06-30T11:59:59Z')).toBe('0');
    expect(realized('2020-01-01', '2022-12-31')).toBe('0');
    expect(realized(null, '2022-12-31')).toBe('0');
  });

  test('expenses in a period', () => {
    const expenses = (start: string) =>
      usd(
        sumInPeriod(
          result.totals,
          { start: seconds(start), end: seconds('2025-01-01') },
          (event) => event.expenses[0] ?? 0n,
        ),
      );
    expect(expenses('2024-06-30T12:00:01Z')).toBe('4');
    expect(expenses('2024-06-30T12:00:02Z')).toBe('0');
  });
});
