/** Figures that follow from the ledger's: averages, unrealised gains, and sums within a period. */

import {
  addTo,
  at,
  divideHalfEven,
  type Money,
  moneyDecimals,
  parseScaled,
  powerOfTen,
  zeroMoney,
} from './amounts/amounts.ts';
import type {
  AccountTotals,
  BasisStatus,
  MethodTotals,
  OpenLot,
  TotalsEvent,
  TransitAmount,
  UnknownResults,
} from './amounts/types.ts';
import { type Account, balanceOf, inventoryOf } from './booking/accounts.ts';
import { type Book, type BookAccount, bookAccountOf } from './booking/books/book-entries.ts';
import { basisOf, compareAge, isDated, type Lot, missingBasis } from './inventory/inventory.ts';

/** Cost per whole unit of what is held; 0 when nothing is. */
export function averageCost(costBasis: bigint, inventory: bigint, decimals: number): bigint {
  return inventory === 0n ? 0n : divideHalfEven(costBasis * powerOfTen(decimals), inventory);
}

/** (price − average cost) × max(balance, 0) as money, rounded once; 0 without a price or without a balance. */
export function unrealizedPnl(holding: {
  readonly balance: bigint;
  readonly inventory: bigint;
  readonly decimals: number;
  readonly costBasis: bigint;
  /** Of one whole unit, scaled by 10^priceDecimals; null: unknown. */
  readonly price: bigint | null;
  readonly priceDecimals: number;
}): bigint {
  const { balance, inventory, price } = holding;
  if (price === null || balance <= 0n) return 0n;
  const divisor = powerOfTen(holding.decimals + holding.priceDecimals - moneyDecimals);
  // A positive balance means that something is held, since held = balance + shortfalls.
  const numerator = balance * (price * inventory - holding.costBasis * divisor);
  return divideHalfEven(numerator, inventory * divisor);
}

/** Digits of the price of a moment that count. */
const priceDecimals = 36;

/** The same by a price that is a decimal text; null: unknown. Where there are no lots, nothing is known of the cost: 0. */
export const unrealizedAt = (
  holding: Pick<Parameters<typeof unrealizedPnl>[0], 'balance' | 'inventory' | 'decimals' | 'costBasis'>,
  price: string | null,
): bigint =>
  price === null || holding.inventory === 0n
    ? 0n
    : unrealizedPnl({ ...holding, price: parseScaled(price, priceDecimals), priceDecimals });

/**
 * The status of an account's figures over a period: the worst of what is open and of what was disposed of and earned in it.
 * `unknown` is what the period adds to the counts (UnknownResults).
 */
export function figuresBasis(
  open: BasisStatus,
  unknown: { readonly missing: number; readonly unpriced: number },
): BasisStatus {
  if (open === 'MISSING' || unknown.missing > 0) return 'MISSING';
  return unknown.unpriced > 0 ? 'UNPRICED' : open;
}

/** Of several accounts: MISSING is worse than UNPRICED. */
export function worstBasis(statuses: readonly BasisStatus[]): BasisStatus {
  if (statuses.includes('MISSING')) return 'MISSING';
  return statuses.includes('UNPRICED') ? 'UNPRICED' : 'COMPLETE';
}

/** The last event at or before a moment (strict: before it); events are in order. */
function lastEvent(events: readonly TotalsEvent[], moment: number, strict: boolean): TotalsEvent | null {
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const { timestamp } = at(events, middle);
    if (timestamp < moment || (!strict && timestamp === moment)) low = middle + 1;
    else high = middle;
  }
  return events[low - 1] ?? null;
}

/**
 * A running total's part within a period: what happened at `start <= time <= end`. `events` are those of one account,
 * in order; `start` null: since the beginning.
 */
export function sumInPeriod(
  events: readonly TotalsEvent[],
  period: { readonly start: number | null; readonly end: number },
  figure: (event: TotalsEvent) => bigint,
): bigint {
  const last = lastEvent(events, period.end, false);
  if (last === null) return 0n;
  const before = period.start === null ? null : lastEvent(events, period.start, true);
  return figure(last) - (before === null ? 0n : figure(before));
}

function methodTotals(book: Book, account: Account): MethodTotals {
  const entry = bookAccountOf(book, account);
  let flags = account.shortfall > 0n ? missingBasis : 0;
  for (const { lot } of lotsOf(entry, account)) flags |= lot.flags;
  return {
    method: book.method,
    costBasis: entry.costBasis.slice(),
    heldCosts: heldCosts(book, entry, account),
    averageCost: entry.costBasis.map((cost) => averageCost(cost, inventoryOf(account), account.decimals)),
    realized: entry.realized.slice(),
    basis: basisOf(flags, book.currencyCount),
    unknown: unknownResults(entry),
  };
}

/** The contract that holds an escrow of that name. */
const holderOf = ({ departures }: Account, escrow: string): string =>
  departures.get(escrow)?.heldBy ?? escrow;

/** By contract: what was handed to it, and what is on its way over it. */
function heldIn(account: Account): { heldBy: string; quantity: bigint }[] {
  const held = new Map<string, bigint>();
  for (const [escrow, quantity] of account.escrows) {
    const heldBy = holderOf(account, escrow);
    if (quantity > 0n) held.set(heldBy, (held.get(heldBy) ?? 0n) + quantity);
  }
  return [...held].map(([heldBy, quantity]) => ({ heldBy, quantity }));
}

/** What the lots cost that wait at each contract. */
function heldCosts({ currencyCount }: Book, { escrows }: BookAccount, account: Account): Money[] {
  const costs = new Map(heldIn(account).map(({ heldBy }) => [heldBy, zeroMoney(currencyCount)]));
  for (const [escrow, inventory] of escrows) {
    const cost = costs.get(holderOf(account, escrow));
    if (cost === undefined) continue;
    for (const lot of inventory.lots()) addTo(cost, lot.cost);
  }
  return [...costs.values()];
}

function inTransit({ departures, escrows }: Account): TransitAmount[] {
  return [...departures.values()].map(({ name, id: movement, due }) => {
    return { movement, due, quantity: escrows.get(name) ?? 0n };
  });
}

/** A copy: the book's changes in place. */
export const unknownResults = ({ unknown }: BookAccount): UnknownResults => ({
  missing: unknown.missing,
  unpriced: unknown.unpriced.slice(),
});

export function accountTotals(account: Account, books: readonly Book[]): AccountTotals {
  return {
    wallet: account.wallet,
    token: account.token,
    decimals: account.decimals,
    balance: balanceOf(account),
    inventory: inventoryOf(account),
    shortfall: account.shortfall,
    held: heldIn(account),
    inTransit: inTransit(account),
    owed: [...account.debts].flatMap(([lender, { owed }]) => (owed > 0n ? [{ lender, quantity: owed }] : [])),
    income: account.income,
    expenses: account.expenses,
    fees: account.fees,
    methods: books.map((book) => methodTotals(book, account)),
  };
}

/** The lots wherever they are, oldest first; pools, which have no age: the wallet's, then what each protocol holds. */
function lotsOf(
  { inventory, escrows }: BookAccount,
  account: Account,
): { lot: Lot; heldBy: string | null }[] {
  const own = inventory.lots().map((lot) => ({ lot, heldBy: null }));
  if (escrows.size === 0) return own;
  const waiting = [...escrows].flatMap(([name, escrow]) => {
    const heldBy = holderOf(account, name);
    return escrow.lots().map((lot) => ({ lot, heldBy }));
  });
  const all = [...own, ...waiting];
  return all.some(({ lot }) => lot.source === 'pool')
    ? all
    : all.sort((left, right) => compareAge(left.lot, right.lot));
}

/** The open lots behind an account's average cost, oldest first, wherever they are. */
export function openLots(book: Book, account: Account): OpenLot[] {
  return lotsOf(bookAccountOf(book, account), account).map(({ lot, heldBy }) => {
    const basis: readonly BasisStatus[] = basisOf(lot.flags, book.currencyCount);
    return {
      source: lot.source,
      acquiredBy: lot.acquiredBy,
      acquiredAt: isDated(lot) ? lot.acquiredAt : null,
      quantity: lot.quantity,
      remaining: lot.remaining,
      cost: lot.cost.slice(),
      basis,
      heldBy,
    };
  });
}
