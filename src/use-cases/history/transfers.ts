/** Transfers: the audit trail of inflows and outflows. */
import { createTransferIds, transactionId, transferId } from '../../domain/ids.ts';
import { priceTierOf } from '../../domain/money/price-sources.ts';
import { itemOfPosition } from '../../domain/position.ts';
import type { Database } from '../../store/connection/database.ts';
import { areArrivalsKnown, lastArrivals } from '../../store/history/transfer-arrivals.ts';
import type { TransferRow } from '../../store/history/transfer-columns.ts';
import { findTransactions } from '../../store/pages/transaction-pages.ts';
import {
  countTransfers,
  findTransfers,
  pageTransfers,
  pageWholeTransfers,
  transfersOfTransactions,
} from '../../store/pages/transfer-pages.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import { type Ownership, ownKeys, requireScope } from '../access/ownership.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { type ItemToken, loadReferences, type References, type TokenOfItem } from '../lookups/references.ts';
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
  const pages = createPageMemory();

  const makeViews: TransferViews = async (caller, rows, wallets) => {
    const references = await loadReferences(lookups, caller.clientId, {
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
      const token = references.token(tokenOf(row));
      const parts = { ...partsOf(row, owned.wallet, token, references), isSpam: isSpam(row) };
      const { chainId, hash, position } = row;
      const ids = owned.idsOf({ chainId, hash, item: itemOfPosition(position) });
      const amount = token.format(row.amount);
      const fee = references.formatNative(chainId, row.fee);
      const settles = settlementView(row, references);
      const made = { ...parts, amount, amountDecimals: token.decimals, fee, settles };
      views.push(transferView(row, ids, made));
    }
    return views;
  };

  return (caller, rows, wallets) => {
    const registrations = [...wallets];
    const made = {
      state: lookups.knownState(caller.clientId),
      clientId: caller.clientId,
      rows,
      wallets: registrations,
    };
    return pages.of(made, () => makeViews(caller, rows, registrations));
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

  return {
    async listTransfers(caller, request, page) {
      requireScope(caller, 'read');
      const wallets = await ownership.require(caller, request.wallets);
      const rows = await rowsOf(database, wallets, request, page);
      return mapPage(rows, await viewsOf(caller, rows.items, wallets));
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

/** What a transfer's view is made of beside its row. */
interface TransferParts {
  wallet: RegistrationRow['address'];
  hasCorrections: boolean;
  blockchain: TransferView['blockchain'];
  token: TransferView['token'];
  nft: TransferView['nft'];
  rawToken: TransferView['rawToken'];
  isReference: boolean;
  counterparty: TransferView['counterparty'];
  isSpam: boolean;
}

function partsOf(
  row: TransferRow,
  { address: wallet, hasCorrections }: RegistrationRow,
  { token, nft, rawToken, isReference }: TokenOfItem,
  references: References,
): Omit<TransferParts, 'isSpam'> {
  const { chainId } = row;
  const blockchain = references.blockchain(chainId);
  const counterparty = references.counterparty({ chainId, address: row.counterparty });
  return { wallet, hasCorrections, blockchain, token, nft, rawToken, isReference, counterparty };
}

function transferView(
  row: TransferRow,
  { id, transactionId }: { id: string; transactionId: string },
  made: TransferParts & Pick<TransferView, 'amount' | 'amountDecimals' | 'fee' | 'settles'>,
): TransferView {
  return {
    id,
    transactionId,
    hash: row.hash,
    wallet: made.wallet,
    blockchain: made.blockchain,
    timestamp: row.timestamp,
    token: made.token,
    nft: made.nft,
    rawToken: made.rawToken,
    amount: made.amount,
    side: row.side,
    price: row.price,
    value: row.value,
    priceSource: row.priceSource,
    fee: made.fee,
    taxTreatment: row.taxTreatment,
    // A failed transaction moves nothing: it has no transfers.
    isError: false,
    isSpam: made.isSpam,
    counterparty: made.counterparty,
    priceTier: priceTierOf(row.priceSource, made.isReference),
    mayBeCorrected: made.hasCorrections,
    category: row.category,
    spamReason: made.isSpam ? row.spamReason : null,
    position: row.position,
    heldBy: row.heldBy,
    amountDecimals: made.amountDecimals,
    settles: made.settles,
  };
}
