/** Form 8949 of wallets, line by line: what the command line writes, and what clients ask for. */
import {
  createPartWriter,
  type Form8949Options,
  type FormLine,
  formCurrency,
  formParts,
  methodProblem,
  overallTotalLines,
  partOf,
} from '../../domain/accounting/form-8949.ts';
import type { YearTotals } from '../../domain/accounting/form-totals.ts';
import type { CostMethod } from '../../domain/ids.ts';
import { type Calendar, calendarOf, yearBounds } from '../../domain/time/calendar.ts';
import { PublicError } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import { type ExportedDisposal, exportDisposals } from '../../store/ledger/lists/ledger-export.ts';
import { type Ownership, requireScope } from '../access/ownership.ts';
import type { ReadModel } from '../model/interface.ts';
import { type BookedWallet, requireBookedWallets, searchPieces } from './booked-wallets.ts';
import { loadSymbols } from './token-symbols.ts';

interface FormRequest {
  /** Unix seconds: from <= time < to. */
  from: number;
  to: number;
  options: Form8949Options;
}

/**
 * The lines below the column names, in pieces, of which some are empty. Part by part, each with its total: the disposals are read
 * once for each, so that memory holds none of them. Throws RetryableError when the ledger was booked anew meanwhile.
 */
export async function* form8949Lines(
  database: Database,
  wallets: readonly BookedWallet[],
  request: FormRequest,
): AsyncGenerator<FormLine[]> {
  const { options, from, to } = request;
  const countOf = (rows: readonly ExportedDisposal[]): number => rows.length;
  const totals: YearTotals[] = [];
  for (const part of formParts) {
    const writer = createPartWriter(part, options);
    for (const { run, address } of wallets) {
      const wanted = { method: options.method, currency: formCurrency, from, to } as const;
      const pieces = exportDisposals(database, run, wanted);
      for await (const rows of searchPieces(database, run.walletId, { pieces, countOf })) {
        const own = rows.filter((row) => partOf(row, options.calendar) === part);
        const symbolOf = await loadSymbols(database, own);
        const lines = own.map((row) => writer.add({ row, wallet: address, symbol: symbolOf(row.token) }));
        yield lines.filter((line) => line !== null);
      }
      yield writer.endWallet();
    }
    yield writer.totalLines();
    totals.push(writer.totals);
  }
  yield overallTotalLines(totals, options);
}

export function createTaxForm(deps: {
  database: Database;
  ownership: Ownership;
}): Pick<ReadModel, 'form8949'> {
  const { database, ownership } = deps;
  return {
    async form8949(caller, { wallets: addresses, year, timeZone, costMethod: method, reported, gas }) {
      requireScope(caller, 'read');
      const calendar = requireCalendar(timeZone);
      requireMethod(method);
      const registered = await ownership.require(caller, addresses);
      const booked = await requireBookedWallets(database, { ...caller, currency: formCurrency }, registered);
      const options = { method, calendar, reported, gas };
      const lines = form8949Lines(database, booked, { ...yearBounds(year, calendar), options });
      return { lines, isBooking: booked.some(({ run }) => run.isStale) };
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
