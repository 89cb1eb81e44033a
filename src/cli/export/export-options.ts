/** Options of `wallet-data export` that are read before anything is: each throws UsageError. */
import { formCurrency, methodProblem } from '../../domain/accounting/form-8949.ts';
import { taxYearBounds, ukCurrency } from '../../domain/accounting/section-104/uk-lines.ts';
import type { CostMethod, Currency } from '../../domain/ids.ts';
import { type Calendar, calendarOf, yearBounds } from '../../domain/time/calendar.ts';
import { UsageError } from '../terminal/output.ts';

export const forms = ['8949', 'uk', 'ledger', 'transfers'] as const;
export type Form = (typeof forms)[number];

/** What the amounts of a form are in that has one currency. */
const ownCurrency: Partial<Record<Form, Currency>> = {
  '8949': formCurrency,
  uk: ukCurrency,
  // Prices and values of transfers are stored in USD and told as they are stored.
  transfers: 'USD',
};

const formNames: Partial<Record<Form, string>> = {
  '8949': 'Form 8949 is',
  uk: 'Capital gains of the United Kingdom are',
  transfers: 'Transfers are',
};

/** What a file's amounts are in. A file of a form with one currency would else look as if it were in another. */
export function currencyOf(form: Form, given: Currency | undefined): Currency {
  const own = ownCurrency[form];
  if (own === undefined) return given ?? 'USD';
  if (given === undefined || given === own) return own;
  throw new UsageError(
    `${formNames[form]} in ${own}: leave --currency out, or give --form ledger, whose currency you choose.`,
  );
}

/** Refuses what a form has no choice of, and would pass over without a word. */
export function refuseGiven(form: Form, isGiven: (option: string) => boolean): void {
  if (form !== 'uk') return;
  const given = ['method', 'timeZone', 'reported', 'gas'].find(isGiven);
  if (given === undefined) return;
  const name = given === 'timeZone' ? 'time-zone' : given;
  throw new UsageError(
    `--${name}: the United Kingdom has rules of its own (the same day, 30 days, a pool; days of London): leave it out.`,
  );
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
