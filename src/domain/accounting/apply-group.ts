/** Books one transaction in every book, from its net flows to what it leaves in the accounts that it touched. */
import { at } from './amounts/amounts.ts';
import type { LedgerSink } from './amounts/ledger-sink.ts';
import type { LedgerMovement, TotalsEvent } from './amounts/types.ts';
import { type Account, balanceOf, inventoryOf } from './booking/accounts.ts';
import { isBooked } from './booking/booked-treatment.ts';
import { flowsOf } from './booking/books/asset-flows.ts';
import { bookSteps } from './booking/books/book.ts';
import { type Book, bookAccountOf } from './booking/books/book-entries.ts';
import { type NettingContext, netFlows } from './booking/netting.ts';
import { checkOrder } from './booking/order.ts';
import { planTransaction } from './booking/plan.ts';
import type { PlannerState } from './booking/planner.ts';
import { settleHeld } from './booking/settlements.ts';
import { unknownResults } from './period-figures.ts';
import type { LedgerState } from './snapshot.ts';

/** A ledger at work: what it stands on, and what a group changes. */
export interface RunningLedger {
  readonly initial: LedgerState;
  readonly sink: LedgerSink;
  readonly netting: NettingContext;
  readonly planner: PlannerState;
  /** The last position that was booked in its place, and the last of all. */
  readonly reached: { inOrder: string; last: string };
}

/**
 * @param group one transaction: its movements in order, after all that were applied before
 * @param isAhead it comes before others that stand before it (crossing-order.ts)
 */
export function applyGroup(
  { initial, sink, netting, planner, reached }: RunningLedger,
  group: readonly LedgerMovement[],
  isAhead: boolean,
): void {
  const { options, books } = initial;
  const first = at(group, 0);
  checkOrder(group, reached.inOrder);
  if (!isAhead) reached.inOrder = first.position;
  if (first.position > reached.last) reached.last = first.position;
  planner.position = first.position;
  const { movements, legs: settled } = settleHeld(group, netting);
  const booked = movements.every((movement) => isBooked(movement, options))
    ? movements
    : movements.filter((movement) => isBooked(movement, options));
  const flows = netFlows(booked, netting);
  flows.push(...settled);
  const steps = planTransaction(planner, initial.accounts, { group, flows });
  for (const book of books) bookSteps(book, steps, planner.touched, first.position);
  if (sink.flow !== undefined) flowsOf(steps).forEach(sink.flow);
  for (const account of planner.touched) {
    // Of what was booked ahead the totals stand later than what is booked now.
    if (account.told === null || account.told.position < first.position) account.told = first;
    sink.totals?.(totalsEvent(account, books, account.told));
  }
}

/** Where an account stands after a group that touched it. */
function totalsEvent(
  account: Account,
  books: readonly Book[],
  { position, timestamp }: { position: string; timestamp: number },
): TotalsEvent {
  return {
    wallet: account.wallet,
    token: account.token,
    position,
    timestamp,
    balance: balanceOf(account),
    inventory: inventoryOf(account),
    income: account.income,
    expenses: account.expenses,
    fees: account.fees,
    methods: books.map((book) => {
      const entry = bookAccountOf(book, account);
      const { realized, costBasis } = entry;
      return { realized: realized.slice(), costBasis: costBasis.slice(), unknown: unknownResults(entry) };
    }),
  };
}
