/** Transactions: the history in human-readable form. */

import { transactionId } from '../../domain/ids.ts';
import type { Address, Hash } from '../../domain/model.ts';
import type { RateTokens } from '../../domain/money/currencies.ts';
import type { Database } from '../../store/connection/database.ts';
import type { TransactionRow } from '../../store/history/columns/transaction-columns.ts';
import { areArrivalsKnown, lastArrivals } from '../../store/history/transfer-arrivals.ts';
import {
  findOtherEnds,
  findTransactionByHash,
  type WalletChoice,
} from '../../store/pages/transaction-lookups.ts';
import {
  countTransactions,
  findTransactions,
  pageTransactions,
  type TransactionRowFilter,
} from '../../store/pages/transaction-pages.ts';
import { transfersOfTransactions } from '../../store/pages/transfer-pages.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import { labelOwner, type Ownership, ownKeys, requireScope } from '../access/ownership.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { loadReferences, type References } from '../lookups/references.ts';
import type {
  DetailedTransactionView,
  TransactionPricesView,
  TransactionReads,
} from '../model/list-model.ts';
import type { TransactionListRequest } from '../model/requests.ts';
import type { Caller, Page, PageRequest, TransactionView } from '../model/view-model.ts';
import { listFingerprint } from '../pages/anchors.ts';
import { transactionRowFilter } from '../pages/filters.ts';
import { keysetPage, mapPage } from '../pages/keyset-page.ts';
import { loadTransactionSpam } from './cleared.ts';
import { detailed } from './transaction-details.ts';
import { loadTransactionPrices } from './transaction-prices.ts';
import { createTransferViews, type TransferViews } from './transfers.ts';

interface TransactionsDependencies {
  database: Database;
  ownership: Ownership;
  lookups: Lookups;
  rateTokens: RateTokens;
}

interface TransactionReader extends TransactionsDependencies {
  transferViewsOf: TransferViews;
}

/** A hash may be of any chain; naming them all, the index by chain and hash leads to it. */
async function withChains(
  reader: TransactionReader,
  filter: TransactionRowFilter,
): Promise<TransactionRowFilter> {
  const { lookups } = reader;
  if (filter.hash === undefined || filter.chainIds !== undefined) return filter;
  return { ...filter, chainIds: [...(await lookups.blockchains()).keys()] };
}

async function viewsOf(
  reader: TransactionReader,
  caller: Caller,
  rows: readonly TransactionRow[],
  registrations: Iterable<RegistrationRow>,
): Promise<TransactionView[]> {
  const { database, lookups } = reader;
  const wallets = new Map([...registrations].map((wallet) => [wallet.walletId, wallet]));
  const references = await loadReferences(lookups, labelOwner(caller), {
    counterparties: rows.map(({ chainId, counterparty }) => ({ chainId, address: counterparty })),
  });
  const isSpam = await loadTransactionSpam(
    database,
    caller.clientId,
    rows,
    (walletId) => wallets.get(walletId)?.hasCleared === true,
  );
  return rows.flatMap((row) => {
    const wallet = wallets.get(row.walletId);
    if (wallet === undefined) return [];
    return [{ ...transactionView(row, wallet.address, references), isSpam: isSpam(row) }];
  });
}

async function rowsOf(
  reader: TransactionReader,
  wallets: readonly RegistrationRow[],
  request: TransactionListRequest,
  page: PageRequest,
): Promise<Page<TransactionRow>> {
  const { database } = reader;
  const asked = transactionRowFilter(request.filter);
  const filter = await withChains(reader, asked);
  const walletIds = wallets.map(({ walletId }) => walletId);
  const { order } = request;
  return keysetPage(
    {
      order,
      positionLength: 30,
      walletIds,
      fingerprint: listFingerprint('transactions', walletIds, asked),
      fetch: (slice) => pageTransactions(database, { walletIds, filter, ...slice }),
      count: (version) => countTransactions(database, { walletIds, filter, ...(version && { version }) }),
      currentVersion: () => lastArrivals(database, walletIds),
      isKnown: (version) => areArrivalsKnown(database, version),
    },
    page,
  );
}

async function readList(
  reader: TransactionReader,
  caller: Caller,
  request: TransactionListRequest,
  page: PageRequest,
): Promise<Page<TransactionView>> {
  const { ownership } = reader;
  requireScope(caller, 'read');
  const wallets = await ownership.require(caller, request.wallets);
  const rows = await rowsOf(reader, wallets, request, page);
  return mapPage(rows, await viewsOf(reader, caller, rows.items, wallets));
}

const ratesFor = ({ rateTokens }: TransactionReader, { reportingCurrency = null }: Caller) => ({
  rateTokens,
  reportingCurrency,
});

async function readDetailedList(
  reader: TransactionReader,
  caller: Caller,
  request: TransactionListRequest,
  page: PageRequest,
): Promise<Page<DetailedTransactionView>> {
  const { database, ownership, transferViewsOf } = reader;
  requireScope(caller, 'read');
  const wallets = await ownership.require(caller, request.wallets);
  const rows = await rowsOf(reader, wallets, request, page);
  const [views, pricesOf, transfers] = await Promise.all([
    viewsOf(reader, caller, rows.items, wallets),
    loadTransactionPrices(database, ratesFor(reader, caller), rows.items),
    transfersOfTransactions(database, rows.items).then((found) => transferViewsOf(caller, found, wallets)),
  ]);
  const byTransaction = Map.groupBy(transfers, ({ transactionId }) => transactionId);
  return mapPage(
    rows,
    views.map((view) => ({
      ...detailed(view, byTransaction.get(view.id) ?? []),
      ...pricesOf({ ...view, chainId: view.blockchain.chainId }),
    })),
  );
}

async function pricesOf(
  reader: TransactionReader,
  caller: Caller,
  transactions: readonly Pick<TransactionView, 'blockchain' | 'timestamp'>[],
): Promise<TransactionPricesView[]> {
  const { database } = reader;
  requireScope(caller, 'read');
  const places = transactions.map(({ blockchain: { chainId }, timestamp }) => ({ chainId, timestamp }));
  const pricesOf = await loadTransactionPrices(database, ratesFor(reader, caller), places);
  return places.map(pricesOf);
}

/** All that the caller may see. */
const ownWallets = ({ clientId, bounds }: Caller): WalletChoice => ({
  clientId,
  addresses: bounds && [...bounds.wallets],
});

async function findByHash(
  reader: TransactionReader,
  caller: Caller,
  { hash, chainId, wallet }: { hash: Hash; chainId?: number; wallet?: Address },
): Promise<TransactionView | null> {
  const { database, ownership, lookups } = reader;
  requireScope(caller, 'read');
  if (wallet !== undefined) await ownership.require(caller, [wallet]);
  const known = [...(await lookups.blockchains()).keys()];
  const chainIds = chainId === undefined ? known : known.filter((id) => id === chainId);
  const choice =
    wallet === undefined ? ownWallets(caller) : { clientId: caller.clientId, addresses: [wallet] };
  const found = await findTransactionByHash(database, { ...choice, hash, chainIds });
  if (found === null) return null;
  const registrations = await ownership.find(caller, [found.address]);
  const [view] = await viewsOf(reader, caller, [found.row], registrations.values());
  return view ?? null;
}

async function otherEndsOf(
  reader: TransactionReader,
  caller: Caller,
  transactions: readonly Pick<TransactionView, 'bridgeMessage' | 'kind'>[],
): Promise<(TransactionView | null)[]> {
  const { database, ownership } = reader;
  requireScope(caller, 'read');
  const ends = transactions.flatMap(({ bridgeMessage: message, kind }) =>
    message === null ? [] : [{ message, kind }],
  );
  const found = await findOtherEnds(database, ownWallets(caller), ends);
  const registrations = await ownership.find(
    caller,
    found.map(({ address }) => address),
  );
  const rows = found.map(({ row }) => row);
  const views = await viewsOf(reader, caller, rows, registrations.values());
  return transactions.map(({ bridgeMessage, kind }) =>
    bridgeMessage === null
      ? null
      : (views.find((other) => other.bridgeMessage === bridgeMessage && other.kind !== kind) ?? null),
  );
}

async function findByIds(
  reader: TransactionReader,
  caller: Caller,
  ids: readonly string[],
): Promise<(TransactionView | null)[]> {
  const { database, ownership } = reader;
  requireScope(caller, 'read');
  const keys = ids.map((id) => transactionId.decode(id));
  const { registrations, stored } = await ownKeys(ownership, caller, keys);
  const rows = await findTransactions(database, stored);
  const views = new Map((await viewsOf(reader, caller, rows, registrations)).map((view) => [view.id, view]));
  return ids.map((id) => views.get(id) ?? null);
}

export function createTransactions(deps: TransactionsDependencies): TransactionReads {
  const transferViewsOf = createTransferViews(deps.database, deps.lookups);
  const reader: TransactionReader = { ...deps, transferViewsOf };
  return {
    listTransactions: (caller, request, page) => readList(reader, caller, request, page),
    listDetailedTransactions: (caller, request, page) => readDetailedList(reader, caller, request, page),
    pricesOfTransactions: (caller, transactions) => pricesOf(reader, caller, transactions),
    otherEndsOf: (caller, transactions) => otherEndsOf(reader, caller, transactions),
    findTransaction: (caller, request) => findByHash(reader, caller, request),
    transactionsByIds: (caller, ids) => findByIds(reader, caller, ids),
  };
}

function transactionView(
  row: TransactionRow,
  wallet: Address,
  references: References,
): Omit<TransactionView, 'isSpam'> {
  const { chainId, hash } = row;
  return {
    id: transactionId.encode({ wallet, chainId, hash }),
    hash,
    wallet,
    blockchain: references.blockchain(chainId),
    timestamp: row.timestamp,
    blockNumber: row.blockNumber,
    fee: references.formatNative(chainId, row.fee),
    category: row.category,
    kind: row.kind,
    kindReason: row.kindReason,
    function: row.functionName ?? row.selector,
    functionSource: row.functionSource,
    bridgeMessage: row.bridgeMessage,
    isError: row.isError,
    counterparty: references.counterparty({ chainId, address: row.counterparty }),
    position: row.position,
  };
}
