/**
 * The order in which the flows of one transaction are booked: gas, disposals, carries, what crossed a bridge, what protocols hold, acquisitions.
 * Carries go pair by pair, out before in; so does what protocols hold, and what they took comes after it. An outflow that exceeds what is held waits for what the same transaction still brings in.
 */

import { type Fraction, type OptionalMoney, powerOfTen } from '../amounts/amounts.ts';
import type { CarryKind } from '../amounts/types.ts';
import type { Account, Departure } from './accounts.ts';
import type { Leg } from './netting.ts';

/** What left for a carry and has not arrived yet. The lots themselves wait in each book. */
export interface PendingLeg {
  readonly account: Account;
  readonly id: string;
  readonly quantity: bigint;
  readonly value: OptionalMoney;
  /** The value in the first currency before it was rounded: what several legs are told apart by. */
  readonly weight: Fraction | null;
}

/** The inflows of a carry, which take over the lots that its outflows released. */
export interface Arrival {
  readonly op: 'arrival';
  readonly pair: string;
  readonly kind: CarryKind;
  /** At least one. */
  readonly legs: readonly Leg[];
  readonly timestamp: number;
  /** What it meets of what left over a bridge; null: its sources were released in its own transaction. */
  readonly departure: Departure | null;
  /** The rest is set by plan.ts. */
  sequence: number;
  /** What was released for it, in the order of release. Empty: nothing is known of where the inflow came from. */
  sources: readonly PendingLeg[];
  /** How much of the source never arrived, with its market value: disposed of as a cost of the move. */
  lost: { readonly quantity: bigint; readonly value: OptionalMoney } | null;
  /** How much more arrived than had left: its basis is missing. */
  excess: bigint;
}

/** Whether it arrives over a bridge, and the client says what it cost. Ends of other carries become acquisitions then. */
export const isStatedArrival = ({ legs }: Arrival): boolean =>
  legs.some(({ statedBasis }) => statedBasis !== null);

export type Step = Leg | Arrival;

/** The weight of an end of a move: it is of one token, so quantities say what goes where, whatever is known of its price. */
export function wholeUnits({ account, quantity }: Leg | PendingLeg): Fraction {
  return { numerator: quantity, denominator: powerOfTen(account.decimals) };
}

interface Carry {
  readonly kind: CarryKind;
  readonly released: Leg[];
  readonly arrived: Leg[];
}

function arrivalOf(pair: string, { kind, arrived: legs }: Carry): Arrival[] {
  const first = legs[0];
  if (first === undefined) return [];
  const { timestamp, meets: departure } = first;
  const unset = { sequence: 0, sources: [], lost: null, excess: 0n };
  return [{ op: 'arrival', pair, kind, legs, timestamp, departure, ...unset }];
}

/** The steps that the legs of one transaction make, in the order above. */
export function orderSteps(legs: readonly Leg[]): readonly Step[] {
  const gas: Step[] = [];
  const disposals: Step[] = [];
  const acquisitions: Step[] = [];
  const deposits: Step[] = [];
  const withdrawals: Step[] = [];
  const taken: Step[] = [];
  const crossed: Step[] = [];
  const carries = new Map<string, Carry>();
  for (const leg of legs) {
    if (leg.meets !== null) {
      crossed.push(...arrivalOf(leg.meets.name, { kind: 'own', released: [], arrived: [leg] }));
    } else if (leg.carry !== null && leg.quantity > 0n) {
      const carry = carries.get(leg.carry.pair) ?? { kind: leg.carry.kind, released: [], arrived: [] };
      carries.set(leg.carry.pair, carry);
      (leg.side === 'outflow' ? carry.released : carry.arrived).push(leg);
    } else if (leg.treatment === 'GAS') gas.push(leg);
    else if (leg.treatment === 'HELD') (leg.side === 'outflow' ? deposits : withdrawals).push(leg);
    else if (leg.heldBy !== null) taken.push(leg);
    else if (leg.side === 'outflow') disposals.push(leg);
    else acquisitions.push(leg);
  }
  const moves = [...carries].flatMap(([pair, carry]): Step[] => [
    ...carry.released,
    ...arrivalOf(pair, carry),
  ]);
  return [...gas, ...disposals, ...moves, ...crossed, ...deposits, ...withdrawals, ...taken, ...acquisitions];
}

const isInflow = (step: Step): boolean =>
  step.op === 'arrival' || (step.side === 'inflow' && step.quantity > 0n);

/** Whether a step that is still to come brings something into the account. */
function isBroughtLater(account: Account, pending: ReadonlySet<Step>): boolean {
  for (const step of pending) {
    if (!isInflow(step)) continue;
    if (step.op === 'leg' ? step.account === account : step.legs.some((leg) => leg.account === account))
      return true;
  }
  return false;
}

/** Gas never waits: it was paid before anything else happened. An arrival waits for what is released for it. */
function mustWait(step: Step, pending: ReadonlySet<Step>): boolean {
  if (step.op === 'leg') {
    const isTaken = step.heldBy !== null && step.treatment !== 'HELD';
    const isShort = step.side === 'outflow' && !isTaken && step.quantity > step.account.held;
    return isShort && step.treatment !== 'GAS' && isBroughtLater(step.account, pending);
  }
  for (const other of pending) {
    if (other.op === 'leg' && other.carry?.pair === step.pair) return true;
  }
  return false;
}

/** Books each step as soon as it need not wait, and returns them as booked. A circle is cut at its first step. */
export function bookInTurn(steps: readonly Step[], book: (step: Step) => void): readonly Step[] {
  if (!steps.some(isInflow)) {
    steps.forEach(book);
    return steps;
  }
  const pending = new Set(steps);
  const booked: Step[] = [];
  let waiting = steps;
  let isCircle = false;
  while (waiting.length > 0) {
    const stillWaiting: Step[] = [];
    for (const step of waiting) {
      pending.delete(step);
      if (!isCircle && mustWait(step, pending)) {
        pending.add(step);
        stillWaiting.push(step);
        continue;
      }
      isCircle = false;
      book(step);
      booked.push(step);
    }
    isCircle = stillWaiting.length === waiting.length;
    waiting = stillWaiting;
  }
  return booked;
}
