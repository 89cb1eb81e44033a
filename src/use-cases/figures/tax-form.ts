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
import type { Address } from '../../domain/model.ts';
import { type Calendar, calendarOf, yearBounds } from '../../domain/time/calendar.ts';
import { PublicError } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import { type CurrentRun, findCurrentRuns, type WalletRuns } from '../../store/ledger/ledger-reads.ts';
import { type ExportedDisposal, exportDisposals } from '../../store/ledger/lists/ledger-export.ts';
import { search } from '../../store/pages/reach.ts';
import { type Ownership, requireScope } from '../access/ownership.ts';
import type { ReadModel } from '../model/interface.ts';
import { paceItems } from '../pages/pace.ts';
import { loadSymbols } from './token-symbols.ts';

/** A wallet, and the ledger that its lines are from. */
export interface BookedWallet {
  address: Address;
  run: CurrentRun;
}

/** Of a client's wallets those with a ledger, and those that are not booked yet. */
export async function findBookedWallets(
  database: Database,
  clientId: number,
  wallets: readonly { walletId: number; address: Address }[],
): Promise<{ booked: BookedWallet[]; waiting: Address[] }> {
  const ids = wallets.map(({ walletId }) => walletId);
  const current = await findCurrentRuns(database, clientId, ids);
  const runs = new Map(current.map((run) => [run.walletId, run]));
  const booked: BookedWallet[] = [];
  const waiting: Address[] = [];
  for (const { walletId, address } of wallets) {
    const run = runs.get(walletId);
    if (run === undefined) waiting.push(address);
    else booked.push({ address, run });
  }
  return { booked, waiting };
}

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
  const { options } = request;
  const totals: YearTotals[] = [];
  for (const part of formParts) {
    const writer = createPartWriter(part, options);
    for (const { run, address } of wallets) {
      for await (const rows of disposalsOf(database, run, request)) {
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

/** Each piece is looked for among all that the wallet disposed of, and what comes after the first counts as it is read. */
async function* disposalsOf(
  database: Database,
  run: WalletRuns,
  { from, to, options: { method } }: FormRequest,
): AsyncGenerator<ExportedDisposal[]> {
  const reach = { table: 'transfer', walletIds: [run.walletId] } as const;
  const pieces = exportDisposals(database, run, { method, currency: formCurrency, from, to });
  for (;;) {
    const { value, done } = await search(database, reach, () => pieces.next());
    if (done === true) return;
    yield value;
    await paceItems(value.length);
  }
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
      const { booked, waiting } = await findBookedWallets(database, caller.clientId, registered);
      if (waiting.length > 0) throw notBooked(waiting);
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

/** A form without their lines would look whole. */
function notBooked(addresses: readonly Address[]): PublicError {
  const message = 'is not booked yet: ask again when it is loaded';
  return new PublicError(
    'CONFLICT',
    `Not booked yet: ${addresses.join(', ')}. The form would leave out what they disposed of: ask again when they are loaded.`,
    addresses.map((address) => ({ path: 'wallets', message: `${address} ${message}` })),
  );
}
