/**
 * What transfers settle without moving it: what a contract holds is sold for what came in, or goes on in it; what was taken pays a debt.
 * The accounts say how much of it there is.
 */
import { type Account, accountOf, type Books, type State } from './books.ts';
import { carriesOf } from './carried.ts';
import type { Release } from './carries.ts';
import { crossingsOf } from './crossings.ts';
import { payBack } from './debts.ts';
import { type Group, holderOf, inCurrencies, places, type Settings, type Transfer } from './history.ts';
import type { Leg } from './legs.ts';
import { heldIn, takeLots } from './lots.ts';
import { type Amount, Exact, ratioOf, round, zero } from './money.ts';
import { assetOf } from './moves.ts';

/** What is held of what a transfer was paid for. */
export interface SettledHolding {
  account: Account;
  contract: string;
  quantity: Amount;
  /** Lots go on under it; null: they are sold. */
  pair: string | null;
}

const unit = (decimals: number): Amount => new Exact(10).pow(decimals);

/** What of the holdings of contracts the transfers of a transaction settle. Where deposits are sales, they hold nothing. */
export function settledHoldings(
  books: Books,
  group: Group,
  settings: Settings,
): ReadonlyMap<Transfer, SettledHolding> {
  const found = new Map<Transfer, SettledHolding>();
  if (settings.deposits === 'realize' || group.transfers.every(({ settles }) => settles === null))
    return found;
  const taken = new Map<string, Amount>();
  for (const transfer of settlingOf(group)) {
    const { settles, out, treatment, wallet, id } = transfer;
    if (settles === null || out) continue;
    // What the contract has of the same token, it gives back.
    const own = books.accounts.get(`${wallet} ${assetOf(transfer)}`)?.held.get(settles.contract) ?? [];
    if (treatment === 'HELD' && !heldIn(own).isZero()) continue;
    const { contract } = settles;
    const account = holdingOf(books, transfer, contract);
    if (account === undefined) continue;
    const moved = group.transfers.filter(
      (one) =>
        one.treatment === 'HELD' &&
        holderOf(one) === contract &&
        one.wallet === wallet &&
        assetOf(one) === account.asset,
    );
    const name = `${account.asset} ${wallet} ${contract}`;
    const before = taken.get(name) ?? zero;
    const there = moved.reduce(
      (sum, one) => (one.out ? sum.plus(one.quantity) : sum.minus(one.quantity)),
      heldIn(account.held.get(contract) ?? []).minus(before),
    );
    if (there.lte(0)) continue;
    const quantity = settles.quantity ?? settles.units.div(unit(account.decimals));
    taken.set(name, before.plus(quantity));
    const goesOn = ['CARRY', 'HELD'].includes(treatment) && settings.receiptTokens === 'carry';
    found.set(transfer, { account, contract, quantity, pair: goesOn ? `settled ${id}` : null });
  }
  return found;
}

/** What settles something and is bought or sold as such: no end of a carry or of a way over a bridge. */
function settlingOf(group: Group): Transfer[] {
  const settling = group.transfers.filter(({ settles }) => settles !== null);
  if (settling.length === 0) return [];
  const others = [carriesOf(group), crossingsOf(group)];
  return settling.filter(
    (transfer) =>
      !['INCOME', 'EXPENSE', 'NON_TAXABLE', 'LIABILITY'].includes(transfer.treatment) &&
      !(transfer.out && transfer.treatment === 'HELD') &&
      !others.some((known) => known.has(transfer)),
  );
}

/** The account of the token that is named, else the only one of which the contract holds something. */
function holdingOf(books: Books, transfer: Transfer, contract: string): Account | undefined {
  const { wallet, chain, settles } = transfer;
  if (settles?.token != null) {
    return books.accounts.get(`${wallet} ${assetOf({ chain, token: settles.token, tokenId: null })}`);
  }
  const held = [...books.accounts.values()].filter(
    (account) =>
      account.wallet === wallet &&
      account.asset !== assetOf(transfer) &&
      heldIn(account.held.get(contract) ?? []).gt(0),
  );
  return held.length === 1 ? held[0] : undefined;
}

/** What leaves the contract, named by what came in for it. */
export function settledLeg(transfer: Transfer, holding: SettledHolding, { transactions }: Group): Leg {
  const { id, transactionId, wallet, time, settles } = transfer;
  const { account, contract: holder, quantity, pair } = holding;
  const { asset, isNft, symbol, decimals } = account;
  const prices = inCurrencies(settles?.price ?? null, transactions[0]?.rates ?? []);
  const worth = places.map((_, index) => prices[index]?.times(quantity) ?? null);
  return {
    ...{ id, transactionId, wallet, asset, isNft, symbol, decimals, time, quantity, pair, holder },
    ...{
      out: true,
      hasOutflow: true,
      isRest: false,
      treatment: pair === null ? 'DISPOSAL' : 'CARRY',
      tier: settles?.tier ?? 0,
    },
    ...{ lender: null, crossing: null, meets: null, isOwnMove: false, isSettled: true, isExchanged: false },
    values: worth.map((value) => value && round(value)),
    exact: worth.map((value) => value && ratioOf(value)),
    ...{ fees: places.map(() => zero), expenses: places.map(() => zero) },
  };
}

/** Takes it out of what the contract holds, as much as is there, with its share of the value; null: nothing is. */
export function takeSettled(state: State, leg: Leg, holder: string): Release | null {
  const account = accountOf(state, leg);
  const waiting = account.held.get(holder) ?? [];
  const there = heldIn(waiting);
  const covered = there.lt(leg.quantity) ? there : leg.quantity;
  if (covered.isZero()) return null;
  const { taken, left } = takeLots(waiting, covered, state.method === 'WAC' ? 'WAC' : 'FIFO');
  account.held.set(holder, left);
  account.balance = account.balance.minus(covered);
  const values = leg.values.map((value) => value && round(value.times(covered).div(leg.quantity)));
  return { leg: { ...leg, quantity: covered, values }, pieces: taken };
}

/** A debt that is gone, because something was taken for it. */
export interface SettledDebt {
  wallet: string;
  asset: string;
  lender: string;
  quantity: Amount;
  /** In each currency; null: a price is not known. */
  worth: (Amount | null)[];
  /** A token that tells of the same debt, without what interest it had still to tell; null: there is none. */
  toldBy: string | null;
}

/** The debts that what was taken in a transaction has paid. */
export function settledDebts(
  { debtTokens }: Books,
  group: Group,
  flows: readonly { wallet: string; name: string; change: Amount }[],
): SettledDebt[] {
  const rates = group.transactions[0]?.rates ?? [];
  return settlingOf(group).flatMap(({ wallet, chain, out, settles }): SettledDebt[] => {
    if (!out || settles === null || settles.token === null || settles.quantity === null) return [];
    const { contract: lender, quantity, token } = settles;
    const prices = inCurrencies(settles.price, rates);
    const worth = places.map((_, index) => prices[index]?.times(quantity) ?? null);
    const asset = assetOf({ chain, token, tokenId: null });
    const moved = flows.filter((flow) => flow.wallet === wallet && !flow.change.isZero());
    const known = moved.find(({ name }) => {
      const counted = debtTokens.get(name);
      return counted?.lender === lender && counted.account.asset === asset;
    });
    const [only, another] = moved;
    const toldBy = (known ?? (another === undefined ? only : undefined))?.name ?? null;
    const counted = toldBy === null ? undefined : debtTokens.get(toldBy);
    return [
      {
        ...{ wallet, asset: counted?.account.asset ?? asset, lender: counted?.lender ?? lender },
        ...{ quantity, worth, toldBy },
      },
    ];
  });
}

/** So much less is owed; answers what that cost beyond what the loan had brought, in each currency, and whose; null: there is no such loan. */
export function paySettled(
  books: Books,
  debt: SettledDebt,
): { account: Account; cost: (Amount | null)[] } | null {
  const account = books.accounts.get(`${debt.wallet} ${debt.asset}`);
  if (account === undefined) return null;
  const values = debt.worth.map((value) => value && round(value));
  const cost = payBack(account, { quantity: debt.quantity, values }, debt.lender);
  return cost && { account, cost };
}
