/**
 * What is owed, by lender: a debt is a negative balance, never a lot. Borrowing raises it and paying back lowers it. Where a token
 * stands for it, the debt follows that token from the loan that brought the token on, interest included: its lots are nobody's, and
 * whoever pays or liquidates, the token tells.
 */
import { divideHalfEven, moneyDecimals, type OptionalMoney, powerOfTen } from '../amounts/amounts.ts';
import type { LedgerMovement } from '../amounts/types.ts';
import type { Account, Accounts, Debt } from './accounts.ts';
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
}

const nameOf = ({ wallet, token }: { wallet: string; token: string }): string => `${wallet} ${token}`;

/** The flows of the tokens that stand for debts, in the order of their first movements. */
export function debtTokenFlows(
  group: readonly LedgerMovement[],
  { priceDecimals, currencyCount }: { priceDecimals: number; currencyCount: number },
): readonly DebtTokenFlow[] {
  const liabilities = group.filter(({ treatment }) => treatment === 'LIABILITY');
  if (liabilities.length === 0) return [];
  return [...Map.groupBy(liabilities, nameOf).values()].flatMap((same): DebtTokenFlow[] => {
    const [first] = same;
    if (first === undefined) return [];
    const { wallet, token, decimals } = first;
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
    return [{ wallet, token, change: same.reduce((sum, movement) => sum + signed(movement), 0n), worth }];
  });
}

/** Whether the wallet pays a loan back in this transaction. */
const paysBack = (legs: readonly Leg[], wallet: string): boolean =>
  legs.some(
    ({ account, lender, side }) => account.wallet === wallet && lender !== null && side === 'outflow',
  );

/**
 * What was owed and went without being paid back, by wallet: its worth in each currency, null where a price is unknown. Whatever
 * the wallet lost in the transaction was taken, or sold, for it.
 */
export function debtsCovered(
  legs: readonly Leg[],
  flows: readonly DebtTokenFlow[],
  settled: readonly SettledDebt[],
): ReadonlyMap<string, OptionalMoney> {
  const covered = new Map<string, OptionalMoney>();
  const gone = flows.filter(({ wallet, change }) => change < 0n && !paysBack(legs, wallet));
  for (const { wallet, worth } of [...gone, ...settled]) {
    const before = covered.get(wallet);
    const sum = worth.map((value, currency) => {
      const other = before === undefined ? 0n : (before[currency] ?? null);
      return value === null || other === null ? null : value + other;
    });
    covered.set(wallet, sum);
  }
  return covered;
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
export function payBack(
  { account, quantity }: { account: Account; quantity: bigint },
  lender: string,
): bigint {
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
