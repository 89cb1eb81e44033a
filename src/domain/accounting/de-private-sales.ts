/**
 * Germany: private sales (private Veräußerungsgeschäfte), for the form SO (Anlage SO). Pure.
 *
 * Sources: § 23 EStG. A sale is taxable where no more than a year lies between acquisition and sale ((1) sentence 1 no. 2;
 * domain/time/private-sale-term.ts counts it). Gains stay untaxed where all of a person's private sales of a calendar year come to less
 * than 600 euros, from 2024 on 1,000 euros ((3) sentence 5; Wachstumschancengesetz of 27 March 2024). Federal Ministry of Finance, letters
 * of 10 May 2022 and 6 March 2025: what goes is told wallet by wallet, first in, first out or by the average; the year is not ten years for
 * what earned something meanwhile. BFH, 14 February 2023, IX R 3/22: coins are goods whose exchange for other coins is a sale.
 * docs/forms.md says which of these texts were read.
 */
import type { Currency } from '../ids.ts';
import { formatUnits } from '../money/money.ts';
import type { Calendar } from '../time/calendar.ts';
import { type CalendarDate, dayNumber } from '../time/holding-term.ts';
import { daysBetween, isWithinYear } from '../time/private-sale-term.ts';
import { dayText } from '../time/time.ts';
import {
  createLineWriter,
  type Doubt,
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
} from './form-lines.ts';
import { centsText, leftOutNote, type YearTotals } from './form-totals.ts';

/** The currency of all its amounts. */
export const privateSaleCurrency = 'EUR' satisfies Currency;
/** Whose days its dates and years are. */
export const privateSaleTimeZone = 'Europe/Berlin';
/** The ministry allows the average as well, for what was paid alone: how long something was held is told first in, first out by it, too. */
export const privateSaleMethod = 'FIFO';

export interface PrivateSaleOptions {
  /** Of `privateSaleTimeZone`. */
  calendar: Calendar;
  gas: GasLines;
}

/** `UNKNOWN`: no date of acquisition is known, so that nobody can say how long it was held. */
const parts = ['TAXABLE', 'EXEMPT', 'UNKNOWN'] as const;
export type PrivateSalePart = (typeof parts)[number];

export const privateSaleColumns = [
  ...['Taxable', 'Tax year', 'Wallet', 'Description', 'Quantity', 'Symbol'],
  ...['Date acquired (Anschaffung)', 'Date disposed (Veräußerung)', 'Days held'],
  ...['Proceeds EUR (Veräußerungspreis)', 'Cost EUR (Anschaffungskosten)', 'Gain EUR (Gewinn)'],
  ...['Status', 'Note', 'Treatment', 'Chain id', 'Token address', 'Token id', 'Transaction'],
];

export function privateSalePartOf(
  { acquiredAt, disposedAt }: FormDisposal,
  { dateOf }: Calendar,
): PrivateSalePart {
  if (acquiredAt === null) return 'UNKNOWN';
  return isWithinYear(dateOf(acquiredAt), dateOf(disposedAt)) ? 'TAXABLE' : 'EXEMPT';
}

/** The form of wallets. */
export function privateSales(options: PrivateSaleOptions): TaxForm {
  return {
    ...{ method: privateSaleMethod, currency: privateSaleCurrency },
    parts: parts.map((part) => ({
      has: (row) => privateSalePartOf(row, options.calendar) === part,
      createWriter: () => createPartWriter(part, options),
    })),
    lastLines: ([taxable = new Map(), exempt = new Map(), unknown = new Map()]) =>
      limitLines({ taxable, exempt, unknown }),
  };
}

// ── Lines ──

const isoDate = ({ year, month, day }: CalendarDate): string => dayText(dayNumber(year, month, day));

const doubtsOf = (row: FormDisposal): Doubt[] => [
  ...(row.acquiredAt === null ? (['ACQUISITION_UNKNOWN'] as const) : []),
  ...doubtsOfAmounts(row),
];

function createPartWriter(part: PrivateSalePart, { calendar, gas }: PrivateSaleOptions): PartWriter {
  const cellsOf = (line: Line, { proceeds, cost, gain }: LineAmounts): FormLine => {
    const { acquired, disposed, fees } = line;
    return [
      ...[part, String(line.year), line.wallet],
      fees && `Network fees of ${fees.period} (${fees.count} disposals)`,
      ...[formatUnits(line.quantity, line.decimals), line.symbol],
      ...[acquired && isoDate(acquired), disposed && isoDate(disposed)],
      acquired && disposed && String(daysBetween(acquired, disposed)),
      ...[proceeds, cost, gain, ...statusCells(line)],
      ...[line.treatment, ...tokenCells(line), line.transaction],
    ];
  };
  const totalLines = (totals: YearTotals) => (part === 'TAXABLE' ? taxableTotals : plainTotals)(totals, part);
  return createLineWriter({ calendar, gas, doubtsOf, cellsOf, totalLines });
}

// ── Totals ──

interface TotalLine {
  part: PrivateSalePart | null;
  year: number;
  description: string;
  proceeds?: bigint;
  cost?: bigint;
  gain: bigint;
  status: string;
  note?: string | null;
}

const textOf = (amount: bigint | undefined): string | null =>
  amount === undefined ? null : centsText(amount);

function totalLine({
  part,
  year,
  description,
  proceeds,
  cost,
  gain,
  status,
  note = null,
}: TotalLine): FormLine {
  return [
    ...[part, String(year), null, description, null, null, null, null, null],
    ...[textOf(proceeds), textOf(cost), textOf(gain), status, note],
    ...[null, null, null, null, null],
  ];
}

const byYear = (totals: YearTotals) => [...totals].sort(([left], [right]) => left - right);

/** One line for each year. */
const plainTotals = (totals: YearTotals, part: PrivateSalePart): FormLine[] =>
  byYear(totals).map(([year, sums]) => {
    const { proceeds, cost } = sums;
    const [description, gain, note] = [`Total of ${part}`, proceeds - cost, leftOutNote(sums)];
    return totalLine({ part, year, description, proceeds, cost, gain, status: 'TOTAL', note });
  });

/** Three lines for each year: what was gained, what was lost, and both. */
function taxableTotals(totals: YearTotals, part: PrivateSalePart): FormLine[] {
  const sums = plainTotals(totals, part);
  return byYear(totals).flatMap(([year, { proceeds, cost, gains }], place) => {
    const of = { part, year, status: 'SUBTOTAL' };
    return [
      totalLine({ ...of, description: 'Total of taxable gains', gain: gains }),
      totalLine({ ...of, description: 'Total of taxable losses', gain: proceeds - cost - gains }),
      ...sums.slice(place, place + 1),
    ];
  });
}

/** In cents. */
export const limitOf = (year: number): bigint => (year >= 2024 ? 100_000n : 60_000n);

const ofAllSales =
  "All of a person's private sales of the year count together, also those that are not in this file: the limit is applied nowhere here.";

const withoutThem = 'Lines without a gain or a date of acquisition are not in it, and may decide.';

/** One line for each year: whether what is taxable of these wallets is below the limit, with which nothing is done. */
function limitLines(totals: Record<'taxable' | 'exempt' | 'unknown', YearTotals>): FormLine[] {
  const { taxable, exempt, unknown } = totals;
  const years = new Set([taxable, exempt, unknown].flatMap((one) => [...one.keys()]));
  return [...years]
    .sort((left, right) => left - right)
    .map((year) => {
      const sums = taxable.get(year);
      const gain = sums === undefined ? 0n : sums.proceeds - sums.cost;
      const description = `Limit (Freigrenze): less than ${centsText(limitOf(year))}`;
      const isWhole = !unknown.has(year) && (sums === undefined || sums.leftOut.lines === 0);
      if (!isWhole) {
        const note = `${withoutThem} ${ofAllSales}`;
        return totalLine({ part: null, year, description, gain, status: 'LIMIT_UNKNOWN', note });
      }
      const isBelow = gain < limitOf(year);
      const note = `The taxable gain of these wallets is ${isBelow ? '' : 'not '}below the limit. ${ofAllSales}`;
      const status = isBelow ? 'LIMIT_BELOW' : 'LIMIT_REACHED';
      return totalLine({ part: null, year, description, gain, status, note });
    });
}
