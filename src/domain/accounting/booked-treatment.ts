/** How a transfer is booked when nothing else is known of it. */
import type { Side, TaxTreatment } from '../model.ts';
import { treatmentFits } from './netting.ts';

/** The transfer's treatment where it fits the side; a carry without its pair is what it looks like from outside. */
export function bookedTreatment(treatment: TaxTreatment | null, side: Side): TaxTreatment {
  const plain = side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL';
  if (treatment === null || treatment === 'BASIS_TRANSFER') return plain;
  return treatmentFits(treatment, side) ? treatment : plain;
}
