/** What differs between a file that was saved and the same file now: lines that are gone, new, or have other figures. Pure. */

import { cleanName } from '../../../money/names.ts';

/** A line of a file: its number as a spreadsheet counts, and its cells under the saved file's columns. */
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
  readonly columns: readonly string[];
  /** The places of up to three texts that tell its lines apart, such as a date or a name. */
  readonly telling: readonly number[];
  /** Columns that the file of now has beyond them: they are not compared. */
  readonly newColumns: readonly string[];
  /** How many lines are as they were. */
  readonly same: number;
  readonly changed: readonly ChangedLine[];
  readonly gone: readonly Line[];
  readonly added: readonly Line[];
}

/** More are not compared each with each, which takes as long as the product of both. */
const mostAlike = 500;

/** Compares two files as records of cells, the names of the columns first. Throws what is wrong with the saved file, for people. */
export function compareFiles(
  [columns = [], ...saved]: readonly (readonly string[])[],
  [columnsNow = [], ...now]: readonly (readonly string[])[],
): Comparison {
  const missing = columns.find((column) => !columnsNow.includes(column));
  if (columns.length === 0) throw new Error('The file is empty.');
  if (missing !== undefined || new Set(columns).size < columns.length) {
    throw new Error(
      `It is not this file: no column of it is called “${(missing ?? columns.join()).slice(0, 60)}”. Choose it as it was saved here, not as another program saved it anew.`,
    );
  }
  const places = columns.map((column) => columnsNow.indexOf(column));
  const linesOf = (records: readonly (readonly string[])[], order: readonly number[]): Line[] =>
    records.map((record, index) => ({ number: index + 2, cells: order.map((place) => record[place] ?? '') }));
  const was = linesOf(saved, [...columns.keys()]);
  const is = linesOf(now, places);
  const equal = pairUp(was, is, ({ cells }) => JSON.stringify(cells));
  const all = [...was, ...is];
  const texts = [...columns.keys()].filter((place) => all.some(({ cells }) => !isFigure(cells[place] ?? '')));
  const named = pairUp(equal.gone, equal.added, ({ cells }) => JSON.stringify(texts.map((at) => cells[at])));
  const varied = [...columns.keys()].filter((place) => varies(place, all));
  const alike = pairAlike(named.gone, named.added, varied);
  const changed = [...named.pairs, ...alike.pairs].map(([line, other]) => ({
    line,
    cells: columns.flatMap((column, place): Cell[] => {
      const [before = '', after = ''] = [line.cells[place], other.cells[place]];
      return before === after ? [] : [{ column, was: before, is: after }];
    }),
  }));
  return {
    telling: tellingOf(texts, was.length > 1 ? was : all),
    ...{ columns, newColumns: columnsNow.filter((column) => !columns.includes(column)) },
    ...{ same: equal.pairs.length, gone: alike.gone, added: alike.added },
    changed: changed.toSorted((one, other) => one.line.number - other.line.number),
  };
}

interface Pairs {
  readonly pairs: (readonly [Line, Line])[];
  readonly gone: Line[];
  readonly added: Line[];
}

/** Pairs lines of one name, in their order. */
function pairUp(was: readonly Line[], is: readonly Line[], nameOf: (line: Line) => string): Pairs {
  const waiting = new Map<string, Line[]>();
  // The last first, so that the first is taken from the end.
  for (const line of is.toReversed()) {
    const name = nameOf(line);
    const lines = waiting.get(name);
    if (lines === undefined) waiting.set(name, [line]);
    else lines.push(line);
  }
  const pairs: (readonly [Line, Line])[] = [];
  const gone: Line[] = [];
  for (const line of was) {
    const other = waiting.get(nameOf(line))?.pop();
    if (other === undefined) gone.push(line);
    else pairs.push([line, other]);
  }
  const added = [...waiting.values()].flat().toSorted((one, other) => one.number - other.number);
  return { pairs, gone, added };
}

/** What is longer, as a hash or an id, says little to people. */
const mostCharacters = 24;

const isDate = (text: string): boolean => /^(?:\d{4}-\d\d-\d\d|\d\d\/\d\d\/\d{4}|$)/.test(text);

/** Of columns of texts those that tell most lines apart: dates before others, long ones last. */
function tellingOf(texts: readonly number[], lines: readonly Line[]): number[] {
  const ranked = texts.map((place) => {
    const cells = lines.map((line) => line.cells[place] ?? '');
    const rank = cells.every(isDate) ? 0 : cells.some(({ length }) => length > mostCharacters) ? 2 : 1;
    return { place, rank, kinds: new Set(cells).size };
  });
  return ranked
    .filter(({ kinds }) => kinds > 1)
    .sort((one, other) => one.rank - other.rank || other.kinds - one.kinds)
    .slice(0, 3)
    .map(({ place }) => place)
    .sort((one, other) => one - other);
}

/** Or empty: what is not known. */
const isFigure = (text: string): boolean => /^(?:-?\d+(?:\.\d+)?)?$/.test(text);

/** Whether a column has more than one text among lines. */
const varies = (place: number, lines: readonly Line[]): boolean =>
  lines.some(({ cells }) => cells[place] !== lines[0]?.cells[place]);

/** Pairs each line with the one that has most cells in common with it, and more than half: of those that tell lines apart, and say something. */
function pairAlike(was: readonly Line[], is: readonly Line[], places: readonly number[]): Pairs {
  if (was.length > mostAlike || is.length > mostAlike) return { pairs: [], gone: [...was], added: [...is] };
  const left = new Set(is);
  const pairs: (readonly [Line, Line])[] = [];
  const gone: Line[] = [];
  for (const line of was) {
    const said = places.filter((place) => line.cells[place] !== '');
    let best: Line | null = null;
    let most = said.length / 2;
    for (const other of left) {
      const common = said.filter((place) => line.cells[place] === other.cells[place]).length;
      if (common <= most) continue;
      [best, most] = [other, common];
    }
    if (best === null) gone.push(line);
    else {
      left.delete(best);
      pairs.push([line, best]);
    }
  }
  return { pairs, gone, added: [...left] };
}

/** How a line is called in a list of lines. */
export const describeLine = ({ telling }: Comparison, { cells }: Line): string =>
  telling
    .map((place) => cleanName(cells[place] ?? ''))
    .filter((text) => text !== '')
    .map(cutMiddle)
    .join(' · ');

function cutMiddle(text: string): string {
  const characters = [...text];
  if (characters.length <= mostCharacters) return text;
  return `${characters.slice(0, 12).join('')}…${characters.slice(-8).join('')}`;
}
