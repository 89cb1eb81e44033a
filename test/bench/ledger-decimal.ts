/**
 * The straightforward way: the same loop over purchases and sales with decimal.js, as most ledgers are written. It knows
 * nothing but that: no transactions, no trades, no gas, no carries, no issues, no snapshots.
 */
import { Decimal } from 'decimal.js';
import type { LedgerMovement } from '../../src/domain/accounting/amounts/types.ts';
import { priceDecimals } from './ledger-data.ts';

/** Enough digits that quantity × price is exact; money is rounded half-even to 18 places, as the engine does. */
const Exact = Decimal.clone({
  precision: 80,
  rounding: Decimal.ROUND_HALF_EVEN,
  toExpNeg: -100,
  toExpPos: 100,
});
const moneyPlaces = 18;
const zero = new Exact(0);

/** A movement with its amounts as whole units: made before the clock starts, as the engine's bigints are. */
export interface DecimalMovement {
  readonly id: string;
  readonly timestamp: number;
  readonly token: string;
  readonly isSale: boolean;
  readonly quantity: Decimal;
  readonly prices: readonly Decimal[];
}

export function toDecimals(movements: readonly LedgerMovement[]): DecimalMovement[] {
  return movements.map(({ id, timestamp, token, side, quantity, decimals, prices }) => ({
    id,
    timestamp,
    token,
    isSale: side === 'outflow',
    quantity: new Exact(`${quantity}e-${decimals}`),
    prices: (prices ?? []).map((price) => new Exact(`${price ?? 0n}e-${priceDecimals}`)),
  }));
}

interface DecimalLot {
  readonly acquiredBy: string;
  readonly acquiredAt: number;
  remaining: Decimal;
  cost: Decimal[];
}

interface DecimalAccount {
  lots: DecimalLot[];
  head: number;
  balance: Decimal;
  costBasis: Decimal[];
  realized: Decimal[];
}

export interface DecimalRow {
  readonly disposedBy: string;
  readonly disposedAt: number;
  readonly acquiredBy: string;
  readonly acquiredAt: number;
  readonly quantity: Decimal;
  readonly proceeds: readonly Decimal[];
  readonly cost: readonly Decimal[];
  readonly gain: readonly Decimal[];
}

function acquire(account: DecimalAccount, movement: DecimalMovement, method: 'FIFO' | 'WAC'): void {
  const { quantity } = movement;
  const cost = movement.prices.map((price) => quantity.times(price).toDecimalPlaces(moneyPlaces));
  account.balance = account.balance.plus(quantity);
  account.costBasis = account.costBasis.map((amount, index) => amount.plus(cost[index] ?? zero));
  const pool = method === 'WAC' ? account.lots[account.head] : undefined;
  if (pool === undefined) {
    account.lots.push({ acquiredBy: movement.id, acquiredAt: movement.timestamp, remaining: quantity, cost });
    return;
  }
  pool.remaining = pool.remaining.plus(quantity);
  pool.cost = pool.cost.map((amount, index) => amount.plus(cost[index] ?? zero));
}

function takeCost(lot: DecimalLot, quantity: Decimal): Decimal[] {
  if (quantity.eq(lot.remaining)) return lot.cost;
  return lot.cost.map((amount) => amount.times(quantity).div(lot.remaining).toDecimalPlaces(moneyPlaces));
}

function dispose(account: DecimalAccount, movement: DecimalMovement, onRow: (row: DecimalRow) => void): void {
  let quantityLeft = movement.quantity;
  let proceedsLeft = movement.prices.map((price) => quantityLeft.times(price).toDecimalPlaces(moneyPlaces));
  account.balance = account.balance.minus(quantityLeft);
  while (quantityLeft.gt(0)) {
    const lot = account.lots[account.head];
    if (lot === undefined) throw new Error('sold more than held');
    const quantity = lot.remaining.lt(quantityLeft) ? lot.remaining : quantityLeft;
    const cost = takeCost(lot, quantity);
    const share = quantityLeft;
    const proceeds = proceedsLeft.map((amount) =>
      quantity.eq(share) ? amount : amount.times(quantity).div(share).toDecimalPlaces(moneyPlaces),
    );
    const gain = proceeds.map((amount, index) => amount.minus(cost[index] ?? zero));
    lot.cost = lot.cost.map((amount, index) => amount.minus(cost[index] ?? zero));
    lot.remaining = lot.remaining.minus(quantity);
    if (lot.remaining.isZero()) account.head += 1;
    account.costBasis = account.costBasis.map((amount, index) => amount.minus(cost[index] ?? zero));
    account.realized = account.realized.map((amount, index) => amount.plus(gain[index] ?? zero));
    proceedsLeft = proceedsLeft.map((amount, index) => amount.minus(proceeds[index] ?? zero));
    quantityLeft = quantityLeft.minus(quantity);
    onRow({
      disposedBy: movement.id,
      disposedAt: movement.timestamp,
      acquiredBy: lot.acquiredBy,
      acquiredAt: lot.acquiredAt,
      quantity,
      proceeds,
      cost,
      gain,
    });
  }
  if (account.head > 64 && account.head * 2 > account.lots.length) {
    account.lots = account.lots.slice(account.head);
    account.head = 0;
  }
}

export function runDecimals(
  movements: readonly DecimalMovement[],
  method: 'FIFO' | 'WAC',
  onRow: (row: DecimalRow) => void,
): Map<string, DecimalAccount> {
  const accounts = new Map<string, DecimalAccount>();
  for (const movement of movements) {
    let account = accounts.get(movement.token);
    if (account === undefined) {
      const none = movement.prices.map(() => zero);
      account = { lots: [], head: 0, balance: zero, costBasis: none, realized: none };
      accounts.set(movement.token, account);
    }
    if (movement.isSale) dispose(account, movement, onRow);
    else acquire(account, movement, method);
  }
  return accounts;
}
