/** A file that was saved beside the same file now. */
import { describe, expect, test } from 'vitest';
import { cutMiddle } from '../../web/src/money/names.ts';
import { compareFiles, type Line } from '../../web/src/pages/reports/compare/compare-files.ts';
import {
  cellText,
  describeLine,
  firstDifference,
  sentenceOf,
} from '../../web/src/pages/reports/compare/comparison-text.ts';
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
    // Of one column an empty line is a line.
    ['a\r\n\r\nb', [['a'], [''], ['b']]],
    [
      '\r\na,b\r\n1,2\r\n\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
  ])('%j', (text, records) => {
    expect(parseCsv(text)).toEqual(records);
  });

  test.each(['"a', 'a"b', '"a"b', '"a""', 'a\rb'])('what is none is told: %j', (text) => {
    expect(() => parseCsv(text)).toThrow(/^It is no CSV file: see what stands at its character \d+\.$/);
  });

  test('a line that was cut, or has a cell too many, is told', () => {
    expect(() => parseCsv('a,b\n1,2\n3\n')).toThrow(
      'Line 3 has 1 cell, and the first has 2: the file was cut, or edited.',
    );
    expect(() => parseCsv('a,b\n1,2,\n')).toThrow('Line 2 has 3 cells, and the first has 2');
  });

  test('what is made to take long takes no time', () => {
    expect(() => parseCsv(`"${'""'.repeat(100_000)}`)).toThrow('no CSV');
    expect(() => parseCsv(`a,${'b"'.repeat(100_000)}`)).toThrow('no CSV');
    expect(parseCsv(`a,b\n${'\n'.repeat(100_000)}`)).toEqual([['a', 'b']]);
    expect(() => parseCsv(`a,b\n${','.repeat(100_000)}`)).toThrow('Line 2');
  });
});

const columns = ['Date', 'Asset', 'Proceeds', 'Status'];
const names = { knownBy: ['Date', 'Asset'], calledBy: ['Asset', 'Date'] };
const file = (...rows: string[]) => [columns, ...rows.map((row) => row.split(','))];
const compare = (saved: readonly string[], now: readonly string[]) =>
  compareFiles(file(...saved), file(...now), names);
/** `<number>: <cells>` of lines. */
const linesOf = (lines: readonly Line[]): string[] =>
  lines.map(({ number, cells }) => `${number}: ${cells.join()}`);
/** `<number> <column>: <was> → <is>` of changed lines. */
const changesOf = ({ changed }: ReturnType<typeof compare>): string[] =>
  changed.flatMap(({ line, cells }) =>
    cells.map(({ column, was, is }) => `${line.number} ${column}: ${was} → ${is}`),
  );

describe('a comparison', () => {
  test('of equal files, in whatever order their lines are, however they end', () => {
    expect(compare(['a,ETH,1,OK', 'b,ETH,2,OK'], ['b,ETH, 2,OK', 'a,ETH,1,OK'])).toEqual({
      ...{ columns, onlySaved: [], onlyNow: [], same: 2, changed: [], gone: [], added: [] },
    });
    expect(compare(['a,one\r\ntwo,1,OK'], ['a,one\ntwo,1,OK'])).toMatchObject({ same: 1 });
  });

  test('says which cells of a line changed, whatever else did', () => {
    const found = compare(
      ['a,ETH,1,OK', 'b,ETH,2,OK', 'c,ETH,,UNKNOWN'],
      ['a,ETH,1,OK', 'b,ETH,2.5,OK', 'c,ETH,7,OK'],
    );
    expect(found).toMatchObject({ same: 1, gone: [], added: [] });
    expect(changesOf(found)).toEqual(['3 Proceeds: 2 → 2.5', '4 Proceeds:  → 7', '4 Status: UNKNOWN → OK']);
  });

  test('never takes one line for another, however alike they are', () => {
    const found = compare(['a,ETH,1,OK'], ['b,ETH,1,OK']);
    expect(found).toMatchObject({ same: 0, changed: [] });
    expect([linesOf(found.gone), linesOf(found.added)]).toEqual([['2: a,ETH,1,OK'], ['2: b,ETH,1,OK']]);
  });

  test('of a file of one line that is known by nothing', () => {
    const now = [
      ['realized', 'as_of'],
      ['2', 'later'],
    ];
    const found = compareFiles(
      [
        ['realized', 'as_of'],
        ['1', 'now'],
      ],
      now,
      { knownBy: [], calledBy: [] },
    );
    // When the books were read is no part of it.
    expect(changesOf(found)).toEqual(['2 realized: 1 → 2']);
  });

  test('says what is gone and what is new, twins one by one', () => {
    const found = compare(['a,ETH,1,OK', 'a,ETH,1,OK', 'b,DAI,2,OK'], ['a,ETH,1,OK', 'x,UNI,9,OK']);
    expect(found).toMatchObject({ same: 1, changed: [] });
    expect(linesOf(found.gone)).toEqual(['3: a,ETH,1,OK', '4: b,DAI,2,OK']);
    expect(linesOf(found.added)).toEqual(['3: x,UNI,9,OK']);
  });

  test('pairs the nearest of several lines of one name, not the first', () => {
    // Of three lots of one sale the first is gone, and the others brought one more.
    const header = ['Id', 'Quantity', 'Cost', 'Gain'];
    const found = compareFiles(
      [header, ['s', '1', '10', '5'], ['s', '2', '20', '6'], ['s', '3', '30', '7']],
      [header, ['s', '2', '20', '7'], ['s', '3', '30', '8']],
      { knownBy: ['Id'], calledBy: ['Quantity'] },
    );
    expect(changesOf(found)).toEqual(['3 Gain: 6 → 7', '4 Gain: 7 → 8']);
    expect(linesOf(found.gone)).toEqual(['2: s,1,10,5']);
  });

  test('knows totals and summed fees whatever number stands in their names, and tells totals first', () => {
    const found = compare(
      ['a,2 ETH,1,OK', ',ETH: fees of May (3 disposals),7,OK', ',Total: 4 disposals,8,TOTAL'],
      ['a,3 ETH,2,OK', ',ETH: fees of May (4 disposals),9,OK', ',Total: 5 disposals,11,TOTAL'],
    );
    expect(found).toMatchObject({ same: 0, gone: [], added: [] });
    expect(changesOf(found)).toEqual([
      ...['4 Asset: Total: 4 disposals → Total: 5 disposals', '4 Proceeds: 8 → 11'],
      ...['2 Asset: 2 ETH → 3 ETH', '2 Proceeds: 1 → 2'],
      '3 Asset: ETH: fees of May (3 disposals) → ETH: fees of May (4 disposals)',
      '3 Proceeds: 7 → 9',
    ]);
  });

  test('leaves out columns that one of them has not, and says so', () => {
    const now = [
      ['Date', 'Asset', 'Note', 'Status'],
      ['a', 'ETH', 'new', 'OK'],
    ];
    const found = compareFiles(file('a,ETH,1,OK'), now, names);
    expect(found).toMatchObject({ onlySaved: ['Proceeds'], onlyNow: ['Note'], same: 1 });
    expect(sentenceOf(found)).toBe(
      'Nothing has changed in the columns of both: 1 line, each as in the file.',
    );
  });

  test('of another file, or one that another program saved, is refused', () => {
    const now = file('a,ETH,1,OK');
    const refused = (...saved: string[][]) => expect(() => compareFiles(saved, now, names));
    refused().toThrow('The file is empty.');
    refused(['Date;Asset;Proceeds']).toThrow('it has no column “Date”. Choose it as it was saved here.');
    refused(['Date', 'Asset', 'Date']).toThrow('two columns are called “Date”');
    const unlike = () => compareFiles([['x', 'y']], [['a', 'b', 'c']], { knownBy: [], calledBy: [] });
    expect(unlike).toThrow('It is not this file');
  });

  test('of thousands of lines is one of each with its own', () => {
    const rows = (status: string) => Array.from({ length: 20_000 }, (_, index) => `${index},ETH,1,${status}`);
    expect(compare(rows('UNKNOWN'), rows('OK'))).toMatchObject({ same: 0, gone: [], added: [] });
    const twins = (status: string) => Array.from({ length: 5_000 }, () => `a,ETH,1,${status}`);
    expect(compare(twins('UNKNOWN'), twins('OK')).changed).toHaveLength(5_000);
  });
});

describe('what is told', () => {
  test('a line by what people know it by', () => {
    const found = compare(['2025-01-01,ETH,1,OK'], []);
    expect(found.gone.map((line) => describeLine(found, names, line))).toEqual(['ETH · 2025-01-01']);
  });

  test('all of it in a sentence, with a question where little is as it was', () => {
    expect(sentenceOf(compare(['a,ETH,1,OK'], ['a,ETH,2,OK']))).toBe(
      'It has changed: 1 line changed, 0 lines as in the file.',
    );
    const now = ['c,ETH,1,OK', 'd,ETH,2,OK'];
    expect(sentenceOf(compare(['a,ETH,1,OK', 'b,ETH,1,OK', 'c,ETH,1,OK'], now))).toBe(
      'It has changed: 2 lines gone, 1 line new, 1 line as in the file. Are the wallets, and all that can be chosen, as they were when it was saved?',
    );
  });

  test('of long notes where they differ, and of nothing that it is', () => {
    const note = 'The same words, again and again, of which nobody needs more than a few of them. ';
    const from = firstDifference(`${note}One end.`, `${note}Another end.`);
    expect(cellText(`${note}Another end.`, from)).toBe('…than a few of them. Another end.');
    expect([firstDifference('1', '2'), cellText('', 0), cellText('12', 0)]).toEqual([0, '(empty)', '12']);
  });

  test('a text cut in its middle, in one line, however long', () => {
    expect(cutMiddle(`0x${'a'.repeat(64)}`, 12)).toBe('0xaaaa…aaaa');
    expect(cutMiddle('two\nlines')).toBe('two lines');
    expect(cutMiddle('a '.repeat(10_000_000)).length).toBeLessThan(60);
  });
});
