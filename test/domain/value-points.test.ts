import { describe, expect, test } from 'vitest';
import { formatTime, parseTime } from '../../src/domain/time/time.ts';
import { type ValueInterval, valuePoints } from '../../src/domain/time/value-points.ts';

const seconds = (text: string): number => {
  const time = parseTime(text);
  if (time === null) throw new Error(`not a time: ${text}`);
  return time;
};
const points = (from: string, to: string, interval: ValueInterval, maximum = 100) =>
  valuePoints({ from: seconds(from), to: seconds(to), interval }, maximum)?.map(formatTime) ?? null;

describe('the points of a chart', () => {
  test('days: each step after the beginning, then the end', () => {
    expect(points('2024-02-28', '2024-03-01T12:00', 'DAY')).toEqual([
      '2024-02-28T00:00:00Z',
      '2024-02-29T00:00:00Z',
      '2024-03-01T00:00:00Z',
      '2024-03-01T12:00:00Z',
    ]);
  });

  test('an end that is a step comes once; a beginning that is the end is one point', () => {
    expect(points('2024-01-01T00:00', '2024-01-01T02:00', 'HOUR')).toEqual([
      '2024-01-01T00:00:00Z',
      '2024-01-01T01:00:00Z',
      '2024-01-01T02:00:00Z',
    ]);
    expect(points('2024-01-01', '2024-01-01', 'WEEK')).toEqual(['2024-01-01T00:00:00Z']);
  });

  test('months are calendar months; the 31st becomes the last day where there is none', () => {
    expect(points('2024-01-31', '2024-05-01', 'MONTH')).toEqual([
      '2024-01-31T00:00:00Z',
      '2024-02-29T00:00:00Z',
      '2024-03-31T00:00:00Z',
      '2024-04-30T00:00:00Z',
      '2024-05-01T00:00:00Z',
    ]);
  });

  test('at most as many as asked for: 24 hours are 25 points', () => {
    expect(points('2024-01-01', '2024-01-02', 'HOUR', 25)).toHaveLength(25);
    expect(points('2024-01-01', '2024-01-02', 'HOUR', 24)).toBeNull();
  });
});
