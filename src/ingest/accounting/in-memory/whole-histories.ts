/**
 * All that ever flowed in and out of wallets, with what it cost and brought: their ledgers booked in memory from the beginning. Reports whose
 * rule of matching looks over all wallets, or ahead, are made of it (domain/accounting/section-104).
 */
import type { AssetFlow } from '../../../domain/accounting/amounts/asset-flow.ts';
import type { Currency } from '../../../domain/ids.ts';
import { type CurrencyTokens, isToldIn } from '../../../domain/money/currencies.ts';
import type { Database } from '../../../store/connection/database.ts';
import type { LedgerMembers } from '../../../store/ledger/ledger-chains.ts';
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
} from './memory-booking.ts';

export interface AssetFlowsRequest {
  clientId: number;
  walletIds: readonly number[];
  /** What the flows are to be told in, beside the others. */
  currency: Currency;
  /** Is told them, ledger by ledger in the order of booking: also those of wallets that are booked together with these. */
  onFlow: (flow: AssetFlow) => void;
}

export interface AssetFlowsOptions {
  currencyTokens: CurrencyTokens;
  /** Of more transactions and transfers than so many nothing is told. */
  mostRows: number;
}

/** Some seconds of computing in a process that answers others, too. */
export const requestedRows = 50_000;

/** Of a process at once, and of one client: each holds so many rows. The others wait. */
const atOnce = { inAll: 2, ofClient: 1 };

export async function assetFlows(
  database: Database,
  { clientId, walletIds, currency, onFlow }: AssetFlowsRequest,
  { currencyTokens, mostRows }: AssetFlowsOptions,
): Promise<'told' | 'too long' | 'not booked'> {
  // What one owner moves is never sold to the same owner, whatever the client has its books say.
  const settings = { ...(await findLedgerSettings(database, clientId)), ownTransfers: 'carry' as const };
  if (!isToldIn(settings.reportingCurrency, currency)) return 'not booked';
  const groups = await findBookedGroups(database, { clientId, walletIds });
  if (groups === null) return 'not booked';
  let left = mostRows;
  for (const wallets of groups) {
    const members = { clientId, walletIds: wallets.map((wallet) => wallet.walletId), settings };
    const rows = await readLedgerInputs(database, members.walletIds, (inputs) => {
      const options = { currencyTokens, reportingCurrency: settings.reportingCurrency };
      const contexts = createMovementContexts(inputs.held, wallets, options);
      return readHistory(inputs, { members, contexts, onFlow, mostRows: left });
    });
    if (rows === 'too long') return rows;
    left -= rows.count;
    await bookRows(rows, [rows.booking], null);
  }
  return 'told';
}

interface Reading {
  members: LedgerMembers;
  contexts: MovementContexts;
  onFlow: (flow: AssetFlow) => void;
  mostRows: number;
}

async function readHistory(
  inputs: LedgerInputs,
  { members, contexts, onFlow, mostRows }: Reading,
): Promise<(RowsToBook & { booking: MemoryBooking }) | 'too long'> {
  const rows = await inputs.rowsAfter('');
  if (rows.count > mostRows) return 'too long';
  const booking = await beginBooking(inputs, { members, contexts, start: null, onFlow });
  return { booking, ...(await readRowsToBook(rows, contexts)) };
}

/** For the read model, which knows nothing of how ledgers are booked. */
export const createAssetFlows = (
  database: Database,
  options: AssetFlowsOptions,
): ((request: AssetFlowsRequest) => ReturnType<typeof assetFlows>) =>
  leavingPlaces(atOnce, (request) => assetFlows(database, request, options));
