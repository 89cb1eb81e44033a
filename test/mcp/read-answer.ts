/** Answers as a program without a model reads them: by their lines and columns. And the arithmetic of the tests, which is not the service's. */
import { Decimal } from 'decimal.js';

const Exact = Decimal.clone({ precision: 200, toExpNeg: -9e15, toExpPos: 9e15 });

/** The first group of the first match; throws where there is none. */
export function find(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`${pattern} is not in:\n${text}`);
  return found;
}

export const findAll = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

/** The figure behind a name at the beginning of a line. */
export const named = (text: string, name: string): string => find(text, new RegExp(`^${name}: (\\S+)`, 'm'));

/** The cells of a column of the table, by rows. */
export function column(text: string, name: string): string[] {
  const lines = text.split('\n').map((line) => line.split(' | '));
  const start = lines.findIndex((cells) => cells.includes(name));
  if (start === -1) return [];
  const heading = lines[start] ?? [];
  const place = heading.indexOf(name);
  const end = lines.findIndex((cells, index) => index > start && cells.length !== heading.length);
  return lines.slice(start + 1, end === -1 ? undefined : end).map((cells) => cells[place] ?? '');
}

export const cursorIn = (text: string): string => find(text, /^next_cursor: (\S+)$/m);

/** As brief answers show a figure: four significant digits, half to even. */
export const brief = (value: string): string =>
  new Exact(value).toSignificantDigits(4, Decimal.ROUND_HALF_EVEN).toFixed();

export const sum = (values: readonly string[]): string =>
  values.reduce((total, value) => total.plus(value), new Exact(0)).toFixed();
export const times = (a: string, b: string): string => new Exact(a).times(b).toFixed();
export const minus = (a: string, b: string): string => new Exact(a).minus(b).toFixed();
