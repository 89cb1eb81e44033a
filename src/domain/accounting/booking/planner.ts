/** What planning works on, and the few things that all steps of a plan do. */
import type { Currency } from '../../ids.ts';
import { type Money, type OptionalMoney, proportion } from '../amounts/amounts.ts';
import type { LedgerIssue, LedgerIssueCode } from '../amounts/types.ts';
import type { Account } from './accounts.ts';
import type { DepartureQueues } from './crossings.ts';
import { noteDebt, payBack } from './debts.ts';
import { exactValue, type Leg } from './netting.ts';
import type { PendingLeg } from './steps.ts';

export interface PlannerState {
  readonly currencies: readonly Currency[];
  readonly priceDecimals: number;
  /** By pair. */
  readonly pending: Map<string, PendingLeg[]>;
  readonly departures: DepartureQueues;
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

/** Notes that the transaction being planned touches the account. */
export function touch(state: PlannerState, account: Account): void {
  if (account.touchedBy === state.group) return;
  account.touchedBy = state.group;
  state.touched.push(account);
}

/** Tells of something that a person should look at. */
export function raise(
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
export function addKnown(sum: Money, amounts: OptionalMoney): Money {
  return sum.map((amount, index) => amount + (amounts[index] ?? 0n));
}

/** Takes an outflow off what the wallet has; what it does not have is a shortfall. */
export function coverOut(state: PlannerState, leg: Leg): void {
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
}

/** The part of a leg's value that falls to a part of its quantity. */
export function shareOf({ value, quantity: whole }: Leg | PendingLeg, quantity: bigint): OptionalMoney {
  return value.map((amount) => (amount === null ? null : proportion(amount, quantity, whole)));
}

/** What was disposed of is an expense or not, and has a price or not. */
export function noteDisposal(state: PlannerState, leg: Leg): void {
  const { account } = leg;
  if (leg.value.includes(null)) raise(state, 'UNPRICED_DISPOSAL', leg, leg);
  if (leg.treatment === 'GAS') account.fees = addKnown(account.fees, leg.value);
  if (leg.treatment === 'EXPENSE') account.expenses = addKnown(account.expenses, leg.value);
  if (leg.lender !== null) noteDebt(account, payBack(leg, leg.lender));
}

/** Lets a quantity go on its way, as a source of the carry's arrival. */
export function release(state: PlannerState, leg: Leg, quantity: bigint): void {
  const { account, id, value, carry } = leg;
  if (carry === null) return;
  const released = { account, id, quantity, value, weight: exactValue(leg, 0) };
  const others = state.pending.get(carry.pair);
  if (others === undefined) state.pending.set(carry.pair, [released]);
  else others.push(released);
}
