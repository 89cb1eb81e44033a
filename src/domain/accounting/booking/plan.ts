/**
 * Books all that does not depend on the cost method: balances, quantities held, shortfalls, income, expenses, issues.
 * The books follow the plan blindly, so every method sees the same steps.
 */
import { addMoney, at, divideHalfEven, powerOfTen } from '../amounts/amounts.ts';
import type { LedgerMovement } from '../amounts/types.ts';
import type { Accounts, Departure } from './accounts.ts';
import { depart, settleCrossings } from './crossings.ts';
import {
  bindDebtTokens,
  bookDebtTokens,
  borrow,
  debtsCovered,
  debtTokenFlows,
  moveDebts,
  noteDebt,
  payBack,
} from './debts.ts';
import { settleFees } from './gas.ts';
import type { Leg } from './netting.ts';
import {
  addKnown,
  coverOut,
  noteDisposal,
  type PlannerState,
  raise,
  release,
  shareOf,
  touch,
} from './planner.ts';
import { type SettledDebt, settledDebts } from './settlements.ts';
import {
  type Arrival,
  bookInTurn,
  isStatedArrival,
  orderSteps,
  type PendingLeg,
  type Step,
} from './steps.ts';
import { valueTrades } from './trade.ts';

/** Something goes to a protocol, which holds it from then on; or to a bridge, where it waits for itself. */
function bookDeposit(state: PlannerState, leg: Leg, heldBy: string): void {
  coverOut(state, leg);
  const { account, quantity, crossing } = leg;
  let name = heldBy;
  if (crossing !== null) {
    state.sequence += 1;
    name = depart(state.departures, leg, { crossing, heldBy, sequence: state.sequence }).name;
    leg.escrow = name;
  }
  account.escrows.set(name, (account.escrows.get(name) ?? 0n) + quantity);
  account.escrowed += quantity;
}

/** Takes a departure out of its account, as the source of the arrival that meets it: it is worth what the arrival is worth. */
function leaveTransit(state: PlannerState, { account, name }: Departure, leg: Leg): PendingLeg {
  const quantity = account.escrows.get(name) ?? 0n;
  account.escrows.delete(name);
  account.departures.delete(name);
  account.escrowed -= quantity;
  touch(state, account);
  const value = leg.value.map((_, currency) => {
    const price = leg.prices?.[currency] ?? null;
    const divisor = account.valueScale.divisor * (leg.priceDivisors?.[currency] ?? 1n);
    return price === null ? null : divideHalfEven(quantity * price, divisor);
  });
  // What is lost on the way is lost when the rest arrives: the arrival names it.
  return { account, id: leg.id, quantity, value, weight: null };
}

/** Takes a leg off what the protocol holds. What is beyond that it earned, if it ever got anything; else nobody knows. */
function leaveEscrow(state: PlannerState, leg: Leg, heldBy: string): void {
  const { account, quantity, timestamp } = leg;
  const there = account.escrows.get(heldBy);
  leg.covered = there !== undefined && there < quantity ? there : quantity;
  if (there === undefined) leg.covered = 0n;
  account.escrowed -= leg.covered;
  if (there !== undefined) account.escrows.set(heldBy, there - leg.covered);
  const rest = quantity - leg.covered;
  if (rest === 0n && leg.statedBasis === null) return;
  state.sequence += 1;
  leg.sequence = state.sequence;
  if (rest === 0n) return;
  const value = shareOf(leg, rest);
  const isIncome = there !== undefined || leg.isRest;
  if (!isIncome && leg.statedBasis !== null) return;
  leg.beyond = { isIncome, quantity: rest, value };
  if (isIncome) account.income = addKnown(account.income, value);
  if (!isIncome) raise(state, 'MISSING_BASIS', leg, { timestamp, quantity: rest });
  else if (value.includes(null)) raise(state, 'UNPRICED_ACQUISITION', leg, { timestamp, quantity: rest });
}

/** Takes what was paid for, or goes on in something else, out of what the protocol holds: as much as is there, and its share of the value. */
function bookSettled(state: PlannerState, leg: Leg, heldBy: string): void {
  const { account, quantity, value } = leg;
  const there = account.escrows.get(heldBy) ?? 0n;
  leg.covered = there < quantity ? there : quantity;
  if (leg.covered === 0n) return;
  account.escrows.set(heldBy, there - leg.covered);
  account.escrowed -= leg.covered;
  // A departure has an account of its own, of which nothing is left.
  if (account.departures.delete(heldBy)) account.escrows.delete(heldBy);
  shareOf(leg, leg.covered).forEach((share, currency) => {
    value[currency] = share;
  });
  if (leg.carry !== null) release(state, leg, leg.covered);
  else if (leg.treatment !== 'NON_TAXABLE') noteDisposal(state, leg);
}

/** Books what a protocol gets, gives back, or took. */
function bookHeld(state: PlannerState, leg: Leg, heldBy: string): void {
  if (leg.isSettled) {
    bookSettled(state, leg, heldBy);
  } else if (leg.treatment !== 'HELD') {
    leaveEscrow(state, leg, heldBy);
    noteDisposal(state, leg);
  } else if (leg.side === 'outflow') {
    bookDeposit(state, leg, heldBy);
  } else {
    leaveEscrow(state, leg, heldBy);
    leg.account.held += leg.quantity;
  }
}

function bookOut(state: PlannerState, leg: Leg): void {
  coverOut(state, leg);
  if (leg.carry !== null) {
    release(state, leg, leg.quantity);
    return;
  }
  if (leg.treatment !== 'NON_TAXABLE') noteDisposal(state, leg);
}

function bookIn(state: PlannerState, leg: Leg): void {
  const { account } = leg;
  account.held += leg.quantity;
  state.sequence += 1;
  leg.sequence = state.sequence;
  if (leg.treatment === 'INCOME') account.income = addKnown(account.income, leg.value);
  if (leg.lender !== null) borrow(leg, leg.lender);
  if (leg.treatment === 'NON_TAXABLE') {
    // A gift keeps the giver's cost, which nobody but the client can know.
    raise(state, 'MISSING_BASIS', leg, leg);
    return;
  }
  if (!leg.value.includes(null)) return;
  // A stated basis settles the cost; income without a price stays unknown all the same.
  if (leg.statedBasis === null || leg.treatment === 'INCOME') raise(state, 'UNPRICED_ACQUISITION', leg, leg);
}

/** A move of one token is one to one: what does not arrive was spent on it, what is too much has no known origin. */
function settleMove(state: PlannerState, arrival: Arrival, source: PendingLeg, target: Leg): void {
  const sourceUnit = powerOfTen(source.account.decimals);
  const targetUnit = powerOfTen(target.account.decimals);
  const arrived = (target.quantity * sourceUnit) / targetUnit;
  const expected = (source.quantity * targetUnit) / sourceUnit;
  const { timestamp } = arrival;
  // Too little to be one base unit on the other side: nothing to compare, all is carried.
  if (arrived === 0n || expected === 0n) return;
  if (target.quantity > expected) {
    arrival.excess = target.quantity - expected;
    raise(state, 'MISSING_BASIS', target, { timestamp, quantity: arrival.excess });
  }
  if (arrived >= source.quantity) return;
  const quantity = source.quantity - arrived;
  const value = shareOf(source, quantity);
  arrival.lost = { quantity, value };
  source.account.expenses = addKnown(source.account.expenses, value);
  touch(state, source.account);
  if (value.includes(null)) raise(state, 'UNPRICED_DISPOSAL', source, { timestamp, quantity });
}

function bookArrival(state: PlannerState, arrival: Arrival): void {
  const { departure, pair } = arrival;
  arrival.sources =
    departure === null
      ? (state.pending.get(pair) ?? [])
      : [leaveTransit(state, departure, at(arrival.legs, 0))];
  state.pending.delete(pair);
  state.sequence += 1;
  const { sequence } = state;
  arrival.sequence = sequence;
  for (const { account, quantity, expense } of arrival.legs) {
    touch(state, account);
    account.held += quantity;
    if (expense !== null) account.expenses = addMoney(account.expenses, expense);
  }
  const source = arrival.sources[0];
  const only = at(arrival.legs, 0);
  if (isStatedArrival(arrival)) {
    // One lot of what the client says: what left drops its lots unsold, and nothing of it is compared.
    only.sequence = sequence;
  } else if (source === undefined) {
    for (const leg of arrival.legs) raise(state, 'MISSING_BASIS', leg, leg);
  } else if (arrival.kind === 'own' && arrival.sources.length === 1 && arrival.legs.length === 1) {
    settleMove(state, arrival, source, only);
  }
}

function bookStep(state: PlannerState, step: Step): void {
  if (step.op === 'arrival') {
    bookArrival(state, step);
    return;
  }
  const { account } = step;
  touch(state, account);
  if (step.expense !== null) account.expenses = addMoney(account.expenses, step.expense);
  if (step.quantity === 0n) return;
  if (step.heldBy !== null) bookHeld(state, step, step.heldBy);
  else if (step.side === 'outflow') bookOut(state, step);
  else bookIn(state, step);
}

/** Books one transaction's flows and returns the steps as the books are to follow them. */
function planGroup(state: PlannerState, legs: readonly Leg[]): readonly Step[] {
  state.touched = [];
  state.group += 1;
  const only = legs[0];
  if (only !== undefined && legs.length === 1 && only.carry === null && only.meets === null) {
    bookStep(state, only);
    return legs;
  }
  return bookInTurn(orderSteps(legs), (step) => bookStep(state, step));
}

/** Values the legs, books what no method changes, and returns the steps for the books. */
export function planTransaction(
  planner: PlannerState,
  accounts: Accounts,
  { group, flows }: { group: readonly LedgerMovement[]; flows: readonly Leg[] },
): readonly Step[] {
  const { priceDecimals, currencies } = planner;
  const currencyCount = currencies.length;
  const legs = settleCrossings(flows, planner.departures);
  const debtTokens = debtTokenFlows(group, { priceDecimals, currencyCount });
  const settled = settledDebts(group, accounts, { flows: debtTokens, priceDecimals, currencyCount });
  bindDebtTokens(accounts, legs, debtTokens);
  moveDebts(accounts, legs, debtTokens);
  valueTrades(legs, currencyCount, debtsCovered(legs, debtTokens, settled));
  settleFees(legs, currencyCount);
  const steps = planGroup(planner, legs);
  for (const { account, cost } of bookDebtTokens(accounts, legs, debtTokens, settled)) {
    touch(planner, account);
    noteDebt(account, cost);
  }
  for (const debt of settled) bookSettledDebt(planner, debt);
  return steps;
}

/** What was taken for a debt has paid it. */
function bookSettledDebt(state: PlannerState, { account, lender, quantity, worth }: SettledDebt): void {
  if (account === null) return;
  touch(state, account);
  noteDebt(account, payBack({ account, quantity, value: worth }, lender));
}
