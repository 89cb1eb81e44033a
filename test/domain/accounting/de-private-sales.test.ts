/** The lines of Germany's private sales: days of Berlin, parts, totals, the limit, network fees, and what is not known. */
import { describe, expect, test } from 'vitest';
import { chosenOf, requireCalendar } from '../../../src/cli/export/export-options.ts';
import {
  type PrivateSaleOptions,
  privateSaleColumns,
  privateSales,
} from '../../../src/domain/accounting/de-private-sales.ts';
import { parseTime } from '../../../src/domain/time/time.ts';
import type { ExportedDisposal } from '../../../src/store/ledger/lists/ledger-export.ts';
import { repeated } from '../../support/records.ts';

const options: PrivateSaleOptions = { calendar: requireCalendar('Europe/Berlin'), gas: 'month' };
const wallet = repeated('1');
const hash = `0x${'a'.repeat(64)}`;
const ether = { chainId: 1, tokenAddress: repeated('0'), tokenId: null };

const at = (text: string): number => parseTime(text) ?? Number.NaN;
/** Thousandths of a euro in 10^-18. */
const milli = (amount: number): bigint => BigInt(amount) * 10n ** 15n;

/** One ether, bought on 10 March 2024 for 1,000.00, sold on 10 March 2025 for 1,500.00. */
function disposal(fields: Partial<ExportedDisposal> = {}): ExportedDisposal {
  const row = {
    ...({ token: ether, decimals: 18, treatment: 'DISPOSAL', source: 'lot', basis: 'COMPLETE' } as const),
    ...{ acquiredAt: at('2024-03-10T12:00:00Z'), disposedAt: at('2025-03-10T12:00:00Z') },
    ...{ quantity: 10n ** 18n, proceeds: milli(1_500_000), cost: milli(1_000_000) },
    transaction: hash,
    ...fields,
  };
  return { gain: row.proceeds === null ? null : row.proceeds - row.cost, ...row };
}

const short: Record<string, string> = {
  'Date acquired (Anschaffung)': 'acquired',
  'Date disposed (Veräußerung)': 'disposed',
  'Proceeds EUR (Veräußerungspreis)': 'proceeds',
  'Cost EUR (Anschaffungskosten)': 'cost',
  'Gain EUR (Gewinn)': 'gain',
};

/** All lines of the form, each as its cells by their columns' names, without those that are empty. */
function form(rows: readonly ExportedDisposal[], gas = options.gas): Record<string, string>[] {
  const { parts, lastLines } = privateSales({ ...options, gas });
  const writers = parts.map((part) => {
    const writer = part.createWriter();
    const lines = rows
      .filter((row) => part.has(row))
      .map((row) => writer.add({ row, wallet, symbol: 'ETH' }))
      .filter((cells) => cells !== null);
    return { totals: writer.totals, lines: [...lines, ...writer.endWallet(), ...writer.totalLines()] };
  });
  const lines = [...writers.flatMap((one) => one.lines), ...lastLines(writers.map(({ totals }) => totals))];
  return lines.map((cells) => {
    expect(cells).toHaveLength(privateSaleColumns.length);
    return Object.fromEntries(
      privateSaleColumns.flatMap((name, place) => {
        const cell = cells[place];
        return cell == null ? [] : [[short[name] ?? name, cell]];
      }),
    );
  });
}

const parts = (rows: readonly ExportedDisposal[]): (string | undefined)[] =>
  form(rows)
    .filter(({ Wallet }) => Wallet !== undefined)
    .map(({ Taxable }) => Taxable);

test('a line, its totals and the limit', () => {
  const amounts = { proceeds: '1500.00', cost: '1000.00', gain: '500.00' };
  const of = { Taxable: 'TAXABLE', 'Tax year': '2025' };
  expect(form([disposal()])).toEqual([
    {
      ...{ ...of, ...amounts, Wallet: wallet, Quantity: '1', Symbol: 'ETH' },
      // No 29 February lies between them.
      ...{ acquired: '2024-03-10', disposed: '2025-03-10', 'Days held': '365' },
      ...{ Status: 'OK', Treatment: 'DISPOSAL', 'Chain id': '1', 'Token address': ether.tokenAddress },
      Transaction: hash,
    },
    { ...of, Description: 'Total of taxable gains', gain: '500.00', Status: 'SUBTOTAL' },
    { ...of, Description: 'Total of taxable losses', gain: '0.00', Status: 'SUBTOTAL' },
    { ...of, ...amounts, Description: 'Total of TAXABLE', Status: 'TOTAL' },
    {
      ...{ 'Tax year': '2025', Description: 'Limit (Freigrenze): less than 1000.00', gain: '500.00' },
      Status: 'LIMIT_BELOW',
      Note: expect.stringMatching(
        /^The taxable gain of these wallets is below the limit\. All of a person's/,
      ),
    },
  ]);
});

describe('the days are those of Berlin', () => {
  // Summer time is two hours before UTC, winter time one.
  test.each([
    ['2024-03-09T23:00:00Z', '2025-03-10T22:59:59Z', ['TAXABLE']],
    // 00:00 on 11 March in Berlin, 10 March in UTC.
    ['2024-03-10T12:00:00Z', '2025-03-10T23:00:00Z', ['EXEMPT']],
    // 00:30 on 2 July in Berlin, so that 2 July is the last day: 1 July in UTC.
    ['2024-07-01T22:30:00Z', '2025-07-02T21:59:59Z', ['TAXABLE']],
    ['2024-07-01T22:30:00Z', '2025-07-02T22:00:00Z', ['EXEMPT']],
    ['2024-07-01T21:59:59Z', '2025-07-01T22:00:00Z', ['EXEMPT']],
  ])('bought at %s, sold at %s', (acquired, disposed, expected) => {
    expect(parts([disposal({ acquiredAt: at(acquired), disposedAt: at(disposed) })])).toEqual(expected);
  });

  test('and so are the years', () => {
    const [line] = form([disposal({ disposedAt: at('2024-12-31T23:00:00Z') })]);
    expect(line).toMatchObject({ 'Tax year': '2025', disposed: '2025-01-01' });
  });
});

test('parts and their totals; losses apart from gains', () => {
  const rows = [
    disposal(),
    disposal({ proceeds: milli(400_000) }),
    disposal({ proceeds: milli(900_000) }),
    disposal({ acquiredAt: at('2023-01-01'), cost: milli(100_000) }),
    disposal({ acquiredAt: null, source: 'shortfall', basis: 'MISSING', cost: 0n }),
    disposal({ disposedAt: at('2024-12-01') }),
  ];
  const shown = form(rows).map((line) => [
    ...[line.Taxable, line['Tax year'], line.Description, line.proceeds, line.cost, line.gain],
  ]);
  const none = undefined;
  expect(shown).toEqual([
    ['TAXABLE', '2025', none, '1500.00', '1000.00', '500.00'],
    ['TAXABLE', '2025', none, '400.00', '1000.00', '-600.00'],
    ['TAXABLE', '2025', none, '900.00', '1000.00', '-100.00'],
    ['TAXABLE', '2024', none, '1500.00', '1000.00', '500.00'],
    ['TAXABLE', '2024', 'Total of taxable gains', none, none, '500.00'],
    ['TAXABLE', '2024', 'Total of taxable losses', none, none, '0.00'],
    ['TAXABLE', '2024', 'Total of TAXABLE', '1500.00', '1000.00', '500.00'],
    ['TAXABLE', '2025', 'Total of taxable gains', none, none, '500.00'],
    // 600 + 100.
    ['TAXABLE', '2025', 'Total of taxable losses', none, none, '-700.00'],
    ['TAXABLE', '2025', 'Total of TAXABLE', '2800.00', '3000.00', '-200.00'],
    ['EXEMPT', '2025', none, '1500.00', '100.00', '1400.00'],
    ['EXEMPT', '2025', 'Total of EXEMPT', '1500.00', '100.00', '1400.00'],
    ['UNKNOWN', '2025', none, '1500.00', none, none],
    ['UNKNOWN', '2025', 'Total of UNKNOWN', '0.00', '0.00', '0.00'],
    [none, '2024', 'Limit (Freigrenze): less than 1000.00', none, none, '500.00'],
    [none, '2025', 'Limit (Freigrenze): less than 1000.00', none, none, '-200.00'],
  ]);
});

describe('the limit: of what is taxable, and never applied', () => {
  const sold = (day: string, gain: number, fields: Partial<ExportedDisposal> = {}) =>
    disposal({
      ...{ acquiredAt: at(day), disposedAt: at(day), cost: milli(1_000_000) },
      ...{ proceeds: milli(1_000_000 + gain), ...fields },
    });
  const limit = (rows: ExportedDisposal[]) => {
    const { Status, Description } = form(rows).at(-1) ?? {};
    return [Description?.split(' ').at(-1), Status];
  };

  // 600 euros up to 2023, 1,000 from 2024 on; less than that is below it.
  test.each([
    ['2023-12-31', 599_990, '600.00', 'LIMIT_BELOW'],
    ['2023-12-31', 600_000, '600.00', 'LIMIT_REACHED'],
    ['2024-01-01', 999_990, '1000.00', 'LIMIT_BELOW'],
    ['2024-01-01', 1_000_000, '1000.00', 'LIMIT_REACHED'],
    // A loss.
    ['2025-01-01', -1_000_000, '1000.00', 'LIMIT_BELOW'],
  ])('sold on %s with a gain of %d thousandths', (day, gain, amount, status) => {
    expect(limit([sold(day, gain)])).toEqual([amount, status]);
  });

  test('losses of the year count, and what is exempt does not', () => {
    const exempt = { acquiredAt: at('2020-01-01') };
    expect(limit([sold('2025-01-01', 1_500_000), sold('2025-01-02', -600_000)])[1]).toBe('LIMIT_BELOW');
    expect(limit([sold('2025-01-01', 9_000_000, exempt)])).toEqual(['1000.00', 'LIMIT_BELOW']);
  });

  test('what is not known may decide, on either side', () => {
    const unknown = { acquiredAt: null };
    for (const gain of [500_000, 2_000_000]) {
      const known = sold('2025-01-01', gain);
      expect(limit([known, sold('2025-02-01', 1, unknown)])[1]).toBe('LIMIT_UNKNOWN');
      expect(limit([known, sold('2025-02-01', 1, { proceeds: null })])[1]).toBe('LIMIT_UNKNOWN');
      // Of another year.
      expect(limit([sold('2024-02-01', 1, unknown), known])[1]).not.toBe('LIMIT_UNKNOWN');
    }
  });
});

describe('what is not known, or looks wrong, is said', () => {
  test('no date of acquisition, with the correction that mends it; its cost may be known', () => {
    const [line] = form([disposal({ acquiredAt: null })]);
    expect(line).toMatchObject({
      ...{ Taxable: 'UNKNOWN', Status: 'ACQUISITION_UNKNOWN', gain: '500.00', disposed: '2025-03-10' },
      Note: expect.stringContaining('a correction (BASIS or OPENING_LOT)'),
    });
    for (const name of ['acquired', 'Days held']) expect(line).not.toHaveProperty(name);
    const [worse] = form([disposal({ acquiredAt: null, basis: 'MISSING', proceeds: null })]);
    expect(worse?.Status).toBe('ACQUISITION_UNKNOWN BASIS_UNKNOWN PROCEEDS_UNKNOWN');
  });

  test('no cost, no proceeds, proceeds below zero: as on Form 8949', () => {
    const statusOf = (fields: Partial<ExportedDisposal>) => form([disposal(fields)])[0]?.Status;
    expect(statusOf({ basis: 'UNPRICED', cost: 0n })).toBe('BASIS_UNPRICED');
    expect(statusOf({ proceeds: null })).toBe('PROCEEDS_UNKNOWN');
    expect(statusOf({ proceeds: milli(-10) })).toBe('NEGATIVE_PROCEEDS');
    expect(form([disposal({ proceeds: null })])[3]).toMatchObject({
      ...{ Description: 'Total of TAXABLE', gain: '0.00' },
      Note: 'Leaves out 1 line without a gain, which has known proceeds of 0.00 and known costs of 1000.00.',
    });
  });
});

test('amounts are rounded line by line, and the gain is that of the rounded ones', () => {
  // 0.006 → 0.01 and 0.004 → 0.00 on each: 3 × 0.01.
  const small = disposal({ proceeds: milli(6), cost: milli(4) });
  const lines = form([small, small, small]);
  expect(lines[0]).toMatchObject({ proceeds: '0.01', cost: '0.00', gain: '0.01' });
  expect(lines.at(-1)).toMatchObject({ gain: '0.03' });
});

describe('network fees', () => {
  const fee = (day: string, fields: Partial<ExportedDisposal> = {}) =>
    disposal({
      ...{ treatment: 'GAS', disposedAt: at(day), quantity: 10n ** 15n },
      ...{ proceeds: milli(4), cost: milli(2), ...fields },
    });
  const fees = [fee('2025-02-01'), fee('2025-02-28T22:59:59Z'), fee('2025-02-28T23:00:00Z')];
  const shown = (gas: PrivateSaleOptions['gas'], rows = fees) =>
    form(rows, gas)
      .filter(({ Wallet }) => Wallet !== undefined)
      .map((line) => [line.Description, line.Quantity, line.proceeds, line.cost]);

  test('a line a month of Berlin, summed before it is rounded; a fee alone is a line like any other', () => {
    const none = undefined;
    expect(shown('month')).toEqual([
      // 2 × 0.001 ether; 0.008 → 0.01; 0.004 → 0.00.
      ['Network fees of 2025-02 (2 disposals)', '0.002', '0.01', '0.00'],
      [none, '0.001', '0.00', '0.00'],
    ]);
    const [summed, alone] = form(fees);
    for (const name of ['acquired', 'disposed', 'Days held', 'Transaction'])
      expect(summed).not.toHaveProperty(name);
    expect(summed).toMatchObject({ Symbol: 'ETH', Treatment: 'GAS' });
    expect(alone).toMatchObject({ acquired: '2024-03-10', disposed: '2025-03-01', Treatment: 'GAS' });
    // 0.012 and 0.006.
    expect(shown('year')).toEqual([['Network fees of 2025 (3 disposals)', '0.003', '0.01', '0.01']]);
    expect(shown('each')).toHaveLength(3);
  });

  test('apart: what is taxable, exempt and unknown', () => {
    const rows = [...fees, fee('2025-02-02', { acquiredAt: at('2020-01-01') })];
    expect(shown('month', [...rows, fee('2025-02-03', { acquiredAt: null })])).toHaveLength(4);
  });
});

test('the command line has one method, one currency and one time zone for it, and says so', () => {
  const usual = { method: 'FIFO', currency: 'EUR', timeZone: 'Europe/Berlin' } as const;
  expect(chosenOf('de', {})).toEqual(usual);
  expect(chosenOf('de', usual)).toEqual(usual);
  expect(chosenOf('ledger', {})).toEqual({ method: 'FIFO', currency: 'USD', timeZone: 'UTC' });
  expect(() => chosenOf('de', { method: 'WAC' })).toThrow('leave --method out');
  expect(() => chosenOf('de', { currency: 'USD' })).toThrow('leave --currency out');
  expect(() => chosenOf('de', { timeZone: 'UTC' })).toThrow('leave --time-zone out');
});
