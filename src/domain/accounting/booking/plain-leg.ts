/** The short way of most transactions: what is booked of them is their only movement. */
import type { LedgerMovement } from '../amounts/types.ts';
import { checkMovement, type Leg, type NettingContext, singleLeg } from './netting.ts';

/**
 * The leg of a transaction whose only movement moves lots of one account, and nothing else: no protocol, bridge, loan or other
 * account has a part in it. Most are such. null: it may be more.
 */
export function plainLeg(movement: LedgerMovement, context: NettingContext): Leg | null {
  const { treatment, carry, crossing, heldBy, lender, settles } = movement;
  if (carry !== null || crossing !== null || heldBy !== null || lender !== null || settles !== null) {
    return null;
  }
  if (treatment === 'LIABILITY' || treatment === 'HELD' || treatment === 'CARRY') return null;
  checkMovement(movement, context.currencyCount);
  return singleLeg(movement, treatment, context);
}
