/** Tax forms of wallets, line by line: what the command line writes, and what clients ask for. */
import {
  privateSaleCurrency,
  privateSales,
  privateSaleTimeZone,
} from '../../domain/accounting/de-private-sales.ts';
import { form8949, formCurrency, methodProblem } from '../../domain/accounting/form-8949.ts';
import type { FormLine, TaxForm } from '../../domain/accounting/form-lines.ts';
import type { YearTotals } from '../../domain/accounting/form-totals.ts';
import type { CostMethod } from '../../domain/ids.ts';
import { type Calendar, calendarOf, yearBounds } from '../../domain/time/calendar.ts';
import { PublicError } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import { type ExportedDisposal, exportDisposals } from '../../store/ledger/lists/ledger-export.ts';
import { type Ownership, requireScope } from '../access/ownership.ts';
import { requireCurrency } from '../access/require-currency.ts';
import type { ReadModel } from '../model/interface.ts';
import { type BookedWallet, requireBookedWallets, searchPieces } from './booked-wallets.ts';
import { loadSymbols } from './token-symbols.ts';

/** Unix seconds: from <= time < to. */
interface Range {
  from: number;
  to: number;
}

/**
 * The lines below the column names, in pieces, of which some are empty. Part by part, each with its totals: the disposals are read
 * once for each, so that memory holds none of them. Throws RetryableError when the ledger was booked anew meanwhile.
 */
export async function* formLines(
  database: Database,
  wallets: readonly BookedWallet[],
  { form, from, to }: Range & { form: TaxForm },
): AsyncGenerator<FormLine[]> {
  const { method, currency } = form;
  const countOf = (rows: readonly ExportedDisposal[]): number => rows.length;
  const totals: YearTotals[] = [];
  for (const part of form.parts) {
    const writer = part.createWriter();
    for (const { run, address } of wallets) {
      const pieces = exportDisposals(database, run, { method, currency, from, to });
      for await (const rows of searchPieces(database, run.walletId, { pieces, countOf })) {
        const own = rows.filter((row) => part.has(row));
        const symbolOf = await loadSymbols(database, own);
        const lines = own.map((row) => writer.add({ row, wallet: address, symbol: symbolOf(row.token) }));
        yield lines.filter((line) => line !== null);
      }
      yield writer.endWallet();
    }
    yield writer.totalLines();
    totals.push(writer.totals);
  }
  yield form.lastLines(totals);
}

export function createTaxForms(deps: {
  database: Database;
  ownership: Ownership;
}): Pick<ReadModel, 'form8949' | 'dePrivateSales'> {
  const { database, ownership } = deps;
  const fileOf = (booked: readonly BookedWallet[], asked: Range & { form: TaxForm }) => ({
    lines: formLines(database, booked, asked),
    isBooking: booked.some(({ run }) => run.isStale),
  });
  return {
    async form8949(caller, { wallets: addresses, year, timeZone, costMethod: method, reported, gas }) {
      requireScope(caller, 'read');
      const calendar = requireCalendar(timeZone);
      requireMethod(method);
      const registered = await ownership.require(caller, addresses);
      const booked = await requireBookedWallets(database, { ...caller, currency: formCurrency }, registered);
      const form = form8949({ method, calendar, reported, gas });
      return fileOf(booked, { form, ...yearBounds(year, calendar) });
    },

    async dePrivateSales(caller, { wallets: addresses, year, gas }) {
      requireScope(caller, 'read');
      const registered = await ownership.require(caller, addresses);
      requireCurrency(caller, privateSaleCurrency);
      const books = { clientId: caller.clientId, currency: privateSaleCurrency } as const;
      const booked = await requireBookedWallets(database, books, registered);
      const calendar = requireCalendar(privateSaleTimeZone);
      return fileOf(booked, { form: privateSales({ calendar, gas }), ...yearBounds(year, calendar) });
    },
  };
}

function requireCalendar(timeZone: string): Calendar {
  const calendar = calendarOf(timeZone);
  if (calendar !== null) return calendar;
  const message = `'${timeZone.slice(0, 60)}' is no time zone: give an IANA name such as America/New_York or UTC`;
  throw new PublicError('BAD_INPUT', `timezone: ${message}.`, [{ path: 'timeZone', message }]);
}

function requireMethod(method: CostMethod): void {
  const problem = methodProblem(method);
  if (problem === null) return;
  const message = `${problem} Ask for FIFO, LIFO or HIFO.`;
  throw new PublicError('BAD_INPUT', message, [{ path: 'costMethod', message }]);
}
