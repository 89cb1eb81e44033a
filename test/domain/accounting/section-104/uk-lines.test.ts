/** The lines of the computation, and what its totals have in them. */
import { expect, test } from 'vitest';
import type { MatchedDisposal } from '../../../../src/domain/accounting/section-104/pools.ts';
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

const pound = 10n ** 18n;
const nothing = { quantity: 0n, cost: 0n, basis: 'COMPLETE' } as const;

/** 1 ETH of 2 that cost 50 each, sold for 70 on a day. */
const disposal = (date: string, change: Partial<MatchedDisposal> = {}): MatchedDisposal => ({
  ...{ asset: 'ether', token: 'eth', decimals: 2, isGiven: false, day: Date.parse(date) / 86_400_000 },
  ...{ count: 1, quantity: 100n, proceeds: 70n * pound, fees: 0n, acquiredOn: [], basis: 'COMPLETE' },
  ...{ sameDay: nothing, within30Days: nothing, pool: { ...nothing, quantity: 100n, cost: 50n * pound } },
  poolAfter: { ...nothing, quantity: 100n, cost: 50n * pound },
  ...change,
});

const linesOf = (...disposals: readonly MatchedDisposal[]) =>
  ukLines(disposals, (token) => token.toUpperCase());

test('a line has each part under its column; what there is none of is empty', () => {
  expect(ukColumns).toEqual(
    [
      'Tax year,Date,Asset,Quantity,Proceeds,Allowable cost,Gain or (loss),Disposal fees',
      'Same day quantity,Same day cost,30 days quantity,30 days cost,30 days acquired on',
      'Pool quantity,Pool cost,Left in pool quantity,Left in pool cost,Disposals in line,Status,Note,Asset id',
    ].flatMap((names) => names.split(',')),
  );
  expect(linesOf(disposal('2023-06-01'))[0]).toEqual([
    ...['2023/24', '2023-06-01', 'ETH', '1', '70.00', '50.00', '20.00', null],
    ...[null, null, null, null, null, '1', '50.00', '1', '50.00', '1', 'OK', null, 'ether'],
  ]);
  // Fees of 1.5, 10 of the same day, 20 of 30 days, nothing of the pool: 31.5.
  const whole = disposal('2023-06-01', {
    ...{ fees: (3n * pound) / 2n, count: 3, quantity: 300n, pool: nothing },
    sameDay: { ...nothing, quantity: 100n, cost: 10n * pound },
    within30Days: { ...nothing, quantity: 200n, cost: 20n * pound },
    acquiredOn: [disposal('2023-06-03').day, disposal('2023-06-20').day],
  });
  expect(linesOf(whole)[0]).toEqual([
    ...['2023/24', '2023-06-01', 'ETH', '3', '70.00', '31.50', '38.50', '1.50'],
    ...[
      '1',
      '10.00',
      '2',
      '20.00',
      '2023-06-03 2023-06-20',
      null,
      null,
      '1',
      '50.00',
      '3',
      'OK',
      null,
      'ether',
    ],
  ]);
});

/** The name of each total, its amounts, and its note. */
const totalsOf = (lines: ReturnType<typeof linesOf>): string[] =>
  lines
    .filter((line) => textOf(line, 'Status') === 'TOTAL')
    .map((line) => {
      // The rest is null: those, and the status.
      expect(line.filter((cell) => cell !== null).length).toBe(textOf(line, 'Note') === '' ? 6 : 7);
      const of = ['Tax year', 'Asset', 'Proceeds', 'Allowable cost', 'Gain or (loss)', 'Note'];
      return of.map((column) => textOf(line, column)).join(' | ');
    });

test('totals of a year, of its gains, and of its losses: what broke even is a gain of nothing', () => {
  const lines = linesOf(
    disposal('2020-04-06'),
    disposal('2020-05-01', { proceeds: 50n * pound }),
    disposal('2020-06-01', { proceeds: 20n * pound }),
    disposal('2021-04-06', { proceeds: 49n * pound }),
  );
  expect(lines.map((line) => textOf(line, 'Tax year'))).toEqual([
    ...Array.from({ length: 6 }, () => '2020/21'),
    ...Array.from({ length: 4 }, () => '2021/22'),
  ]);
  expect(totalsOf(lines)).toEqual([
    '2020/21 | Total: 3 disposals | 140.00 | 150.00 | -10.00 | ',
    '2020/21 | Of which gains: 2 disposals | 120.00 | 100.00 | 20.00 | ',
    '2020/21 | Of which losses: 1 disposal | 20.00 | 50.00 | -30.00 | ',
    '2021/22 | Total: 1 disposal | 49.00 | 50.00 | -1.00 | ',
    '2021/22 | Of which gains: 0 disposals | 0.00 | 0.00 | 0.00 | ',
    '2021/22 | Of which losses: 1 disposal | 49.00 | 50.00 | -1.00 | ',
  ]);
});

test('the year in which the rates of tax changed is told in two parts', () => {
  const lines = linesOf(
    disposal('2024-04-06'),
    disposal('2024-10-29', { proceeds: 60n * pound }),
    disposal('2024-10-30', { proceeds: 40n * pound }),
    disposal('2025-04-05', { proceeds: 45n * pound }),
    disposal('2025-03-01', { isGiven: true, proceeds: null }),
    disposal('2025-03-02', { proceeds: null }),
  );
  expect(totalsOf(lines).filter((line) => line.includes('October'))).toEqual([
    '2024/25 | Of which to 29 October 2024: 2 disposals | 130.00 | 100.00 | 30.00 | ',
    '2024/25 | Of which from 30 October 2024: 2 disposals | 85.00 | 100.00 | -15.00 | ',
  ]);
});

test('what is not known is said of the line and counted in the total', () => {
  const lines = linesOf(
    disposal('2009-05-01', { basis: 'MISSING' }),
    disposal('2009-05-02', { basis: 'UNPRICED' }),
    disposal('2009-05-03', { basis: 'MISSING', proceeds: null }),
    disposal('2009-05-04', { proceeds: null }),
    disposal('2009-05-05', { proceeds: null, isGiven: true }),
    disposal('2009-05-06', { proceeds: null, isGiven: true }),
  );
  const told = lines.slice(0, 5).map((line) => [textOf(line, 'Status'), textOf(line, 'Note')]);
  const origin =
    'Where some of it came from, or what it cost, is not known, and counts as nothing: say so with a correction (BASIS or OPENING_LOT).';
  const price = 'No price is known for the time of a disposal: say it with a correction (PRICE).';
  expect(told.slice(0, 4)).toEqual([
    ['BASIS_UNKNOWN', origin],
    [
      'BASIS_UNPRICED',
      'No price is known for the time of an acquisition, which counts as nothing: say what it cost with a correction.',
    ],
    ['BASIS_UNKNOWN PROCEEDS_UNKNOWN', `${origin} ${price}`],
    ['PROCEEDS_UNKNOWN', price],
  ]);
  expect(totalsOf(lines)[0]).toBe(
    '2009/10 | Total: 2 disposals | 140.00 | 100.00 | 40.00 | 2 lines with costs that are not known, and count as nothing. ' +
      'Leaves out 2 lines without known proceeds. Leaves out 2 lines of what was booked as no disposal.',
  );
  expect(totalsOf(linesOf(disposal('2099-05-01', { basis: 'MISSING' })))[0]).toBe(
    '2099/00 | Total: 1 disposal | 70.00 | 50.00 | 20.00 | 1 line with costs that are not known, and count as nothing.',
  );
});

test('each tax year that can be asked for begins on 6 April in London', () => {
  const london = calendarOf(ukTimeZone);
  expect(taxYearBounds(undefined)).toEqual({ from: 0, to: 2 ** 32 - 1 });
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
