/** A transaction as it is booked: the net flow per wallet and token, each with its value in every currency. */
import type { Departure } from './books.ts';
import { carriesOf } from './carried.ts';
import { bringMore, type Crossing, crossingsOf } from './crossings.ts';
import { covered, debtFlows } from './debts.ts';
import {
  coin,
  type Group,
  holderOf,
  inCurrencies,
  type Money,
  places,
  type Settings,
  type Transaction,
  type Transfer,
} from './history.ts';
import { type Amount, Exact, one, type Ratio, ratioOf, round, split, sum, weightsOf, zero } from './money.ts';
import { assetOf } from './moves.ts';
import { type SettledDebt, type SettledHolding, settledLeg } from './settlements.ts';

export interface Leg {
  /** The transfer that it is named by; null: a network fee. */
  id: string | null;
  transactionId: string;
  wallet: string;
  asset: string;
  isNft: boolean;
  symbol: string;
  decimals: number;
  time: number;
  out: boolean;
  /** Something left, whatever came back: a fee alone does not count. */
  hasOutflow: boolean;
  quantity: Amount;
  /** Some went the other way, and is netted. */
  isRest: boolean;
  treatment: string;
  /** The carry that it is an end of. */
  pair: string | null;
  /** The contract that gets it, or gives it back, where a protocol holds it. */
  holder: string | null;
  /** The contract that lent it, of what is borrowed or paid back. */
  lender: string | null;
  isOwnMove: boolean;
  /** Out of what a contract holds: something else came in for it. */
  isSettled: boolean;
  /** One side of an exchange on the way over a bridge, which is a trade of its own; or what came over it beyond what had left. */
  isExchanged: boolean;
  /** The way over a bridge that it goes, and what left for it there. */
  crossing: Crossing | null;
  meets: Departure | null;
  tier: number;
  /** Per currency: rounded, and before it is rounded; null: not known. */
  values: (Amount | null)[];
  exact: (Ratio | null)[];
  /** Per currency: what it bears of the network fee, and what nothing bears. */
  fees: Amount[];
  expenses: Amount[];
}

/** One transfer or fee before it is netted. */
interface Line extends Omit<Leg, 'hasOutflow' | 'isRest' | 'values' | 'exact' | 'fees' | 'expenses'> {
  prices: Money;
}

/** The legs of a transaction over all wallets, in the order of their first transfers, fees first; of 0 where all came back. */
export function legsOf(
  group: Group,
  settings: Settings,
  {
    meet,
    exchange,
    holdings,
    debts: settledDebts,
  }: {
    meet: (leg: Leg, crossing: Crossing) => Departure | null;
    exchange: (leg: Leg, crossing: Crossing) => Leg | null;
    holdings: ReadonlyMap<Transfer, SettledHolding>;
    debts: readonly SettledDebt[];
  },
): Leg[] {
  const lines = linesOf(group, settings, holdings);
  const traded = ['ACQUISITION', 'DISPOSAL'];
  const alike = Map.groupBy(lines, ({ wallet, asset, treatment, pair, holder, lender }) => {
    const sort = lender !== null ? 'LOAN' : traded.includes(treatment) ? 'TRADE' : treatment;
    const other = treatment === 'CROSSING' ? null : (holder ?? lender);
    return [wallet, asset, sort, pair ?? '', other ?? ''].join(' ');
  });
  const legs = [...alike.values()].map(net);
  for (const [transfer, holding] of holdings) legs.push(settledLeg(transfer, holding, group));
  for (const leg of [...legs]) {
    if (leg.crossing === null) continue;
    const arrives = leg.crossing.arrives && !leg.out && !leg.quantity.isZero();
    if (arrives) leg.meets = meet(leg, leg.crossing);
    const sold = arrives && leg.meets === null ? exchange(leg, leg.crossing) : null;
    if (sold !== null) legs.push(sold);
    const more = leg.meets === null ? null : bringMore(leg, leg.meets);
    if (more !== null) legs.splice(legs.indexOf(leg) + 1, 0, more);
    leg.treatment = leg.out ? 'HELD' : leg.meets === null ? 'ACQUISITION' : 'CROSSING';
    if (!leg.out) leg.holder = null;
  }
  const moved = legs.filter(({ quantity }) => !quantity.isZero());
  const flows = debtFlows(group);
  for (const [wallet, own] of Map.groupBy(moved, ({ wallet }) => wallet)) {
    const debts = covered(wallet, moved, [flows, settledDebts]);
    places.forEach((_, currency) => {
      valueTrade(own, currency, debts?.[currency] ?? null);
      shareGas(own, currency);
    });
  }
  return legs;
}

function linesOf(group: Group, settings: Settings, holdings: ReadonlyMap<Transfer, SettledHolding>): Line[] {
  const carries = carriesOf(group);
  const crossings = settings.deposits === 'carry' ? crossingsOf(group) : new Map<Transfer, Crossing>();
  const kinds = new Map(group.transactions.map(({ wallet, kind }) => [wallet, kind]));
  const rates = group.transactions[0]?.rates ?? [];
  const gas = group.transactions.filter(({ fee }) => !fee.isZero()).map((one) => gasLine(one, group));
  const transfers = group.transfers.map((transfer): Line => {
    const { id, transactionId, wallet, symbol, decimals, time, out, quantity, tier } = transfer;
    const carry = carries.get(transfer) ?? null;
    const settled = holdings.get(transfer)?.pair ?? null;
    const isCarried =
      settled !== null || (carry !== null && (carry.sort === 'wrap' || settings[carry.sort] === 'carry'));
    const isPaid = holdings.has(transfer);
    const isHeld = carry === null && transfer.treatment === 'HELD' && !isPaid;
    const crossing = carry === null ? (crossings.get(transfer) ?? null) : null;
    const isSold = (carry !== null && !isCarried) || (isHeld && settings.deposits === 'realize');
    const plain = out ? 'DISPOSAL' : 'ACQUISITION';
    return {
      ...{ id, transactionId, wallet, symbol, decimals, time, out, quantity, tier },
      pair: isCarried ? (settled ?? carry?.pair ?? null) : null,
      holder: (isHeld && !isSold) || crossing !== null ? holderOf(transfer) : null,
      ...{ crossing, meets: null },
      lender: carry === null ? lenderOf(transfer, kinds.get(wallet) ?? '') : null,
      ...{ asset: assetOf(transfer), isNft: transfer.tokenId !== null },
      isOwnMove: isCarried && carry?.sort === 'ownTransfers',
      isSettled: false,
      isExchanged: false,
      treatment: crossing
        ? 'CROSSING'
        : isCarried
          ? 'CARRY'
          : isSold || isPaid
            ? plain
            : plainTreatment(transfer),
      prices: inCurrencies(transfer.price, rates),
    };
  });
  // A debt is no asset.
  return [...gas, ...transfers.filter(({ treatment }) => treatment !== 'LIABILITY')];
}

const lenderOf = ({ treatment, heldBy, counterparty }: Transfer, kind: string): string | null =>
  ['BORROW', 'REPAY'].includes(kind) && ['ACQUISITION', 'DISPOSAL'].includes(treatment)
    ? (heldBy ?? counterparty)
    : null;

/** The fee is worth what the same coin is worth in the same transaction. */
function gasLine(transaction: Transaction, { transfers }: Group): Line {
  const { id, wallet, chain, coinSymbol, time, fee, feePrices, rates } = transaction;
  const moved = transfers.find((one) => one.chain === chain && one.token === coin && one.price !== null);
  return {
    ...{ id: null, transactionId: id, wallet, asset: `${chain}:${coin}`, isNft: false, symbol: coinSymbol },
    ...{
      decimals: 18,
      time,
      out: true,
      quantity: fee,
      treatment: 'GAS',
      pair: null,
      holder: null,
      ...{ lender: null, crossing: null, meets: null },
      ...{ isOwnMove: false, isSettled: false, isExchanged: false },
      tier: 1,
    },
    prices: moved === undefined ? feePrices : inCurrencies(moved.price, rates),
  };
}

/** A carry that nothing takes over is what it looks like from outside. */
export function plainTreatment({ treatment, out }: Transfer): string {
  if (['HELD', 'LIABILITY'].includes(treatment)) return treatment;
  const fitting = out ? ['DISPOSAL', 'EXPENSE', 'NON_TAXABLE'] : ['ACQUISITION', 'INCOME', 'NON_TAXABLE'];
  return fitting.includes(treatment) ? treatment : out ? 'DISPOSAL' : 'ACQUISITION';
}

/** The net of like lines, at the average price of those on its side, else of the others: it is one token. */
function net(lines: readonly Line[]): Leg {
  const change = sum(lines.map(({ out, quantity }) => (out ? quantity.negated() : quantity)));
  const out = change.lt(0);
  const same = lines.filter((line) => line.out === out);
  const rest = lines.filter((line) => line.out !== out);
  const [first] = same.length === 0 ? rest : same;
  if (first === undefined) throw new Error('a flow of no transfers');
  const { prices: _, ...named } = first;
  const quantity = change.abs();
  const exact = places.map(
    (_currency, index) => averageValue(same, quantity, index) ?? averageValue(rest, quantity, index),
  );
  return {
    ...{ ...named, out, quantity, exact },
    isRest: rest.length > 0,
    hasOutflow: lines.some((line) => line.out && line.treatment !== 'GAS'),
    values: exact.map((ratio) => ratio && round(ratio[0].div(ratio[1]))),
    fees: places.map(() => zero),
    expenses: places.map(() => zero),
  };
}

function averageValue(lines: readonly Line[], quantity: Amount, currency: number): Ratio | null {
  let value = zero;
  let priced = zero;
  for (const line of lines) {
    const price = line.prices[currency] ?? null;
    if (price === null) continue;
    value = value.plus(line.quantity.times(price));
    priced = priced.plus(line.quantity);
  }
  return priced.isZero() ? null : [quantity.times(value), priced];
}

/**
 * Both sides of a trade are worth the total of the side whose worst leg has the better tier, on a tie the side received; the
 * other side shares it by market value, and its unpriced legs take equally what the priced ones leave. A debt that is gone was
 * received, and decides.
 */
function valueTrade(legs: readonly Leg[], currency: number, debt: Amount | null): void {
  const part = legs.filter(
    (leg) =>
      !leg.isExchanged &&
      leg.lender === null &&
      (leg.treatment === 'ACQUISITION' || leg.treatment === 'DISPOSAL'),
  );
  const sold = part.filter(({ out }) => out);
  const bought = part.filter(({ out }) => !out);
  if (sold.length === 0 || (bought.length === 0 && debt === null)) return;
  const unknown = 9;
  const worthOf = (leg: Leg): Amount | null => leg.values[currency] ?? null;
  const worst = (side: readonly Leg[]): number =>
    Math.max(...side.map((leg) => (worthOf(leg) === null ? unknown : leg.tier)));
  const isCovered = debt !== null && worst(bought) !== unknown;
  if (!isCovered && bought.length === 0) return;
  if (worst(sold) === unknown && worst(bought) === unknown) return;
  const [better, other] = !isCovered && worst(sold) < worst(bought) ? [sold, bought] : [bought, sold];
  const worth = sum([...better.map((leg) => worthOf(leg) ?? zero), ...(isCovered ? [debt] : [])]);
  const priced = other.filter((leg) => worthOf(leg) !== null);
  const unpriced = other.filter((leg) => worthOf(leg) === null);
  const known = sum(priced.map((leg) => worthOf(leg) ?? zero));
  const keep = unpriced.length > 0 && known.lte(worth);
  if (!keep) share(worth, priced, currency);
  const left = keep ? worth.minus(known) : zero;
  const parts = split(
    left,
    unpriced.map(() => zero),
  );
  unpriced.forEach((leg, index) => {
    leg.values[currency] = parts[index] ?? zero;
    leg.exact[currency] = [left, new Exact(unpriced.length)];
  });
}

/** By market value before it is rounded. */
function share(worth: Amount, legs: readonly Leg[], currency: number): void {
  const weights = weightsOf(legs.map((leg) => leg.exact[currency] ?? ratioOf(zero)));
  const used = weights.every((weight) => weight.isZero()) ? weights.map(() => one) : weights;
  const whole = sum(used);
  const parts = split(worth, used);
  legs.forEach((leg, index) => {
    leg.values[currency] = parts[index] ?? zero;
    leg.exact[currency] = [worth.times(used[index] ?? zero), whole];
  });
}

/** Gas goes to what was acquired, by value; else comes off what was disposed of; else it is an expense. */
function shareGas(legs: readonly Leg[], currency: number): void {
  for (const gas of legs.filter(({ treatment }) => treatment === 'GAS')) {
    const value = gas.values[currency] ?? null;
    if (value === null) continue;
    const acquired = legs.filter(
      ({ out, treatment }) => !out && ['ACQUISITION', 'INCOME'].includes(treatment),
    );
    const disposed = legs.filter(
      ({ out, treatment, values }) =>
        out && ['DISPOSAL', 'EXPENSE'].includes(treatment) && (values[currency] ?? null) !== null,
    );
    const bearers = acquired.length > 0 ? acquired : disposed;
    const parts = split(value, weightsOf(bearers.map((leg) => leg.exact[currency] ?? ratioOf(zero))));
    bearers.forEach((leg, index) => {
      leg.fees[currency] = (leg.fees[currency] ?? zero).plus(parts[index] ?? zero);
    });
    if (bearers.length === 0) gas.expenses[currency] = value;
  }
}
