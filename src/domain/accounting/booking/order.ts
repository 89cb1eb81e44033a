/** Puts movements into the ledger's order, whatever order they came in, and gathers those of one transaction. */
import type { LedgerMovement } from '../amounts/types.ts';

function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** By position, then wallet, then id; the network fee of a transaction stands before its transfers. */
export function compareMovements(left: LedgerMovement, right: LedgerMovement): number {
  return (
    compareText(left.position, right.position) ||
    compareText(left.wallet, right.wallet) ||
    compareText(left.id, right.id)
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
