/**
 * Debts: what was borrowed less what was paid back, by contract. Where a token counts a debt (it came first with a loan of as
 * many units, to two), what is owed is what the token says.
 */
import { type Account, accountOf, type Books, type Debt, nothing } from './books.ts';
import { type Group, inCurrencies, places } from './history.ts';
import type { Leg } from './legs.ts';
import { type Amount, Exact, round, zero } from './money.ts';
import { assetOf } from './moves.ts';
import type { SettledDebt } from './settlements.ts';

/** How a token that stands for a debt moved, in base units; positive: more is owed. */
interface DebtFlow {
  wallet: string;
  name: string;
  change: Amount;
  /** What the change is worth in each currency, with its sign; null: a price is not known. */
  worth: (Amount | null)[];
  /** The contract that lent it, as far as is known: the pool, or the token itself. */
  lender: string;
}

const unit = (decimals: number): Amount => new Exact(10).pow(decimals);
const orNothing = (amount: Amount): Amount => (amount.lt(0) ? zero : amount);

export function debtFlows({ transactions, transfers }: Group): DebtFlow[] {
  const rates = transactions[0]?.rates ?? [];
  const flows = new Map<string, DebtFlow>();
  for (const transfer of transfers) {
    if (transfer.treatment !== 'LIABILITY') continue;
    const { wallet, out, quantity, decimals } = transfer;
    const name = `${wallet} ${assetOf(transfer)}`;
    const units = quantity.times(unit(decimals));
    const known = flows.get(name);
    const before = known?.change ?? zero;
    const prices = inCurrencies(transfer.price, rates);
    const signed = out ? quantity.negated() : quantity;
    const worth = places.map((_, index) => {
      const [price, other] = [
        prices[index] ?? null,
        known === undefined ? zero : (known.worth[index] ?? null),
      ];
      return price === null || other === null ? null : other.plus(signed.times(price));
    });
    const lender = known?.lender ?? transfer.heldBy ?? transfer.token;
    flows.set(name, { wallet, name, change: out ? before.minus(units) : before.plus(units), worth, lender });
  }
  return [...flows.values()];
}

const hasLoan = (legs: readonly Leg[], wallet: string, isPaid: boolean): boolean =>
  legs.some((leg) => leg.out === isPaid && leg.wallet === wallet && leg.lender !== null);

/**
 * What a wallet owed and does not owe any more, though it paid nothing back: that was got for what it lost. What it owes to somebody
 * else now, though nothing was lent, it owes still. None: undefined.
 */
export function covered(
  wallet: string,
  legs: readonly Leg[],
  [flows, settled]: readonly [readonly DebtFlow[], readonly SettledDebt[]],
): (Amount | null)[] | undefined {
  const moved = flows.filter(
    (flow) =>
      flow.wallet === wallet &&
      !flow.change.isZero() &&
      !hasLoan(legs, wallet, flow.change.lt(0)) &&
      settled.every(({ toldBy }) => toldBy !== flow.name),
  );
  const taken = settled.filter((debt) => debt.wallet === wallet);
  if (moved.length + taken.length === 0) return undefined;
  return places.map((_, index) => {
    const signed = [
      ...moved.map(({ worth, change }) => ({ value: worth[index], sign: change.lt(0) ? 1 : -1 })),
      ...taken.map(({ worth }) => ({ value: worth[index], sign: 1 })),
    ];
    const values = signed.flatMap(({ value, sign }) =>
      value == null ? [] : [round(value.abs()).times(sign)],
    );
    const total = values.reduce((sum, value) => sum.plus(value), zero);
    const isOwedStill = total.lte(0) && moved.some(({ change }) => change.gt(0));
    return values.length < signed.length || isOwedStill ? null : total;
  });
}

/** Takes up what is owed to somebody else from now on: one token shrank unpaid, another grew without a loan. */
export function move(books: Books, legs: readonly Leg[], flows: readonly DebtFlow[]): void {
  for (const { wallet, name, change, worth, lender } of flows) {
    if (change.lte(0) || hasLoan(legs, wallet, false) || hasLoan(legs, wallet, true)) continue;
    const gone = flows.filter(
      (flow) => flow.wallet === wallet && flow.change.lt(0) && books.debtTokens.has(flow.name),
    );
    const [from] = gone;
    const former = from && books.debtTokens.get(from.name);
    if (from === undefined || former === undefined || gone.length > 1) continue;
    const { account } = former;
    const known = books.debtTokens.get(name);
    if (known !== undefined && known.account !== account) continue;
    const debt = known?.debt ?? account.debts.get(lender) ?? newDebt();
    if (known === undefined) {
      account.debts.set(lender, debt);
      debt.isCounted = true;
      books.debtTokens.set(name, { account, debt, lender });
    }
    const moved = change.lt(from.change.abs()) ? change : from.change.abs();
    const share = worth.map((value) => {
      const whole = value && round(value.abs());
      return whole && (moved.eq(change) ? whole : round(whole.times(moved).div(change)));
    });
    takeUp(debt, moved.div(unit(account.decimals)), share);
  }
}

const newDebt = (): Debt => ({ principal: zero, brought: nothing, owed: zero, isCounted: false });

function debtTo(books: Books, leg: Leg, lender: string): Debt {
  const { debts } = accountOf(books, leg);
  const debt = debts.get(lender) ?? newDebt();
  debts.set(lender, debt);
  return debt;
}

/** Finds out what new debt tokens count. */
export function recognise(books: Books, legs: readonly Leg[], flows: readonly DebtFlow[]): void {
  for (const { wallet, name, change } of flows) {
    if (books.debtTokens.has(name)) continue;
    const loans = legs.filter((leg) => !leg.out && leg.lender !== null && leg.wallet === wallet);
    const equal = loans.filter(({ quantity, decimals }) =>
      quantity.times(unit(decimals)).minus(change).abs().lte(2),
    );
    const [loan] = equal;
    if (loan?.lender == null || equal.length > 1) continue;
    const debt = debtTo(books, loan, loan.lender);
    debt.isCounted = true;
    books.debtTokens.set(name, { account: accountOf(books, loan), debt, lender: loan.lender });
  }
}

export function borrow(books: Books, leg: Leg, lender: string): void {
  const debt = debtTo(books, leg, lender);
  takeUp(debt, leg.quantity, leg.values);
  if (!debt.isCounted) debt.owed = debt.owed.plus(leg.quantity);
}

function takeUp(debt: Debt, quantity: Amount, worth: readonly (Amount | null)[]): void {
  debt.principal = debt.principal.plus(quantity);
  debt.brought = debt.brought.map((before, index) => before && (worth[index]?.plus(before) ?? null));
}

/** Takes off what is over, and answers by how much it is worth more than it was when borrowed; the interest alone, if that is unknown. */
function settle(debt: Debt, quantity: Amount, worth: readonly (Amount | null)[]): (Amount | null)[] {
  const before = debt.principal;
  const gone = quantity.lt(before) ? quantity : before;
  debt.principal = before.minus(gone);
  const parts = debt.brought.map(
    (all) => all && (gone.eq(before) ? all : round(all.times(gone).div(before))),
  );
  debt.brought = debt.brought.map((all, index) => {
    const part = parts[index] ?? null;
    if (all === null || part === null) return debt.principal.isZero() ? zero : null;
    return all.minus(part);
  });
  return worth.map((value, index) => {
    const part = parts[index] ?? null;
    if (value === null || part !== null) return value?.minus(part ?? zero) ?? null;
    return round(value.times(quantity.minus(gone)).div(quantity));
  });
}

/** Answers what paying back cost beyond what was borrowed, in the same transaction or before; null: there is no such loan. */
export function payBack(
  { debts }: Account,
  paid: { quantity: Amount; values: readonly (Amount | null)[]; isRest?: boolean },
  lender: string,
): (Amount | null)[] | null {
  const { quantity, values } = paid;
  const debt = debts.get(lender);
  if (debt === undefined) return paid.isRest === true ? [...values] : null;
  const cost = settle(debt, quantity, values);
  if (!debt.isCounted) debt.owed = debt.principal;
  return cost;
}

interface Counted {
  account: Account;
  cost: (Amount | null)[];
}

/** After the legs: what the tokens say; a debt that shrinks unpaid was cancelled, for collateral or for nothing. */
export function count(
  books: Books,
  legs: readonly Leg[],
  [flows, settled]: readonly [readonly DebtFlow[], readonly SettledDebt[]],
): Counted[] {
  return flows.flatMap(({ name, change, worth }) => {
    const known = books.debtTokens.get(name);
    if (known === undefined) return [];
    const { account, debt, lender } = known;
    const amount = change.div(unit(account.decimals));
    debt.owed = orNothing(debt.owed.plus(amount));
    const isPaid = legs.some(
      (leg) =>
        leg.out && leg.lender === lender && leg.wallet === account.wallet && leg.asset === account.asset,
    );
    // What an event says was paid is paid as that: paySettled.
    if (!change.lt(0) || isPaid || settled.some(({ toldBy }) => toldBy === name)) return [];
    const values = worth.map((value) => value && round(value.abs()));
    return [{ account, cost: settle(debt, amount.abs(), values) }];
  });
}
