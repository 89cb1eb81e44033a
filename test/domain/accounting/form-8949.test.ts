/** The lines of Form 8949: years and dates of a time zone, parts, boxes, totals, network fees, and what is not known. */
import { describe, expect, test } from 'vitest';
import {
  chosenOf,
  requireCalendar,
  requireFormMethod,
  yearRange,
} from '../../../src/cli/export/export-options.ts';
import {
  boxOf,
  type Form8949Options,
  form8949,
  form8949Columns,
} from '../../../src/domain/accounting/form-8949.ts';
import { parseTime } from '../../../src/domain/time/time.ts';
import type { ExportedDisposal } from '../../../src/store/ledger/lists/ledger-export.ts';
import { repeated } from '../../support/records.ts';

const options: Form8949Options = {
  method: 'FIFO',
  calendar: requireCalendar('UTC'),
  reported: 'nothing',
  gas: 'month',
};
const wallet = repeated('1');
const hash = `0x${'a'.repeat(64)}`;
const ether = { chainId: 1, tokenAddress: repeated('0'), tokenId: null };

const at = (text: string): number => parseTime(text) ?? Number.NaN;
/** Thousandths of a dollar in 10^-18. */
const milli = (amount: number): bigint => BigInt(amount) * 10n ** 15n;

/** One ether, bought on 1 Jan 2025 for 1,000.00, sold on 1 Feb 2025 for 1,500.00. */
function disposal(fields: Partial<ExportedDisposal> = {}): ExportedDisposal {
  const row = {
    ...({ token: ether, decimals: 18, treatment: 'DISPOSAL', source: 'lot', basis: 'COMPLETE' } as const),
    ...{ acquiredAt: at('2025-01-01T12:00:00Z'), disposedAt: at('2025-02-01T12:00:00Z') },
    ...{ quantity: 10n ** 18n, proceeds: milli(1_500_000), cost: milli(1_000_000) },
    transaction: hash,
    ...fields,
  };
  return { gain: row.proceeds === null ? null : row.proceeds - row.cost, ...row };
}

/** All lines of the form, each as its cells by their columns' names, without those that are empty. */
function form(rows: readonly ExportedDisposal[], settings: Form8949Options = options) {
  const { parts, lastLines, ...of } = form8949(settings);
  expect(of).toEqual({ method: settings.method, currency: 'USD' });
  const writers = parts.map(({ has, createWriter }) => {
    const writer = createWriter();
    const lines = rows.filter(has).flatMap((row) => {
      const cells = writer.add({ row, wallet, symbol: 'ETH' });
      return cells === null ? [] : [cells];
    });
    return { totals: writer.totals, lines: [...lines, ...writer.endWallet(), ...writer.totalLines()] };
  });
  const totals = writers.map((writer) => writer.totals);
  const lines = [...writers.flatMap((writer) => writer.lines), ...lastLines(totals)];
  return lines.map((cells) =>
    Object.fromEntries(
      form8949Columns.map((name, index) => [name, cells[index]]).filter(([, cell]) => cell !== null),
    ),
  );
}

const plain = {
  ...{ Part: 'I', Box: 'I', 'Tax year': '2025', Wallet: wallet, 'Description of property': '1 ETH' },
  ...{ 'Date acquired': '01/01/2025', 'Date sold or disposed of': '02/01/2025', Proceeds: '1500.00' },
  ...{ 'Cost or other basis': '1000.00', 'Gain or (loss)': '500.00' },
  ...{ 'Short-term or long-term': 'Short-term', Status: 'OK' },
  ...{ Treatment: 'DISPOSAL', 'Cost method': 'FIFO', 'Chain id': '1', 'Token address': ether.tokenAddress },
  Transaction: hash,
};

test('a line and its totals', () => {
  const amounts = {
    ...{ Proceeds: '1500.00', 'Cost or other basis': '1000.00', 'Gain or (loss)': '500.00' },
    ...{ 'Tax year': '2025', Status: 'TOTAL', 'Cost method': 'FIFO' },
  };
  const ofPart = { Part: 'I', Box: 'I', 'Short-term or long-term': 'Short-term' };
  expect(form([disposal()])).toEqual([
    plain,
    { ...amounts, ...ofPart, 'Description of property': 'Total of Part I' },
    { ...amounts, 'Description of property': 'Total' },
  ]);
});

test('20:00 on 31 December in New York belongs to that year, its dates and its term', () => {
  const calendar = requireCalendar('America/New_York');
  const row = disposal({
    // 20:00 on 31 December 2023, and 20:00 on 31 December 2024: a year to the day, and in UTC as well.
    ...{ acquiredAt: at('2024-01-01T01:00:00Z'), disposedAt: at('2025-01-01T01:00:00Z') },
  });
  expect(form([row], { ...options, calendar })[0]).toMatchObject({
    ...{ Part: 'I', Box: 'C', 'Tax year': '2024', 'Date acquired': '12/31/2023' },
    'Date sold or disposed of': '12/31/2024',
  });
  expect(form([row])[0]).toMatchObject({ 'Tax year': '2025', 'Date sold or disposed of': '01/01/2025' });
  // Bought at 20:00 on 31 December, sold at noon on 1 January a year later: more than a year in New York, not in UTC.
  const long = { ...row, disposedAt: at('2025-01-01T17:00:00Z') };
  expect(form([long], { ...options, calendar })[0]).toMatchObject({ Part: 'II', Box: 'L' });
  expect(form([long])[0]).toMatchObject({ Part: 'I' });
});

test('parts and their totals: short-term, long-term, and what has no known date', () => {
  const rows = [
    disposal(),
    disposal({ acquiredAt: at('2023-01-01'), cost: milli(100_000) }),
    disposal({ acquiredAt: null, source: 'shortfall', basis: 'MISSING', cost: 0n }),
    disposal({ disposedAt: at('2026-01-01T12:00:00Z') }),
  ];
  const shown = form(rows).map((line) => [
    ...[line.Part, line.Box, line['Tax year'], line['Description of property'], line.Proceeds],
    ...[line['Cost or other basis'], line['Gain or (loss)']],
  ]);
  const none = undefined;
  expect(shown).toEqual([
    ['I', 'I', '2025', '1 ETH', '1500.00', '1000.00', '500.00'],
    ['I', 'I', '2026', '1 ETH', '1500.00', '1000.00', '500.00'],
    ['I', 'I', '2025', 'Total of Part I', '1500.00', '1000.00', '500.00'],
    ['I', 'I', '2026', 'Total of Part I', '1500.00', '1000.00', '500.00'],
    ['II', 'L', '2025', '1 ETH', '1500.00', '100.00', '1400.00'],
    ['II', 'L', '2025', 'Total of Part II', '1500.00', '100.00', '1400.00'],
    ['unknown', none, '2025', '1 ETH', '1500.00', none, none],
    // Its line has no gain: (d) less (e) is (h) in every total.
    ['unknown', none, '2025', 'Total of what has no known term', '0.00', '0.00', '0.00'],
    // 2 × 1,500; 1,000 + 100; 500 + 1,400.
    [none, none, '2025', 'Total', '3000.00', '1100.00', '1900.00'],
    [none, none, '2026', 'Total', '1500.00', '1000.00', '500.00'],
  ]);
});

test('totals stand in the order of years, whichever was sold first of the wallets', () => {
  const rows = [
    disposal({ disposedAt: at('2026-01-01') }),
    disposal(),
    disposal({ source: 'shortfall', acquiredAt: null }),
  ];
  const totals = form(rows).filter(({ Status }) => Status === 'TOTAL');
  expect(totals.map((line) => [line['Tax year'], line['Description of property']])).toEqual([
    ...[
      ['2025', 'Total of Part I'],
      ['2026', 'Total of Part I'],
      ['2025', 'Total of what has no known term'],
    ],
    ...[
      ['2025', 'Total'],
      ['2026', 'Total'],
    ],
  ]);
});

test('an NFT is named by its number, and what has no known date says so', () => {
  const nft = { ...ether, tokenAddress: repeated('7'), tokenId: 42n };
  const [line] = form([
    disposal({ token: nft, decimals: 0, quantity: 1n, acquiredAt: null, source: 'shortfall' }),
  ]);
  expect(line).toMatchObject({
    'Token address': nft.tokenAddress,
    'Token id': '42',
    'Date acquired': 'UNKNOWN',
  });
});

test('totals add up the lines as they are rounded', () => {
  // 0.004 is 0.00 on each line: three of them are 0.00, although 0.012 would be 0.01.
  const tiny = disposal({ proceeds: milli(4), cost: 0n });
  expect(form([tiny, tiny, tiny]).at(-1)).toMatchObject({ Proceeds: '0.00', 'Gain or (loss)': '0.00' });
  // 0.006 is 0.01 on each.
  const small = disposal({ proceeds: milli(6), cost: 0n });
  expect(form([small, small, small]).at(-1)).toMatchObject({ Proceeds: '0.03', 'Gain or (loss)': '0.03' });
  const loss = form([disposal({ proceeds: milli(-4), cost: 0n })]);
  expect(loss.at(-1)).toMatchObject({ Proceeds: '0.00', 'Gain or (loss)': '0.00' });
});

describe('boxes', () => {
  // Form 8949 for 2025: G, H, I and J, K, L; for 2024: A, B, C and D, E, F; basis, proceeds, nothing reported.
  test.each([
    ['I', 2025, 'GHI'],
    ['II', 2025, 'JKL'],
    ['I', 2026, 'GHI'],
    ['I', 2024, 'ABC'],
    ['II', 2024, 'DEF'],
  ] as const)('part %s of %d', (part, year, letters) => {
    const boxes = (['basis', 'proceeds', 'nothing'] as const).map((reported) => boxOf(part, year, reported));
    expect(boxes.join('')).toBe(letters);
  });
});

describe('what is not known, or looks wrong, is said', () => {
  test.each([
    ['MISSING', 'BASIS_UNKNOWN', 'correction'],
    ['UNPRICED', 'BASIS_UNPRICED', 'correction'],
  ] as const)('basis %s: neither cost nor gain', (basis, status, note) => {
    const [line, total] = form([disposal({ basis, cost: 0n })]);
    expect(line).toMatchObject({ Proceeds: '1500.00', Status: status, Note: expect.stringContaining(note) });
    expect(line).not.toHaveProperty('Cost or other basis');
    expect(line).not.toHaveProperty('Gain or (loss)');
    expect(total).toMatchObject({
      ...{ Proceeds: '0.00', 'Cost or other basis': '0.00', 'Gain or (loss)': '0.00' },
      Note: 'Leaves out 1 line without a gain, which has known proceeds of 1500.00 and known costs of 0.00.',
    });
  });

  test('proceeds that nobody knows, and both', () => {
    const [line] = form([disposal({ proceeds: null })]);
    expect(line).toMatchObject({ 'Cost or other basis': '1000.00', Status: 'PROCEEDS_UNKNOWN' });
    expect(line).not.toHaveProperty('Proceeds');
    expect(form([disposal({ proceeds: null, basis: 'MISSING' })])[0]?.Status).toBe(
      'BASIS_UNKNOWN PROCEEDS_UNKNOWN',
    );
  });

  test('the totals leave out what has no gain, and say how much that is', () => {
    const rows = [
      disposal(),
      disposal({ proceeds: null, cost: milli(7_000) }),
      disposal({ basis: 'UNPRICED', proceeds: milli(5_010) }),
    ];
    const note =
      'Leaves out 2 lines without a gain, which have known proceeds of 5.01 and known costs of 7.00.';
    const amounts = { Proceeds: '1500.00', 'Cost or other basis': '1000.00', 'Gain or (loss)': '500.00' };
    expect(form(rows).slice(-2)).toMatchObject([
      { ...amounts, Note: note },
      { ...amounts, Note: note },
    ]);
  });

  test('amounts of more digits than any money has are added to the cent', () => {
    // 2^255 − 1 units of a token without decimals, at a stated price of 38 nines: 115 digits.
    const huge = (2n ** 255n - 1n) * (10n ** 38n - 1n) * 10n ** 18n;
    const rows = [disposal({ proceeds: huge, cost: 0n }), disposal({ proceeds: milli(10), cost: 0n })];
    const total = `${(2n ** 255n - 1n) * (10n ** 38n - 1n)}.01`;
    expect(form(rows).at(-1)).toMatchObject({ Proceeds: total, 'Gain or (loss)': total });
  });

  test('proceeds below zero', () => {
    expect(form([disposal({ proceeds: milli(-2_500) })])[0]).toMatchObject({
      ...{ Proceeds: '-2.50', 'Gain or (loss)': '-1002.50', Status: 'NEGATIVE_PROCEEDS' },
      Note: expect.stringContaining('network fee'),
    });
  });
});

describe('network fees', () => {
  const fee = (day: string, fields: Partial<ExportedDisposal> = {}) =>
    disposal({
      ...{ treatment: 'GAS', disposedAt: at(day), quantity: 10n ** 15n },
      ...{ proceeds: milli(4), cost: milli(2), ...fields },
    });
  const fees = [fee('2025-02-01'), fee('2025-02-28T23:59:59Z'), fee('2025-03-01')];
  const shown = (settings: Partial<Form8949Options>, rows = fees) =>
    form(rows, { ...options, ...settings })
      .filter(({ Status }) => Status !== 'TOTAL')
      .map((line) => [
        line['Description of property'],
        line.Proceeds,
        line['Cost or other basis'],
        line.Code,
      ]);

  test('a line a month, summed before it is rounded; a fee alone is a line like any other', () => {
    expect(shown({})).toEqual([
      // 2 × 0.001 ether; 0.008 → 0.01; 0.004 → 0.00.
      ['0.002 ETH: network fees of 2025-02 (2 disposals), see attached statement', '0.01', '0.00', 'M'],
      ['0.001 ETH', '0.00', '0.00', undefined],
    ]);
    const [line] = form(fees);
    expect(line).not.toHaveProperty('Date acquired');
    expect(line).not.toHaveProperty('Date sold or disposed of');
    expect(line).not.toHaveProperty('Transaction');
    // A fee that is alone is told from a sale by its treatment.
    expect(form(fees)[1]).toMatchObject({ 'Description of property': '0.001 ETH', Treatment: 'GAS' });
  });

  test('a line a year, or each', () => {
    expect(shown({ gas: 'year' })).toEqual([
      // 0.012 and 0.006.
      ['0.003 ETH: network fees of 2025 (3 disposals), see attached statement', '0.01', '0.01', 'M'],
    ]);
    expect(shown({ gas: 'each' })).toHaveLength(3);
  });

  test('apart: terms, chains, and fees that are known less well', () => {
    const polygon = { ...ether, chainId: 137 };
    const rows = [
      ...fees,
      ...[fee('2025-02-02', { token: polygon }), fee('2025-02-03', { basis: 'MISSING', cost: 0n })],
      ...[fee('2025-02-04', { acquiredAt: at('2020-01-01') }), fee('2025-02-05', { proceeds: null })],
    ];
    // February's two, March's one, and the four.
    expect(shown({}, rows)).toHaveLength(6);
    expect(shown({}, [...fees, ...fees]).map(([description]) => description)).toEqual([
      '0.004 ETH: network fees of 2025-02 (4 disposals), see attached statement',
      '0.002 ETH: network fees of 2025-03 (2 disposals), see attached statement',
    ]);
  });

  test('the month is that of the time zone', () => {
    const rows = [fee('2025-03-01T01:00:00Z'), fee('2025-02-15')];
    expect(shown({ calendar: requireCalendar('America/New_York') }, rows)).toHaveLength(1);
    expect(shown({}, rows)).toHaveLength(2);
  });
});

test("--year: the year's bounds are those of the time zone", () => {
  const range = (from: string, to: string) => ({ from: at(from), to: at(to) });
  const newYork = requireCalendar('America/New_York');
  expect(yearRange('2024', newYork)).toEqual(range('2024-01-01T05:00:00Z', '2025-01-01T05:00:00Z'));
  expect(yearRange('2024', options.calendar)).toEqual(range('2024-01-01', '2025-01-01'));
  expect(yearRange('1970', requireCalendar('Asia/Tokyo'))).toEqual(
    range('1970-01-01', '1970-12-31T15:00:00Z'),
  );
  expect(() => yearRange('24', newYork)).toThrow("'24' is not a year");
});

describe('refused', () => {
  test('the average cost, with the reason', () => {
    expect(() => requireFormMethod('WAC')).toThrow(
      'Form 8949: WAC is not allowed. The average basis method is for shares of mutual funds and dividend reinvestment plans ' +
        '(26 CFR 1.1012-1(e)); digital assets are sold first in, first out or by lots that were named before the sale ' +
        '(26 CFR 1.1012-1(j)).',
    );
    expect(() => requireFormMethod('WAC')).toThrow('--method FIFO, LIFO or HIFO');
    expect(() => chosenOf('8949', { currency: 'ETH' })).toThrow('is in USD: leave --currency out');
    for (const method of ['FIFO', 'LIFO', 'HIFO'] as const)
      expect(() => requireFormMethod(method)).not.toThrow();
  });

  test('what is no time zone', () => {
    expect(() => requireCalendar('+02:00')).toThrow("'+02:00' is no time zone: give an IANA name such as");
  });
});
