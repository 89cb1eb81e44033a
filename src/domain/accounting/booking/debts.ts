/**
 * What is owed, by lender: a debt is a negative balance, never a lot. Borrowing raises it and paying back lowers it. Where a token
 * stands for it, the debt follows that token from the loan that brought the token on, interest included: its lots are nobody's, and
 * whoever pays or liquidates, the token tells.
 */

import type { Side } from '../../model.ts';
import {
  addMoney,
  divideHalfEven,
  moneyDecimals,
  type OptionalMoney,
  powerOfTen,
  proportion,
  zeroMoney,
} from '../amounts/amounts.ts';
import type { LedgerMovement } from '../amounts/types.ts';
import { type Account, type Accounts, type Debt, debtTokenName } from './accounts.ts';
import type { Leg } from './netting.ts';
import type { SettledDebt } from './settlements.ts';

/** A debt token's net flow in one transaction of one wallet. */
export interface DebtTokenFlow {
  readonly wallet: string;
  readonly token: string;
  /** In base units; positive: more is owed. */
  readonly change: bigint;
  /** What the change is worth in each currency, without sign; null: a price is unknown. */
  readonly worth: OptionalMoney;
  /** Who lent what it stands for, should it turn out to be a debt that came from another lender. */
  readonly lender: string | null;
}

const noFlows: readonly DebtTokenFlow[] = [];

/** The flows of the tokens that stand for debts, in the order of their first movements. */
export function debtTokenFlows(
  group: readonly LedgerMovement[],
  { priceDecimals, currencyCount }: { priceDecimals: number; currencyCount: number },
): readonly DebtTokenFlow[] {
  // Nearly always there are none.
  if (group.every(({ treatment }) => treatment !== 'LIABILITY')) return noFlows;
  const liabilities = group.filter(({ treatment }) => treatment === 'LIABILITY');
  return [...Map.groupBy(liabilities, debtTokenName).values()].flatMap((same): DebtTokenFlow[] => {
    const [first] = same;
    if (first === undefined) return [];
    const { wallet, token, decimals, lender } = first;
    const signed = ({ side, quantity }: LedgerMovement): bigint => (side === 'inflow' ? quantity : -quantity);
    const scale = powerOfTen(decimals + priceDecimals - moneyDecimals);
    const worth = Array.from({ length: currencyCount }, (_, currency) => {
      let value = 0n;
      for (const movement of same) {
        const price = movement.prices?.[currency] ?? null;
        if (price === null) return null;
        value += signed(movement) * price;
      }
      return divideHalfEven(value < 0n ? -value : value, scale);
    });
    const change = same.reduce((sum, movement) => sum + signed(movement), 0n);
    return [{ wallet, token, change, worth, lender }];
  });
}

/** Whether the wallet pays a loan back in this transaction (outflow), or gets one (inflow). */
const hasLoan = (legs: readonly Leg[], wallet: string, wanted: Side): boolean =>
  legs.some(({ account, lender, side }) => account.wallet === wallet && lender !== null && side === wanted);

/** Whether an event says how much of the debt was paid: with interest that its token leaves out. */
const isSettled = (flow: DebtTokenFlow, settled: readonly SettledDebt[]): boolean =>
  settled.some(({ countedBy }) => countedBy === debtTokenName(flow));

const nothingCovered: ReadonlyMap<string, OptionalMoney> = new Map();

/**
 * What was owed and went without being paid back, by wallet: its worth in each currency, null where a price is unknown. Whatever
 * the wallet lost in the transaction was taken, or sold, for it. What another token came to stand for, while nothing was lent, is
 * owed still: it only has another lender.
 */
export function debtsCovered(
  legs: readonly Leg[],
  flows: readonly DebtTokenFlow[],
  settled: readonly SettledDebt[],
): ReadonlyMap<string, OptionalMoney> {
  if (flows.length === 0 && settled.length === 0) return nothingCovered;
  const covered = new Map<string, OptionalMoney>();
  const moved = new Set<string>();
  const gone = flows.filter(
    (flow) =>
      flow.change !== 0n &&
      !hasLoan(legs, flow.wallet, flow.change < 0n ? 'outflow' : 'inflow') &&
      !isSettled(flow, settled),
  );
  for (const { wallet, change, worth } of [...gone, ...settled.map((debt) => ({ ...debt, change: -1n }))]) {
    const before = covered.get(wallet);
    const sum = worth.map((value, currency) => {
      const other = before === undefined ? 0n : (before[currency] ?? null);
      if (value === null || other === null) return null;
      return change < 0n ? other + value : other - value;
    });
    covered.set(wallet, sum);
    if (change > 0n) moved.add(wallet);
  }
  for (const wallet of moved) {
    const worth = covered.get(wallet) ?? [];
    covered.set(
      wallet,
      worth.map((value) => (value !== null && value > 0n ? value : null)),
    );
  }
  return covered;
}

function debtTo(account: Account, lender: string): Debt {
  const known = account.debts.get(lender);
  if (known !== undefined) return known;
  const value = zeroMoney(account.income.length);
  const made: Debt = { principal: 0n, value, owed: 0n, tokens: [] };
  account.debts.set(lender, made);
  return made;
}

/** Tokens that count what is owed round by a unit or two. */
const rounding = 2n;

/**
 * Remembers for what each debt token stands: the one loan of as many base units that came with it first. A token of other units
 * than what is owed stands for nothing that could be counted. Comes before the loans are booked.
 */
export function bindDebtTokens(
  accounts: Accounts,
  legs: readonly Leg[],
  flows: readonly DebtTokenFlow[],
): void {
  for (const flow of flows) {
    const { wallet, token, change } = flow;
    if (accounts.debtTokens.has(debtTokenName(flow))) continue;
    const [loan, another] = legs.filter(
      ({ side, lender, account, quantity }) =>
        side === 'inflow' &&
        lender !== null &&
        account.wallet === wallet &&
        change - quantity <= rounding &&
        quantity - change <= rounding,
    );
    if (loan === undefined || another !== undefined || loan.lender === null) continue;
    debtTo(loan.account, loan.lender).tokens.push(token);
    accounts.debtTokens.set(debtTokenName(flow), { account: loan.account, lender: loan.lender });
  }
}

/**
 * Takes up debts that changed their lender: a token shrinks unpaid, and another grows though the wallet gets no loan. As much as
 * went is the principal of what came; the rest is what the move cost, and interest. Comes before the tokens are booked.
 */
export function moveDebts(accounts: Accounts, legs: readonly Leg[], flows: readonly DebtTokenFlow[]): void {
  for (const flow of flows) {
    const { wallet, token, change, worth, lender } = flow;
    if (change <= 0n || lender === null || hasLoan(legs, wallet, 'inflow')) continue;
    if (hasLoan(legs, wallet, 'outflow')) continue;
    const [from, ...others] = flows.flatMap((other) => {
      const known =
        other.wallet === wallet && other.change < 0n
          ? accounts.debtTokens.get(debtTokenName(other))
          : undefined;
      return known === undefined ? [] : [{ ...known, quantity: -other.change }];
    });
    if (from === undefined || others.length > 0) continue;
    const known = accounts.debtTokens.get(debtTokenName(flow)) ?? { account: from.account, lender };
    if (known.account !== from.account) continue;
    const debt = debtTo(known.account, known.lender);
    if (!accounts.debtTokens.has(debtTokenName(flow))) {
      debt.tokens.push(token);
      accounts.debtTokens.set(debtTokenName(flow), known);
    }
    const moved = change - atLeastNothing(change - from.quantity);
    takeUp(
      debt,
      moved,
      worth.map((value) => (value === null ? null : proportion(value, moved, change))),
    );
  }
}

/** Takes a loan up. What its token says is owed is booked with the token. */
export function borrow({ account, quantity, value, statedBasis }: Leg, lender: string): void {
  const debt = debtTo(account, lender);
  takeUp(debt, quantity, statedBasis?.cost ?? value);
  if (debt.tokens.length === 0) debt.owed += quantity;
}

function takeUp(debt: Debt, quantity: bigint, worth: OptionalMoney): void {
  debt.principal += quantity;
  debt.value = debt.value.map((amount, currency) => {
    const more = worth[currency] ?? null;
    return amount === null || more === null ? null : amount + more;
  });
}

/** What of a debt goes, and what it is worth as it goes. */
interface Discharge {
  readonly quantity: bigint;
  readonly value: OptionalMoney;
}

/**
 * Takes the principal off that goes, and answers what the whole cost beyond what that had brought when it was borrowed: interest,
 * and what the debt has become dearer by; negative where it has become cheaper. Where nobody knows what it brought: the interest.
 * null: a price of now is unknown.
 */
function discharge(debt: Debt, { quantity, value }: Discharge): OptionalMoney {
  const { principal } = debt;
  const gone = quantity - atLeastNothing(quantity - principal);
  const brought = debt.value.map((amount) => (amount === null ? null : proportion(amount, gone, principal)));
  debt.principal -= gone;
  debt.value = debt.value.map((amount, currency) => {
    const part = brought[currency] ?? null;
    if (amount === null || part === null) return debt.principal === 0n ? 0n : null;
    return amount - part;
  });
  return value.map((amount, currency) => {
    if (amount === null) return null;
    const part = brought[currency] ?? null;
    return part === null ? proportion(amount, quantity - gone, quantity) : amount - part;
  });
}

/** What is paid back of a loan. */
interface Payment extends Discharge {
  readonly account: Account;
  /** Some was borrowed in the same transaction, and is netted: a flash loan. */
  readonly isRest?: boolean;
}

/**
 * Pays back, and answers what that cost beyond what was borrowed (see discharge): all of it, where a loan was taken and paid back in one
 * transaction. null: of a loan from before the history nothing is known.
 */
export function payBack({ account, isRest, ...paid }: Payment, lender: string): OptionalMoney | null {
  const debt = account.debts.get(lender);
  if (debt === undefined) return isRest === true ? paid.value : null;
  const cost = discharge(debt, paid);
  if (debt.tokens.length === 0) debt.owed = debt.principal;
  return cost;
}

/** What a debt's token did to it. */
interface CountedDebt {
  readonly account: Account;
  /** As payBack's answer, where something went without being paid back. */
  readonly cost: OptionalMoney | null;
}

/**
 * Moves debts as their tokens moved. What goes without being paid back was taken for collateral, paid by somebody else, moved to
 * another lender, or given up: there is no more of it to pay back.
 */
export function bookDebtTokens(
  accounts: Accounts,
  legs: readonly Leg[],
  flows: readonly DebtTokenFlow[],
  settled: readonly SettledDebt[],
): readonly CountedDebt[] {
  return flows.flatMap((flow) => {
    const known = accounts.debtTokens.get(debtTokenName(flow));
    if (known === undefined) return [];
    const { account, lender } = known;
    const debt = debtTo(account, lender);
    debt.owed = atLeastNothing(debt.owed + flow.change);
    const isPaid = legs.some(
      (leg) => leg.account === account && leg.lender === lender && leg.side === 'outflow',
    );
    const goes = flow.change < 0n && !isPaid && !isSettled(flow, settled);
    const cost = goes ? discharge(debt, { quantity: -flow.change, value: flow.worth }) : null;
    return [{ account, cost }];
  });
}

/** What a debt cost beyond what it had brought is an expense; what it cost less, income. */
export function noteDebt(account: Account, cost: OptionalMoney | null): void {
  if (cost === null) return;
  const part = (sign: bigint) =>
    cost.map((amount) => (amount === null || amount * sign < 0n ? 0n : amount * sign));
  account.expenses = addMoney(account.expenses, part(1n));
  account.income = addMoney(account.income, part(-1n));
}

const atLeastNothing = (quantity: bigint): bigint => (quantity < 0n ? 0n : quantity);
