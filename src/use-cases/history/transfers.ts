/** Transfers: the audit trail of inflows and outflows. */
import { createTransferIds, transactionId, transferId } from '../../domain/ids.ts';
import { priceTierOf } from '../../domain/money/price-sources.ts';
import { itemOfPosition } from '../../domain/position.ts';
import type { Database } from '../../store/connection/database.ts';
import type { TransferRow } from '../../store/history/columns/transfer-columns.ts';
import { areArrivalsKnown, lastArrivals } from '../../store/history/transfer-arrivals.ts';
import { findTransactions } from '../../store/pages/transaction-pages.ts';
import {
  countTransfers,
  findTransfers,
  pageTransfers,
  pageWholeTransfers,
  transfersOfTransactions,
} from '../../store/pages/transfer-pages.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import { labelOwner, type Ownership, ownKeys, requireScope } from '../access/ownership.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { type ItemToken, loadReferences, type References } from '../lookups/references.ts';
import type { ReadModel } from '../model/interface.ts';
import type { TransferListRequest } from '../model/requests.ts';
import type { Caller, Page, PageRequest, TransferView } from '../model/view-model.ts';
import { listFingerprint } from '../pages/anchors.ts';
import { transferRowFilter } from '../pages/filters.ts';
import { keysetPage, mapPage } from '../pages/keyset-page.ts';
import { loadTransferSpam } from './cleared.ts';
import { createPageMemory } from './page-memory.ts';

type Transfers = Pick<ReadModel, 'listTransfers' | 'transfersByIds' | 'transfersOf'>;

/** Rows as the caller sees them, in their order; those of other wallets than the given ones are left out. */
export type TransferViews = (
  caller: Caller,
  rows: readonly TransferRow[],
  wallets: Iterable<RegistrationRow>,
) => Promise<readonly TransferView[]>;

export function createTransferViews(database: Database, lookups: Lookups): TransferViews {
  return async (caller, rows, wallets) => {
    const references = await loadReferences(lookups, labelOwner(caller), {
      tokens: rows.flatMap((row) => [tokenOf(row), ...settledToken(row)]),
      counterparties: rows.map(({ chainId, counterparty }) => ({ chainId, address: counterparty })),
    });
    const byId = new Map(
      [...wallets].map((wallet) => [wallet.walletId, { wallet, idsOf: createTransferIds(wallet.address) }]),
    );
    const isSpam = await loadTransferSpam(
      database,
      caller.clientId,
      rows,
      (walletId) => byId.get(walletId)?.wallet.hasCleared === true,
    );
    const views: TransferView[] = [];
    for (const row of rows) {
      const owned = byId.get(row.walletId);
      if (owned === undefined) continue;
      const { chainId, hash, position } = row;
      const ids = owned.idsOf({ chainId, hash, item: itemOfPosition(position) });
      views.push(transferView(row, { ids, wallet: owned.wallet, isSpam: isSpam(row), references }));
    }
    return views;
  };
}

function rowsOf(
  database: Database,
  wallets: readonly RegistrationRow[],
  request: TransferListRequest,
  page: PageRequest,
): Promise<Page<TransferRow>> {
  const filter = transferRowFilter(request.filter);
  const walletIds = wallets.map(({ walletId }) => walletId);
  const { order } = request;
  return keysetPage(
    {
      order,
      positionLength: 44,
      walletIds,
      fingerprint: listFingerprint('transfers', walletIds, filter),
      fetch: (slice) => pageTransfers(database, { walletIds, filter, ...slice }),
      fetchWhole: (slice) => pageWholeTransfers(database, { walletIds, filter, ...slice }),
      count: (version) => countTransfers(database, { walletIds, filter, ...(version && { version }) }),
      currentVersion: () => lastArrivals(database, walletIds),
      isKnown: (version) => areArrivalsKnown(database, version),
    },
    page,
  );
}

export function createTransfers(deps: {
  database: Database;
  ownership: Ownership;
  lookups: Lookups;
}): Transfers {
  const { database, ownership, lookups } = deps;
  const viewsOf = createTransferViews(database, lookups);
  const pages = createPageMemory();

  return {
    async listTransfers(caller, request, page) {
      requireScope(caller, 'read');
      const wallets = await ownership.require(caller, request.wallets);
      const rows = await rowsOf(database, wallets, request, page);
      const clientId = labelOwner(caller);
      const origin = { state: lookups.knownState(clientId), clientId, rows: rows.items, wallets };
      return mapPage(rows, await pages.of(origin, () => viewsOf(caller, rows.items, wallets)));
    },

    async transfersByIds(caller, ids) {
      requireScope(caller, 'read');
      const keys = ids.map((id) => transferId.decode(id));
      const { registrations, stored } = await ownKeys(ownership, caller, keys);
      const rows = await findTransfers(database, stored);
      const views = new Map((await viewsOf(caller, rows, registrations)).map((view) => [view.id, view]));
      return ids.map((id) => views.get(id) ?? null);
    },

    async transfersOf(caller, transactionIds) {
      requireScope(caller, 'read');
      const keys = transactionIds.map((id) => transactionId.decode(id));
      const { registrations, stored } = await ownKeys(ownership, caller, keys);
      const rows = await transfersOfTransactions(database, await findTransactions(database, stored));
      const byTransaction = new Map<string, TransferView[]>();
      for (const view of await viewsOf(caller, rows, registrations)) {
        const siblings = byTransaction.get(view.transactionId);
        if (siblings === undefined) byTransaction.set(view.transactionId, [view]);
        else siblings.push(view);
      }
      return transactionIds.map((id) => byTransaction.get(id) ?? []);
    },
  };
}

/** What it settles without moving it, if that is known. */
function settledToken({ chainId, settles }: TransferRow): ItemToken[] {
  if (settles?.token == null) return [];
  return [{ chainId, address: settles.token, standard: 'erc20', tokenId: null }];
}

function settlementView(row: TransferRow, references: References): TransferView['settles'] {
  if (row.settles === null) return null;
  const { contract, amount } = row.settles;
  const [item] = settledToken(row);
  const token = item === undefined ? null : references.token(item);
  return {
    contract,
    rawToken: token?.rawToken ?? null,
    amount: token?.format(amount) ?? null,
    units: amount.toString(),
    price: row.settledPrice,
    priceTier: priceTierOf(row.settledPriceSource, token?.isReference === true),
  };
}

function tokenOf(row: TransferRow): ItemToken {
  return { chainId: row.chainId, address: row.tokenAddress, standard: row.standard, tokenId: row.tokenId };
}

function transferView(
  row: TransferRow,
  {
    ids: { id, transactionId },
    wallet,
    isSpam,
    references,
  }: {
    ids: { id: string; transactionId: string };
    wallet: RegistrationRow;
    isSpam: boolean;
    references: References;
  },
): TransferView {
  const { chainId } = row;
  const { token, nft, rawToken, isReference, decimals, format } = references.token(tokenOf(row));
  return {
    id,
    transactionId,
    hash: row.hash,
    wallet: wallet.address,
    blockchain: references.blockchain(chainId),
    timestamp: row.timestamp,
    token,
    nft,
    rawToken,
    amount: format(row.amount),
    side: row.side,
    price: row.price,
    value: row.value,
    priceSource: row.priceSource,
    fee: references.formatNative(chainId, row.fee),
    taxTreatment: row.taxTreatment,
    // A failed transaction moves nothing: it has no transfers.
    isError: false,
    isSpam,
    counterparty: references.counterparty({ chainId, address: row.counterparty }),
    priceTier: priceTierOf(row.priceSource, isReference),
    mayBeCorrected: wallet.hasCorrections,
    category: row.category,
    spamReason: isSpam ? row.spamReason : null,
    position: row.position,
    heldBy: row.heldBy,
    amountDecimals: decimals,
    settles: settlementView(row, references),
  };
}
