/** From what a transfer means to how it is booked: the one place that says what the ledger makes of each treatment. */
import type { BookingKind, Side, TaxTreatment } from '../../model.ts';
import type { LedgerMovement, LedgerSettings, LedgerTreatment } from '../amounts/types.ts';
import { effectiveTreatment, treatmentFits } from './netting.ts';

/**
 * The transfer's treatment where it fits the side; a carry without its other end is what it looks like from outside. What crosses a
 * bridge does not come here: it waits for its other end (crossings.ts).
 */
export function bookedTreatment(treatment: TaxTreatment | null, side: Side): TaxTreatment {
  const plain = side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL';
  if (treatment === null || treatment === 'BASIS_TRANSFER' || treatment === 'CARRY') return plain;
  return treatmentFits(treatment, side) ? treatment : plain;
}

/**
 * Whether the ledger takes note of it at all. A debt token is no asset. Where deposits are sales, a protocol holds nothing that
 * it could take.
 */
export function isBooked(
  { treatment, heldBy }: { treatment: LedgerTreatment; heldBy: string | null },
  { deposits }: Pick<LedgerSettings, 'deposits'>,
): boolean {
  if (treatment === 'LIABILITY') return false;
  return treatment === 'HELD' || treatment === 'CARRY' || heldBy === null || deposits === 'carry';
}

/** What a client reads of a transfer's movement, its corrections laid over it; null: the ledger takes no note of it. */
export function bookingOf(
  movement: Pick<LedgerMovement, 'treatment' | 'carry' | 'side' | 'heldBy'>,
  settings: LedgerSettings,
): BookingKind | null {
  if (movement.treatment === 'LIABILITY') return 'LIABILITY';
  const treatment = effectiveTreatment(movement, settings);
  if (treatment === 'GAS' || !isBooked(movement, settings)) return null;
  if (treatment !== 'BASIS_TRANSFER') return treatment;
  return movement.carry?.kind === 'own' ? 'OWN_MOVE' : 'CARRY';
}
