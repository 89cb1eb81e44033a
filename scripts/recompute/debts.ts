/**
 * Debts: what was borrowed less what was paid back, by contract. Where a token counts a debt (it came first with a loan of as
 * many units, to two), what is owed is what the token says.
 */
import { type Account, accountOf, type Books, type Debt } from './books.ts';
import { currencies, type Group, inCurrencies } from './history.ts';
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
    const worth = currencies.map((_, index) => {
      const [price, other] = [
        prices[index] ?? null,
        known === undefined ? zero : (known.worth[index] ?? null),
      ];
      return price === null || other === null ? null : other.plus(signed.times(price));
    });
    flows.set(name, { wallet, name, change: out ? before.minus(units) : before.plus(units), worth });
  }
  return [...flows.values()];
}

/** What a wallet owed and does not owe any more, though it paid nothing back: that was got for what it lost. None: undefined. */
export function covered(
  wallet: string,
  legs: readonly Leg[],
  [flows, settled]: readonly [readonly DebtFlow[], readonly SettledDebt[]],
): (Amount | null)[] | undefined {
  const paysBack = legs.some((leg) => leg.out && leg.wallet === wallet && leg.lender !== null);
  const shrunk = paysBack ? [] : flows.filter(({ change }) => change.lt(0));
  const gone = [...shrunk, ...settled].filter((one) => one.wallet === wallet);
  if (gone.length === 0) return undefined;
  return currencies.map((_, index) => {
    const values = gone.flatMap(({ worth }) => worth[index]?.abs() ?? []);
    return values.length < gone.length ? null : values.reduce((sum, value) => sum.plus(round(value)), zero);
  });
}

function debtTo(books: Books, leg: Leg, lender: string): Debt {
  const { debts } = accountOf(books, leg);
  const debt = debts.get(lender) ?? { principal: zero, owed: zero, isCounted: false };
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
  debt.principal = debt.principal.plus(leg.quantity);
  if (!debt.isCounted) debt.owed = debt.owed.plus(leg.quantity);
}

/** Answers what is paid beyond what was borrowed. */
export function payBack({ debts }: Account, quantity: Amount, lender: string): Amount {
  const debt = debts.get(lender);
  if (debt === undefined) return zero;
  const rest = debt.principal.minus(quantity);
  debt.principal = orNothing(rest);
  if (!debt.isCounted) debt.owed = debt.principal;
  return orNothing(rest.negated());
}

/** After the legs: what the tokens say; a debt that shrinks unpaid was cancelled, for collateral or for nothing. */
export function count(books: Books, legs: readonly Leg[], flows: readonly DebtFlow[]): void {
  for (const { name, change } of flows) {
    const known = books.debtTokens.get(name);
    if (known === undefined) continue;
    const { account, debt, lender } = known;
    const amount = change.div(unit(account.decimals));
    debt.owed = orNothing(debt.owed.plus(amount));
    const isPaid = legs.some(
      (leg) =>
        leg.out && leg.lender === lender && leg.wallet === account.wallet && leg.asset === account.asset,
    );
    if (change.lt(0) && !isPaid) debt.principal = orNothing(debt.principal.plus(amount));
  }
}
