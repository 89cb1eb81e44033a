/** Open lots and disposals of whole wallets, over all their tokens and NFTs, as REST lists them. */
import { transactionId, transferId } from '../../domain/ids.ts';
import {
  chainOfPosition,
  isTransactionPosition,
  isTransferPosition,
  itemOfPosition,
} from '../../domain/position.ts';
import { PublicError } from '../../errors.ts';
import type { Database } from '../../store/connection/database.ts';
import { type CurrentRun, findCurrentRuns } from '../../store/ledger/ledger-reads.ts';
import type { MovementKey } from '../../store/ledger/ledger-rows.ts';
import {
  countLotsOf,
  countWalletDisposals,
  findLedgerAccounts,
  type LedgerAccount,
  type LotSlice,
  pageWalletDisposals,
  readLots,
  type WalletDisposalPlace,
  type WalletDisposalRow,
} from '../../store/ledger/lists/ledger-lists.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import { labelOwner, type Ownership, requireScope } from '../access/ownership.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { type ItemToken, loadReferences } from '../lookups/references.ts';
import type { ReadModel } from '../model/interface.ts';
import type { LedgerItemView, WalletDisposalView, WalletLotView } from '../model/list-model.ts';
import type { WalletDisposalsRequest, WalletLotsRequest } from '../model/requests.ts';
import type { Caller, Page, PageRequest } from '../model/view-model.ts';
import { listFingerprint, notAnAnchor, ofAnotherList, refusedAnchor } from '../pages/anchors.ts';
import { parseTokens } from '../pages/filters.ts';
import { mapPage } from '../pages/keyset-page.ts';
import { offsetPage } from '../pages/offset-page.ts';
import { firstPosition } from './balance-figures.ts';
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
  const wallets = await ownership.require(caller, request.wallets);
  const ids = wallets.map(({ walletId }) => walletId);
  const runs = await findCurrentRuns(database, caller.clientId, ids);
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
    transferIds(deps.database, acquiredBy),
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
  const { costMethod: method, currency, period, isError } = request;
  const fromPosition = firstPosition(period, Math.floor(now() / 1000));
  const filter = { ...books, method, fromPosition, ...(isError !== undefined && { isError }) };
  const rows = await disposalPage(
    {
      // The period moves on with the clock, and must not make another list of it.
      fingerprint: listFingerprint(
        'disposals',
        books.wallets.map(({ walletId }) => walletId),
        { tokens: request.tokens ?? [], method, currency, period, isError },
      ),
      fetch: (slice) => pageWalletDisposals(database, filter, { currency, ...slice }),
      count: () => countWalletDisposals(database, filter),
    },
    page,
  );
  const { itemOf, acquired } = await referencesOf(deps, caller, { books, request }, rows.items, (row) => row);
  return mapPage(
    rows,
    rows.items.map((row, index) => walletDisposalView(row, itemOf(row.account), acquired[index] ?? null)),
  );
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
  const key = transaction && { wallet: item.wallet, chainId, hash: transaction.hash };
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

// ── Pages of disposals: a linked page goes on behind the last one's last item ──

interface DisposalList {
  fingerprint: string;
  fetch(slice: {
    after: WalletDisposalPlace | null;
    offset: number;
    limit: number;
  }): Promise<WalletDisposalRow[]>;
  count(): Promise<number>;
}

async function disposalPage(list: DisposalList, request: PageRequest): Promise<Page<WalletDisposalRow>> {
  if (request.mode === 'cursor') throw new RangeError('disposals of wallets are read by pages');
  const { page, pageSize } = request;
  const name = `${list.fingerprint}.${pageSize}.${page}`;
  const anchor = request.anchor === undefined ? null : decodeAnchor(request.anchor);
  if (anchor !== null && !anchor.name.startsWith(`${list.fingerprint}.`)) throw refusedAnchor(ofAnotherList);
  // One of another page does not tell where this one begins.
  const after = anchor?.name === name ? anchor.place : null;
  const offset = after === null ? (page - 1) * pageSize : 0;
  const found = await list.fetch({ after, offset, limit: pageSize + 1 });
  const items = found.slice(0, pageSize);
  const hasNextPage = found.length > pageSize;
  if (page > 1 && items.length === 0) {
    throw new PublicError('PAGE_NOT_FOUND', `page ${page} is past the last page of the list`);
  }
  const last = items.at(-1);
  const nextName = `${list.fingerprint}.${pageSize}.${page + 1}`;
  return {
    items,
    cursors: [],
    hasNextPage,
    hasPreviousPage: page > 1,
    count: async () => (hasNextPage || page > 1 ? list.count() : items.length),
    next:
      hasNextPage && last !== undefined
        ? { page: page + 1, anchor: encodeAnchor(nextName, placeOf(last)) }
        : null,
    previous: page > 1 ? { page: page - 1 } : null,
    anchor: null,
  };
}

const placeOf = ({ disposedBy, account, part }: WalletDisposalRow): WalletDisposalPlace => ({
  ...{ position: disposedBy.position, walletId: account.walletId, token: account.token, part },
});

function encodeAnchor(name: string, { position, walletId, token, part }: WalletDisposalPlace): string {
  return Buffer.from([name, position, walletId, token, part].join(' ')).toString('base64url');
}

function decodeAnchor(text: string): { name: string; place: WalletDisposalPlace } {
  const plain = Buffer.from(text, 'base64url').toString('latin1');
  const match = /^(\S+) ([0-9a-f]+) (\d{1,9}) (\d+:0x[0-9a-f]{40}(?::\d+)?) (\d{1,9})$/.exec(plain);
  const [, name = '', position = '', walletId = '', token = '', part = ''] = match ?? [];
  const place = { position, walletId: Number(walletId), token, part: Number(part) };
  const isPosition = isTransactionPosition(position) || isTransferPosition(position);
  if (match === null || !isPosition || encodeAnchor(name, place) !== text) throw refusedAnchor(notAnAnchor);
  return { name, place };
}
