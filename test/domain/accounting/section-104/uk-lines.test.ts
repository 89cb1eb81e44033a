/** The lines of the computation, and what its totals have in them. */
import { expect, test } from 'vitest';
import { ukColumns, ukLines } from '../../../../src/domain/accounting/section-104/uk-lines.ts';
import { inflow, outflow } from '../support.ts';
import { gainsOf } from './support.ts';

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
