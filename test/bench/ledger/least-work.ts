/**
 * The floor: first in, first out, over purchases and sales, with the least work on whole numbers that is still exact to the last
 * digit. It knows nothing else: no transactions, no trades, no fees, no checks, one loop over arrays that the compiler
 * sees as a whole. Per movement and currency it multiplies once and divides by a power of ten; per sale it multiplies and divides once for the
 * lot that it leaves behind, and once for each lot but the last for its share of the proceeds; what is left are sums.
 */
import { createScale, divideByScale, proportion } from '../../../src/domain/accounting/amounts/amounts.ts';
import type { LedgerMovement } from '../../../src/domain/accounting/amounts/types.ts';

interface LeastLot {
  readonly acquiredBy: string;
  readonly acquiredAt: number;
  remaining: bigint;
  readonly cost: bigint[];
}

interface LeastAccount {
  lots: LeastLot[];
  head: number;
  balance: bigint;
  readonly costBasis: bigint[];
  readonly realized: bigint[];
}

export interface LeastRow {
  readonly disposedBy: string;
  readonly disposedAt: number;
  readonly acquiredBy: string;
  readonly acquiredAt: number;
  readonly quantity: bigint;
  readonly proceeds: readonly bigint[];
  readonly cost: readonly bigint[];
  readonly gain: readonly bigint[];
}

/** Quantities of 18 decimals, prices of 36, money of 18. */
const scale = createScale(36);

export function runLeastWork(
  movements: readonly LedgerMovement[],
  onRow: (row: LeastRow) => void,
): Map<string, LeastAccount> {
  const accounts = new Map<string, LeastAccount>();
  for (const { id, timestamp, token, side, quantity, prices } of movements) {
    const value: bigint[] = [];
    for (const price of prices ?? []) value.push(divideByScale(quantity * (price ?? 0n), scale));
    let account = accounts.get(token);
    if (account === undefined) {
      const none = value.map(() => 0n);
      account = { lots: [], head: 0, balance: 0n, costBasis: none, realized: none.slice() };
      accounts.set(token, account);
    }
    if (side === 'outflow') dispose(account, { id, timestamp, quantity, proceedsLeft: value }, onRow);
    else acquire(account, { acquiredBy: id, acquiredAt: timestamp, remaining: quantity, cost: value });
  }
  return accounts;
}

function acquire(account: LeastAccount, lot: LeastLot): void {
  account.balance += lot.remaining;
  for (let money = 0; money < lot.cost.length; money += 1) {
    account.costBasis[money] = (account.costBasis[money] ?? 0n) + (lot.cost[money] ?? 0n);
  }
  account.lots.push(lot);
}

interface Sale {
  readonly id: string;
  readonly timestamp: number;
  readonly quantity: bigint;
  readonly proceedsLeft: bigint[];
}

function dispose(account: LeastAccount, sale: Sale, onRow: (row: LeastRow) => void): void {
  const { id, timestamp, proceedsLeft } = sale;
  account.balance -= sale.quantity;
  for (let left = sale.quantity; left > 0n; ) {
    const lot = account.lots[account.head];
    if (lot === undefined) throw new Error('sold more than held');
    const isWhole = lot.remaining <= left;
    const quantity = isWhole ? lot.remaining : left;
    const proceeds: bigint[] = [];
    const cost: bigint[] = [];
    const gain: bigint[] = [];
    for (let money = 0; money < lot.cost.length; money += 1) {
      const whole = lot.cost[money] ?? 0n;
      const part = isWhole ? whole : proportion(whole, quantity, lot.remaining);
      if (!isWhole) lot.cost[money] = whole - part;
      const share = proportion(proceedsLeft[money] ?? 0n, quantity, left);
      if (quantity !== left) proceedsLeft[money] = (proceedsLeft[money] ?? 0n) - share;
      const won = share - part;
      proceeds.push(share);
      cost.push(part);
      gain.push(won);
      account.costBasis[money] = (account.costBasis[money] ?? 0n) - part;
      account.realized[money] = (account.realized[money] ?? 0n) + won;
    }
    if (isWhole) account.head += 1;
    else lot.remaining -= quantity;
    left -= quantity;
    const { acquiredBy, acquiredAt } = lot;
    onRow({ disposedBy: id, disposedAt: timestamp, acquiredBy, acquiredAt, quantity, proceeds, cost, gain });
  }
  if (account.head > 64 && account.head * 2 > account.lots.length) {
    account.lots = account.lots.slice(account.head);
    account.head = 0;
  }
}
