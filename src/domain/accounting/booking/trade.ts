/**
 * The value of a trade. Both sides of a fair exchange are worth the same, so a trade has one value V. It is taken from the
 * side whose price is known better. V is the proceeds of what was sold and the cost of what was bought. A debt that goes with
 * what was sold, in a liquidation, was got for it.
 */
import {
  at,
  commonWeights,
  type Fraction,
  type OptionalMoney,
  proportion,
  splitByWeights,
} from '../amounts/amounts.ts';
import { priceTiers } from '../amounts/types.ts';
import type { Account } from './accounts.ts';
import { exactValue, type Leg } from './netting.ts';

/** Worse than every tier: at least one leg has no price. */
export const unpricedRank = 9;

/** What the client states is the best that is known. */
const statedRank = priceTiers.indexOf('stated');

function worthOf(legs: readonly Leg[], currency: number): bigint {
  return legs.reduce((sum, leg) => sum + (at(leg.value, currency) ?? 0n), 0n);
}

const isStated = (leg: Leg, currency: number): boolean =>
  leg.tier === statedRank && at(leg.value, currency) !== null;

const statedWorth = (legs: readonly Leg[], currency: number): bigint =>
  worthOf(
    legs.filter((leg) => isStated(leg, currency)),
    currency,
  );

function sideRank(legs: readonly Leg[], currency: number): number {
  let rank = 0;
  for (const leg of legs) rank = Math.max(rank, at(leg.value, currency) === null ? unpricedRank : leg.tier);
  return rank;
}

/** What a leg is worth in the trade: rounded to money, and before. */
function setShare(leg: Leg, currency: number, value: bigint, exact: Fraction): void {
  leg.value[currency] = value;
  leg.shares ??= leg.value.map(() => null);
  leg.shares[currency] = exact;
}

/** Shares V by market value, before that is rounded; none has any: equally. */
function shareByValue(total: bigint, legs: readonly Leg[], currency: number): void {
  const exact = legs.map((leg) => exactValue(leg, currency) ?? { numerator: 0n, denominator: 1n });
  const common = commonWeights(exact);
  const weights = common.some((weight) => weight > 0n) ? common : common.map(() => 1n);
  const denominator = weights.reduce((sum, weight) => sum + weight, 0n);
  const shares = splitByWeights(total, weights);
  legs.forEach((leg, index) => {
    const fraction = { numerator: total * at(weights, index), denominator };
    setShare(leg, currency, at(shares, index), fraction);
  });
}

/** Gives the legs of a side their shares of V. What the client states stands, as far as V goes; the others share what that leaves. */
function shareOut(total: bigint, legs: readonly Leg[], currency: number): void {
  const stated = legs.filter((leg) => isStated(leg, currency));
  // Nearly always none is.
  if (stated.length === 0 || stated.length === legs.length) {
    shareRest(total, legs, currency);
    return;
  }
  const others = legs.filter((leg) => !isStated(leg, currency));
  const worth = worthOf(stated, currency);
  if (worth > total) shareByValue(total, stated, currency);
  shareRest(worth > total ? 0n : total - worth, others, currency);
}

/** The same without regard to what is stated. */
function shareRest(total: bigint, legs: readonly Leg[], currency: number): void {
  const known = legs.filter((leg) => at(leg.value, currency) !== null);
  const unknown = legs.filter((leg) => at(leg.value, currency) === null);
  const values = known.map((leg) => at(leg.value, currency) ?? 0n);
  const knownTotal = values.reduce((sum, value) => sum + value, 0n);
  // Unpriced legs take what the others leave of V; where the others alone exceed it, they share V by market value.
  const keep = unknown.length > 0 && knownTotal <= total;
  if (!keep) shareByValue(total, known, currency);
  const rest = keep ? total - knownTotal : 0n;
  const unknownShares = splitByWeights(
    rest,
    unknown.map(() => 1n),
  );
  unknown.forEach((leg, index) => {
    const exact = { numerator: rest, denominator: BigInt(unknown.length) };
    setShare(leg, currency, at(unknownShares, index), exact);
  });
}

const larger = (left: bigint, right: bigint): bigint => (left > right ? left : right);

function valueTrade(
  { sold, bought }: Trade,
  covered: OptionalMoney | undefined,
  currencyCount: number,
): void {
  for (let currency = 0; currency < currencyCount; currency += 1) {
    const soldRank = sideRank(sold, currency);
    const boughtRank = sideRank(bought, currency);
    const debt = covered?.[currency] ?? null;
    if (debt !== null && soldRank !== statedRank && boughtRank !== unpricedRank) {
      shareOut(larger(debt + worthOf(bought, currency), statedWorth(sold, currency)), sold, currency);
      continue;
    }
    if (bought.length === 0) continue;
    // With an unpriced leg on each side nothing says what the whole is worth: each leg keeps its own price or none.
    if (Math.min(soldRank, boughtRank) === unpricedRank) continue;
    const [better, other] = soldRank < boughtRank ? [sold, bought] : [bought, sold];
    const worth = worthOf(better, currency);
    // V is at least what the client states of the other side, unless all of this side is stated as well.
    const isAllStated = Math.min(soldRank, boughtRank) === statedRank;
    const total = isAllStated ? worth : larger(worth, statedWorth(other, currency));
    if (total > worth) shareOut(total, better, currency);
    shareOut(total, other, currency);
  }
}

/** By account: what comes in under a stated cost, with which nothing nets, and leaves again. */
function passedThrough({ sold, bought }: Trade): ReadonlyMap<Account, bigint> {
  const passed = new Map<Account, bigint>();
  const quantityOf = (legs: readonly Leg[], account: Account): bigint =>
    legs.reduce((sum, leg) => (leg.account === account ? sum + leg.quantity : sum), 0n);
  for (const { account, statedBasis } of bought) {
    const left = statedBasis === null ? 0n : quantityOf(sold, account);
    const came = quantityOf(bought, account);
    if (left > 0n) passed.set(account, left < came ? left : came);
  }
  return passed;
}

/** The legs less what passed through, which is nothing of a trade. */
function without(legs: readonly Leg[], passed: ReadonlyMap<Account, bigint>): Leg[] {
  const left = new Map(passed);
  return legs.flatMap((leg) => {
    const open = left.get(leg.account) ?? 0n;
    if (open === 0n) return [leg];
    const gone = open < leg.quantity ? open : leg.quantity;
    left.set(leg.account, open - gone);
    const quantity = leg.quantity - gone;
    const value = leg.value.map((amount) => amount && proportion(amount, quantity, leg.quantity));
    return quantity === 0n ? [] : [{ ...leg, quantity, value }];
  });
}

/**
 * Values a trade as if what passed through it were netted, so that a stated cost does not change V. That leaves at market value; or for
 * what else the wallet got, where it gave nothing else.
 */
function valueNet(trade: Trade, covered: OptionalMoney | undefined, currencyCount: number): void {
  const passed = passedThrough(trade);
  const sold = without(trade.sold, passed);
  if (sold.length === 0) {
    const bought = trade.bought.filter(({ account }) => !passed.has(account));
    valueTrade({ sold: trade.sold, bought }, covered, currencyCount);
    return;
  }
  valueTrade({ sold, bought: without(trade.bought, passed) }, covered, currencyCount);
  for (const part of sold) {
    const whole = trade.sold.find((leg) => leg.account === part.account && leg.id === part.id);
    if (whole === undefined || whole === part) continue;
    part.value.forEach((amount, currency) => {
      const market = at(whole.value, currency);
      if (market === null || amount === null) return;
      const value = market - proportion(market, part.quantity, whole.quantity) + amount;
      setShare(whole, currency, value, { numerator: value, denominator: 1n });
    });
  }
}

interface Trade {
  sold: Leg[];
  bought: Leg[];
}

const noDebts: ReadonlyMap<string, OptionalMoney> = new Map();

/**
 * Values the legs of each wallet that both sold and bought in the transaction, or lost something for a debt.
 * @param covered debts that went without being paid back, by wallet (debts.ts)
 */
export function valueTrades(legs: readonly Leg[], currencyCount: number, covered = noDebts): void {
  if (legs.length < 2 && covered.size === 0) return;
  const trades = new Map<string, Trade>();
  for (const leg of legs) {
    if (
      leg.quantity === 0n ||
      leg.isExchanged ||
      leg.statedBasis?.isGiven === true ||
      (leg.treatment !== 'DISPOSAL' && leg.treatment !== 'ACQUISITION')
    )
      continue;
    // Nobody gave anything for it: a loan is owed, and what was taken is gone.
    if (leg.lender !== null || (leg.heldBy !== null && !leg.isSettled)) continue;
    let trade = trades.get(leg.account.wallet);
    if (trade === undefined) {
      trade = { sold: [], bought: [] };
      trades.set(leg.account.wallet, trade);
    }
    if (leg.side === 'outflow') trade.sold.push(leg);
    else trade.bought.push(leg);
  }
  for (const [wallet, trade] of trades) {
    const debts = covered.get(wallet);
    if (trade.sold.length === 0 || (trade.bought.length === 0 && debts === undefined)) continue;
    valueNet(trade, debts, currencyCount);
  }
}
