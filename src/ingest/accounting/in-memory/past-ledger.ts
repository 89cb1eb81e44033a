/**
 * Ledgers as they stood at a moment: the rows up to it are booked in memory, from the last snapshot before it. So what is known today
 * (prices, corrections, names of bridges) counts, and what happened later does not.
 */
import type { AccountTotals } from '../../../domain/accounting/amounts/types.ts';
import type { Currency } from '../../../domain/ids.ts';
import { type CurrencyTokens, isToldIn } from '../../../domain/money/currencies.ts';
import { timePosition } from '../../../domain/position.ts';
import type { Database } from '../../../store/connection/database.ts';
import {
  type BookedLedger,
  findBookedLedger,
  type LedgerMembers,
} from '../../../store/ledger/ledger-chains.ts';
import { type LedgerInputs, readLedgerInputs } from '../../../store/ledger/ledger-inputs.ts';
import { findLedgerSettings } from '../../../store/ledger/search/ledger-settings.ts';
import { createMovementContexts, type MovementContexts } from '../movement-context.ts';
import { findBookedGroups } from './booked-groups.ts';
import {
  beginBooking,
  bookRows,
  leavingPlaces,
  type MemoryBooking,
  type RowsToBook,
  readRowsToBook,
  runToBeginAfter,
} from './memory-booking.ts';

export interface PastLedgerRequest {
  clientId: number;
  walletIds: readonly number[];
  /** Unix seconds. What happened in that second counts. */
  at: number;
  /** What its figures are to be told in. */
  currency: Currency;
}

export interface PastLedgerOptions {
  currencyTokens: CurrencyTokens;
  /** It is a request's work, and goes on in its process: of more transactions and transfers than so many it is given up. */
  mostRows?: number;
}

/** The accounts of the wallets. `too long`: too much stands between the last snapshot and the moment. */
export type PastAccounts = readonly AccountTotals[] | 'too long' | 'not booked';

/** Some seconds of computing. */
const defaultRows = 50_000;

/** Of a process at once, and of one client: each holds so many rows. The others wait. */
export const atOnce = { inAll: 2, ofClient: 1 };

export async function pastLedger(
  database: Database,
  { clientId, walletIds, at, currency }: PastLedgerRequest,
  { currencyTokens, mostRows = defaultRows }: PastLedgerOptions,
): Promise<PastAccounts> {
  const settings = await findLedgerSettings(database, clientId);
  if (!isToldIn(settings.reportingCurrency, currency)) return 'not booked';
  // The first position that does not count.
  const end = timePosition(at + 1);
  const groups = await findBookedGroups(database, { clientId, walletIds });
  if (groups === null) return 'not booked';
  const accounts: AccountTotals[] = [];
  let left = mostRows;
  for (const wallets of groups) {
    const members = { clientId, walletIds: wallets.map((wallet) => wallet.walletId), settings };
    // null: by other rules or settings than those of now.
    const booked = await findBookedLedger(database, members);
    const rows = await readLedgerInputs(database, members.walletIds, (inputs) => {
      const options = { currencyTokens, reportingCurrency: settings.reportingCurrency };
      const contexts = createMovementContexts(inputs.held, wallets, options);
      return prepareBooking(inputs, { members, booked, contexts, end, mostRows: left });
    });
    if (rows === 'too long') return rows;
    left -= rows.count;
    const asked = wallets.filter(({ walletId }) => walletIds.includes(walletId));
    const own = new Set<string>(asked.map(({ address }) => address));
    await bookRows(rows, [rows.booking], end);
    accounts.push(...rows.booking.accounts().filter(({ wallet }) => own.has(wallet)));
  }
  return accounts;
}

interface Reading {
  members: LedgerMembers;
  booked: BookedLedger | null;
  contexts: MovementContexts;
  end: string;
  mostRows: number;
}

async function prepareBooking(
  inputs: LedgerInputs,
  reading: Reading,
): Promise<(RowsToBook & { booking: MemoryBooking }) | 'too long'> {
  const { booked, contexts, end, mostRows } = reading;
  const start = booked === null ? null : await runToBeginAfter(inputs, { booked, contexts }, [end]);
  const rows = await inputs.rowsAfter(start?.untilPosition ?? '', end);
  if (rows.count > mostRows) return 'too long';
  const booking = await beginBooking(inputs, { ...reading, start });
  return { booking, ...(await readRowsToBook(rows, contexts)) };
}

/** For the read model, which knows nothing of how ledgers are booked. */
export const createPastLedger = (
  database: Database,
  currencyTokens: CurrencyTokens,
): ((request: PastLedgerRequest) => Promise<PastAccounts>) =>
  leavingPlaces(atOnce, (request) => pastLedger(database, request, { currencyTokens }));
