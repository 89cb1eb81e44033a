/**
 * All that ever flowed in and out of wallets, with what it cost and brought: their ledgers booked in memory from the beginning. Reports whose
 * rule of matching looks over all wallets, or ahead, are made of it (domain/accounting/section-104).
 */
import type { AssetFlow } from '../../../domain/accounting/amounts/asset-flow.ts';
import type { Currency } from '../../../domain/ids.ts';
import type { CurrencyTokens } from '../../../domain/money/currencies.ts';
import type { Database } from '../../../store/connection/database.ts';
import { findLedgerSettings } from '../../../store/ledger/search/ledger-settings.ts';
import { bookGroups } from './booked-groups.ts';
import { leavingPlaces } from './memory-booking.ts';

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
  request: AssetFlowsRequest,
  options: AssetFlowsOptions,
): Promise<'told' | 'too long' | 'not booked'> {
  // What one owner moves is never sold to the same owner, whatever the client has its books say.
  const settings = {
    ...(await findLedgerSettings(database, request.clientId)),
    ownTransfers: 'carry' as const,
  };
  const outcome = await bookGroups(database, {
    ...{ ...request, ...options, settings, isFromSnapshot: false, end: null },
  });
  return outcome === 'booked' ? 'told' : outcome;
}

/** For the read model, which knows nothing of how ledgers are booked. */
export const createAssetFlows = (
  database: Database,
  options: AssetFlowsOptions,
): ((request: AssetFlowsRequest) => ReturnType<typeof assetFlows>) =>
  leavingPlaces(atOnce, (request) => assetFlows(database, request, options));
