/** Open lots and disposals of whole wallets, over all their tokens and NFTs, as REST lists them. */
import { transactionId, transferId } from '../../domain/ids.ts';
import {
  chainOfPosition,
  isTransactionPosition,
  itemOfPosition,
  timePosition,
} from '../../domain/position.ts';
import type { Database } from '../../store/connection/database.ts';
import { type CurrentRun, findCurrentRuns, runsToldIn } from '../../store/ledger/ledger-reads.ts';
import type { MovementKey } from '../../store/ledger/ledger-rows.ts';
import {
  countLotsOf,
  countWalletDisposals,
  findLedgerAccounts,
  type LedgerAccount,
  type LotSlice,
  pageWalletDisposals,
  readLots,
  type WalletDisposalRow,
} from '../../store/ledger/lists/ledger-lists.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import { labelOwner, mayName, type Ownership, requireScope } from '../access/ownership.ts';
import { requireCurrency } from '../access/require-currency.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { type ItemToken, loadReferences } from '../lookups/references.ts';
import type { ReadModel } from '../model/interface.ts';
import type { LedgerItemView, WalletDisposalView, WalletLotView } from '../model/list-model.ts';
import type { WalletDisposalsRequest, WalletLotsRequest } from '../model/requests.ts';
import type { Caller, Page, PageRequest } from '../model/view-model.ts';
import { listFingerprint } from '../pages/anchors.ts';
import { parseTokens } from '../pages/filters.ts';
import { mapPage } from '../pages/keyset-page.ts';
import { offsetPage } from '../pages/offset-page.ts';
import { firstPosition } from './balance-figures.ts';
import { disposalPage } from './disposal-pages.ts';
import { disposalView, lotView, transferIds } from './lots.ts';

type WalletLots = Pick<ReadModel, 'listWalletLots' | 'listWalletDisposals'>;

/** What of the client's ledger a list is about. */
interface Books {
  wallets: readonly RegistrationRow[];
  runs: readonly CurrentRun[];
  accounts: readonly LedgerAccount[];
}

interface WalletLotsDependencies {
  database: Database;
  ownership: Ownership;
  lookups: Lookups;
  now: () => number;
}

async function booksOf(
  deps: WalletLotsDependencies,
  caller: Caller,
  request: WalletLotsRequest,
): Promise<Books> {
  const { database, ownership } = deps;
  requireScope(caller, 'read');
  requireCurrency(caller, request.currency);
  const wallets = await ownership.require(caller, request.wallets);
  const ids = wallets.map(({ walletId }) => walletId);
  const runs = runsToldIn(await findCurrentRuns(database, caller.clientId, ids), request.currency);
  const accounts = (await findLedgerAccounts(database, runs)).filter(wantedAccounts(request));
  return { wallets, runs, accounts };
}

/** What the accounts show as: their wallets and tokens. */
async function itemsOf(
  deps: WalletLotsDependencies,
  caller: Caller,
  { wallets }: Books,
  request: WalletLotsRequest,
  accounts: readonly LedgerAccount[],
): Promise<(account: LedgerAccount) => LedgerItemView> {
  const { lookups } = deps;
  const references = await loadReferences(lookups, labelOwner(caller), { tokens: accounts.map(tokenOf) });
  const addresses = new Map(wallets.map(({ walletId, address }) => [walletId, address]));
  const { costMethod, currency } = request;
  return (account) => {
    const wallet = addresses.get(account.walletId);
    if (wallet === undefined) throw new Error(`a ledger's row of another wallet ${account.walletId}`);
    const { token, nft, rawToken } = references.token(tokenOf(account));
    const blockchain = references.blockchain(account.chainId);
    return { wallet, blockchain, token, nft, rawToken, costMethod, currency };
  };
}

/** What the rows of a page show beside their figures: their wallets and tokens, and the ids of the transfers that acquired them. */
async function referencesOf<Row extends { account: LedgerAccount }>(
  deps: WalletLotsDependencies,
  caller: Caller,
  { books, request }: { books: Books; request: WalletLotsRequest },
  rows: readonly Row[],
  lotOf: (row: Row) => { acquiredBy: MovementKey | null },
) {
  const accounts = rows.map(({ account }) => account);
  const acquiredBy = rows.map((row) => lotOf(row).acquiredBy);
  const [itemOf, acquired] = await Promise.all([
    itemsOf(deps, caller, books, request, accounts),
    transferIds(deps.database, caller, acquiredBy),
  ]);
  return { itemOf, acquired };
}

async function readLotList(
  deps: WalletLotsDependencies,
  caller: Caller,
  request: WalletLotsRequest,
  page: PageRequest,
): Promise<Page<WalletLotView>> {
  const { database } = deps;
  const books = await booksOf(deps, caller, request);
  const { costMethod: method, currency } = request;
  const counts = await countLotsOf(database, books.accounts, method);
  const rows = await offsetPage(
    {
      fetch: (offset, limit) =>
        readLots(database, lotSlices(books.accounts, counts, { offset, limit }), { method, currency }),
      count: async () => counts.reduce((sum, count) => sum + count, 0),
    },
    page,
  );
  const asOf = new Map(books.runs.map((run) => [run.walletId, run.asOf]));
  const { itemOf, acquired } = await referencesOf(
    deps,
    caller,
    { books, request },
    rows.items,
    ({ lot }) => lot,
  );
  return mapPage(
    rows,
    rows.items.map(({ account, lot }, index) => ({
      ...itemOf(account),
      ...lotView(lot, acquired[index] ?? null, asOf.get(account.walletId) ?? 0),
    })),
  );
}

async function readDisposalList(
  deps: WalletLotsDependencies,
  caller: Caller,
  request: WalletDisposalsRequest,
  page: PageRequest,
): Promise<Page<WalletDisposalView>> {
  const { database, now } = deps;
  const books = await booksOf(deps, caller, request);
  const { costMethod: method, currency, period, isError, from, to } = request;
  const fromPosition = laterOf(firstPosition(period, Math.floor(now() / 1000)), from);
  const beforePosition = to === undefined ? null : timePosition(to);
  const filter = {
    ...books,
    method,
    fromPosition,
    beforePosition,
    ...(isError !== undefined && { isError }),
  };
  const rows = await disposalPage(
    {
      // The period moves on with the clock, and must not make another list of it.
      fingerprint: listFingerprint(
        'disposals',
        books.wallets.map(({ walletId }) => walletId),
        { tokens: request.tokens ?? [], method, currency, period, isError, from, to },
      ),
      fetch: (slice) => pageWalletDisposals(database, filter, { currency, ...slice }),
      count: () => countWalletDisposals(database, filter),
    },
    page,
  );
  const { itemOf, acquired } = await referencesOf(deps, caller, { books, request }, rows.items, (row) => row);
  return mapPage(
    rows,
    rows.items.map((row, index) =>
      walletDisposalView(asTold(row, caller), itemOf(row.account), acquired[index] ?? null),
    ),
  );
}

/** Positions sort as their times do. */
function laterOf(position: string | null, from: number | undefined): string | null {
  if (from === undefined) return position;
  const other = timePosition(from);
  return position !== null && position > other ? position : other;
}

export function createWalletLots(deps: WalletLotsDependencies): WalletLots {
  return {
    listWalletLots: (caller, request, page) => readLotList(deps, caller, request, page),
    listWalletDisposals: (caller, request, page) => readDisposalList(deps, caller, request, page),
  };
}

function tokenOf({ chainId, tokenAddress, tokenId }: LedgerAccount): ItemToken {
  const standard = tokenId === null ? 'erc20' : 'erc721';
  return { chainId, address: tokenAddress, standard, tokenId };
}

/** By token id, or by address: of a token, or of all NFTs of a collection. */
function wantedAccounts({ tokens }: WalletLotsRequest): (account: LedgerAccount) => boolean {
  if (tokens === undefined || tokens.length === 0) return () => true;
  const references = parseTokens(tokens);
  return ({ chainId, tokenAddress }) =>
    references.some(
      (wanted) => wanted.address === tokenAddress && (wanted.chainId === null || wanted.chainId === chainId),
    );
}

/** The part of each account's lots that stands on the page. */
function lotSlices(
  accounts: readonly LedgerAccount[],
  counts: readonly number[],
  { offset, limit }: { offset: number; limit: number },
): LotSlice[] {
  let before = 0;
  return accounts.flatMap((account, index) => {
    const count = counts[index] ?? 0;
    const from = Math.max(0, offset - before);
    const until = Math.min(count, offset + limit - before);
    before += count;
    return from < until ? [{ account, from, until }] : [];
  });
}

/** As the caller may be told of it: not of transactions of wallets that it is not to know of. */
function asTold(row: WalletDisposalRow, caller: Caller): WalletDisposalRow {
  const wallet = row.transaction?.wallet;
  return wallet === undefined || mayName(caller, wallet) ? row : { ...row, transaction: null };
}

function walletDisposalView(
  row: WalletDisposalRow,
  item: LedgerItemView,
  acquired: string | null,
): WalletDisposalView {
  const { position } = row.disposedBy;
  const { transaction } = row;
  const isFee = isTransactionPosition(position);
  // A bridge's fee is of a token on the chain that was left, and is lost on the chain where the rest arrives.
  const chainId = chainOfPosition(position);
  const key = transaction && { wallet: transaction.wallet ?? item.wallet, chainId, hash: transaction.hash };
  const disposed =
    key === null || isFee ? null : transferId.encode({ ...key, item: itemOfPosition(position) });
  return {
    ...item,
    ...disposalView(row, { disposed, acquired }),
    transactionId: key === null ? null : transactionId.encode(key),
    isFee,
    isError: transaction?.isError ?? false,
  };
}
