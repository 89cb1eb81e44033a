/**
 * Balances: one row per wallet and fungible token. Quantities are the sum of the wallet's transfers less the fees it paid;
 * price and value are of now; cost and earnings are the ledger's, and say UNPRICED until it has booked the wallet.
 */

import { moneyDecimals } from '../../domain/accounting/amounts/amounts.ts';
import { type BalanceKey, balanceId } from '../../domain/ids.ts';
import { type Address, zeroAddress } from '../../domain/model.ts';
import { isToldIn, type RateTokens } from '../../domain/money/currencies.ts';
import { Decimal, formatUnits } from '../../domain/money/money.ts';
import type { Database } from '../../store/connection/database.ts';
import type { BalanceSumRow } from '../../store/pages/balance-sums.ts';
import type { ReconciliationRow } from '../../store/sync/reconciliation-rows.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import { labelOwner, type Ownership, requireScope } from '../access/ownership.ts';
import { requireCurrency } from '../access/require-currency.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { loadPricesNow, type PriceNow } from '../lookups/prices.ts';
import { type ItemToken, loadReferences, type References, type TokenOfItem } from '../lookups/references.ts';
import { maximumHeld, type TokenBalanceFilter, type TokenBalanceView } from '../model/figures-model.ts';
import type { ReadModel } from '../model/interface.ts';
import type { BalanceListRequest } from '../model/requests.ts';
import type { Caller, SpamFilter } from '../model/view-model.ts';
import { tokenFilter } from '../pages/filters.ts';
import {
  type FigureRequest,
  type FiguresOf,
  type HoldingSum,
  type LedgerRuns,
  loadFigures,
  loadRuns,
  loadSums,
} from './balance-figures.ts';
import { byToken, sortBalances } from './balance-order.ts';
import { loadOpenings } from './openings.ts';
import { loadReconciliations, reconciliationView } from './reconciliations.ts';

type Balances = Pick<ReadModel, 'listBalances' | 'balancesByIds'>;

/** One balance before it is shown. */
interface Holding {
  wallet: Address;
  blockchain: TokenBalanceView['blockchain'];
  row: HoldingSum;
  amount: bigint;
  token: TokenOfItem;
  reconciliation: ReconciliationRow | null;
  /** What the client's opening lots add. */
  opening: bigint;
}

interface BalancesDependencies {
  database: Database;
  ownership: Ownership;
  lookups: Lookups;
  rateTokens: RateTokens;
  now: () => number;
}

function runsOf(
  deps: BalancesDependencies,
  caller: Caller,
  wallets: readonly { walletId: number }[],
): Promise<LedgerRuns> {
  const { database } = deps;
  return loadRuns(
    database,
    caller.clientId,
    wallets.map(({ walletId }) => walletId),
  );
}

async function holdingsOf(
  deps: BalancesDependencies,
  caller: Caller,
  wallets: readonly RegistrationRow[],
  runs: LedgerRuns,
  filter: TokenBalanceFilter,
): Promise<Holding[]> {
  const { database, lookups } = deps;
  const isWanted = wantedRows(filter);
  const walletIds = wallets.map(({ walletId }) => walletId);
  const openings = await loadOpenings(database, caller.clientId, wallets);
  const [sums, reconciliationOf] = await Promise.all([
    loadSums(database, runs, walletIds, { spam: filter.spam ?? 'EXCLUDE', openings }),
    loadReconciliations(database, walletIds),
  ]);
  const rows = sums.filter(isWanted);
  const references = await loadReferences(lookups, labelOwner(caller), { tokens: rows.map(tokenOf) });
  const byWallet = Map.groupBy(rows, ({ walletId }) => walletId);
  return wallets.flatMap(({ walletId, address }) =>
    (byWallet.get(walletId) ?? [])
      .map((row) => ({
        wallet: address,
        row,
        amount: shownAmount(row, filter.spam),
        token: references.token(tokenOf(row)),
        blockchain: references.blockchain(row.chainId),
        reconciliation: reconciliationOf(row),
        opening: openings.of(row),
      }))
      .sort(byToken),
  );
}

/** The views of balances, each with its own figures; one query finds the prices of all. */
async function viewsOf(
  deps: BalancesDependencies,
  caller: Caller,
  runs: LedgerRuns,
  wanted: readonly { holding: Holding; figures: FigureRequest }[],
): Promise<TokenBalanceView[]> {
  const { database, lookups, rateTokens, now } = deps;
  const asOf = Math.floor(now() / 1000);
  const figuresOf = await loadFigures(
    database,
    runs,
    wanted.map(({ figures }) => figures),
    asOf,
  );
  const priceOf = await loadPricesNow(database, rateTokens, {
    // What is shown as unrecognised is not priced: its decimals may be anything.
    tokens: wanted.flatMap(({ holding: { row, token } }) =>
      token.token === null ? [] : [{ chainId: row.chainId, address: row.tokenAddress }],
    ),
    currencies: wanted.map(({ figures }) => figures.currency),
    asOf,
  });
  const figured = wanted.map(({ holding, figures }) => {
    const { chainId, tokenAddress: address } = holding.row;
    const priceNow = priceOf({ chainId, address }, figures.currency);
    const { held, owed, ...money } = figuresOf({ ...holding.row, price: priceNow?.price ?? null }, figures);
    return { holding, request: figures, priceNow, money, held: largest(held), owed: largest(owed) };
  });
  const references = await loadReferences(lookups, labelOwner(caller), {
    counterparties: figured.flatMap(({ holding: { row }, held, owed }) =>
      [...held, ...owed].map(({ contract }) => ({ chainId: row.chainId, address: contract })),
    ),
  });
  return figured.map((one) => balanceView(one, references.counterparty));
}

async function readList(
  deps: BalancesDependencies,
  caller: Caller,
  request: BalanceListRequest,
): Promise<TokenBalanceView[]> {
  const { ownership } = deps;
  requireScope(caller, 'read');
  requireCurrency(caller, request.currency);
  const wallets = await ownership.require(caller, request.wallets);
  const runs = await runsOf(deps, caller, wallets);
  const holdings = await holdingsOf(deps, caller, wallets, runs, request.filter);
  const views = await viewsOf(
    deps,
    caller,
    runs,
    holdings.map((holding) => ({ holding, figures: request })),
  );
  return sortBalances(views, request);
}

async function findByIds(
  deps: BalancesDependencies,
  caller: Caller,
  ids: readonly string[],
): Promise<(TokenBalanceView | null)[]> {
  const { ownership } = deps;
  requireScope(caller, 'read');
  const keys = new Map<string, BalanceKey>();
  for (const id of ids) {
    const key = balanceId.decode(id);
    if (key !== null && isToldIn(caller.reportingCurrency ?? null, key.currency)) keys.set(id, key);
  }
  const registrations = await ownership.find(
    caller,
    [...keys.values()].map(({ wallet }) => wallet),
  );
  if (registrations.size === 0) return ids.map(() => null);
  const wallets = [...registrations.values()];
  const runs = await runsOf(deps, caller, wallets);
  const holdings = await holdingsOf(deps, caller, wallets, runs, { spam: 'INCLUDE' });
  const nameOf = (wallet: Address, chainId: number, token: Address): string =>
    `${wallet}:${chainId}:${token}`;
  const byName = new Map(
    holdings.map((holding) => [
      nameOf(holding.wallet, holding.row.chainId, holding.row.tokenAddress),
      holding,
    ]),
  );
  const wanted = ids.flatMap((id) => {
    const key = keys.get(id);
    const holding = key && byName.get(nameOf(key.wallet, key.chainId, key.tokenAddress));
    if (key === undefined || holding === undefined) return [];
    const { period, method: costMethod, currency } = key;
    return [{ holding, figures: { period, costMethod, currency } }];
  });
  const views = new Map((await viewsOf(deps, caller, runs, wanted)).map((view) => [view.id, view]));
  return ids.map((id) => views.get(id) ?? null);
}

export function createBalances(deps: BalancesDependencies): Balances {
  return {
    listBalances: (caller, request) => readList(deps, caller, request),
    balancesByIds: (caller, ids) => findByIds(deps, caller, ids),
  };
}

function tokenOf(row: BalanceSumRow): ItemToken {
  const standard = row.tokenAddress === zeroAddress ? 'native' : 'erc20';
  return { chainId: row.chainId, address: row.tokenAddress, standard, tokenId: null };
}

/**
 * A filter adds or hides rows, and never changes the figure of one: the same id is the same balance everywhere. What of a
 * token is spam counts only where the holding is nothing else.
 */
function shownAmount(row: BalanceSumRow, spam: SpamFilter = 'EXCLUDE'): bigint {
  if (isOnlySpam(row)) return spam === 'EXCLUDE' ? 0n : row.spamAmount;
  return spam === 'ONLY' ? 0n : row.amount;
}

function isOnlySpam(row: BalanceSumRow): boolean {
  return row.amount === 0n && !row.hasOutflow && row.spamAmount !== 0n;
}

/** A balance other than 0, or a debt, or any outflow (a token sold out still has a realised result). */
function wantedRows(filter: TokenBalanceFilter): (row: HoldingSum) => boolean {
  const isOfFilter = tokenFilter(filter);
  return (row) => {
    const amount = shownAmount(row, filter.spam);
    const isShown =
      amount !== 0n ||
      row.owedAmount > 0n ||
      (row.hasOutflow && filter.spam !== 'ONLY' && filter.hideZero !== true);
    return isShown && isOfFilter(row);
  };
}

/** What a view is made of. */
interface FiguredHolding {
  holding: Holding;
  request: FigureRequest;
  priceNow: PriceNow | null;
  money: Omit<Figures, 'held' | 'owed'>;
  held: Figures['held'];
  owed: Figures['owed'];
}
type Figures = ReturnType<FiguresOf>;

function balanceView(
  { holding, request, priceNow, money, held, owed }: FiguredHolding,
  counterpartyOf: References['counterparty'],
): TokenBalanceView {
  const { wallet, blockchain, row, amount, token, reconciliation, opening } = holding;
  const { chainId, tokenAddress } = row;
  const { period, costMethod, currency } = request;
  const balance = token.format(amount);
  const partyOf = (contract: Address) => ({
    ...{ contract, counterparty: counterpartyOf({ chainId, address: contract }) },
  });
  return {
    id: balanceId.encode({ wallet, chainId, tokenAddress, period, method: costMethod, currency }),
    wallet,
    token: token.token,
    rawToken: token.rawToken,
    balance,
    price: priceNow?.price ?? null,
    value: priceNow === null ? '0' : new Decimal(balance).times(priceNow.price).toString(),
    ...money,
    period,
    costMethod,
    currency,
    priceSource: priceNow?.source ?? null,
    pricedAt: priceNow?.pricedAt ?? null,
    isSpam: isOnlySpam(row),
    reconciliation: reconciliationView(reconciliation, opening, token.format),
    blockchain,
    heldAmount: token.format(row.heldAmount),
    held: held.map(({ contract, amount: part, costBasis }) => ({
      ...partyOf(contract),
      ...{ amount: token.format(part), costBasis: formatUnits(costBasis, moneyDecimals) },
    })),
    debt: token.format(-row.owedAmount),
    debts: owed.map(({ contract, amount: part }) => ({ ...partyOf(contract), amount: token.format(-part) })),
  };
}

/** Equal ones stay in the order of their first deposits. */
function largest<Part extends { amount: bigint }>(parts: readonly Part[]): Part[] {
  const compare = (left: Part, right: Part): number =>
    left.amount === right.amount ? 0 : left.amount > right.amount ? -1 : 1;
  return parts.toSorted(compare).slice(0, maximumHeld);
}
