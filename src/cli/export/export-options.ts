/** Options of `wallet-data export` that are read before anything is: each throws UsageError. */
import {
  privateSaleCurrency,
  privateSaleMethod,
  privateSaleTimeZone,
} from '../../domain/accounting/de-private-sales.ts';
import { formCurrency, methodProblem } from '../../domain/accounting/form-8949.ts';
import { taxYearBounds, ukCurrency, ukTimeZone } from '../../domain/accounting/section-104/uk-lines.ts';
import type { CostMethod, Currency } from '../../domain/ids.ts';
import { type Calendar, calendarOf, yearBounds } from '../../domain/time/calendar.ts';
import { UsageError } from '../terminal/output.ts';

export const forms = ['8949', 'uk', 'de', 'ledger', 'transfers'] as const;
export type Form = (typeof forms)[number];

/** What the lines of a file depend on. */
export interface Chosen {
  method: CostMethod;
  currency: Currency;
  timeZone: string;
}

/** What a form has one of: a file would else look as if it were of another. */
const own: Partial<Record<Form, Partial<Chosen>>> = {
  '8949': { currency: formCurrency },
  uk: { currency: ukCurrency, timeZone: ukTimeZone },
  de: { currency: privateSaleCurrency, timeZone: privateSaleTimeZone, method: privateSaleMethod },
  // Prices and values of transfers are stored in USD and told as they are stored.
  transfers: { currency: 'USD' },
};

/** What was chosen for a form, what it has one of, or else what is usual. */
export function chosenOf(form: Form, { method, currency, timeZone }: Partial<Chosen>): Chosen {
  const only = own[form] ?? {};
  const choose = <Value>(says: string, option: string, values: readonly (Value | undefined)[]) => {
    const [one, given] = values;
    if (one === undefined || given === undefined || given === one) return one ?? given;
    throw new UsageError(
      `--form ${form} ${says} ${one}: leave --${option} out. --form ledger has every disposal as you choose.`,
    );
  };
  return {
    method: choose('is by', 'method', [only.method, method]) ?? 'FIFO',
    currency: choose('is in', 'currency', [only.currency, currency]) ?? 'USD',
    timeZone: choose('has the days of', 'time-zone', [only.timeZone, timeZone]) ?? 'UTC',
  };
}

/** The forms that an option is for. Another would pass over it without a word. */
const onlyFor: Readonly<Record<string, readonly Form[]>> = {
  method: ['8949', 'de', 'ledger', 'transfers'],
  reported: ['8949'],
  gas: ['8949', 'de'],
};

/** @param isGiven whether an option stands on the command line */
export function refuseGiven(form: Form, isGiven: (option: string) => boolean): void {
  for (const [option, takenBy] of Object.entries(onlyFor))
    if (isGiven(option) && !takenBy.includes(form))
      throw new UsageError(`--form ${form} has no choice of --${option}: leave it out.`);
}

/** The calendar of a time zone that a person named. */
export function requireCalendar(timeZone: string): Calendar {
  const calendar = calendarOf(timeZone);
  if (calendar !== null) return calendar;
  throw new UsageError(
    `--time-zone: '${timeZone}' is no time zone: give an IANA name such as America/New_York or UTC.`,
  );
}

/** Refuses what the law has no Form 8949 for. */
export function requireFormMethod(method: CostMethod): void {
  const problem = methodProblem(method);
  if (problem !== null) throw new UsageError(`${problem} Give --method FIFO, LIFO or HIFO.`);
}

/** Everything, or one calendar year of a time zone; unix seconds. */
export function yearRange(year: string | undefined, calendar: Calendar): { from: number; to: number } {
  return yearBounds(yearOf(year), calendar);
}

/** Everything, or the tax year of the United Kingdom that begins in a year. */
export function taxYearRange(year: string | undefined): { from: number; to: number } {
  return taxYearBounds(yearOf(year));
}

function yearOf(text: string | undefined): number | undefined {
  if (text !== undefined && !/^(19[7-9]\d|20\d\d)$/.test(text))
    throw new UsageError(`--year: '${text}' is not a year.`);
  return text === undefined ? undefined : Number(text);
}
