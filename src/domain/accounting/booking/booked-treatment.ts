/** From what a transfer means to how it is booked: the one place that says what the ledger makes of each treatment. */
import type { Side, TaxTreatment } from '../../model.ts';
import type { LedgerTreatment } from '../amounts/types.ts';
import { treatmentFits } from './netting.ts';

/**
 * The transfer's treatment where it fits the side; a carry without its other end is what it looks like from outside: what
 * crosses a bridge is booked as a sale and a purchase until both ends are known.
 */
export function bookedTreatment(treatment: TaxTreatment | null, side: Side): TaxTreatment {
  const plain = side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL';
  if (treatment === null || treatment === 'BASIS_TRANSFER' || treatment === 'CARRY') return plain;
  return treatmentFits(treatment, side) ? treatment : plain;
}

/**
 * Whether the ledger takes note of it at all. What a protocol holds is neither sold when it goes there nor bought when it comes
 * back, so that its lots stay where they are; a debt token is no asset. What comes back beyond what went in, and what a
 * protocol keeps, the ledger does not know.
 */
export function isBooked({ treatment }: { treatment: LedgerTreatment }): boolean {
  return treatment !== 'HELD' && treatment !== 'LIABILITY';
}
