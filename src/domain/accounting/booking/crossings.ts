/**
 * Money on its way over a bridge. What leaves waits at the bridge's contract, each departure for itself, with its lots; what arrives
 * meets the departure that the bridge calls the same, else the oldest one that it can be, of another chain or held by who gives it back, and takes its lots over. What
 * was exchanged on the way is sold for what arrives. All are found in the ledger's order, so that the order in which chains were loaded
 * changes nothing.
 */
import { bridgeOf, givesWhatItTakes } from '../../crossing-end.ts';
import { divideHalfEven, powerOfTen } from '../amounts/amounts.ts';
import type { Crossing } from '../amounts/types.ts';
import type { Account, Departure } from './accounts.ts';
import { mostSkewSeconds } from './crossing-order.ts';
import { exactValue, type Leg } from './netting.ts';
import { unpricedRank } from './trade.ts';

/** Departures that wait, oldest first. */
export interface DepartureQueues {
  /** What an arrival may meet, by wallet and asset. */
  readonly byAsset: Map<string, Departure[]>;
  /** What may have been exchanged on the way, by wallet. */
  readonly recent: Map<string, Departure[]>;
  /** By what the bridge calls them, whichever of the wallets they left. */
  readonly byMessage: Map<string, Departure[]>;
}

/** An arrival meets a departure for so many windows; then nobody knows where it went. */
const windowsToWait = 2;
/** A bridge keeps at most the rest of what left, in hundredths. */
const leastArrived = 95n;
/** If it says which departure it is, a small amount may have lost more, and somebody may have added a little. */
const [leastTold, mostTold] = [50n, 105n];
/** Who exchanges on the way pays within so many seconds, and so much of what left was worth, in hundredths: less by fees, more by prices. */
const exchangeSeconds = 3_600;
const [leastWorth, mostWorth] = [90n, 105n];

const queueName = ({ wallet }: Account, asset: string): string => `${wallet} ${asset}`;

/** The departures of all accounts, as they wait. */
export function queueDepartures(accounts: readonly Account[]): DepartureQueues {
  const queues: DepartureQueues = { byAsset: new Map(), recent: new Map(), byMessage: new Map() };
  const all = accounts.flatMap(({ departures }) => [...departures.values()]);
  for (const departure of all.sort((left, right) => left.sequence - right.sequence))
    enqueue(queues, departure);
  return queues;
}

function enqueue(queues: DepartureQueues, departure: Departure): void {
  const { account, asset, timestamp, exchanges, message } = departure;
  if (exchanges) queues.recent.set(account.wallet, [...recentOf(queues, account, timestamp), departure]);
  if (message !== null) add(queues.byMessage, message, departure);
  if (asset !== null) add(queues.byAsset, queueName(account, asset), departure);
}

function add(queues: Map<string, Departure[]>, name: string, departure: Departure): void {
  const waiting = queues.get(name);
  if (waiting === undefined) queues.set(name, [departure]);
  else waiting.push(departure);
}

/** What is booked next may stand some seconds before (crossing-order.ts): till then nothing is forgotten. */
const recentOf = (queues: DepartureQueues, { wallet }: Account, now: number): Departure[] =>
  (queues.recent.get(wallet) ?? []).filter(
    ({ timestamp }) => timestamp + exchangeSeconds + mostSkewSeconds >= now,
  );

/** Whatever meets it, nothing else does. */
function dequeue(queues: DepartureQueues, departure: Departure): void {
  const { account, asset, message } = departure;
  remove(queues.recent, account.wallet, departure);
  if (message !== null) remove(queues.byMessage, message, departure);
  if (asset !== null) remove(queues.byAsset, queueName(account, asset), departure);
}

function remove(queues: Map<string, Departure[]>, name: string, departure: Departure): void {
  const left = (queues.get(name) ?? []).filter((one) => one !== departure);
  if (left.length === 0) queues.delete(name);
  else queues.set(name, left);
}

/** Lets a leg leave, under a place in the ledger; its lots wait in the escrow that the departure names. */
export function depart(
  queues: DepartureQueues,
  { account, id, timestamp, value, tier }: Leg,
  { crossing, heldBy, sequence }: { crossing: Crossing; heldBy: string; sequence: number },
): Departure {
  const { asset, chain, window, exchanges, message } = crossing;
  const due = timestamp + windowsToWait * window;
  // No contract is called so: addresses have no spaces.
  const name = `${heldBy} ${id}`;
  const left = { account, name, id, heldBy, asset, chain, timestamp, due, sequence };
  const departure = { ...left, exchanges, message, value: [...value], tier };
  account.departures.set(name, departure);
  enqueue(queues, departure);
  return departure;
}

/**
 * The legs of a transaction, with the crossings settled: what leaves is held by its bridge; what arrives meets a departure, is bought with
 * one, or is an acquisition by itself. A departure that is met is out of its queues.
 */
export function settleCrossings(legs: readonly Leg[], queues: DepartureQueues): readonly Leg[] {
  if (legs.every(({ crossing }) => crossing === null)) return legs;
  return legs.flatMap((leg): readonly Leg[] => {
    if (leg.crossing === null) return [leg];
    if (leg.side === 'outflow') return [{ ...leg, treatment: 'HELD' }];
    const { crossing } = leg;
    const comes = crossing.arrives && leg.quantity > 0n;
    const meets = comes ? takeMet(queues, leg, crossing) : null;
    if (meets !== null) return meet(leg, meets);
    const exchanged = comes && crossing.exchanges ? takeExchanged(queues, leg, crossing) : null;
    const bought: Leg = { ...leg, treatment: 'ACQUISITION', crossing: null };
    return exchanged === null ? [bought] : exchange(bought, exchanged);
  });
}

/** Takes the departure that an arrival meets out of its queues; null: there is none. */
function takeMet(queues: DepartureQueues, leg: Leg, crossing: Crossing): Departure | null {
  const { asset, chain, by } = crossing;
  let met = toldOf(queues, crossing).find(
    (departure) => isOneAsset(departure, leg, crossing) && isWithinFee(departure, leg, leastTold, mostTold),
  );
  if (met === undefined && asset !== null) {
    const name = queueName(leg.account, asset);
    const waiting = (queues.byAsset.get(name) ?? []).filter(
      ({ due }) => due + mostSkewSeconds >= leg.timestamp,
    );
    queues.byAsset.set(name, waiting);
    met = waiting.find(
      (departure) =>
        departure.due >= leg.timestamp &&
        (departure.chain !== chain || departure.heldBy === by) &&
        isWithinFee(departure, leg, leastArrived) &&
        !isToldOther(departure, crossing),
    );
  }
  if (met !== undefined) dequeue(queues, met);
  return met ?? null;
}

/** The same of one of another asset that was worth about as much. */
function takeExchanged(queues: DepartureQueues, leg: Leg, crossing: Crossing): Departure | null {
  const { asset, chain } = crossing;
  const exchanged =
    toldOf(queues, crossing).find(
      (departure) => departure.exchanges && departure.asset !== asset && isWorth(departure, leg, leastTold),
    ) ??
    recentOf(queues, leg.account, leg.timestamp).find(
      (departure) =>
        departure.timestamp + exchangeSeconds >= leg.timestamp &&
        departure.chain !== chain &&
        departure.asset !== asset &&
        isWorth(departure, leg, leastWorth) &&
        !isToldOther(departure, crossing),
    );
  if (exchanged !== undefined) dequeue(queues, exchanged);
  return exchanged ?? null;
}

/** What the bridge says to be the other end. */
const toldOf = ({ byMessage }: DepartureQueues, { message }: Crossing): readonly Departure[] =>
  message === null ? [] : (byMessage.get(message) ?? []);

/**
 * Of two ends of one name. Of a token that nobody lists the name is not enough: anybody can log one beside a token of his own. A bridge that
 * gives what it takes gives about as much worth.
 */
function isOneAsset(departure: Departure, leg: Leg, { asset, message }: Crossing): boolean {
  if (departure.asset !== null || asset !== null) return departure.asset === asset;
  return message !== null && givesWhatItTakes(message) && isWorth(departure, leg, leastTold);
}

/** The same bridge calls the two by different names. */
function isToldOther({ message: left }: Departure, { message: arrived }: Crossing): boolean {
  return left !== null && arrived !== null && bridgeOf(left) === bridgeOf(arrived);
}

/** In the first currency in which both have a price. */
function isWorth({ value }: Departure, leg: Leg, least: bigint): boolean {
  const known = value.findIndex((left, currency) => left !== null && (leg.value[currency] ?? null) !== null);
  const [left, arrived] = [value[known] ?? 0n, leg.value[known] ?? 0n];
  return left > 0n && arrived * 100n >= left * least && arrived * 100n <= left * mostWorth;
}

/**
 * What left is sold for what arrives, by themselves, whatever else the transaction moves: for what the one was worth when it left, or what
 * the other is worth, whichever is known better. The arrival names both.
 */
function exchange(leg: Leg, { account, name, value: left, tier }: Departure): readonly Leg[] {
  const value = leg.value.map((arrived, currency) => {
    const sold = left[currency] ?? null;
    const soldRank = sold === null ? unpricedRank : tier;
    return soldRank < (arrived === null ? unpricedRank : leg.tier) ? sold : arrived;
  });
  const shares = value.map((amount) => (amount === null ? null : { numerator: amount, denominator: 1n }));
  const bought: Leg = { ...leg, value, shares, isExchanged: true };
  const sold: Leg = {
    ...bought,
    ...{ account, quantity: account.escrows.get(name) ?? 0n, tier, value: [...value], shares: [...shares] },
    ...{ side: 'outflow', treatment: 'DISPOSAL', prices: null, priceDivisors: null },
    ...{ heldBy: name, escrow: name, isSettled: true, statedBasis: null, fee: null },
  };
  return [bought, sold];
}

/** Compared in whole units: a token may have other decimals on another chain. `most`: in hundredths of what left. */
function isWithinFee({ account, name }: Departure, leg: Leg, least: bigint, most = 100n): boolean {
  const sent = (account.escrows.get(name) ?? 0n) * powerOfTen(leg.account.decimals);
  const arrived = leg.quantity * powerOfTen(account.decimals);
  return arrived * 100n <= sent * most && arrived * 100n >= sent * least;
}

/** What arrives of what left; what is more is bought by itself, at market value. */
function meet(leg: Leg, meets: Departure): readonly Leg[] {
  const { account, name } = meets;
  const sent = account.escrows.get(name) ?? 0n;
  const most = (sent * powerOfTen(leg.account.decimals)) / powerOfTen(account.decimals);
  // A client who says what all of it cost says so of both; what is less than one base unit is not told apart.
  if (leg.quantity <= most || most === 0n || leg.statedBasis !== null) return [{ ...leg, meets }];
  const excess: Leg = { ...partOf(leg, leg.quantity - most), treatment: 'ACQUISITION', crossing: null };
  return [
    { ...partOf(leg, most), meets },
    { ...excess, fee: null, isExchanged: true },
  ];
}

function partOf(leg: Leg, quantity: bigint): Leg {
  const part = { ...leg, quantity };
  const exact = leg.value.map((_, currency) => exactValue(part, currency));
  return {
    ...part,
    value: exact.map((value) => value && divideHalfEven(value.numerator, value.denominator)),
  };
}
