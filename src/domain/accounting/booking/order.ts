/** The ledger's order: puts movements into it, gathers those of one transaction, and checks that it is kept. */
import { at, invariant } from '../amounts/amounts.ts';
import type { LedgerMovement } from '../amounts/types.ts';

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** By position, then wallet, then id, then part; the network fee of a transaction stands before its transfers. */
export function compareMovements(left: LedgerMovement, right: LedgerMovement): number {
  return (
    compareText(left.position, right.position) ||
    compareText(left.wallet, right.wallet) ||
    compareText(left.id, right.id) ||
    (left.part ?? 0) - (right.part ?? 0)
  );
}

/** The movements of each transaction, in order. Does not change its argument. */
export function groupMovements(movements: readonly LedgerMovement[]): LedgerMovement[][] {
  const groups: LedgerMovement[][] = [];
  let group: LedgerMovement[] = [];
  let transaction: string | null = null;
  for (const movement of movements.toSorted(compareMovements)) {
    if (movement.transaction === transaction) {
      group.push(movement);
      continue;
    }
    group = [movement];
    transaction = movement.transaction;
    groups.push(group);
  }
  return groups;
}

/** Throws where a group is not one transaction in order, or does not come after the position of the last that was booked as it is. */
export function checkOrder(group: readonly LedgerMovement[], last: string): void {
  const first = at(group, 0);
  invariant(first.position > last, 'a transaction comes after one that stands later');
  for (let index = 1; index < group.length; index += 1) {
    const movement = at(group, index);
    invariant(movement.transaction === first.transaction, 'a group holds more than one transaction');
    invariant(
      compareMovements(at(group, index - 1), movement) < 0,
      'the movements of a group are not in order, or one is there twice',
    );
  }
}

/** So few that comparing each with each is less than naming them. */
const fewMovements = 8;

/** Whether all are of different wallets or tokens, as nearly always: then nothing nets. */
export function areApart(group: readonly LedgerMovement[]): boolean {
  if (group.length > fewMovements) return false;
  return group.every(({ wallet, token }, place) => {
    for (let other = 0; other < place; other += 1) {
      const before = at(group, other);
      if (before.token === token && before.wallet === wallet) return false;
    }
    return true;
  });
}
