/** The steps of a transaction as flows of assets. They are what every book makes of the steps (book.ts, held-lots.ts), less the lots. */
import { at, type OptionalMoney, proportion, zeroMoney } from '../../amounts/amounts.ts';
import type {
  AcquiredFlow,
  AssetFlow,
  CarriedPart,
  DisposedFlow,
  DroppedFlow,
  RestatedFlow,
} from '../../amounts/asset-flow.ts';
import { basisOf, missingBasis, unpricedBasis } from '../../inventory/inventory.ts';
import type { Account } from '../accounts.ts';
import type { Beyond, Leg } from '../netting.ts';
import { exactValue } from '../netting.ts';
import { type Arrival, isStatedArrival, type PendingLeg, type Step, wholeUnits } from '../steps.ts';
import { acquisitionCost, acquisitionFlags } from './acquisition.ts';

/** In the order in which the books book them. */
export function flowsOf(steps: readonly Step[]): AssetFlow[] {
  const stated = statedEnds(steps);
  return steps.flatMap((step): AssetFlow[] => {
    if (step.op === 'leg' && stated.includes(step)) return step === stated[0] ? [restatedEnds(stated)] : [];
    if (step.op === 'arrival') return arrivalFlows(step);
    if (step.quantity === 0n) return [];
    if (step.heldBy !== null) return heldFlows(step);
    return step.side === 'inflow' ? [acquired(step)] : outflowFlows(step);
  });
}

/**
 * What a transaction drops for what the client says the cost of: a move, or a wrap, whose end was corrected (lay-corrections.ts), and a
 * receipt for what a protocol held. Booked apart, it would be an acquisition that disposals are identified with. Empty: none.
 */
function statedEnds(steps: readonly Step[]): readonly Leg[] {
  const ends = steps.filter((step) => step.op === 'leg' && (isDropped(step) || isGivenCost(step)));
  const legs = ends.filter((step) => step.op === 'leg');
  return legs.some(isDropped) && legs.some(isGivenCost) ? legs : [];
}

const isDropped = (leg: Leg): boolean =>
  leg.side === 'outflow' && leg.treatment === 'NON_TAXABLE' && leg.carry === null && goneOf(leg) > 0n;

const isGivenCost = ({ treatment, statedBasis, quantity }: Leg): boolean =>
  treatment === 'ACQUISITION' && statedBasis?.isGiven === true && quantity > 0n;

const goneOf = ({ isSettled, covered, quantity }: Leg): bigint => (isSettled ? covered : quantity);

const restatedEnds = (ends: readonly Leg[]): RestatedFlow =>
  restated(
    ends.filter(isDropped).map((leg) => ({ account: leg.account, quantity: goneOf(leg) })),
    ends.filter(isGivenCost).map(acquired),
    at(ends, 0).timestamp,
  );

const restated = (
  from: readonly CarriedPart[],
  to: readonly AcquiredFlow[],
  timestamp: number,
): RestatedFlow => ({
  ...{ kind: 'restated', timestamp, from },
  to: to.map(({ account, quantity, cost, basis }) => ({ account, quantity, cost, basis })),
});

function acquired(leg: Leg): AcquiredFlow {
  const { account, quantity, value, statedBasis } = leg;
  const basis = basisOf(acquisitionFlags(leg), value.length);
  const timestamp = statedBasis?.acquiredAt ?? leg.timestamp;
  return { kind: 'acquired', account, quantity, timestamp, cost: acquisitionCost(leg), basis };
}

/** Nobody knows where it came from. */
function found({ account, value }: Leg, quantity: bigint, timestamp: number): AcquiredFlow {
  const currencyCount = value.length;
  const basis = basisOf(missingBasis, currencyCount);
  return { kind: 'acquired', account, quantity, timestamp, cost: zeroMoney(currencyCount), basis };
}

const dropped = (account: Account, quantity: bigint, timestamp: number): DroppedFlow[] =>
  quantity === 0n ? [] : [{ kind: 'dropped', account, quantity, timestamp }];

const disposed = (
  { account, timestamp, value, fee }: Pick<Leg, 'account' | 'timestamp' | 'fee'> & { value: OptionalMoney },
  quantity: bigint,
): DisposedFlow => ({
  ...{ kind: 'disposed', account, quantity, timestamp, proceeds: value },
  fees: fee ?? zeroMoney(value.length),
});

/** What leaves for a carry is told with what arrives for it. */
function outflowFlows(leg: Leg): AssetFlow[] {
  const { account, quantity, timestamp, carry, treatment } = leg;
  if (carry !== null) return [];
  if (treatment === 'NON_TAXABLE') return dropped(account, quantity, timestamp);
  return [disposed(leg, quantity)];
}

function heldFlows(leg: Leg): AssetFlow[] {
  const { account, timestamp, treatment, carry, covered, statedBasis } = leg;
  if (leg.isSettled) {
    if (covered === 0n || carry !== null) return [];
    if (treatment === 'NON_TAXABLE') return dropped(account, covered, timestamp);
    return [disposed(leg, covered)];
  }
  // Else it only changes its place.
  if (treatment === 'HELD' && statedBasis !== null) return statedReturn(leg);
  const earned = leg.beyond === null ? [] : [beyondFlow(leg, leg.beyond)];
  if (treatment === 'HELD') return earned;
  return [...earned, disposed(leg, leg.quantity)];
}

/** What came out of a protocol at a cost that the client states: what is beyond what went in is new, and takes its share of that. */
function statedReturn(leg: Leg): AssetFlow[] {
  const { account, quantity, covered, timestamp } = leg;
  const whole = acquired(leg);
  if (covered === 0n) return [whole];
  const from = [{ account, quantity: covered }];
  if (covered === quantity) return [restated(from, [whole], timestamp)];
  const cost = whole.cost.map((amount) => proportion(amount, covered, quantity));
  const rest = whole.cost.map((amount, currency) => amount - at(cost, currency));
  return [
    restated(from, [{ ...whole, quantity: covered, cost }], timestamp),
    { ...whole, quantity: quantity - covered, cost: rest },
  ];
}

/** What came out of a protocol beyond what had gone in. */
function beyondFlow(leg: Leg, { isIncome, quantity, value }: Beyond): AcquiredFlow {
  const { account, timestamp } = leg;
  if (!isIncome) return found(leg, quantity, timestamp);
  let flags = 0;
  value.forEach((amount, currency) => {
    if (amount === null) flags |= unpricedBasis(currency);
  });
  const cost = value.map((amount) => amount ?? 0n);
  return { kind: 'acquired', account, quantity, timestamp, cost, basis: basisOf(flags, value.length) };
}

function arrivalFlows(arrival: Arrival): AssetFlow[] {
  const { legs, sources, kind, timestamp } = arrival;
  if (isStatedArrival(arrival)) {
    const ends = legs.map(acquired);
    return sources.length === 0 ? ends : [restated(sources, ends, timestamp)];
  }
  if (sources.length === 0) return legs.map((leg) => found(leg, leg.quantity, timestamp));
  if (kind === 'own' && sources.length === 1 && legs.length === 1)
    return moveFlows(arrival, at(sources, 0), at(legs, 0));
  const to = legs.map((leg) => {
    const weight = kind === 'own' ? wholeUnits(leg) : exactValue(leg, 0);
    return { account: leg.account, quantity: leg.quantity, weight };
  });
  return [{ kind: 'carried', timestamp, from: sources, to }];
}

/** One to one: what did not arrive was disposed of on the way, and of what is too much nothing is known. */
function moveFlows(arrival: Arrival, source: PendingLeg, target: Leg): AssetFlow[] {
  const { lost, excess, timestamp } = arrival;
  const flows: AssetFlow[] = [];
  if (lost !== null) {
    const { quantity, value } = lost;
    flows.push(disposed({ account: source.account, timestamp, value, fee: null }, quantity));
  }
  const from = [{ account: source.account, quantity: source.quantity - (lost?.quantity ?? 0n) }];
  const to = [{ account: target.account, quantity: target.quantity - excess, weight: null }];
  flows.push({ kind: 'carried', timestamp, from, to });
  if (excess > 0n) flows.push(found(target, excess, timestamp));
  return flows;
}
