/**
 * The lines of a computation of capital gains for the United Kingdom, as it goes with the pages SA108: amounts in pounds, days of
 * London, tax years from 6 April to 5 April (TCGA 1992, section 288 (1ZA)). Pure.
 *
 * What is not known costs nothing here, so that no gain is too small, and its line and total say so. Without a price of the disposal
 * there is no gain, and the total leaves it out.
 */
import type { Currency } from '../../ids.ts';
import { formatUnits } from '../../money/money.ts';
import { dayNumber } from '../../time/holding-term.ts';
import { dayText } from '../../time/time.ts';
import { cents, centsText } from '../form-totals.ts';
import type { Holding } from './pool.ts';
import type { MatchedDisposal } from './pools.ts';

export const ukTimeZone = 'Europe/London';
export const ukCurrency = 'GBP' satisfies Currency;

export const ukColumns = [
  ...['Tax year', 'Date', 'Asset', 'Quantity', 'Proceeds', 'Allowable cost', 'Gain or (loss)'],
  ...[
    'Disposal fees',
    'Same day quantity',
    'Same day cost',
    '30 days quantity',
    '30 days cost',
    '30 days acquired on',
  ],
  ...['Pool quantity', 'Pool cost', 'Left in pool quantity', 'Left in pool cost'],
  ...['Disposals in line', 'Status', 'Note', 'Asset id'],
];

export type UkLine = (string | null)[];

const dayLength = 86_400_000;

/** The year in which the tax year of a day begins, on 6 April. */
export function taxYearOf(day: number): number {
  const year = new Date(day * dayLength).getUTCFullYear();
  return day >= dayNumber(year, 4, 6) ? year : year - 1;
}

/** Everything (undefined), or a tax year: from <= time < to, in unix seconds. */
export function taxYearBounds(year: number | undefined): { from: number; to: number } {
  if (year === undefined) return { from: 0, to: 0xffffffff };
  // London has summer time on 6 April: it always began in March, since there is an end of March.
  const start = (of: number): number => dayNumber(of, 4, 6) * 86_400 - 3_600;
  return { from: start(year), to: start(year + 1) };
}

/** 2024 → 2024/25 */
export const taxYearText = (year: number): string => `${year}/${String((year + 1) % 100).padStart(2, '0')}`;

const doubtNotes = {
  BASIS_UNKNOWN:
    'Where some of it came from, or what it cost, is not known, and counts as nothing: say so with a correction (BASIS or OPENING_LOT).',
  BASIS_UNPRICED:
    'No price is known for the time of an acquisition, which counts as nothing: say what it cost with a correction.',
  // TCGA 1992, sections 17, 58 and 257.
  NO_DISPOSAL:
    'Booked as no disposal (NON_TAXABLE): it takes its cost along, without a gain, as between spouses or civil partners, to a charity, ' +
    'and to another wallet of its owner. Another gift is a disposal at market value: say so with a correction (DISPOSAL).',
  PROCEEDS_UNKNOWN: 'No price is known for the time of a disposal: say it with a correction (PRICE).',
} as const;
type Doubt = keyof typeof doubtNotes;

function doubtsOf({ basis, proceeds, isGiven }: MatchedDisposal): Doubt[] {
  const doubts: Doubt[] = [];
  if (basis === 'MISSING') doubts.push('BASIS_UNKNOWN');
  if (basis === 'UNPRICED') doubts.push('BASIS_UNPRICED');
  if (isGiven) doubts.push('NO_DISPOSAL');
  else if (proceeds === null) doubts.push('PROCEEDS_UNKNOWN');
  return doubts;
}

/** Pence of some lines. */
interface Sums {
  lines: number;
  proceeds: bigint;
  cost: bigint;
}

interface YearSums {
  gains: Sums;
  losses: Sums;
  /** Of the lines with a gain or loss, by the rates of tax that were changed within the year. */
  periods: Map<string, Sums>;
  unknownCosts: number;
  /** Lines without a gain. */
  leftOut: number;
  /** Lines of what was no disposal. */
  given: number;
}

const noSums = (): Sums => ({ lines: 0, proceeds: 0n, cost: 0n });

function addSums(into: Sums, { lines, proceeds, cost }: Sums): Sums {
  into.lines += lines;
  into.proceeds += proceeds;
  into.cost += cost;
  return into;
}

/** The main rates of tax on gains changed within 2024/25 (Finance Act 2025, section 7): both parts are needed for that year. */
const ratesChanged = dayNumber(2024, 10, 30);
const changedYear = taxYearOf(ratesChanged);

/** All lines of the disposals, in order, each tax year with its totals below. `symbolOf`: what people call a token. */
export function ukLines(
  disposals: readonly MatchedDisposal[],
  symbolOf: (token: string) => string,
): UkLine[] {
  const years = Map.groupBy(disposals, ({ day }) => taxYearOf(day));
  return [...years].flatMap(([year, own]) => {
    const sums: YearSums = {
      ...{ gains: noSums(), losses: noSums(), periods: new Map(), unknownCosts: 0, leftOut: 0, given: 0 },
    };
    const lines = own.map((disposal) => lineOf(disposal, symbolOf(disposal.token), sums));
    return [...lines, ...totalLines(year, sums)];
  });
}

/** The parts are rounded, and the whole is their sum, so that each line adds up. */
function lineOf(disposal: MatchedDisposal, symbol: string, sums: YearSums): UkLine {
  const { day, quantity, decimals, asset, sameDay, within30Days, pool, poolAfter, acquiredOn, count } =
    disposal;
  const fees = cents(disposal.fees);
  const parts = [fees, ...[sameDay, within30Days, pool].map((part) => cents(part.cost))];
  const cost = parts.reduce((sum, part) => sum + part, 0n);
  const proceeds = disposal.proceeds === null ? null : cents(disposal.proceeds);
  addLine(sums, disposal, { proceeds, cost });
  const doubts = doubtsOf(disposal);
  const amount = (units: bigint): string => formatUnits(units, decimals);
  const partCells = (part: Holding): UkLine =>
    part.quantity === 0n ? [null, null] : [amount(part.quantity), centsText(cents(part.cost))];
  return [
    ...[taxYearText(taxYearOf(day)), dayText(day), symbol, amount(quantity)],
    ...[proceeds === null ? null : centsText(proceeds), centsText(cost)],
    ...[proceeds === null ? null : centsText(proceeds - cost), fees === 0n ? null : centsText(fees)],
    ...[...partCells(sameDay), ...partCells(within30Days), acquiredOn.map(dayText).join(' ') || null],
    ...[...partCells(pool), amount(poolAfter.quantity), centsText(cents(poolAfter.cost))],
    ...[String(count), doubts.join(' ') || 'OK', doubts.map((doubt) => doubtNotes[doubt]).join(' ') || null],
    asset,
  ];
}

function addLine(
  sums: YearSums,
  { day, basis, isGiven }: MatchedDisposal,
  { proceeds, cost }: { proceeds: bigint | null; cost: bigint },
): void {
  if (isGiven) {
    sums.given += 1;
    return;
  }
  if (proceeds === null) {
    sums.leftOut += 1;
    return;
  }
  if (basis !== 'COMPLETE') sums.unknownCosts += 1;
  const line = { lines: 1, proceeds, cost };
  addSums(proceeds < cost ? sums.losses : sums.gains, line);
  const period = day < ratesChanged ? 'to 29 October 2024' : 'from 30 October 2024';
  sums.periods.set(period, addSums(sums.periods.get(period) ?? noSums(), line));
}

function totalLines(
  year: number,
  { gains, losses, periods, unknownCosts, leftOut, given }: YearSums,
): UkLine[] {
  const notes = [
    unknownCosts === 0
      ? ''
      : `${linesText(unknownCosts)} with costs that are not known, and count as nothing.`,
    leftOut === 0 ? '' : `Leaves out ${linesText(leftOut)} without known proceeds.`,
    given === 0 ? '' : `Leaves out ${linesText(given)} of what was booked as no disposal.`,
  ];
  const all = addSums(addSums(noSums(), gains), losses);
  const ofRates =
    year === changedYear ? [...periods].map(([name, sums]) => ({ name: `Of which ${name}`, sums })) : [];
  const totals = [
    { name: 'Total', sums: all, note: notes.filter((note) => note !== '').join(' ') || null },
    { name: 'Of which gains', sums: gains },
    { name: 'Of which losses', sums: losses },
    ...ofRates,
  ];
  return totals.map(({ name, sums: { lines, proceeds, cost }, ...rest }) => [
    ...[taxYearText(year), null, `${name}: ${lines === 1 ? '1 disposal' : `${lines} disposals`}`, null],
    ...[centsText(proceeds), centsText(cost), centsText(proceeds - cost)],
    ...Array.from({ length: 11 }, () => null),
    ...['TOTAL', 'note' in rest ? rest.note : null, null],
  ]);
}

const linesText = (count: number): string => (count === 1 ? '1 line' : `${count} lines`);
