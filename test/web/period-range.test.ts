/** The pages' periods begin when those of the API do. */
import { expect, test } from 'vitest';
import { periodStart as ofApi } from '../../src/domain/accounting/periods.ts';
import { periods } from '../../web/src/app/lens/lens-search.ts';
import { chartRange, periodStart } from '../../web/src/money/period-range.ts';

test.each(['2026-03-31T12:30:00Z', '2024-02-29T00:00:00Z', '2026-01-01T00:00:00Z', '2026-11-23T17:00:59Z'])(
  'at %s each begins at the same second',
  (text) => {
    const now = Date.parse(text);
    for (const period of periods) {
      const expected = ofApi(period, now / 1000);
      expect([period, periodStart(period, now)]).toEqual([
        period,
        expected === null ? null : expected * 1000,
      ]);
    }
  },
);

test('a chart ends with the minute, and has at most the thousand points that the API gives', () => {
  expect(chartRange('MONTH', Date.parse('2026-03-31T12:30:59Z'))).toEqual({
    ...{ from: '2026-02-28T12:30:00.000Z', to: '2026-03-31T12:30:00.000Z', interval: 'DAY' },
  });
  expect(chartRange('MAX', Date.parse('2026-03-31T12:30:59Z')).from).toBe('2021-03-31T12:30:00.000Z');
});
