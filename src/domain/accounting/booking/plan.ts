/**
 * Books all that does not depend on the cost method: balances, quantities held, shortfalls, income, expenses, issues.
 * The books follow the plan blindly, so every method sees the same steps.
 */
import type { Currency } from '../../ids.ts';
import { addMoney, at, type Money, type OptionalMoney, powerOfTen, proportion } from '../amounts/amounts.ts';
import type { LedgerIssue, LedgerIssueCode } from '../amounts/types.ts';
import type { Account } from './accounts.ts';
import { exactValue, type Leg } from './netting.ts';
import { type Arrival, bookInTurn, orderSteps, type PendingLeg, type Step } from './steps.ts';

export interface PlannerState {
  readonly currencies: readonly Currency[];
  /** By pair. */
  readonly pending: Map<string, PendingLeg[]>;
  readonly onIssue: ((issue: LedgerIssue) => void) | undefined;
  /** Counts inflows and shortfalls: the age of lots acquired in the same second. */
  sequence: number;
  /** Counts transactions. */
  group: number;
  /** Of the transaction being planned. */
  position: string;
  /** The accounts that the transaction being planned has touched, in order. */
  touched: Account[];
}

function touch(state: PlannerState, account: Account): void {
  if (account.touchedBy === state.group) return;
  account.touchedBy = state.group;
  state.touched.push(account);
}

function raise(
  state: PlannerState,
  code: LedgerIssueCode,
  leg: Leg | PendingLeg,
  about: { timestamp: number; quantity: bigint },
): void {
  if (state.onIssue === undefined) return;
  const { currencies, position } = state;
  state.onIssue({
    code,
    wallet: leg.account.wallet,
    token: leg.account.token,
    position,
    timestamp: about.timestamp,
    movement: leg.id,
    quantity: about.quantity,
    currencies:
      code === 'MISSING_BASIS' ? currencies : currencies.filter((_, index) => leg.value[index] === null),
  });
}

/** Adds what is known to a running sum. */
function addKnown(sum: Money, amounts: OptionalMoney): Money {
  return sum.map((amount, index) => amount + (amounts[index] ?? 0n));
}

function bookOut(state: PlannerState, leg: Leg): void {
  const { account } = leg;
  const isShort = leg.quantity > account.held;
  leg.covered = isShort ? account.held : leg.quantity;
  account.held -= leg.covered;
  if (isShort) {
    const shortfall = leg.quantity - leg.covered;
    account.shortfall += shortfall;
    state.sequence += 1;
    leg.sequence = state.sequence;
    raise(state, 'MISSING_BASIS', leg, { timestamp: leg.timestamp, quantity: shortfall });
  }
  if (leg.carry !== null) {
    const { id, quantity, value } = leg;
    const released = { account, id, quantity, value, weight: exactValue(leg, 0) };
    const others = state.pending.get(leg.carry.pair);
    if (others === undefined) state.pending.set(leg.carry.pair, [released]);
    else others.push(released);
    return;
  }
  if (leg.treatment === 'NON_TAXABLE') return;
  if (leg.value.includes(null)) raise(state, 'UNPRICED_DISPOSAL', leg, leg);
  if (leg.treatment === 'GAS') account.fees = addKnown(account.fees, leg.value);
  if (leg.treatment === 'EXPENSE') account.expenses = addKnown(account.expenses, leg.value);
}

function bookIn(state: PlannerState, leg: Leg): void {
  const { account } = leg;
  account.held += leg.quantity;
  state.sequence += 1;
  leg.sequence = state.sequence;
  if (leg.treatment === 'INCOME') account.income = addKnown(account.income, leg.value);
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
  const value = source.value.map((whole) =>
    whole === null ? null : proportion(whole, quantity, source.quantity),
  );
  arrival.lost = { quantity, value };
  source.account.expenses = addKnown(source.account.expenses, value);
  touch(state, source.account);
  if (value.includes(null)) raise(state, 'UNPRICED_DISPOSAL', source, { timestamp, quantity });
}

function bookArrival(state: PlannerState, arrival: Arrival): void {
  arrival.sources = state.pending.get(arrival.pair) ?? [];
  state.pending.delete(arrival.pair);
  state.sequence += 1;
  arrival.sequence = state.sequence;
  for (const { account, quantity, expense } of arrival.legs) {
    touch(state, account);
    account.held += quantity;
    if (expense !== null) account.expenses = addMoney(account.expenses, expense);
  }
  const source = arrival.sources[0];
  if (source === undefined) {
    for (const leg of arrival.legs) raise(state, 'MISSING_BASIS', leg, leg);
  } else if (arrival.kind === 'own' && arrival.sources.length === 1 && arrival.legs.length === 1) {
    settleMove(state, arrival, source, at(arrival.legs, 0));
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
  if (step.side === 'outflow') bookOut(state, step);
  else bookIn(state, step);
}

/** Books one transaction's flows and returns the steps as the books are to follow them. */
export function planGroup(state: PlannerState, legs: readonly Leg[]): readonly Step[] {
  state.touched = [];
  state.group += 1;
  const only = legs[0];
  if (only !== undefined && legs.length === 1 && only.carry === null) {
    bookStep(state, only);
    return legs;
  }
  return bookInTurn(orderSteps(legs), (step) => bookStep(state, step));
}
