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
import type { Address } from '../model.ts';
import { formatUnits } from '../money/money.ts';
import type { Calendar } from '../time/calendar.ts';
import { type CalendarDate, holdingTerm } from '../time/holding-term.ts';
import type { BasisStatus } from './amounts/types.ts';
import { addedUp, addToTotals, cents, centsText, leftOutNote, type YearTotals } from './form-totals.ts';

/** What brokers reported of the disposals to the tax office: nothing, what was paid, or the basis, too. */
export const brokerReports = ['nothing', 'proceeds', 'basis'] as const;
export type BrokerReport = (typeof brokerReports)[number];

/** Network fees are many tiny disposals of the native token: one line per month or year, or each by itself. */
export const gasLineChoices = ['month', 'year', 'each'] as const;
export type GasLines = (typeof gasLineChoices)[number];

export interface Form8949Options {
  method: CostMethod;
  /** Whose days the form's dates and years are. */
  calendar: Calendar;
  reported: BrokerReport;
  gas: GasLines;
}

/** What the form has to know of what was taken from one lot: quantities in base units, money in 10^-18 USD. */
export interface FormDisposal {
  token: { chainId: number; tokenAddress: Address; tokenId: bigint | null };
  decimals: number;
  treatment: string;
  /** Unix seconds; null: not known. */
  acquiredAt: number | null;
  disposedAt: number;
  /** Hash of the wallet's transaction; null: another wallet's, or none. */
  transaction: string | null;
  quantity: bigint;
  /** Null while no price is known. */
  proceeds: bigint | null;
  cost: bigint;
  basis: BasisStatus;
}

interface FormEntry {
  row: FormDisposal;
  wallet: Address;
  symbol: string;
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

// ── Lines ──

/** Amounts in 10^-18; null where they are not known. */
interface Line {
  year: number;
  wallet: Address;
  description: string;
  acquired: string | null;
  disposed: string | null;
  proceeds: bigint | null;
  cost: bigint | null;
  code: string | null;
  doubts: readonly Doubt[];
  treatment: string;
  token: FormDisposal['token'];
  transaction: string | null;
}

/** What a reader must know of a line before filing it. */
const doubtNotes = {
  BASIS_UNKNOWN:
    'Where it came from, or what it cost, is not known: say so with a correction (BASIS or OPENING_LOT).',
  BASIS_UNPRICED: 'No price is known for the time of its acquisition: say what it cost with a correction.',
  PROCEEDS_UNKNOWN: 'No price is known for the time of its disposal: say it with a correction (PRICE).',
  NEGATIVE_PROCEEDS:
    'Proceeds are less than zero: the costs of the sale, such as its network fee, are more than what was received.',
} as const;
type Doubt = keyof typeof doubtNotes;

function doubtsOf({ basis, proceeds }: FormDisposal): Doubt[] {
  const doubts: Doubt[] = [];
  if (basis === 'MISSING') doubts.push('BASIS_UNKNOWN');
  if (basis === 'UNPRICED') doubts.push('BASIS_UNPRICED');
  if (proceeds === null) doubts.push('PROCEEDS_UNKNOWN');
  else if (proceeds < 0n) doubts.push('NEGATIVE_PROCEEDS');
  return doubts;
}

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const formDate = ({ year, month, day }: CalendarDate): string =>
  `${twoDigits(month)}/${twoDigits(day)}/${year}`;

function lineOf({ row, wallet, symbol }: FormEntry, { dateOf }: Calendar): Line {
  const disposed = dateOf(row.disposedAt);
  return {
    year: disposed.year,
    wallet,
    description: `${formatUnits(row.quantity, row.decimals)} ${symbol}`,
    acquired: row.acquiredAt === null ? 'UNKNOWN' : formDate(dateOf(row.acquiredAt)),
    disposed: formDate(disposed),
    proceeds: row.proceeds,
    cost: row.basis === 'COMPLETE' ? row.cost : null,
    code: null,
    doubts: doubtsOf(row),
    ...{ treatment: row.treatment, token: row.token, transaction: row.transaction },
  };
}

/** Network fees in one native token, of one wallet and period, that are known equally well. */
interface GasGroup {
  /** The line of a fee that is the only one. */
  first: Line;
  period: string;
  symbol: string;
  decimals: number;
  count: number;
  quantity: bigint;
}

const addKnown = (left: bigint | null, right: bigint | null): bigint | null =>
  left === null || right === null ? null : left + right;

function gasLine({ first, count, quantity, decimals, symbol, period }: GasGroup): Line {
  if (count === 1) return first;
  const description =
    `${formatUnits(quantity, decimals)} ${symbol}: network fees of ${period} (${count} disposals), ` +
    'see attached statement';
  return { ...first, description, acquired: null, disposed: null, code: 'M', transaction: null };
}

// ── A part ──

/** The cells of one line, as `form8949Columns` names them. */
export type FormLine = (string | null)[];

/** Writes the lines of one part, wallet by wallet, and keeps its totals. Memory holds the network fees of one wallet. */
export interface PartWriter {
  readonly totals: YearTotals;
  /** A line's cells; null for a network fee, which waits for `endWallet`. */
  add(entry: FormEntry): FormLine | null;
  /** The network fees of the wallet that is through. */
  endWallet(): FormLine[];
  /** One line for each tax year. */
  totalLines(): FormLine[];
}

export function createPartWriter(part: FormPart, options: Form8949Options): PartWriter {
  const totals: YearTotals = new Map();
  const groups = new Map<string, GasGroup>();

  /** The gain is that of the rounded amounts, so that each line of the form adds up. */
  const write = (line: Line): FormLine => {
    const proceeds = line.proceeds === null ? null : cents(line.proceeds);
    const cost = line.cost === null ? null : cents(line.cost);
    const gain = addToTotals(totals, line.year, { proceeds, cost });
    const { chainId, tokenAddress, tokenId } = line.token;
    return [
      ...[part, boxOf(part, line.year, options.reported), String(line.year), line.wallet],
      ...[line.description, line.acquired, line.disposed],
      ...[proceeds, cost].map(textOrNull),
      ...[line.code, textOrNull(gain), partNames[part].term, line.doubts.join(' ') || 'OK'],
      line.doubts.map((doubt) => doubtNotes[doubt]).join(' ') || null,
      ...[line.treatment, options.method, String(chainId), tokenAddress, tokenId?.toString() ?? null],
      line.transaction,
    ];
  };

  return {
    totals,
    add(entry) {
      const line = lineOf(entry, options.calendar);
      if (entry.row.treatment !== 'GAS' || options.gas === 'each') return write(line);
      addGas(groups, entry, line, options);
      return null;
    },
    endWallet() {
      const lines = [...groups.values()].map((group) => write(gasLine(group)));
      groups.clear();
      return lines;
    },
    totalLines: () => totalLines(totals, part, options),
  };
}

const textOrNull = (amount: bigint | null): string | null => (amount === null ? null : centsText(amount));

function addGas(
  groups: Map<string, GasGroup>,
  { row, symbol }: FormEntry,
  line: Line,
  { calendar, gas }: Form8949Options,
): void {
  const { year, month } = calendar.dateOf(row.disposedAt);
  const period = gas === 'year' ? String(year) : `${year}-${twoDigits(month)}`;
  const key = [row.token.chainId, row.token.tokenAddress, period, ...line.doubts].join();
  const group = groups.get(key);
  if (group === undefined) {
    const { quantity, decimals } = row;
    groups.set(key, { first: line, period, symbol, decimals, count: 1, quantity });
    return;
  }
  group.count += 1;
  group.quantity += row.quantity;
  group.first.proceeds = addKnown(group.first.proceeds, line.proceeds);
  group.first.cost = addKnown(group.first.cost, line.cost);
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
