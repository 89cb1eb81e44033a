/** The lines of the computation, and what its totals have in them. */
import { expect, test } from 'vitest';
import {
  taxYearBounds,
  taxYearOf,
  ukColumns,
  ukLines,
  ukTimeZone,
} from '../../../../src/domain/accounting/section-104/uk-lines.ts';
import { calendarOf } from '../../../../src/domain/time/calendar.ts';
import { dayNumber } from '../../../../src/domain/time/holding-term.ts';
import { inflow, outflow } from '../support.ts';
import { gainsBookOf, gainsOf, gainText, kindOf } from './support.ts';

const at = (day: string): string => `${day}T12:00:00Z`;

const textOf = (line: readonly (string | null)[], column: string): string =>
  line[ukColumns.indexOf(column)] ?? '';

test('what is given away has a line with its cost, and is in no total', () => {
  const lines = ukLines(
    gainsOf([
      inflow({ id: 'a', at: at('2024-05-01'), amount: '4', price: '100' }),
      outflow({ id: 'g', at: at('2024-08-01'), amount: '1', price: '500', treatment: 'NON_TAXABLE' }),
      outflow({ id: 's', at: at('2024-09-01'), amount: '1', price: '150' }),
      outflow({ id: 'u', at: at('2024-10-01'), amount: '1', price: null }),
    ]),
    (token) => token,
  );
  const columns = ['Date', 'Asset', 'Proceeds', 'Allowable cost', 'Gain or (loss)', 'Status'];
  expect(lines.slice(0, 4).map((line) => columns.map((column) => textOf(line, column)))).toEqual([
    ['2024-08-01', 'ETH', '', '100.00', '', 'NO_DISPOSAL'],
    ['2024-09-01', 'ETH', '150.00', '100.00', '50.00', 'OK'],
    ['2024-10-01', 'ETH', '', '100.00', '', 'PROCEEDS_UNKNOWN'],
    ['', 'Total: 1 disposal', '150.00', '100.00', '50.00', 'TOTAL'],
  ]);
  expect(textOf(lines[0] ?? [], 'Note')).toContain('spouses or civil partners');
  expect(textOf(lines[3] ?? [], 'Note')).toBe(
    'Leaves out 1 line without known proceeds. Leaves out 1 line of what was booked as no disposal.',
  );
  for (const line of lines) expect(line.length).toBe(ukColumns.length);
});

test('each tax year that can be asked for begins on 6 April in London', () => {
  const london = calendarOf(ukTimeZone);
  for (let year = 1970; year <= 2099; year += 1) {
    const { from, to } = taxYearBounds(year);
    expect(london?.dateOf(from)).toEqual({ year, month: 4, day: 6 });
    expect(london?.dateOf(from - 1)).toEqual({ year, month: 4, day: 5 });
    expect(to).toBe(taxYearBounds(year + 1).from);
    expect(taxYearOf(dayNumber(year, 4, 6))).toBe(year);
    expect(taxYearOf(dayNumber(year + 1, 4, 5))).toBe(year);
  }
});

test('forms of one asset with different digits are one pool', () => {
  const account = (token: string, decimals: number) => ({ wallet: 'alice', token, decimals });
  const [six, eighteen] = [account('USDC on 1', 6), account('USDC on 56', 18)];
  const pound = 10n ** 18n;
  const day = (number: number): number => (20_000 + number) * 86_400;
  const found = gainsBookOf([
    // 100 at 70 and 100 at 90: 0.8 each.
    {
      ...{ kind: 'acquired', account: six, timestamp: day(0), quantity: 100_000_000n },
      ...{ cost: [70n * pound], basis: ['COMPLETE'] },
    },
    {
      ...{ kind: 'acquired', account: eighteen, timestamp: day(40), quantity: 100n * pound },
      ...{ cost: [90n * pound], basis: ['COMPLETE'] },
    },
    // Over a bridge: nothing changes.
    {
      ...{ kind: 'carried', timestamp: day(50), from: [{ account: six, quantity: 25_000_000n }] },
      to: [{ account: eighteen, quantity: 25n * pound, weight: null }],
    },
    // One disposal of two forms: 10.5 for 9, and 9.5 for 8.
    {
      ...{ kind: 'disposed', account: six, timestamp: day(90), quantity: 10_500_000n },
      ...{ proceeds: [9n * pound], fees: [0n] },
    },
    {
      ...{ kind: 'disposed', account: eighteen, timestamp: day(90) + 60, quantity: (95n * pound) / 10n },
      ...{ proceeds: [8n * pound], fees: [pound / 10n] },
    },
  ]).disposals(kindOf);
  expect(found.map(gainText)).toEqual([
    '2025-01-02 20 USDC for 17: pool 20 at 16, fees 0.1; gain 0.9; left 180 at 144',
  ]);
  expect(found.map(({ count }) => count)).toEqual([2]);
});
