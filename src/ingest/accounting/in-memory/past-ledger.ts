/**
 * Ledgers as they stood at a moment: the rows up to it are booked in memory, from the last snapshot before it. So what is known today
 * (prices, corrections, names of bridges) counts, and what happened later does not.
 */
import type { AccountTotals } from '../../../domain/accounting/amounts/types.ts';
import type { Currency } from '../../../domain/ids.ts';
import type { CurrencyTokens } from '../../../domain/money/currencies.ts';
import { timePosition } from '../../../domain/position.ts';
import type { Database } from '../../../store/connection/database.ts';
import { findLedgerSettings } from '../../../store/ledger/search/ledger-settings.ts';
import { bookGroups } from './booked-groups.ts';
import { leavingPlaces } from './memory-booking.ts';

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
  { at, ...request }: PastLedgerRequest,
  { currencyTokens, mostRows = defaultRows }: PastLedgerOptions,
): Promise<PastAccounts> {
  const settings = await findLedgerSettings(database, request.clientId);
  const found: AccountTotals[] = [];
  const outcome = await bookGroups(database, {
    ...{ ...request, settings, currencyTokens, mostRows, isFromSnapshot: true, end: timePosition(at + 1) },
    onAccounts: (accounts) => found.push(...accounts),
  });
  return outcome === 'booked' ? found : outcome;
}

/** For the read model, which knows nothing of how ledgers are booked. */
export const createPastLedger = (
  database: Database,
  currencyTokens: CurrencyTokens,
): ((request: PastLedgerRequest) => Promise<PastAccounts>) =>
  leavingPlaces(atOnce, (request) => pastLedger(database, request, { currencyTokens }));
