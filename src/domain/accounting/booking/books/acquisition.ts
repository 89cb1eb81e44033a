/** What a lot costs when it comes in, and what of that is not known. */
import { at, zeroMoney } from '../../amounts/amounts.ts';
import { missingBasis, unpricedBasis } from '../../inventory/inventory.ts';
import type { Leg } from '../netting.ts';

/** By currency: what the client states, else market value and fees; a gift costs nothing until its cost is stated. */
export function acquisitionCost({ fee, value, statedBasis, treatment }: Leg): bigint[] {
  if (statedBasis !== null) return statedBasis.cost.map((amount) => amount ?? 0n);
  if (treatment === 'NON_TAXABLE') return zeroMoney(value.length);
  const cost: bigint[] = [];
  for (let currency = 0; currency < value.length; currency += 1) {
    const amount = at(value, currency) ?? 0n;
    cost.push(fee === null ? amount : amount + at(fee, currency));
  }
  return cost;
}

/** As a lot's flags (inventory.ts). */
export function acquisitionFlags(leg: Leg): number {
  // A gift: its cost is the giver's.
  if (leg.treatment === 'NON_TAXABLE') return missingBasis;
  const known = leg.statedBasis?.cost ?? leg.value;
  let flags = 0;
  for (let currency = 0; currency < known.length; currency += 1) {
    if (at(known, currency) === null) flags |= unpricedBasis(currency);
  }
  return flags;
}
