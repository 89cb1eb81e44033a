/** Options of `wallet-data export` that are read before anything is: each throws UsageError. */
import {
  privateSaleCurrency,
  privateSaleMethod,
  privateSaleTimeZone,
} from '../../domain/accounting/de-private-sales.ts';
import { formCurrency, methodProblem } from '../../domain/accounting/form-8949.ts';
import type { CostMethod, Currency } from '../../domain/ids.ts';
import { type Calendar, calendarOf, yearBounds } from '../../domain/time/calendar.ts';
import { UsageError } from '../terminal/output.ts';

/** The calendar of a time zone that a person named. */
export function requireCalendar(timeZone: string): Calendar {
  const calendar = calendarOf(timeZone);
  if (calendar !== null) return calendar;
  throw new UsageError(
    `--time-zone: '${timeZone}' is no time zone: give an IANA name such as America/New_York or UTC.`,
  );
}

/** Refuses what the law has no Form 8949 for. */
export function requireFormMethod(method: CostMethod, currency: Currency): void {
  if (currency !== formCurrency) throw new UsageError('Form 8949 is in USD.');
  const problem = methodProblem(method);
  if (problem !== null) throw new UsageError(`${problem} Give --method FIFO, LIFO or HIFO.`);
}

/** Refuses what Germany's form has one of: all three are what they are where nothing else is chosen. */
export function requirePrivateSaleChoices(chosen: {
  method: CostMethod;
  currency: Currency;
  timeZone: string;
}): void {
  const { method, currency, timeZone } = chosen;
  if (method !== privateSaleMethod)
    throw new UsageError(`--form de is first in, first out: leave --method out. ${method} is not offered.`);
  if (currency !== privateSaleCurrency) throw new UsageError('--form de is in EUR: leave --currency out.');
  if (timeZone !== privateSaleTimeZone)
    throw new UsageError(`--form de has the days of ${privateSaleTimeZone}: leave --time-zone out.`);
}

/** Prices and values of transfers are stored in USD and told as they are stored: a file of them would look as if it were in another currency. */
export function requireTransferCurrency(currency: Currency): void {
  if (currency !== 'USD')
    throw new UsageError('Transfers are in USD: leave --currency out, or give --form ledger.');
}

/** Everything, or one calendar year of a time zone; unix seconds. */
export function yearRange(year: string | undefined, calendar: Calendar): { from: number; to: number } {
  if (year !== undefined && !/^(19[7-9]\d|20\d\d)$/.test(year))
    throw new UsageError(`--year: '${year}' is not a year.`);
  return yearBounds(year === undefined ? undefined : Number(year), calendar);
}
