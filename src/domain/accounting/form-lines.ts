/**
 * What the forms of all tax offices share: a line for what was taken from each lot, in cents; network fees summed up; totals of the
 * lines as they are rounded. What a form calls its parts and columns is its own. Pure.
 */
import type { CostMethod, Currency } from '../ids.ts';
import type { Address } from '../model.ts';
import type { Calendar } from '../time/calendar.ts';
import type { CalendarDate } from '../time/holding-term.ts';
import { addOrNull } from './amounts/amounts.ts';
import type { BasisStatus } from './amounts/types.ts';
import { addToTotals, cents, centsText, type YearTotals } from './form-totals.ts';

/** Network fees are many tiny disposals of the native token: one line per month or year, or each by itself. */
export const gasLineChoices = ['month', 'year', 'each'] as const;
export type GasLines = (typeof gasLineChoices)[number];

/** What a form has to know of what was taken from one lot: quantities in base units, money in 10^-18 of its currency. */
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

/** The cells of a line, by the form's columns. */
export type FormLine = (string | null)[];

/** What a line is written of. Amounts in 10^-18; null where they are not known. */
export interface Line {
  year: number;
  wallet: Address;
  symbol: string;
  decimals: number;
  quantity: bigint;
  /** Null where it is not known, and of fees that are summed up. */
  acquired: CalendarDate | null;
  /** Null of fees that are summed up. */
  disposed: CalendarDate | null;
  /** The network fees that are summed up in it; null: it is one disposal. */
  fees: { period: string; count: number } | null;
  proceeds: bigint | null;
  cost: bigint | null;
  doubts: readonly Doubt[];
  treatment: string;
  token: FormDisposal['token'];
  transaction: string | null;
}

/** Those of a line as they are written; null: not known. */
export interface LineAmounts {
  proceeds: string | null;
  cost: string | null;
  gain: string | null;
}

// ── What is not known, or looks wrong ──

/** What a reader must know of a line before filing it. */
const doubtNotes = {
  ACQUISITION_UNKNOWN:
    'When it was acquired is not known, and so not how long it was held: say so with a correction (BASIS or OPENING_LOT).',
  BASIS_UNKNOWN:
    'Where it came from, or what it cost, is not known: say so with a correction (BASIS or OPENING_LOT).',
  BASIS_UNPRICED: 'No price is known for the time of its acquisition: say what it cost with a correction.',
  PROCEEDS_UNKNOWN: 'No price is known for the time of its disposal: say it with a correction (PRICE).',
  NEGATIVE_PROCEEDS:
    'Proceeds are less than zero: the costs of the sale, such as its network fee, are more than what was received.',
} as const;
export type Doubt = keyof typeof doubtNotes;

/** Of cost and proceeds. */
export function doubtsOfAmounts({ basis, proceeds }: FormDisposal): Doubt[] {
  const doubts: Doubt[] = [];
  if (basis === 'MISSING') doubts.push('BASIS_UNKNOWN');
  if (basis === 'UNPRICED') doubts.push('BASIS_UNPRICED');
  if (proceeds === null) doubts.push('PROCEEDS_UNKNOWN');
  else if (proceeds < 0n) doubts.push('NEGATIVE_PROCEEDS');
  return doubts;
}

/** The cells of the columns Status and Note. */
export const statusCells = ({ doubts }: Line): FormLine => [
  doubts.join(' ') || 'OK',
  doubts.map((doubt) => doubtNotes[doubt]).join(' ') || null,
];

/** The cells of the columns Chain id, Token address and Token id. */
export const tokenCells = ({ token: { chainId, tokenAddress, tokenId } }: Line): FormLine => [
  ...[String(chainId), tokenAddress, tokenId?.toString() ?? null],
];

// ── A form and its parts ──

/** A form of wallets: its parts one behind the other, each with its totals, and what stands at its end. */
export interface TaxForm {
  method: CostMethod;
  /** Of all its amounts. */
  currency: Currency;
  parts: readonly TaxFormPart[];
  /** `totals` are those of the parts, in their order. */
  lastLines(totals: readonly YearTotals[]): FormLine[];
}

interface TaxFormPart {
  has(row: FormDisposal): boolean;
  createWriter(): PartWriter;
}

/** Writes the lines of one part, wallet by wallet, and keeps its totals. Memory holds the network fees of one wallet. */
export interface PartWriter {
  readonly totals: YearTotals;
  /** A line's cells; null for a network fee, which waits for `endWallet`. */
  add(entry: FormEntry): FormLine | null;
  /** The network fees of the wallet that is through. */
  endWallet(): FormLine[];
  /** Those of each tax year. */
  totalLines(): FormLine[];
}

export interface PartRules {
  /** Whose days the form's dates and years are. */
  calendar: Calendar;
  gas: GasLines;
  doubtsOf(row: FormDisposal): Doubt[];
  cellsOf(line: Line, amounts: LineAmounts): FormLine;
  totalLines(totals: YearTotals): FormLine[];
}

export function createLineWriter(rules: PartRules): PartWriter {
  const totals: YearTotals = new Map();
  const groups = new Map<string, GasGroup>();

  /** The gain is that of the rounded amounts, so that each line of the form adds up. */
  const write = (line: Line): FormLine => {
    const proceeds = line.proceeds === null ? null : cents(line.proceeds);
    const cost = line.cost === null ? null : cents(line.cost);
    const gain = addToTotals(totals, line.year, { proceeds, cost });
    return rules.cellsOf(line, {
      ...{ proceeds: textOrNull(proceeds), cost: textOrNull(cost), gain: textOrNull(gain) },
    });
  };

  return {
    totals,
    add(entry) {
      const line = lineOf(entry, rules);
      if (entry.row.treatment !== 'GAS' || rules.gas === 'each') return write(line);
      addGas(groups, line, periodOf(entry.row, rules));
      return null;
    },
    endWallet() {
      const lines = [...groups.values()].map((group) => write(gasLine(group)));
      groups.clear();
      return lines;
    },
    totalLines: () => rules.totalLines(totals),
  };
}

const textOrNull = (amount: bigint | null): string | null => (amount === null ? null : centsText(amount));

function lineOf({ row, wallet, symbol }: FormEntry, { calendar: { dateOf }, doubtsOf }: PartRules): Line {
  const disposed = dateOf(row.disposedAt);
  const { decimals, quantity, proceeds, treatment, token, transaction } = row;
  return {
    ...{ year: disposed.year, wallet, symbol, decimals, quantity, disposed, fees: null },
    acquired: row.acquiredAt === null ? null : dateOf(row.acquiredAt),
    proceeds,
    cost: row.basis === 'COMPLETE' ? row.cost : null,
    doubts: doubtsOf(row),
    ...{ treatment, token, transaction },
  };
}

// ── Network fees ──

/** Those in one native token, of one wallet and period, that are known equally well. */
interface GasGroup {
  /** Of all of them so far; it has the dates of the first. */
  line: Line;
  period: string;
  count: number;
}

export const twoDigits = (number: number): string => String(number).padStart(2, '0');

function periodOf({ disposedAt }: FormDisposal, { calendar, gas }: PartRules): string {
  const { year, month } = calendar.dateOf(disposedAt);
  return gas === 'year' ? String(year) : `${year}-${twoDigits(month)}`;
}

function addGas(groups: Map<string, GasGroup>, line: Line, period: string): void {
  const key = [line.token.chainId, line.token.tokenAddress, period, ...line.doubts].join();
  const group = groups.get(key);
  if (group === undefined) {
    groups.set(key, { line, period, count: 1 });
    return;
  }
  group.count += 1;
  group.line.quantity += line.quantity;
  group.line.proceeds = addOrNull(group.line.proceeds, line.proceeds);
  group.line.cost = addOrNull(group.line.cost, line.cost);
}

/** A fee that is the only one is a line like any other. */
function gasLine({ line, period, count }: GasGroup): Line {
  if (count === 1) return line;
  return { ...line, acquired: null, disposed: null, fees: { period, count }, transaction: null };
}
