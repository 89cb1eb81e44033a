/** Weighted average cost: one pool, whose unit cost is the average of all that is in it. */
import { addTo, invariant } from '../amounts/amounts.ts';
import { type Inventory, type Lot, takePiece } from './inventory.ts';

/**
 * The pool is a lot without an acquisition of its own. What is unknown about a part of it is unknown about all of it,
 * until it is empty.
 */
export function createWeightedAverage(): Inventory {
  let pool: Lot | null = null;
  return {
    acquire(lot) {
      const flags: number = lot.flags | (pool?.flags ?? 0);
      const remaining: bigint = lot.remaining + (pool?.remaining ?? 0n);
      if (pool !== null) addTo(pool.cost, lot.cost);
      if (pool !== null && pool.flags === flags) {
        pool.remaining = remaining;
        return;
      }
      const age = pool ?? lot;
      pool = {
        source: 'pool',
        acquiredBy: null,
        acquiredAt: age.acquiredAt,
        sequence: age.sequence,
        serial: age.serial,
        quantity: remaining,
        rankCost: 0n,
        remaining,
        cost: age.cost,
        flags,
      };
    },
    dispose(quantity) {
      invariant(pool !== null && pool.remaining >= quantity, 'the pool does not hold what is disposed of');
      const piece = takePiece(pool, quantity);
      if (pool.remaining === 0n) pool = null;
      return [piece];
    },
    lots: () => (pool === null ? [] : [{ ...pool, quantity: pool.remaining }]),
  };
}
