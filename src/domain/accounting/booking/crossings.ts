/**
 * Money on its way over a bridge. What leaves waits at the bridge's contract, each departure for itself, with its lots; what arrives
 * on another chain meets the oldest departure that it can be, and takes its lots over. Both are found in the ledger's order, so that
 * the order in which chains were loaded changes nothing.
 */
import { powerOfTen } from '../amounts/amounts.ts';
import type { Crossing } from '../amounts/types.ts';
import type { Account, Departure } from './accounts.ts';
import type { Leg } from './netting.ts';

/** Departures that an arrival may meet, by wallet and asset, oldest first. */
export type DepartureQueues = Map<string, Departure[]>;

/** An arrival meets a departure for so many windows; then nobody knows where it went. */
const windowsToWait = 2;
/** A bridge keeps at most the rest of what left, in hundredths. */
const leastArrived = 95n;

const queueName = ({ wallet }: Account, asset: string): string => `${wallet} ${asset}`;

/** The departures of all accounts, as they wait. */
export function queueDepartures(accounts: readonly Account[]): DepartureQueues {
  const queues: DepartureQueues = new Map();
  const all = accounts.flatMap(({ departures }) => [...departures.values()]);
  for (const departure of all.sort((left, right) => left.sequence - right.sequence))
    enqueue(queues, departure);
  return queues;
}

function enqueue(queues: DepartureQueues, departure: Departure): void {
  if (departure.asset === null) return;
  const name = queueName(departure.account, departure.asset);
  const waiting = queues.get(name);
  if (waiting === undefined) queues.set(name, [departure]);
  else waiting.push(departure);
}

/** Lets a leg leave, under a place in the ledger; its lots wait in the escrow that the departure names. */
export function depart(
  queues: DepartureQueues,
  { account, id, timestamp }: Leg,
  { crossing, heldBy, sequence }: { crossing: Crossing; heldBy: string; sequence: number },
): Departure {
  const { asset, chain, window } = crossing;
  const due = timestamp + windowsToWait * window;
  // No contract is called so: addresses have no spaces.
  const name = `${heldBy} ${id}`;
  const departure = { account, name, id, heldBy, asset, chain, timestamp, due, sequence };
  account.departures.set(name, departure);
  enqueue(queues, departure);
  return departure;
}

/**
 * The legs of a transaction, with the crossings settled: what leaves is held by its bridge; what arrives meets a departure, or is
 * an acquisition. A departure that is met is out of its queue.
 */
export function settleCrossings(legs: readonly Leg[], queues: DepartureQueues): readonly Leg[] {
  if (legs.every(({ crossing }) => crossing === null)) return legs;
  return legs.map((leg): Leg => {
    if (leg.crossing === null) return leg;
    if (leg.side === 'outflow') return { ...leg, treatment: 'HELD' };
    const meets = leg.quantity > 0n ? takeMet(queues, leg, leg.crossing) : null;
    return meets === null ? { ...leg, treatment: 'ACQUISITION', crossing: null } : { ...leg, meets };
  });
}

/** Takes the departure that an arrival meets out of its queue; null: there is none. */
function takeMet(queues: DepartureQueues, leg: Leg, { asset, chain }: Crossing): Departure | null {
  if (asset === null) return null;
  const name = queueName(leg.account, asset);
  const waiting = (queues.get(name) ?? []).filter(({ due }) => due >= leg.timestamp);
  const place = waiting.findIndex((departure) => departure.chain !== chain && isWithinFee(departure, leg));
  const [met] = place < 0 ? [] : waiting.splice(place, 1);
  if (waiting.length === 0) queues.delete(name);
  else queues.set(name, waiting);
  return met ?? null;
}

/** Compared in whole units: a token may have other decimals on another chain. */
function isWithinFee({ account, name }: Departure, leg: Leg): boolean {
  const sent = (account.escrows.get(name) ?? 0n) * powerOfTen(leg.account.decimals);
  const arrived = leg.quantity * powerOfTen(account.decimals);
  return arrived <= sent && arrived * 100n >= sent * leastArrived;
}
