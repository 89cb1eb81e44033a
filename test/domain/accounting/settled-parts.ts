/** What a history settles of what protocols hold, from the movements alone. */
import type { LedgerMovement } from '../../../src/domain/accounting/amounts/types.ts';
import { groupMovements } from '../../../src/domain/accounting/booking/order.ts';

/** Rounds a quotient half to even. */
export function halfEven(numerator: bigint, denominator: bigint): bigint {
  const [whole, rest] = [numerator / denominator, numerator % denominator];
  if (rest * 2n === denominator) return whole + (whole % 2n);
  return rest * 2n > denominator ? whole + 1n : whole;
}

/** What each movement settles of what was held then, where there was anything: how much, and the name as `alice T farm`. */
export function settledParts(movements: readonly LedgerMovement[]) {
  const held = new Map<string, bigint>();
  const parts = new Map<LedgerMovement, { name: string; part: bigint }>();
  const less = (name: string, quantity: bigint): bigint => {
    const there = held.get(name) ?? 0n;
    const part = quantity < there ? quantity : there;
    held.set(name, there - part);
    return part;
  };
  for (const movement of groupMovements(movements).flat()) {
    const { wallet, token, side, treatment, heldBy, quantity, settles } = movement;
    const name = `${wallet} ${token} ${heldBy}`;
    if (treatment === 'HELD' && side === 'outflow') held.set(name, (held.get(name) ?? 0n) + quantity);
    else if (heldBy !== null && treatment !== 'CARRY') less(name, quantity);
    if (settles === null || side === 'outflow') continue;
    const mine = [...held].flatMap(([known, there]) => {
      const [owner, other = '', contract] = known.split(' ');
      const isIt = owner === wallet && contract === settles.contract && there > 0n;
      return isIt && other !== token ? [other] : [];
    });
    const [only, another] = settles.token === null ? mine : [settles.token];
    if (only === undefined || another !== undefined) continue;
    const account = `${wallet} ${only} ${settles.contract}`;
    const part = less(account, settles.quantity);
    if (part > 0n) parts.set(movement, { name: account, part });
  }
  return parts;
}
