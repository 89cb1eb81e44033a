/** A file that was saved beside the same file now. */
import { describe, expect, test } from 'vitest';
import { compareFiles, describeLine } from '../../web/src/pages/reports/compare/compare-files.ts';
import { parseCsv } from '../../web/src/pages/reports/compare/csv.ts';

describe('CSV', () => {
  test.each([
    ['', []],
    ['a,b', [['a', 'b']]],
    ['a,b\r\n', [['a', 'b']]],
    ['\uFEFFa\n1\n', [['a'], ['1']]],
    [
      'a,\r\n,b\r\n',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['"a, ""b""",c\r\n', [['a, "b"', 'c']]],
    ['"two\r\nlines",""\r\n', [['two\r\nlines', '']]],
    ['a\r\n\r\nb', [['a'], [''], ['b']]],
  ])('%j', (text, records) => {
    expect(parseCsv(text)).toEqual(records);
  });

  test.each(['"a', 'a"b', '"a"b', '"a""', 'a\rb'])('what is none is told: %j', (text) => {
    expect(() => parseCsv(text)).toThrow(/^It is no CSV file: see what stands at its character \d+\.$/);
  });

  test('a hundred thousand quotes without an end take no time', () => {
    expect(() => parseCsv(`"${'""'.repeat(100_000)}`)).toThrow('no CSV');
    expect(() => parseCsv(`a,${'b"'.repeat(100_000)}`)).toThrow('no CSV');
  });
});

const columns = ['Date', 'Asset', 'Proceeds', 'Status'];
const file = (...rows: string[]) => [columns, ...rows.map((row) => row.split(' '))];
/** `<number>: <cells>` of lines. */
const linesOf = (lines: readonly { number: number; cells: readonly string[] }[]): string[] =>
  lines.map(({ number, cells }) => `${number}: ${cells.join(' ')}`);

describe('a comparison', () => {
  test('of equal files, in whatever order their lines are', () => {
    const found = compareFiles(file('a ETH 1 OK', 'b ETH 2 OK'), file('b ETH 2 OK', 'a ETH 1 OK'));
    expect(found).toEqual({
      ...{ columns, telling: [0], newColumns: [], same: 2, changed: [], gone: [], added: [] },
    });
  });

  test('says which figures of a line changed', () => {
    const found = compareFiles(
      file('a ETH 1 OK', 'b ETH 2 OK', 'c ETH  OK'),
      file('a ETH 1 OK', 'b ETH 2.5 OK', 'c ETH 7 OK'),
    );
    expect(found).toMatchObject({ same: 1, gone: [], added: [] });
    expect(found.changed).toEqual([
      {
        line: { number: 3, cells: ['b', 'ETH', '2', 'OK'] },
        cells: [{ column: 'Proceeds', was: '2', is: '2.5' }],
      },
      {
        line: { number: 4, cells: ['c', 'ETH', '', 'OK'] },
        cells: [{ column: 'Proceeds', was: '', is: '7' }],
      },
    ]);
  });

  test('knows a line by most of its cells where a text of it changed', () => {
    const found = compareFiles(file('a ETH 1 OK', 'b DAI 2 OK'), file('b DAI 2 DRAFT', 'a ETH 1 OK'));
    expect(found.changed.map(({ cells }) => cells)).toEqual([[{ column: 'Status', was: 'OK', is: 'DRAFT' }]]);
  });

  test('does not take lines for alike by what all lines have, or what nobody knows', () => {
    const wide = ['Wallet', 'Chain', 'Hash', 'Note', 'Kind', 'Date'];
    const found = compareFiles(
      [wide, ['me', 'one', 'a', '', '', 'monday'], ['me', 'one', 'b', '', '', 'tuesday']],
      [wide, ['me', 'one', 'b', '', '', 'tuesday'], ['me', 'one', 'c', '', '', 'friday']],
    );
    expect([found.same, found.changed.length, found.gone.length, found.added.length]).toEqual([1, 0, 1, 1]);
  });

  test('says what is gone and what is new, twins one by one', () => {
    const found = compareFiles(
      file('a ETH 1 OK', 'a ETH 1 OK', 'b DAI 2 OK'),
      file('a ETH 1 OK', 'x UNI 9 BAD', 'y UNI 8 BAD'),
    );
    expect(found).toMatchObject({ same: 1, changed: [] });
    expect(linesOf(found.gone)).toEqual(['3: a ETH 1 OK', '4: b DAI 2 OK']);
    expect(linesOf(found.added)).toEqual(['3: x UNI 9 BAD', '4: y UNI 8 BAD']);
  });

  test('pairs lines of one name in their order', () => {
    const found = compareFiles(
      file('a ETH 1 OK', 'a ETH 2 OK'),
      file('a ETH 3 OK', 'a ETH 4 OK', 'a ETH 5 OK'),
    );
    expect(found.changed.map(({ cells }) => cells)).toEqual([
      [{ column: 'Proceeds', was: '1', is: '3' }],
      [{ column: 'Proceeds', was: '2', is: '4' }],
    ]);
    expect(linesOf(found.added)).toEqual(['4: a ETH 5 OK']);
  });

  test('leaves out columns that the file had not', () => {
    const now = [
      [...columns.slice(0, 2), 'Note', ...columns.slice(2)],
      ['a', 'ETH', 'new', '1', 'OK'],
    ];
    expect(compareFiles(file('a ETH 1 OK'), now)).toMatchObject({ newColumns: ['Note'], same: 1 });
  });

  test('of another file, or one that another program saved, is refused', () => {
    const now = file('a ETH 1 OK');
    expect(() => compareFiles([], now)).toThrow('The file is empty.');
    expect(() => compareFiles([['Date;Asset;Proceeds']], now)).toThrow(
      'no column of it is called “Date;Asset;Proceeds”. Choose it as it was saved here',
    );
    expect(() => compareFiles([['Date', 'Date']], now)).toThrow('It is not this file');
  });

  test('of thousands of lines with other texts tells them as gone and new', () => {
    const rows = (of: string) => Array.from({ length: 5_000 }, (_, index) => `${of}${index} ETH 1 OK`);
    const found = compareFiles(file(...rows('a')), file(...rows('b')));
    expect([found.same, found.changed.length, found.gone.length, found.added.length]).toEqual([
      0, 0, 5_000, 5_000,
    ]);
  });
});

test('a line is called by the texts that tell it from the others', () => {
  const found = compareFiles(file('2025-01-01 ETH 1 OK', '2025-01-02 DAI 2 OK'), file());
  expect(found.gone.map((line) => describeLine(found, line))).toEqual([
    '2025-01-01 · ETH',
    '2025-01-02 · DAI',
  ]);
  const hash = `0x${'a'.repeat(64)}`;
  const both = compareFiles(
    [
      ['Hash', 'Date'],
      [hash, 'today'],
      ['0x1', 'today'],
    ],
    [['Hash', 'Date']],
  );
  expect(describeLine(both, { number: 2, cells: [hash, 'today'] })).toBe('0xaaaaaaaaaa…aaaaaaaa');
  const dated = compareFiles(
    [
      ['Hash', 'Date'],
      [hash, 'today'],
      ['0x1', 'then'],
    ],
    [['Hash', 'Date']],
  );
  expect(dated.gone.map((line) => describeLine(dated, line))).toEqual([
    '0xaaaaaaaaaa…aaaaaaaa · today',
    '0x1 · then',
  ]);
  const hashes = compareFiles([['Hash'], [`0x${'a'.repeat(64)}`]], [['Hash'], ['b']]);
  expect(hashes.gone.map((line) => describeLine(hashes, line))).toEqual(['0xaaaaaaaaaa…aaaaaaaa']);
});
