/**
 * Gas and other costs of a transaction enter the figures exactly once. They are added to the basis of what it acquired. If
 * it acquired nothing, they are taken off the proceeds of what it disposed of. If it did neither, they are an expense.
 */
import { addMoney, at, commonWeights, isZeroMoney, splitByWeights, zeroMoney } from '../amounts/amounts.ts';
import { exactValue, type Leg } from './netting.ts';

const isAcquired = (leg: Leg): boolean =>
  leg.quantity > 0n &&
  (leg.treatment === 'ACQUISITION' || leg.treatment === 'INCOME' || leg.statedBasis !== null);
const isDisposed = (leg: Leg): boolean => leg.treatment === 'DISPOSAL' || leg.treatment === 'EXPENSE';

/** Adds a share per target to their fees in one currency, by their value there. */
function addShares(amount: bigint, targets: readonly Leg[], currency: number, currencyCount: number): void {
  const shares = splitByWeights(
    amount,
    commonWeights(targets.map((leg) => exactValue(leg, currency) ?? { numerator: 0n, denominator: 1n })),
  );
  targets.forEach((leg, index) => {
    leg.fee ??= zeroMoney(currencyCount);
    leg.fee[currency] = at(leg.fee, currency) + at(shares, index);
  });
}

function settleGas(gas: Leg, legs: readonly Leg[], currencyCount: number): void {
  const own = legs.filter((leg) => leg.account.wallet === gas.account.wallet);
  const acquired = own.filter(isAcquired);
  const disposed = own.filter(isDisposed);
  for (let currency = 0; currency < currencyCount; currency += 1) {
    const value = at(gas.value, currency);
    // Without a price the gas is an unpriced disposal, and nothing is known that could be added anywhere.
    if (value === null) continue;
    const targets =
      acquired.length > 0 ? acquired : disposed.filter((leg) => at(leg.value, currency) !== null);
    if (targets.length > 0) {
      addShares(value, targets, currency, currencyCount);
      continue;
    }
    gas.expense ??= zeroMoney(currencyCount);
    gas.expense[currency] = value;
  }
}

/** Fees that a leg cannot bear, because it is neither acquired nor disposed of at a price, become its expense. */
function moveToExpense(leg: Leg): void {
  if (leg.fee === null) return;
  if (!isAcquired(leg) && !isDisposed(leg)) {
    leg.expense = leg.expense === null ? leg.fee : addMoney(leg.expense, leg.fee);
    leg.fee = null;
    return;
  }
  if (leg.side === 'inflow') return;
  const unborne = leg.fee.map((fee, currency) => (at(leg.value, currency) === null ? fee : 0n));
  if (isZeroMoney(unborne)) return;
  leg.fee = leg.fee.map((fee, currency) => (at(leg.value, currency) === null ? 0n : fee));
  leg.expense = leg.expense === null ? unborne : addMoney(leg.expense, unborne);
}

/** Hands the transaction's costs to its legs, after their values are settled. */
export function settleFees(legs: readonly Leg[], currencyCount: number): void {
  for (const leg of legs) {
    if (leg.treatment === 'GAS') settleGas(leg, legs, currencyCount);
  }
  for (const leg of legs) moveToExpense(leg);
}
