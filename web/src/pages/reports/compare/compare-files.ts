/** What differs between a file that was saved and the same file now: lines that are gone, new, or have other cells. Pure. */
import { cutMiddle } from '../../../money/names.ts';

/** By which columns a line of a file is found again, and called. */
export interface LineNames {
  /** What stays what it is while figures change. Lines that agree in it are told apart by all other cells. */
  readonly knownBy: readonly string[];
  /** What people know it by. */
  readonly calledBy: readonly string[];
}

/** A line of a file: its number as a spreadsheet counts, and its cells under the columns that are compared. */
export interface Line {
  readonly number: number;
  readonly cells: readonly string[];
}

interface Cell {
  readonly column: string;
  readonly was: string;
  readonly is: string;
}

/** A line of the saved file that stands in the file of now with other cells. */
interface ChangedLine {
  readonly line: Line;
  readonly cells: readonly Cell[];
}

export interface Comparison {
  /** Those of both files. */
  readonly columns: readonly string[];
  /** Columns of one of them alone: they are not compared. */
  readonly onlySaved: readonly string[];
  readonly onlyNow: readonly string[];
  /** How many lines are as they were. */
  readonly same: number;
  /** Totals first, then as they stand in the file; so are the others. */
  readonly changed: readonly ChangedLine[];
  readonly gone: readonly Line[];
  readonly added: readonly Line[];
}

/** When the books were read: no part of what they say. */
const leftOut = 'as_of';

/** Refuses, for people, a file that is another. */
export function requireFile(columns: readonly string[], { knownBy }: LineNames): void {
  if (columns.length === 0) throw new Error('The file is empty.');
  const twice = columns.find((column, place) => columns.indexOf(column) < place);
  if (twice !== undefined)
    throw new Error(`It is not as it was saved here: two columns are called “${cutMiddle(twice)}”.`);
  const missing = knownBy.find((column) => !columns.includes(column));
  if (missing !== undefined)
    throw new Error(
      `It is not this file, or another program saved it anew: it has no column “${missing}”. Choose it as it was saved here.`,
    );
}

/** Compares two files as records of cells, the names of the columns first. Throws what is wrong with the saved file, for people. */
export function compareFiles(
  [columnsSaved = [], ...saved]: readonly (readonly string[])[],
  [columnsNow = [], ...now]: readonly (readonly string[])[],
  names: LineNames,
): Comparison {
  requireFile(columnsSaved, names);
  const columns = columnsSaved.filter((column) => columnsNow.includes(column) && column !== leftOut);
  if (columns.length * 2 < columnsNow.length)
    throw new Error('It is not this file: it has hardly a column of it. Choose it as it was saved here.');
  const was = linesOf(saved, placesOf(columns, columnsSaved));
  const is = linesOf(now, placesOf(columns, columnsNow));
  const equal = pairUp(was, is, ({ cells }) => JSON.stringify(cells), pairInOrder);
  const known = placesOf(names.knownBy, columns);
  const alike = pairUp(equal.gone, equal.added, nameBy(known), pairNearest);
  const changed = alike.pairs.map(([line, other]) => ({ line, cells: cellsOf(columns, line, other) }));
  const isTotal = totalBy(columns.indexOf('Status'));
  const byPlace = (one: Line, other: Line): number =>
    Number(isTotal(other)) - Number(isTotal(one)) || one.number - other.number;
  return {
    columns,
    onlySaved: columnsSaved.filter((column) => !columnsNow.includes(column)),
    onlyNow: columnsNow.filter((column) => !columnsSaved.includes(column)),
    same: equal.pairs.length,
    changed: changed.toSorted((one, other) => byPlace(one.line, other.line)),
    gone: alike.gone.toSorted(byPlace),
    added: alike.added.toSorted(byPlace),
  };
}

const placesOf = (some: readonly string[], columns: readonly string[]): number[] =>
  some.map((column) => columns.indexOf(column));

/** Line ends and the space around a cell are no part of it. */
const linesOf = (records: readonly (readonly string[])[], places: readonly number[]): Line[] =>
  records.map((record, index) => ({
    number: index + 2,
    cells: places.map((place) => (record[place] ?? '').replaceAll('\r\n', '\n').trim()),
  }));

const cellsOf = (columns: readonly string[], { cells: was }: Line, { cells: is }: Line): Cell[] =>
  columns.flatMap((column, place): Cell[] => {
    const [before = '', after = ''] = [was[place], is[place]];
    return before === after ? [] : [{ column, was: before, is: after }];
  });

/** Totals, and what is said of a limit: what most come for, at the end of a form. */
const totalBy =
  (status: number) =>
  ({ cells }: Line): boolean =>
    /^(?:TOTAL|SUBTOTAL|LIMIT)/.test(cells[status] ?? '');

/** How much of something a name tells of: "2 ETH", "(3 disposals)", "Total: 3 disposals". */
const figuresInNames = /^-?[\d.]+ |\(\d+ disposals?\)|: \d+ disposals?$/g;

const nameBy =
  (places: readonly number[]) =>
  ({ cells }: Line): string =>
    JSON.stringify(places.map((place) => (cells[place] ?? '').replaceAll(figuresInNames, '')));

interface Pairs {
  readonly pairs: (readonly [Line, Line])[];
  readonly gone: Line[];
  readonly added: Line[];
}

type Pairing = (was: readonly Line[], is: readonly Line[]) => Pairs;

/** Pairs lines of one name. */
function pairUp(
  was: readonly Line[],
  is: readonly Line[],
  nameOf: (line: Line) => string,
  pair: Pairing,
): Pairs {
  const waiting = Map.groupBy(is, nameOf);
  const all: Pairs = { pairs: [], gone: [], added: [] };
  for (const [name, lines] of Map.groupBy(was, nameOf)) {
    const { pairs, gone, added } = pair(lines, waiting.get(name) ?? []);
    waiting.delete(name);
    for (const one of pairs) all.pairs.push(one);
    for (const line of gone) all.gone.push(line);
    for (const line of added) all.added.push(line);
  }
  for (const lines of waiting.values()) for (const line of lines) all.added.push(line);
  return all;
}

function pairInOrder(was: readonly Line[], is: readonly Line[]): Pairs {
  const count = Math.min(was.length, is.length);
  return {
    pairs: was.slice(0, count).map((line, index): readonly [Line, Line] => [line, is[index] ?? line]),
    gone: was.slice(count),
    added: is.slice(count),
  };
}

/** Comparing each with each takes as long as the product of both. */
const mostCompared = 10_000;

/** Those first that have most cells in common. */
function pairNearest(was: readonly Line[], is: readonly Line[]): Pairs {
  if (was.length * is.length > mostCompared) return pairInOrder(was, is);
  const ranked = was
    .flatMap((line) => is.map((other) => ({ line, other, common: commonOf(line, other) })))
    .sort((one, other) => other.common - one.common);
  const taken = new Set<Line>();
  const pairs: (readonly [Line, Line])[] = [];
  for (const { line, other } of ranked) {
    if (taken.has(line) || taken.has(other)) continue;
    taken.add(line).add(other);
    pairs.push([line, other]);
  }
  const isLeft = (line: Line): boolean => !taken.has(line);
  return { pairs, gone: was.filter(isLeft), added: is.filter(isLeft) };
}

const commonOf = ({ cells }: Line, { cells: others }: Line): number =>
  cells.reduce((sum, cell, place) => sum + Number(cell === others[place]), 0);
