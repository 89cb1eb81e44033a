/**
 * The lines of IRS Form 8949, "Sales and Other Dispositions of Capital Assets". Pure.
 *
 * Sources: Form 8949 (2025) and its instructions. Part I is short-term, Part II long-term. Since tax year 2025 digital
 * assets have boxes of their own: G, H, I in Part I, and J, K, L in Part II; boxes C and F are no longer for them. I and L are
 * what no broker reported on a Form 1099-DA, which is so for a wallet that its owner keeps. Before 2025 digital assets stood
 * under A, B, C and D, E, F. Several transactions in one line have the code M in column (f), leave columns (b) and (c)
 * empty, and refer to an attached statement ("Exception 2"). Column (g), adjustments, is not here: none are made.
 */
import type { CostMethod, Currency } from '../ids.ts';
import { formatUnits } from '../money/money.ts';
import type { Calendar } from '../time/calendar.ts';
import { type CalendarDate, holdingTerm } from '../time/holding-term.ts';
import {
  createLineWriter,
  doubtsOfAmounts,
  type FormDisposal,
  type FormLine,
  type GasLines,
  type Line,
  type LineAmounts,
  type PartWriter,
  statusCells,
  type TaxForm,
  tokenCells,
  twoDigits,
} from './form-lines.ts';
import { addedUp, centsText, leftOutNote, type YearTotals } from './form-totals.ts';

/** What brokers reported of the disposals to the tax office: nothing, what was paid, or the basis, too. */
export const brokerReports = ['nothing', 'proceeds', 'basis'] as const;
export type BrokerReport = (typeof brokerReports)[number];

export interface Form8949Options {
  method: CostMethod;
  /** Whose days the form's dates and years are. */
  calendar: Calendar;
  reported: BrokerReport;
  gas: GasLines;
}

/** `unknown`: no date of acquisition is known, so that nobody can say how long it was held. */
export const formParts = ['I', 'II', 'unknown'] as const;
export type FormPart = (typeof formParts)[number];

const partNames = {
  I: { term: 'Short-term', total: 'Total of Part I' },
  II: { term: 'Long-term', total: 'Total of Part II' },
  unknown: { term: null, total: 'Total of what has no known term' },
} as const satisfies Record<FormPart, { term: string | null; total: string }>;

/**
 * The form's columns (a) to (f) and (h) under their own names, with what tells the lines apart around them, and behind them where each
 * line comes from: symbols are not names, since anybody may call a token ETH.
 */
export const form8949Columns = [
  ...['Part', 'Box', 'Tax year', 'Wallet', 'Description of property', 'Date acquired'],
  ...['Date sold or disposed of', 'Proceeds', 'Cost or other basis', 'Code', 'Gain or (loss)'],
  ...['Short-term or long-term', 'Status', 'Note'],
  ...['Treatment', 'Cost method', 'Chain id', 'Token address', 'Token id', 'Transaction'],
];

/** The currency of all its amounts. */
export const formCurrency = 'USD' satisfies Currency;

/** Why the law has no such form, and by which methods it has one; null: it has. */
export function methodProblem(method: CostMethod): string | null {
  if (method !== 'WAC') return null;
  return (
    'Form 8949: WAC is not allowed. The average basis method is for shares of mutual funds and dividend reinvestment plans ' +
    '(26 CFR 1.1012-1(e)); digital assets are sold first in, first out or by lots that were named before the sale ' +
    '(26 CFR 1.1012-1(j)).'
  );
}

export function partOf({ acquiredAt, disposedAt }: FormDisposal, { dateOf }: Calendar): FormPart {
  if (acquiredAt === null) return 'unknown';
  return holdingTerm(dateOf(acquiredAt), dateOf(disposedAt)) === 'Short-term' ? 'I' : 'II';
}

/** The box to check above a line; empty where the term is not known. */
export function boxOf(part: FormPart, year: number, reported: BrokerReport): string | null {
  if (part === 'unknown') return null;
  const letters = year >= 2025 ? { I: 'IHG', II: 'LKJ' } : { I: 'CBA', II: 'FED' };
  return letters[part].charAt(brokerReports.indexOf(reported));
}

/** The form of wallets. */
export function form8949(options: Form8949Options): TaxForm {
  return {
    ...{ method: options.method, currency: formCurrency },
    parts: formParts.map((part) => ({
      has: (row) => partOf(row, options.calendar) === part,
      createWriter: () => createPartWriter(part, options),
    })),
    lastLines: (totals) => overallTotalLines(totals, options),
  };
}

// ── Lines ──

const formDate = ({ year, month, day }: CalendarDate): string =>
  `${twoDigits(month)}/${twoDigits(day)}/${year}`;

/** Columns (a), (b) and (c). */
function propertyCells({ quantity, decimals, symbol, acquired, disposed, fees }: Line): FormLine {
  const property = `${formatUnits(quantity, decimals)} ${symbol}`;
  if (fees === null)
    return [property, acquired === null ? 'UNKNOWN' : formDate(acquired), disposed && formDate(disposed)];
  const summedUp = `network fees of ${fees.period} (${fees.count} disposals), see attached statement`;
  return [`${property}: ${summedUp}`, null, null];
}

/** Writes the lines of one part. */
export function createPartWriter(part: FormPart, options: Form8949Options): PartWriter {
  const cellsOf = (line: Line, { proceeds, cost, gain }: LineAmounts): FormLine => [
    ...[part, boxOf(part, line.year, options.reported), String(line.year), line.wallet],
    ...propertyCells(line),
    ...[proceeds, cost, line.fees === null ? null : 'M', gain, partNames[part].term, ...statusCells(line)],
    ...[line.treatment, options.method, ...tokenCells(line), line.transaction],
  ];
  return createLineWriter({
    ...{ calendar: options.calendar, gas: options.gas, doubtsOf: doubtsOfAmounts, cellsOf },
    totalLines: (totals) => totalLines(totals, part, options),
  });
}

function totalLines(totals: YearTotals, part: FormPart | null, options: Form8949Options): FormLine[] {
  const years = [...totals].sort(([left], [right]) => left - right);
  return years.map(([year, sums]) => [
    ...[part, part && boxOf(part, year, options.reported), String(year), null],
    ...[part === null ? 'Total' : partNames[part].total, null, null],
    ...[centsText(sums.proceeds), centsText(sums.cost), null, centsText(sums.proceeds - sums.cost)],
    ...[part && partNames[part].term, 'TOTAL', leftOutNote(sums)],
    ...[null, options.method, null, null, null, null],
  ]);
}

/** The last lines of the file: all parts together, one line for each tax year. */
export function overallTotalLines(parts: readonly YearTotals[], options: Form8949Options): FormLine[] {
  return totalLines(addedUp(parts), null, options);
}
