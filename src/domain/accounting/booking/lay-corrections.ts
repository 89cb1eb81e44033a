/**
 * A client's corrections. They say how a transfer is treated, what it is worth, or what an acquisition cost, and are laid
 * over the movements of one transaction before it is booked. Opening lots are what was held before the known history. Pure.
 */
import type { TaxTreatment } from '../../model.ts';
import { openingPosition, transactionPositionLength } from '../../position.ts';
import type { OptionalMoney } from '../amounts/amounts.ts';
import type { CarryPair, LedgerMovement, LedgerSettings, StatedBasis } from '../amounts/types.ts';
import { settleBroken, settleChange } from './broken-carries.ts';
import { effectiveTreatment, treatmentFits } from './netting.ts';

/** What a client says of one transfer; null: nothing. */
export interface TransferCorrection {
  /** One that fits the transfer's side. */
  readonly treatment: TaxTreatment | null;
  /** Per whole unit and currency, scaled as the ledger's prices; null in a currency whose rate is unknown. */
  readonly prices: OptionalMoney | null;
  /** Of an inflow. */
  readonly basis: StatedBasis | null;
}

/** Something that a wallet held before the known history begins. */
export interface OpeningLot {
  /** The correction's number: sets lots of the same second apart. */
  readonly number: number;
  /** Names the movement of a position. */
  readonly idOf: (position: string) => string;
  readonly wallet: string;
  readonly token: string;
  readonly decimals: number;
  /** Positive base units. */
  readonly quantity: bigint;
  /** Unix seconds. */
  readonly acquiredAt: number;
  /** Of the whole quantity; null: nobody knows, so that the basis is MISSING. */
  readonly cost: OptionalMoney | null;
}

const openingPair = 'opening:';

/** Whether it is an opening lot whose cost is not known that arrives under the pair: its date is stated. */
export const isOpeningPair = (pair: string): boolean => pair.startsWith(openingPair);

/** An opening lot as the ledger books it: an inflow that stands before all transactions of its second. */
export function openingMovement(lot: OpeningLot): LedgerMovement {
  const position = openingPosition(lot.acquiredAt, lot.number);
  const { wallet, token, decimals, quantity, cost } = lot;
  return {
    id: lot.idOf(position),
    position,
    transaction: position.slice(0, transactionPositionLength),
    timestamp: lot.acquiredAt,
    ...{ wallet, token, decimals, quantity, side: 'inflow', prices: null, priceTier: 'stated' },
    ...{ crossing: null, heldBy: null, lender: null, settles: null },
    // Without a cost: it arrives, and nothing is known of where it came from.
    treatment: cost === null ? 'BASIS_TRANSFER' : 'ACQUISITION',
    carry: cost === null ? { pair: `${openingPair}${lot.number}`, kind: 'wrap' } : null,
    feeValue: null,
    statedBasis: cost === null ? null : { cost, acquiredAt: null },
  };
}

/**
 * The movements of one transaction as the client corrects them. A price decides the value of its trade. A basis makes an inflow an
 * acquisition of that cost (or leaves it income); what comes out of a contract's account, or over a bridge, stays that, and takes out what
 * waited there. Legs of one wallet that are corrected to BASIS_TRANSFER carry the lots of those that leave to those that arrive. Where a
 * correction takes one end of a carry away, the other end is booked as what is then left of it (broken-carries.ts).
 */
export function applyCorrections(
  movements: readonly LedgerMovement[],
  correctionOf: (movementId: string) => TransferCorrection | undefined,
  settings: LedgerSettings,
): readonly LedgerMovement[] {
  let isCorrected = false;
  const corrected = movements.map((movement) => {
    const correction = correctionOf(movement.id);
    if (correction === undefined) return movement;
    isCorrected = true;
    return correct(movement, correction, settings);
  });
  if (!isCorrected) return movements;
  const waited = corrected.map((movement, index) => {
    const former = movements[index];
    const isAlone = movement.side === 'inflow' && isAloneIn(corrected, movement);
    // Nothing of the transaction goes on in it: its lots are those that waited for it.
    return isAlone && former && isWaiting(former, settings) ? asItWaited(former, movement) : movement;
  });
  const broken = settleBroken(movements, waited, (carry) => isCarried(carry, settings));
  const change = settleChange(movements, waited, (movement) => isWaiting(movement, settings));
  const settled = waited.flatMap((movement, place) => broken.get(place) ?? change.get(place) ?? [movement]);
  return settled.map((movement) => {
    const isAlone = movement.side === 'outflow' && isAloneIn(settled, movement);
    // Nothing of the transaction takes its lots over: they leave without a sale.
    return isAlone ? { ...movement, treatment: 'NON_TAXABLE', carry: null } : movement;
  });
}

function isCarried({ kind }: CarryPair, settings: LedgerSettings): boolean {
  const { ownTransfers, receiptTokens, liquidityTokens } = settings;
  if (kind === 'own') return ownTransfers === 'carry';
  if (kind === 'liquidity') return liquidityTokens === 'carry';
  return kind === 'wrap' || receiptTokens === 'carry';
}

function correct(
  movement: LedgerMovement,
  { treatment, prices, basis }: TransferCorrection,
  settings: LedgerSettings,
): LedgerMovement {
  let next = movement;
  // Whatever else it is to the client, it is no deposit, no loan, and nothing that crosses a bridge or settles an account then.
  const plain = { crossing: null, heldBy: null, lender: null, settles: null };
  if (prices !== null) next = { ...next, prices, priceTier: 'stated' };
  if (treatment === 'BASIS_TRANSFER') {
    const former = movement.carry !== null && isCarried(movement.carry, settings) ? movement.carry : null;
    next = { ...next, ...plain, treatment, carry: former ?? correctedPair(movement) };
  } else if (treatment !== null && treatmentFits(treatment, movement.side)) {
    next = { ...next, ...plain, treatment, carry: null };
  }
  if (basis !== null && movement.side === 'inflow') {
    if (isWaiting(movement, settings) && (treatment === null || treatment === 'BASIS_TRANSFER')) {
      return { ...asItWaited(movement, next), statedBasis: basis };
    }
    const isIncome = next.treatment === 'INCOME';
    const treatmentOfBasis = isIncome ? 'INCOME' : 'ACQUISITION';
    const { lender, settles } = isIncome ? plain : next;
    const isGiven = effectiveTreatment(next, settings) !== 'ACQUISITION';
    next = {
      ...next,
      ...plain,
      lender,
      settles,
      treatment: treatmentOfBasis,
      carry: null,
      statedBasis: { ...basis, isGiven },
    };
  }
  return next;
}

/** Whether it comes out of a contract's account, or over a bridge: booked as anything else, it would be counted there a second time. */
const isWaiting = ({ treatment }: LedgerMovement, { deposits }: LedgerSettings): boolean =>
  deposits === 'carry' && (treatment === 'HELD' || treatment === 'CARRY');

/** It comes out as it did, at the price that is stated. */
const asItWaited = (movement: LedgerMovement, { prices, priceTier }: LedgerMovement): LedgerMovement => ({
  ...movement,
  prices,
  priceTier,
});

const correctedPrefix = 'corrected:';
const correctedPair = ({ wallet, transaction }: LedgerMovement): CarryPair => ({
  pair: `${correctedPrefix}${wallet}:${transaction}`,
  kind: 'wrap',
});

/** Whether it was corrected to carry lots of its transaction, and there is nothing for it on the other side. */
const isAloneIn = (movements: readonly LedgerMovement[], { carry, side }: LedgerMovement): boolean =>
  carry?.pair.startsWith(correctedPrefix) === true &&
  !movements.some((other) => other.side !== side && other.carry?.pair === carry.pair);
