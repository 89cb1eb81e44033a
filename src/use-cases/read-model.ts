/**
 * The read model: every question that a client can ask, answered from the store and checked against what the asking
 * client registered. What can be asked: use-cases/model/interface.ts; what comes back: use-cases/model/view-model.ts.
 */
import { type CurrencyTokens, currencyTokens as ownCoins, rateTokensOf } from '../domain/money/currencies.ts';
import { type ClientLimits, defaultClientLimits } from '../store/clients/client-limits.ts';
import type { Database } from '../store/connection/database.ts';
import type { ReadReplica } from '../store/replica/read-replica.ts';
import { createNotifications } from './access/notifications.ts';
import { createOwnership } from './access/ownership.ts';
import { usualAudience } from './access/token-text.ts';
import { createAdmin } from './admin/admin.ts';
import { type PreviewLedger, previewCorrection, previewUndo } from './clients/correction-preview.ts';
import { createCorrections } from './clients/corrections.ts';
import { createLabels } from './clients/labels.ts';
import { createTokens } from './clients/tokens.ts';
import { createEventLog } from './events/event-log.ts';
import { createEventStream } from './events/event-stream.ts';
import { createBalances } from './figures/balances.ts';
import { createBookingState } from './figures/booking-state.ts';
import { createEarnings } from './figures/earnings.ts';
import { createLots } from './figures/lots.ts';
import { createHoldings, type PastLedger } from './figures/over-time/holdings.ts';
import { createValueHistory } from './figures/over-time/value-history.ts';
import { createTaxForms } from './figures/tax-form.ts';
import { createTotals } from './figures/totals.ts';
import { createUkGains, type TellAssetFlows } from './figures/uk-gains.ts';
import { createWalletLots } from './figures/wallet-lots.ts';
import { createCounterparties } from './history/counterparties.ts';
import { createCounterpartyTotals } from './history/counterparty-totals.ts';
import { createTransactions } from './history/transactions.ts';
import { createTransferBookings, type ReadBookings } from './history/transfer-bookings.ts';
import { createTransferStream } from './history/transfer-stream.ts';
import { createTransfers } from './history/transfers.ts';
import { createIssues } from './issues/issues.ts';
import { createCatalog } from './lookups/catalog.ts';
import { createLookups } from './lookups/lookups.ts';
import { type AddressOfName, createNameResolution } from './lookups/name-resolution.ts';
import { createMembers } from './members/members.ts';
import type { ReadModel } from './model/interface.ts';
import { createServiceState } from './wallets/service-state.ts';
import { createWallets } from './wallets/wallets.ts';
import { createWatch } from './wallets/watch.ts';
import { createWebhooks, type WebhookSettings } from './webhooks/webhooks.ts';

export interface ReadModelDependencies {
  database: Database;
  /** A replica of it for pages; see store/replica/. Default: none. */
  replica?: Pick<ReadReplica, 'pages' | 'told'> | null;
  /** The chains that wallets are loaded on, from the configuration. */
  enabledChains: () => Promise<readonly { chainId: number; fromBlock: number }[]>;
  /** What one client may store; the service's defaults unless given. */
  clientLimits?: ClientLimits;
  /** The tokens whose prices are the currencies' rates; by default each currency's own chain's coin. */
  currencyTokens?: CurrencyTokens;
  /** Looks up ENS names on mainnet; null (the default): no node of it is configured. */
  addressOfName?: AddressOfName | null;
  /** Where webhooks may go, and what seals their secrets; null (the default): none can be made. */
  webhooks?: WebhookSettings | null;
  /** Books a ledger in memory; default: nobody does, and previews say that nothing is booked. */
  previewLedger?: PreviewLedger;
  /** Books a ledger up to a moment in memory; default: nobody does, and nothing is booked. */
  pastLedger?: PastLedger;
  /** Books ledgers in memory from the beginning; default: nobody does, and nothing is booked. */
  assetFlows?: TellAssetFlows;
  /** Says what a ledger makes of transfers; default: nobody does, and they are said to be left out. */
  readBookings?: ReadBookings;
  /** Whom short tokens are for: the public URL. Default: any installation with the same keys. */
  audience?: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Faults that no request sees, such as a listener that could not start. */
  onError?: (error: unknown) => void;
}

type Bookers = Pick<ReadModelDependencies, 'previewLedger' | 'pastLedger' | 'assetFlows' | 'readBookings'>;

const nobodyBooks: Required<Bookers> = {
  previewLedger: async () => 'not booked',
  pastLedger: async () => 'not booked',
  assetFlows: async () => 'not booked',
  readBookings: async () => [],
};

/** Composes the read model and starts listening for the notifications that keep its caches fresh. */
export function createReadModel(dependencies: ReadModelDependencies): ReadModel {
  const { database, enabledChains, now, currencyTokens = ownCoins, onError = () => {} } = dependencies;
  const rateTokens = rateTokensOf(currencyTokens);
  const {
    clientLimits = defaultClientLimits,
    addressOfName = null,
    replica = null,
    audience = usualAudience,
  } = dependencies;
  // Pages may come from a replica that has whatever clients were told by the rest.
  const { pages, told } = replica ?? { pages: database, told: database };
  const notifications = createNotifications(database, onError);
  const lookups = createLookups({ database, notifications, now });
  const ownership = createOwnership({ database, notifications, now });
  const wallets = createWallets({
    database: told,
    ownership,
    lookups,
    notifications,
    enabledChains,
    clientLimits,
    now,
  });
  const { statesOf: _statesOf, ...walletFunctions } = wallets;
  const transfers = createTransfers({ database: pages, ownership, lookups });
  const balances = createBalances({ database: pages, ownership, lookups, rateTokens, now });
  const totals = createTotals({ database: pages, ownership, listBalances: balances.listBalances, now });
  const corrections = { database: told, ownership, lookups, rateTokens, clientLimits, now };
  const { previewLedger, pastLedger, assetFlows, readBookings } = { ...nobodyBooks, ...dependencies };
  const priceQueue = database.session.isReadOnly ? null : database;
  const files = { database: pages, ownership };
  const pricing = { database: pages, priceQueue, ownership, lookups, rateTokens, now };
  const previewing = {
    ...corrections,
    previewLedger,
    listBalances: balances.listBalances,
    walletTotals: totals.walletTotals,
  };
  return {
    ...walletFunctions,
    ...createWatch({ wallets, ownership, notifications, now }),
    ...transfers,
    ...createTransferBookings(readBookings),
    ...createTransferStream({ database: told, ownership, lookups, notifications }),
    ...createEventLog({ database: told, ownership, lookups }),
    ...createEventStream({ database: told, ownership, lookups, notifications }),
    ...createTransactions({ database: pages, ownership, lookups, rateTokens }),
    ...{ ...balances, ...totals },
    ...{ ...createTaxForms(files), ...createEarnings(files), ...createUkGains({ ...files, assetFlows }) },
    ...createBookingState({ database: told, ownership }),
    ...createLots({ database: pages, ownership, now }),
    ...createWalletLots({ database: pages, ownership, lookups, now }),
    ...createIssues({ database: pages, ownership, lookups, rateTokens, transfers, now }),
    ...{ ...createValueHistory(pricing), ...createHoldings({ ...pricing, pastLedger }) },
    ...createCorrections(corrections),
    previewCorrection: (caller, input, choice) => previewCorrection(previewing, caller, input, choice),
    previewUndo: (caller, id, choice) => previewUndo(previewing, caller, id, choice),
    ...createCounterpartyTotals({ database: pages, ownership, lookups, rateTokens }),
    ...createCounterparties({ database: pages, ownership, lookups }),
    ...createTokens({ database, audience, now }),
    ...createAdmin({ database, now }),
    ...createMembers({ database, now }),
    ...createServiceState({ database, lookups, now }),
    ...createLabels({ database: told, lookups, clientLimits }),
    ...createWebhooks({ database, clientLimits, settings: dependencies.webhooks ?? null }),
    ...createCatalog({ database, lookups }),
    ...createNameResolution({ addressOf: addressOfName, now }),
    close: () => notifications.close(),
  };
}
