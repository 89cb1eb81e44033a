/** A section 104 holding: all tokens of one kind that a person has, as one asset with one cost. Money is in 10^-18. */
import { invariant, proportion } from '../amounts/amounts.ts';
import type { BasisStatus } from '../amounts/types.ts';
import { worstBasis } from '../period-figures.ts';

/** A quantity, what it cost, and how well that is known. */
export interface Holding {
  quantity: bigint;
  cost: bigint;
  basis: BasisStatus;
}

export const nothing = (): Holding => ({ quantity: 0n, cost: 0n, basis: 'COMPLETE' });

/** Adds to a holding in place. What is unknown about a part of it is unknown about all of it, until it is empty. */
export function put(into: Holding, { quantity, cost, basis }: Holding): void {
  into.quantity += quantity;
  into.cost += cost;
  into.basis = into.quantity === 0n && into.cost === 0n ? 'COMPLETE' : worstBasis([into.basis, basis]);
}

/** Takes what is there, up to a quantity, with its share of the cost; the last takes all that is left. */
export function take(from: Holding, wanted: bigint): Holding {
  invariant(wanted >= 0n, 'less than nothing is taken out of a holding');
  // What is unknown about the rest is not unknown about nothing.
  if (wanted === 0n) return nothing();
  const { basis } = from;
  if (wanted >= from.quantity) {
    const all = from.quantity > 0n ? { ...from } : nothing();
    if (from.quantity > 0n) Object.assign(from, nothing());
    return all;
  }
  const cost = proportion(from.cost, wanted, from.quantity);
  from.quantity -= wanted;
  from.cost -= cost;
  return { quantity: wanted, cost, basis };
}

/** As `take`; what is not there came from where nobody knows, and cost nothing that is known. */
export function takeAll(from: Holding, wanted: bigint): Holding {
  const taken = take(from, wanted);
  if (taken.quantity === wanted) return taken;
  return { quantity: wanted, cost: taken.cost, basis: 'MISSING' };
}
