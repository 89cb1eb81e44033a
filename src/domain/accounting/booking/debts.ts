/**
 * What is owed, by lender: a debt is a negative balance, never a lot. Borrowing raises it and paying back lowers it. Where a token
 * stands for it, the debt follows that token from the loan that brought the token on, interest included: its lots are nobody's, and
 * whoever pays or liquidates, the token tells.
 */
import type { LedgerMovement } from '../amounts/types.ts';
import type { Account, Accounts, Debt } from './accounts.ts';
import type { Leg } from './netting.ts';

/** A debt token's net flow in one transaction of one wallet. */
export interface DebtTokenFlow {
  readonly wallet: string;
  readonly token: string;
  /** In base units; positive: more is owed. */
  readonly change: bigint;
}

const nameOf = ({ wallet, token }: { wallet: string; token: string }): string => `${wallet} ${token}`;

/** The flows of the tokens that stand for debts, in the order of their first movements. */
export function debtTokenFlows(group: readonly LedgerMovement[]): readonly DebtTokenFlow[] {
  const flows = new Map<string, DebtTokenFlow>();
  for (const movement of group) {
    if (movement.treatment !== 'LIABILITY') continue;
    const { wallet, token, side, quantity } = movement;
    const before = flows.get(nameOf(movement))?.change ?? 0n;
    const change = before + (side === 'inflow' ? quantity : -quantity);
    flows.set(nameOf(movement), { wallet, token, change });
  }
  return [...flows.values()];
}

function debtTo(account: Account, lender: string): Debt {
  const known = account.debts.get(lender);
  if (known !== undefined) return known;
  const made: Debt = { principal: 0n, owed: 0n, tokens: [] };
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
    if (accounts.debtTokens.has(nameOf(flow))) continue;
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
    accounts.debtTokens.set(nameOf(flow), { account: loan.account, lender: loan.lender });
  }
}

/** Takes a loan up. What its token says is owed is booked with the token. */
export function borrow({ account, quantity }: Leg, lender: string): void {
  const debt = debtTo(account, lender);
  debt.principal += quantity;
  if (debt.tokens.length === 0) debt.owed += quantity;
}

/** Pays back, and answers how much of it is beyond what was borrowed; of a loan from before the history nothing is known. */
export function payBack({ account, quantity }: Leg, lender: string): bigint {
  const debt = account.debts.get(lender);
  if (debt === undefined) return 0n;
  const interest = atLeastNothing(quantity - debt.principal);
  debt.principal -= quantity - interest;
  if (debt.tokens.length === 0) debt.owed = debt.principal;
  return interest;
}

/**
 * Moves debts as their tokens moved, and answers the accounts. What goes without being paid back was taken for collateral, or
 * given up: there is no more of it to pay back.
 */
export function bookDebtTokens(
  accounts: Accounts,
  legs: readonly Leg[],
  flows: readonly DebtTokenFlow[],
): Account[] {
  return flows.flatMap((flow) => {
    const known = accounts.debtTokens.get(nameOf(flow));
    if (known === undefined) return [];
    const { account, lender } = known;
    const debt = debtTo(account, lender);
    debt.owed = atLeastNothing(debt.owed + flow.change);
    const isPaid = legs.some(
      (leg) => leg.account === account && leg.lender === lender && leg.side === 'outflow',
    );
    if (flow.change < 0n && !isPaid) debt.principal = atLeastNothing(debt.principal + flow.change);
    return [account];
  });
}

const atLeastNothing = (quantity: bigint): bigint => (quantity < 0n ? 0n : quantity);
