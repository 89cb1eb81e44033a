/**
 * What wallets held at a moment, with what it had cost: the ledger booked up to then, at the prices that are stored for that time. A price that
 * is missing, or old, is said so and put on the pricing job's list: the same question finds it later.
 */
import { moneyDecimals } from '../../../domain/accounting/amounts/amounts.ts';
import type { AccountTotals } from '../../../domain/accounting/amounts/types.ts';
import { unrealizedAt } from '../../../domain/accounting/period-figures.ts';
import { type ContractKey, type Currency, keyOfContract } from '../../../domain/ids.ts';
import { bookedPlace, fromUsd, type RateTokens } from '../../../domain/money/currencies.ts';
import { isFiat } from '../../../domain/money/fiat.ts';
import { Decimal, formatUnits } from '../../../domain/money/money.ts';
import { hourOf } from '../../../domain/time/time.ts';
import { PublicError } from '../../../errors.ts';
import type { Database } from '../../../store/connection/database.ts';
import { hexOf } from '../../../store/connection/row-types.ts';
import { type LedgerToken, readLedgerToken } from '../../../store/ledger/ledger-rows.ts';
import { type PointPrice, pricesAtPoints } from '../../../store/pages/holdings-history.ts';
import { findRates } from '../../../store/prices/price-reads.ts';
import type { PriceKey } from '../../../store/prices/price-rows.ts';
import { wantPrices } from '../../../store/prices/wanted-price-queue.ts';
import type { RegistrationRow } from '../../../store/sync/registrations.ts';
import { labelOwner, type Ownership, requireScope } from '../../access/ownership.ts';
import { requireCurrency } from '../../access/require-currency.ts';
import type { Lookups } from '../../lookups/lookups.ts';
import { isFresh } from '../../lookups/prices.ts';
import { type ItemToken, loadReferences, type References } from '../../lookups/references.ts';
import type { ReadModel } from '../../model/interface.ts';
import type { HoldingsRequest } from '../../model/requests.ts';
import type { HoldingView } from '../../model/value-model.ts';
import { tokenFilter } from '../../pages/filters.ts';
import { compareText } from '../balance-order.ts';
import { requireBookedWallets } from '../booked-wallets.ts';

/** The accounts of wallets as they stood at a moment; `too long`: there is too much to book. */
export type PastLedger = (request: {
  clientId: number;
  walletIds: readonly number[];
  at: number;
  /** What its figures are to be told in. */
  currency: Currency;
}) => Promise<readonly AccountTotals[] | 'too long' | 'not booked'>;

export interface HoldingsDependencies {
  database: Database;
  /** Where prices are asked for; null: nobody takes them. */
  priceQueue: Database | null;
  pastLedger: PastLedger;
  ownership: Ownership;
  lookups: Lookups;
  rateTokens: RateTokens;
  now: () => number;
}

/** Prices that one question may put on the list. */
const maximumWanted = 5_000;

/** What was held of one token, before it is valued. */
interface Held {
  walletId: number;
  account: AccountTotals;
  token: LedgerToken;
}

/** Prices of the moment: in the currency asked for, and of when they are (the older one of token and currency); null: none. */
type PriceOf = (held: Held) => { price: string; pricedAt: number } | null;

export function createHoldings(deps: HoldingsDependencies): Pick<ReadModel, 'holdings'> {
  const { database, ownership, lookups, now } = deps;
  return {
    async holdings(caller, request) {
      requireScope(caller, 'read');
      requireCurrency(caller, request.currency);
      const wallets = await ownership.require(caller, request.wallets);
      const at = Math.floor(request.at);
      if (at > now() / 1000)
        throw refused(
          'lies in the future',
          'A moment to come has no holdings: ask for now, or for what was.',
        );
      const isWanted = tokenFilter(request.filter);
      await requireBookedWallets(database, { ...caller, currency: request.currency }, wallets);
      const all = await heldAt(deps, caller.clientId, wallets, { ...request, at });
      const held = all.filter(({ token }) => isWanted(token));
      const references = await loadReferences(lookups, labelOwner(caller), {
        tokens: held.map(({ token }) => itemOf(token)),
      });
      const priceOf = await loadPrices(deps, held, { ...request, at, references });
      const views = held.map((one) => viewOf(one, { ...request, at }, { references, price: priceOf(one) }));
      return inOrder(views, wallets);
    },
  };
}

const refused = (problem: string, message: string): PublicError =>
  new PublicError('BAD_INPUT', message, [{ path: 'at', message: problem }]);

/** Accounts that held or owed something. */
async function heldAt(
  { pastLedger }: HoldingsDependencies,
  clientId: number,
  wallets: readonly RegistrationRow[],
  { at, currency }: Pick<HoldingsRequest, 'at' | 'currency'>,
): Promise<Held[]> {
  const walletIds = wallets.map(({ walletId }) => walletId);
  const accounts = await pastLedger({ clientId, walletIds, at, currency });
  if (accounts === 'too long') {
    throw refused(
      'stands behind too much to be booked at once',
      'Too much happened up to then to be booked while you wait: ask for fewer wallets at once, for a later moment, or again later.',
    );
  }
  if (accounts === 'not booked') {
    throw new PublicError(
      'CONFLICT',
      'The wallets are being booked for the first time, or in another currency: ask again in a moment.',
    );
  }
  const idOf = new Map<string, number>(wallets.map(({ walletId, address }) => [address, walletId]));
  return accounts.flatMap((account) => {
    const walletId = idOf.get(account.wallet);
    const isEmpty = account.balance === 0n && account.owed.length === 0;
    return walletId === undefined || isEmpty
      ? []
      : [{ walletId, account, token: readLedgerToken(account.token) }];
  });
}

const itemOf = ({ chainId, tokenAddress: address, tokenId }: LedgerToken): ItemToken => ({
  ...{ chainId, address, tokenId },
  standard: tokenId === null ? 'erc20' : 'erc721',
});

const keyOf = ({ chainId, tokenAddress: address }: LedgerToken): ContractKey => ({ chainId, address });

/**
 * What is not recognised is not priced: its decimals may be anything. NFTs have no price. A currency other than USD is priced as tokens are:
 * its coin is worth 1 of itself, also while the hour's rate is only asked for.
 */
async function loadPrices(
  { database, priceQueue, rateTokens }: HoldingsDependencies,
  held: readonly Held[],
  { at, currency, references }: Pick<HoldingsRequest, 'at' | 'currency'> & { references: References },
): Promise<PriceOf> {
  const priced = held.filter(({ token }) => references.token(itemOf(token)).token !== null);
  // A currency of states has a rate for each day, whichever wallet asks.
  const [fiat] = isFiat(currency) ? await findRates(database, rateTokens[currency], [hourOf(at)]) : [];
  const ofDay = fiat && { price: fiat.price, asOf: at };
  const coin = currency === 'USD' || isFiat(currency) ? null : rateTokens[currency];
  const known = new Map<number, ReadonlyMap<string, PointPrice>>();
  const wanted = new Map<string, PriceKey>();
  for (const [walletId, own] of Map.groupBy(priced, (one) => one.walletId)) {
    const tokens = [...own.map(({ token }) => keyOf(token)), ...(coin === null ? [] : [coin])];
    const found = await pricesAtPoints(database, { walletId, tokens, points: [at] });
    const prices = new Map(found.map((price) => [keyOfContract(price), price]));
    known.set(walletId, prices);
    for (const token of tokens) {
      const key = keyOfContract(token);
      const price = prices.get(key);
      if (price === undefined || !isFresh(price.asOf, at)) wanted.set(key, { ...token, hour: hourOf(at) });
    }
  }
  if (priceQueue !== null) await wantPrices(priceQueue, [...wanted.values()].slice(0, maximumWanted));
  return ({ walletId, token }) => {
    const prices = known.get(walletId);
    const usd = prices?.get(keyOfContract(keyOf(token)));
    const rate = coin === null ? ofDay : prices?.get(keyOfContract(coin));
    if (usd === undefined) return null;
    const price = fromUsd(usd.price, currency, { [currency]: rate?.price ?? null });
    return price === null ? null : { price, pricedAt: Math.min(usd.asOf, rate?.asOf ?? usd.asOf) };
  };
}

function viewOf(
  { account, token }: Held,
  { at, costMethod, currency }: Pick<HoldingsRequest, 'at' | 'costMethod' | 'currency'>,
  { references, price: known }: { references: References; price: ReturnType<PriceOf> },
): HoldingView {
  const shown = references.token(itemOf(token));
  const place = bookedPlace(currency);
  const totals = account.methods.find(({ method }) => method === costMethod);
  const { decimals, balance, inventory, wallet, held, inTransit, owed } = account;
  const costBasis = totals?.costBasis[place] ?? 0n;
  const amount = (quantity: bigint): string => formatUnits(quantity, decimals);
  const worth = (quantity: bigint): string =>
    known === null || quantity === 0n ? '0' : new Decimal(amount(quantity)).times(known.price).toString();
  const debt = -sumOf(owed);
  return {
    ...{ wallet: hexOf(wallet), blockchain: references.blockchain(token.chainId), at },
    ...{ token: shown.token, nft: shown.nft, rawToken: shown.rawToken },
    balance: amount(balance),
    heldAmount: amount(sumOf(held)),
    inTransitAmount: amount(sumOf(inTransit)),
    debt: amount(debt),
    price: known?.price ?? null,
    pricedAt: known?.pricedAt ?? null,
    isPriceStale: known !== null && !isFresh(known.pricedAt, at),
    value: worth(balance),
    debtValue: worth(debt),
    costBasis: money(costBasis),
    averageCost: money(totals?.averageCost[place] ?? 0n),
    unrealizedPnl: money(unrealizedAt({ balance, inventory, decimals, costBasis }, known?.price ?? null)),
    basisStatus: totals?.basis[place] ?? 'UNPRICED',
    ...{ costMethod, currency },
  };
}

const money = (amount: bigint): string => formatUnits(amount, moneyDecimals);

const sumOf = (parts: readonly { quantity: bigint }[]): bigint =>
  parts.reduce((sum, { quantity }) => sum + quantity, 0n);

/** In the order that the wallets were asked for, the most valuable first. Each value is read once: of NFTs there can be many. */
function inOrder(views: readonly HoldingView[], wallets: readonly RegistrationRow[]): HoldingView[] {
  const placeOf = new Map(wallets.map(({ address }, place) => [address, place]));
  return views
    .map((view) => ({ view, place: placeOf.get(view.wallet) ?? 0, value: new Decimal(view.value) }))
    .sort(
      (one, other) =>
        one.place - other.place || other.value.comparedTo(one.value) || compareTokens(one.view, other.view),
    )
    .map(({ view }) => view);
}

const compareTokens = (one: HoldingView, other: HoldingView): number =>
  one.blockchain.chainId - other.blockchain.chainId ||
  compareText(one.rawToken.symbol, other.rawToken.symbol) ||
  compareText(one.rawToken.address, other.rawToken.address) ||
  compareText(one.rawToken.tokenId ?? '', other.rawToken.tokenId ?? '');
