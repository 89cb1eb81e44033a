/**
 * What wallets are worth and earned, over all their tokens and NFTs. Results are sums over the ledger's accounts, so that they
 * add up to the exports; worth and unrealised result are sums over the balances as they are shown.
 */
import { moneyDecimals } from '../../domain/accounting/amounts/amounts.ts';
import type { BasisStatus } from '../../domain/accounting/amounts/types.ts';
import { worstBasis } from '../../domain/accounting/period-figures.ts';
import type { Address } from '../../domain/model.ts';
import { Decimal, formatUnits } from '../../domain/money/money.ts';
import { timePosition } from '../../domain/position.ts';
import type { Database } from '../../store/connection/database.ts';
import { sumLedgerFigures, type WalletSums } from '../../store/ledger/lists/ledger-totals.ts';
import { type Ownership, requireScope } from '../access/ownership.ts';
import { requireCurrency } from '../access/require-currency.ts';
import type { TokenBalanceView } from '../model/figures-model.ts';
import type { ReadModel } from '../model/interface.ts';
import type { TotalsRequest } from '../model/requests.ts';
import type { WalletTotalsView } from '../model/totals-model.ts';
import { firstPosition, loadRuns } from './balance-figures.ts';

/** The sums of one wallet before they are shown: money in 10^-18, worth exact. */
interface Sums extends Pick<WalletSums, 'costBasis' | 'realized' | 'income' | 'expenses' | 'fees'> {
  wallet: Address | null;
  own: Decimal;
  held: Decimal;
  debt: Decimal;
  unrealized: Decimal;
  unpricedCount: number;
  staleCount: number;
  basis: BasisStatus;
  unbookedCount: number;
  asOf: number;
}

const nothing = { nftCount: 0, costBasis: 0n, realized: 0n, income: 0n, expenses: 0n, fees: 0n };

export function createTotals(deps: {
  database: Database;
  ownership: Ownership;
  listBalances: ReadModel['listBalances'];
  now: () => number;
}): Pick<ReadModel, 'walletTotals' | 'resultsBetween'> {
  const { database, ownership, listBalances, now } = deps;
  return {
    async walletTotals(caller, request) {
      requireScope(caller, 'read');
      requireCurrency(caller, request.currency);
      const wallets = await ownership.require(caller, request.wallets);
      const nowSeconds = Math.floor(now() / 1000);
      const { period, costMethod: method, currency } = request;
      const ids = wallets.map(({ walletId }) => walletId);
      const runs = await loadRuns(database, caller.clientId, ids, currency);
      const [balances, sums] = await Promise.all([
        listBalances(caller, { ...request, filter: { hideZero: true } }),
        sumLedgerFigures(database, [...runs.values()], {
          ...{ method, currency, fromPosition: firstPosition(period, nowSeconds) },
        }),
      ]);
      const balancesOf = Map.groupBy(balances, ({ wallet }) => wallet);
      const sumsOf = new Map(sums.map((row) => [row.walletId, row]));
      const all = wallets.map(({ walletId, address }): Sums => {
        const run = runs.get(walletId);
        const { nftCount, ...earned } = sumsOf.get(walletId) ?? nothing;
        const worth = worthOf(balancesOf.get(address) ?? []);
        return {
          ...{ ...worth, ...earned, wallet: address, asOf: run?.asOf ?? nowSeconds },
          unpricedCount: worth.unpricedCount + nftCount,
          // Booked, and without an account: there is nothing that could be unknown.
          basis: run === undefined ? 'UNPRICED' : (sumsOf.get(walletId)?.basis ?? 'COMPLETE'),
          unbookedCount: run === undefined ? 1 : 0,
        };
      });
      return {
        wallets: all.map((one) => totalsView(one, request)),
        overall: totalsView(all.reduce(addSums), request),
      };
    },

    async resultsBetween(caller, { wallets: addresses, costMethod: method, currency, from, to }) {
      requireScope(caller, 'read');
      requireCurrency(caller, currency);
      const wallets = await ownership.require(caller, addresses);
      const ids = wallets.map(({ walletId }) => walletId);
      const runs = [...(await loadRuns(database, caller.clientId, ids, currency)).values()];
      const since = (time: number) =>
        sumLedgerFigures(database, runs, { method, currency, fromPosition: timePosition(time) });
      const [before, after] = await Promise.all([since(from), since(Math.max(from, to))]);
      const between = (of: (sums: WalletSums) => bigint): string =>
        money(total(before.map(of)) - total(after.map(of)));
      const countBetween = (of: (sums: WalletSums) => number): number =>
        before.reduce((sum, row) => sum + of(row), 0) - after.reduce((sum, row) => sum + of(row), 0);
      return {
        realizedPnl: between(({ realized }) => realized),
        income: between(({ income }) => income),
        expenses: between(({ expenses }) => expenses),
        fees: between(({ fees }) => fees),
        missingCount: countBetween(({ missingResults }) => missingResults),
        unpricedCount: countBetween(({ unpricedResults }) => unpricedResults),
        asOf: runs.length < wallets.length ? null : Math.min(...runs.map(({ asOf }) => asOf)),
      };
    },
  };
}

/** What the shown balances are worth at the prices of now; what has none is counted and left out. */
function worthOf(balances: readonly TokenBalanceView[]) {
  const priced = balances.filter(({ price }) => price !== null);
  const sum = (amounts: readonly (Decimal | string)[]): Decimal =>
    amounts.reduce<Decimal>((total, amount) => total.plus(amount), new Decimal(0));
  const worth = (amount: Decimal | string, price: string | null): Decimal =>
    new Decimal(amount).times(price ?? 0);
  return {
    own: sum(
      priced.map(({ balance, heldAmount, price }) => worth(new Decimal(balance).minus(heldAmount), price)),
    ),
    held: sum(priced.map(({ heldAmount, price }) => worth(heldAmount, price))),
    debt: sum(priced.map(({ debt, price }) => worth(debt, price))),
    unrealized: sum(priced.map(({ unrealizedPnl }) => unrealizedPnl)),
    unpricedCount: balances.length - priced.length,
    staleCount: priced.filter(({ priceSource }) => priceSource?.endsWith(':stale') === true).length,
  };
}

function addSums(a: Sums, b: Sums): Sums {
  return {
    wallet: null,
    costBasis: a.costBasis + b.costBasis,
    realized: a.realized + b.realized,
    income: a.income + b.income,
    expenses: a.expenses + b.expenses,
    fees: a.fees + b.fees,
    own: a.own.plus(b.own),
    held: a.held.plus(b.held),
    debt: a.debt.plus(b.debt),
    unrealized: a.unrealized.plus(b.unrealized),
    unpricedCount: a.unpricedCount + b.unpricedCount,
    staleCount: a.staleCount + b.staleCount,
    basis: worstBasis([a.basis, b.basis]),
    unbookedCount: a.unbookedCount + b.unbookedCount,
    asOf: Math.min(a.asOf, b.asOf),
  };
}

const money = (amount: bigint): string => formatUnits(amount, moneyDecimals);
const total = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

function totalsView(sums: Sums, { period, costMethod, currency }: TotalsRequest): WalletTotalsView {
  return {
    wallet: sums.wallet,
    realizedPnl: money(sums.realized),
    unrealizedPnl: sums.unrealized.toFixed(),
    income: money(sums.income),
    expenses: money(sums.expenses),
    fees: money(sums.fees),
    costBasis: money(sums.costBasis),
    netWorth: sums.own.plus(sums.held).plus(sums.debt).toFixed(),
    ownValue: sums.own.toFixed(),
    heldValue: sums.held.toFixed(),
    debtValue: sums.debt.toFixed(),
    unpricedCount: sums.unpricedCount,
    staleCount: sums.staleCount,
    basisStatus: sums.basis,
    unbookedCount: sums.unbookedCount,
    ...{ period, costMethod, currency, asOf: sums.asOf },
  };
}
