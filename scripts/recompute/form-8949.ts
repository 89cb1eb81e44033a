/**
 * The lines of IRS Form 8949 (docs/accounting.md): one per lot sold, in cents; network fees in a line for each wallet, token,
 * period and state of knowledge; totals of the lines as they are rounded.
 */
import type { Books, Disposal } from './books.ts';
import { linesOf } from './csv.ts';
import { type Amount, Exact, sum } from './money.ts';
import { compareLines, emptyTally, type Tally } from './tally.ts';

export interface FormOptions {
  timeZone: string;
  gas: 'month' | 'year' | 'each';
  reported: 'nothing' | 'proceeds' | 'basis';
  year: number | null;
}

interface Day {
  year: number;
  month: number;
  day: number;
}
interface Line {
  part: 'I' | 'II' | 'unknown';
  year: number;
  wallet: string;
  description: string;
  acquired: string;
  disposed: string;
  proceeds: Amount | null;
  cost: Amount | null;
  code: string;
  status: string;
  treatment: string;
  /** Chain, contract and perhaps the number of an NFT, with colons between them. */
  asset: string;
}

/** What is not compared: the words of notes, and transactions, which the list of disposals names (compare.ts). */
const untold = new Set(['Note', 'Transaction']);

/** Compares a file that `wallet-data export --form 8949` wrote. */
export function compareForm(file: string, books: Books, options: FormOptions): Tally {
  const tally = emptyTally();
  const [columns = [], ...served] = linesOf(file);
  const without = (cells: readonly string[]): string[] =>
    cells.filter((_, place) => !untold.has(columns[place] ?? ''));
  const lines = formLines(books, options);
  const computed = [
    ...lines.map((line) => [...cellsOf(line, options), line.treatment, books.method, ...placeOf(line)]),
    ...totalsOf(lines, options).map((cells) => [...cells, '', books.method, '', '', '']),
  ];
  compareLines(tally, 'form 8949', `${books.method} ${options.timeZone}`, served.map(without), computed);
  return tally;
}

function formLines({ disposals }: Books, options: FormOptions): Line[] {
  const dayOf = calendar(options.timeZone);
  const wanted = disposals.filter(({ time }) => options.year === null || dayOf(time).year === options.year);
  const lines = wanted.map((disposal) => ({ disposal, line: lineOf(disposal, dayOf) }));
  const isSummed = ({ disposal }: { disposal: Disposal }): boolean =>
    disposal.treatment === 'GAS' && options.gas !== 'each';
  const groups = Map.groupBy(lines.filter(isSummed), ({ disposal, line }) =>
    [line.part, line.wallet, disposal.asset, periodOf(disposal, dayOf, options), line.status].join(),
  );
  return [
    ...lines.filter((one) => !isSummed(one)).map(({ line }) => line),
    ...[...groups.values()].map((group) => sumOf(group, dayOf, options)),
  ];
}

/** The calendar date of a moment in a time zone. */
function calendar(timeZone: string): (time: number) => Day {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
  });
  return (time) => {
    const parts = new Map(format.formatToParts(time * 1000).map(({ type, value }) => [type, Number(value)]));
    return { year: parts.get('year') ?? 0, month: parts.get('month') ?? 0, day: parts.get('day') ?? 0 };
  };
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const written = ({ year, month, day }: Day): string => `${twoDigits(month)}/${twoDigits(day)}/${year}`;

/** In USD. What is not known is left empty. */
function lineOf(disposal: Disposal, dayOf: (time: number) => Day): Line {
  const { wallet, time, quantity, symbol, acquiredAt, isMissing, isUnpriced, costs } = disposal;
  const { treatment, asset } = disposal;
  const proceeds = disposal.proceeds[0] ?? null;
  const disposed = dayOf(time);
  const acquired = acquiredAt === null ? null : dayOf(acquiredAt);
  const doubts = [
    ...(isMissing ? ['BASIS_UNKNOWN'] : isUnpriced[0] === true ? ['BASIS_UNPRICED'] : []),
    ...(proceeds === null
      ? ['PROCEEDS_UNKNOWN']
      : proceeds.isNegative() && !proceeds.isZero()
        ? ['NEGATIVE_PROCEEDS']
        : []),
  ];
  const tokenId = asset.split(':')[2];
  return {
    part: acquired === null ? 'unknown' : isLongTerm(acquired, disposed) ? 'II' : 'I',
    ...{ year: disposed.year, wallet, proceeds, code: '', status: doubts.join(' ') || 'OK' },
    ...{ treatment, asset },
    description: `${quantity.toFixed()} ${symbol}${tokenId === undefined ? '' : ` #${tokenId}`}`,
    acquired: acquired === null ? 'UNKNOWN' : written(acquired),
    disposed: written(disposed),
    cost: isMissing || isUnpriced[0] === true ? null : (costs[0] ?? null),
  };
}

/**
 * Held for more than a year, counted in months from the day after the acquisition (Rev. Rul. 66-7): long from that day one
 * year later on, or from 1 March where that year has no 29 February.
 */
function isLongTerm(acquired: Day, disposed: Day): boolean {
  const next = new Date(Date.UTC(acquired.year, acquired.month - 1, acquired.day + 1));
  const first = Date.UTC(next.getUTCFullYear() + 1, next.getUTCMonth(), next.getUTCDate());
  return Date.UTC(disposed.year, disposed.month - 1, disposed.day) >= first;
}

function periodOf({ time }: Disposal, dayOf: (time: number) => Day, { gas }: FormOptions): string {
  const { year, month } = dayOf(time);
  return gas === 'year' ? String(year) : `${year}-${twoDigits(month)}`;
}

/** Network fees in one line; one that is alone stays as it is. */
function sumOf(
  group: readonly { disposal: Disposal; line: Line }[],
  dayOf: (time: number) => Day,
  options: FormOptions,
): Line {
  const [first] = group;
  if (first === undefined) throw new Error('a line of no fees');
  if (group.length === 1) return first.line;
  const total = (amounts: readonly (Amount | null)[]): Amount | null => {
    const known = amounts.filter((amount) => amount !== null);
    return known.length === amounts.length ? sum(known) : null;
  };
  const quantity = sum(group.map(({ disposal }) => disposal.quantity));
  const period = periodOf(first.disposal, dayOf, options);
  return {
    ...first.line,
    description:
      `${quantity.toFixed()} ${first.disposal.symbol}: network fees of ${period} (${group.length} disposals), ` +
      'see attached statement',
    ...{ acquired: '', disposed: '', code: 'M' },
    proceeds: total(group.map(({ line }) => line.proceeds)),
    cost: total(group.map(({ line }) => line.cost)),
  };
}

const cents = (amount: Amount | null): Amount | null =>
  amount === null ? null : amount.toDecimalPlaces(2).plus(0);
const text = (amount: Amount | null): string => amount?.toFixed(2) ?? '';

/** Of the rounded amounts, so that each line adds up. */
function gainOf({ proceeds, cost }: Line): Amount | null {
  const [received, paid] = [cents(proceeds), cents(cost)];
  return received === null || paid === null ? null : received.minus(paid);
}

/** Chain id, contract, number of an NFT. */
function placeOf({ asset }: Line): string[] {
  const [chain = '', contract = '', tokenId = ''] = asset.split(':');
  return [chain, contract, tokenId];
}

const terms = { I: 'Short-term', II: 'Long-term', unknown: '' } as const;

function boxOf(part: Line['part'], year: number, { reported }: FormOptions): string {
  if (part === 'unknown') return '';
  const boxes =
    year >= 2025
      ? { I: { nothing: 'I', proceeds: 'H', basis: 'G' }, II: { nothing: 'L', proceeds: 'K', basis: 'J' } }
      : { I: { nothing: 'C', proceeds: 'B', basis: 'A' }, II: { nothing: 'F', proceeds: 'E', basis: 'D' } };
  return boxes[part][reported];
}

function cellsOf(line: Line, options: FormOptions): string[] {
  const { part, year, wallet, description, acquired, disposed, proceeds, cost, code, status } = line;
  return [
    ...[part, boxOf(part, year, options), String(year), wallet, description, acquired, disposed],
    ...[text(cents(proceeds)), text(cents(cost)), code, text(gainOf(line)), terms[part], status],
  ];
}

/** A line for each part and tax year, and for each tax year over all parts. */
function totalsOf(lines: readonly Line[], options: FormOptions): string[][] {
  const names = { I: 'Total of Part I', II: 'Total of Part II', unknown: 'Total of what has no known term' };
  const cells = (group: readonly Line[], head: readonly string[], name: string, term: string): string[] => {
    const total = (amount: (line: Line) => Amount | null): string =>
      text(sum(group.map((line) => amount(line) ?? new Exact(0))));
    // Of what has a gain, so that they add up.
    const ifWhole = (amount: (line: Line) => Amount | null) => (line: Line) =>
      gainOf(line) === null ? null : cents(amount(line));
    const proceeds = total(ifWhole((line) => line.proceeds));
    const cost = total(ifWhole((line) => line.cost));
    return [...head, '', name, '', '', proceeds, cost, '', total(gainOf), term, 'TOTAL'];
  };
  const byPart = Map.groupBy(lines, ({ part, year }) => `${part} ${year}`);
  const ofParts = [...byPart.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { part, year } = first;
    return [cells(group, [part, boxOf(part, year, options), String(year)], names[part], terms[part])];
  });
  const ofYears = [...Map.groupBy(lines, ({ year }) => year)].map(([year, group]) =>
    cells(group, ['', '', String(year)], 'Total', ''),
  );
  return [...ofParts, ...ofYears];
}
