/** The steps of a transaction as flows of assets. They are what every book makes of the steps (book.ts, held-lots.ts), less the lots. */
import { at, type OptionalMoney, zeroMoney } from '../../amounts/amounts.ts';
import type { AcquiredFlow, AssetFlow, DisposedFlow, DroppedFlow } from '../../amounts/asset-flow.ts';
import { basisOf, missingBasis, unpricedBasis } from '../../inventory/inventory.ts';
import type { Account } from '../accounts.ts';
import type { Beyond, Leg } from '../netting.ts';
import { exactValue } from '../netting.ts';
import { type Arrival, isStatedArrival, type PendingLeg, type Step, wholeUnits } from '../steps.ts';
import { acquisitionCost, acquisitionFlags } from './acquisition.ts';
import { netProceeds } from './book-entries.ts';

/** In the order in which the books book them. */
export function flowsOf(steps: readonly Step[]): AssetFlow[] {
  return steps.flatMap((step): AssetFlow[] => {
    if (step.op === 'arrival') return arrivalFlows(step);
    if (step.quantity === 0n) return [];
    if (step.heldBy !== null) return heldFlows(step);
    return step.side === 'inflow' ? [acquired(step)] : outflowFlows(step);
  });
}

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
  account: Account,
  quantity: bigint,
  { timestamp, proceeds }: { timestamp: number; proceeds: OptionalMoney },
): DisposedFlow => ({ kind: 'disposed', account, quantity, timestamp, proceeds });

/** What leaves for a carry is told with what arrives for it. */
function outflowFlows(leg: Leg): AssetFlow[] {
  const { account, quantity, timestamp, carry, treatment } = leg;
  if (carry !== null) return [];
  if (treatment === 'NON_TAXABLE') return dropped(account, quantity, timestamp);
  return [disposed(account, quantity, { timestamp, proceeds: netProceeds(leg) })];
}

function heldFlows(leg: Leg): AssetFlow[] {
  const { account, timestamp, treatment, carry, covered, statedBasis } = leg;
  const proceeds = netProceeds(leg);
  if (leg.isSettled) {
    if (covered === 0n || carry !== null) return [];
    if (treatment === 'NON_TAXABLE') return dropped(account, covered, timestamp);
    return [disposed(account, covered, { timestamp, proceeds })];
  }
  const earned = leg.beyond === null ? [] : [beyondFlow(leg, leg.beyond)];
  if (treatment !== 'HELD') return [...earned, disposed(account, leg.quantity, { timestamp, proceeds })];
  // Else it only changes its place.
  if (statedBasis === null) return earned;
  const out = covered + (leg.beyond?.quantity ?? 0n);
  const taken = leg.side === 'inflow' ? dropped(account, out, timestamp) : [];
  return [...earned, ...taken, acquired(leg)];
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
    const left = sources.flatMap(({ account, quantity }) => dropped(account, quantity, timestamp));
    return [...left, ...legs.map(acquired)];
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
  if (lost !== null) flows.push(disposed(source.account, lost.quantity, { timestamp, proceeds: lost.value }));
  const from = [{ account: source.account, quantity: source.quantity - (lost?.quantity ?? 0n) }];
  const to = [{ account: target.account, quantity: target.quantity - excess, weight: null }];
  flows.push({ kind: 'carried', timestamp, from, to });
  if (excess > 0n) flows.push(found(target, excess, timestamp));
  return flows;
}
