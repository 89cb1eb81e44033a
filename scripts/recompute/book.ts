/** Books a whole history by one method, in all currencies at once: the order within a transaction, and what each step does. */
import {
  accountOf,
  addTo,
  addToHeld,
  type Books,
  type Departure,
  nobody,
  nothing,
  type ResultKind,
  type State,
} from './books.ts';
import { arrive, type Release } from './carries.ts';
import { depart, exchange, land, meet } from './crossings.ts';
import { borrow, count, debtFlows, move, payBack, recognise } from './debts.ts';
import { noteAcquired, noteDisposed, partOf } from './flows.ts';
import { type History, places, type Settings, usualSettings } from './history.ts';
import { type Leg, legsOf } from './legs.ts';
import { heldIn, type Lot, type Method, takeLots } from './lots.ts';
import { type Amount, round, split, zero } from './money.ts';
import { paySettled, settledDebts, settledHoldings, takeSettled } from './settlements.ts';
import { asBooked } from './skew.ts';

export function bookHistory(history: History, method: Method, settings: Settings = usualSettings): Books {
  const state: State = {
    ...{ method, accounts: new Map(), disposals: [], results: [], flows: [], debtTokens: new Map() },
    ...{ departures: [], sequence: 0, arrivals: 0 },
  };
  for (const group of asBooked(history.groups)) {
    const flows = debtFlows(group);
    const debts = settledDebts(state, group, flows);
    const all = legsOf(group, settings, {
      meet: (leg, crossing) => meet(state, leg, crossing),
      exchange: (leg, crossing) => exchange(state, leg, crossing),
      ...{ holdings: settledHoldings(state, group, settings), debts },
    });
    for (const leg of all) accountOf(state, leg).hasOutflow ||= leg.hasOutflow;
    const legs = all.filter(({ quantity }) => !quantity.isZero());
    recognise(state, legs, flows);
    move(state, legs, flows);
    bookLegs(state, legs);
    for (const { account, cost } of count(state, legs, [flows, debts]))
      noteDebt(state, { ...account, time: group.time }, cost);
    for (const debt of debts) {
      const paid = paySettled(state, debt);
      if (paid !== null) noteDebt(state, { ...paid.account, time: group.time }, paid.cost);
    }
  }
  return state;
}

// ── The order within a transaction ──

type Step = { leg: Leg } | { pair: string; legs: Leg[] };

/**
 * Gas, disposals, carries (out, then in), what arrives over bridges, what protocols hold (out, then in), acquisitions. An outflow of more than is held, gas apart, waits for what the
 * transaction still brings into its account; a circle is cut at its first step.
 */
function bookLegs(state: State, legs: readonly Leg[]): void {
  const carries = Map.groupBy(
    legs.filter(({ pair }) => pair !== null),
    ({ pair }) => pair ?? '',
  );
  const plain = legs.filter(({ pair }) => pair === null);
  const released = new Map<string, Release[]>();
  const stepsOf = (some: readonly Leg[]): Step[] => some.map((leg) => ({ leg }));
  let waiting: Step[] = [
    ...stepsOf(plain.filter(({ treatment }) => treatment === 'GAS')),
    ...stepsOf(
      plain.filter(
        ({ out, treatment, isSettled }) => out && !isSettled && !['GAS', 'HELD'].includes(treatment),
      ),
    ),
    ...[...carries].flatMap(([pair, ends]): Step[] => {
      const arrived = ends.filter(({ out }) => !out);
      return [
        ...stepsOf(ends.filter(({ out }) => out)),
        ...(arrived.length > 0 ? [{ pair, legs: arrived }] : []),
      ];
    }),
    ...stepsOf(plain.filter(({ meets }) => meets !== null)),
    ...stepsOf(plain.filter(({ out, holder, isSettled }) => out && holder !== null && !isSettled)),
    ...stepsOf(plain.filter(({ out, holder }) => !out && holder !== null)),
    ...stepsOf(plain.filter(({ isSettled }) => isSettled)),
    ...stepsOf(plain.filter(({ out, holder, meets }) => !out && holder === null && meets === null)),
  ];
  let isCircle = false;
  while (waiting.length > 0) {
    const open = new Set(waiting);
    for (const step of waiting) {
      open.delete(step);
      if (!isCircle && mustWait(state, step, open)) {
        open.add(step);
        continue;
      }
      isCircle = false;
      if ('pair' in step) arrive(state, step.legs, released.get(step.pair) ?? []);
      else bookLeg(state, step.leg, released);
    }
    const next = waiting.filter((step) => open.has(step));
    isCircle = next.length === waiting.length;
    waiting = next;
  }
}

function mustWait(state: State, step: Step, open: ReadonlySet<Step>): boolean {
  if ('pair' in step) return [...open].some((other) => 'leg' in other && other.leg.pair === step.pair);
  const { leg } = step;
  if (!leg.out || leg.isSettled || leg.treatment === 'GAS') return false;
  if (leg.quantity.lte(heldIn(accountOf(state, leg).lots))) return false;
  const into = (other: Leg): boolean =>
    !other.out && other.wallet === leg.wallet && other.asset === leg.asset;
  return [...open].some((other) => ('pair' in other ? other.legs.some(into) : into(other.leg)));
}

// ── What each step does ──

function bookLeg(state: State, leg: Leg, released: Map<string, Release[]>): void {
  if (leg.crossing !== null && leg.out) depart(state, leg, take(state, leg));
  else if (leg.meets !== null) bookArrival(state, leg, leg.meets);
  else if (leg.holder !== null && leg.isSettled) settle(state, leg, leg.holder, released);
  else if (leg.holder !== null) hold(state, leg, leg.holder);
  else if (!leg.out) acquire(state, leg);
  else if (leg.pair !== null) {
    release({ leg, pieces: take(state, leg) }, leg.pair, released);
  } else {
    const pieces = take(state, leg);
    if (leg.treatment === 'NON_TAXABLE') state.flows.push({ ...partOf(leg), kind: 'given', time: leg.time });
    else dispose(state, leg, pieces);
    const cost = leg.lender === null ? null : payBack(accountOf(state, leg), leg, leg.lender);
    if (cost !== null) noteDebt(state, leg, cost);
  }
}

function release(source: Release, pair: string, released: Map<string, Release[]>): void {
  released.set(pair, [...(released.get(pair) ?? []), source]);
}

/** What a contract holds is sold for what came in, or goes on in it. */
function settle(state: State, leg: Leg, holder: string, released: Map<string, Release[]>): void {
  const source = takeSettled(state, leg, holder);
  if (source === null) return;
  if (leg.pair === null) dispose(state, source.leg, source.pieces);
  else release(source, leg.pair, released);
}

/** What arrives over a bridge takes over the lots that left for it; the rest of them was the fee. */
function bookArrival(state: State, leg: Leg, departure: Departure): void {
  const { taken, left, loss } = land(state, leg, departure);
  if (left.length > 0) {
    dispose(state, loss, left);
    const spent = loss.values.map((value) => value ?? zero);
    note(state, loss, 'expenses', spent);
  }
  const { asset, isNft } = departure.account;
  const own = { ...leg, isOwnMove: true };
  const quantity = departure.quantity.minus(loss.quantity);
  const sent = { ...own, asset, isNft, symbol: departure.symbol, quantity };
  arrive(state, [own], [{ leg: sent, pieces: taken }]);
}

/** Lots that a protocol gets wait there; what it gives back beyond them it earned, or nobody knows where it is from. */
function hold(state: State, leg: Leg, holder: string): void {
  const account = accountOf(state, leg);
  const { id, time, quantity, values } = leg;
  if (leg.out) {
    // It stays the wallet's: only its place is another.
    for (const piece of take(state, leg)) addToHeld(state, account, holder, piece);
    account.balance = account.balance.plus(quantity);
    return;
  }
  const waiting = account.held.get(holder);
  const there = heldIn(waiting ?? []);
  const known = there.lt(quantity) ? there : quantity;
  const { taken, left } = takeLots(waiting ?? [], known, state.method === 'WAC' ? 'WAC' : 'FIFO');
  if (waiting !== undefined) account.held.set(holder, left);
  for (const piece of taken) addTo(state, account, piece);
  const beyond = quantity.minus(known);
  if (beyond.isZero()) return;
  state.sequence += 1;
  account.balance = account.balance.plus(beyond);
  const isIncome = waiting !== undefined || leg.hasOutflow;
  const worth = values.map((value) => value && round(value.times(beyond).div(quantity)));
  const cost = {
    ...{ quantity: beyond, isMissing: !isIncome },
    costs: isIncome ? worth.map((value) => value ?? zero) : nothing,
    isUnpriced: isIncome ? worth.map((value) => value === null) : nobody,
  };
  addTo(state, account, { acquiredBy: id, time, sequence: state.sequence, ...cost });
  noteAcquired(state, leg, cost);
  if (isIncome) note(state, leg, 'income', worth);
}

/** What a debt cost beyond what it brought is spent, and what it cost less is earned. */
function noteDebt(state: State, where: Where, cost: readonly (Amount | null)[]): void {
  const part = (isOver: boolean) =>
    cost.map((amount) => (amount === null || amount.gt(0) !== isOver ? zero : amount.abs()));
  note(state, where, 'expenses', part(true));
  note(state, where, 'income', part(false));
}

type Where = Pick<Leg, 'wallet' | 'asset' | 'time'>;

function note(
  state: State,
  { wallet, asset, time }: Where,
  kind: ResultKind,
  amounts: (Amount | null)[],
): void {
  if (amounts.every((amount) => amount?.isZero() === true)) return;
  state.results.push({ wallet, asset, time, kind, amounts });
}

function acquire(state: State, leg: Leg): void {
  const account = accountOf(state, leg);
  const { id, time, quantity, values, fees, treatment } = leg;
  state.sequence += 1;
  account.balance = account.balance.plus(quantity);
  const isGift = treatment === 'NON_TAXABLE';
  const cost = {
    ...{ quantity, isMissing: isGift },
    costs: isGift ? nothing : values.map((value, index) => (value ?? zero).plus(fees[index] ?? zero)),
    isUnpriced: isGift ? nobody : values.map((value) => value === null),
  };
  addTo(state, account, { acquiredBy: id, time, sequence: state.sequence, ...cost });
  noteAcquired(state, leg, cost);
  if (treatment === 'INCOME') note(state, leg, 'income', values);
  if (leg.lender !== null) borrow(state, leg, leg.lender);
}

/** The pieces of an outflow; what is not held comes from nowhere, at no cost. */
function take(state: State, leg: Leg): Lot[] {
  const account = accountOf(state, leg);
  const held = heldIn(account.lots);
  const covered = held.lt(leg.quantity) ? held : leg.quantity;
  const { taken, left } = takeLots(account.lots, covered, state.method);
  account.lots = left;
  account.balance = account.balance.minus(leg.quantity);
  const short = leg.quantity.minus(covered);
  if (short.isZero()) return taken;
  account.isShort = true;
  state.sequence += 1;
  state.arrivals += 1;
  const { time } = leg;
  const unknown: Lot = {
    ...{
      acquiredBy: null,
      time,
      sequence: state.sequence,
      arrival: state.arrivals,
      quantity: short,
      costs: nothing,
    },
    ...{ first: { quantity: short, cost: zero }, isMissing: true, isUnpriced: nobody, isPool: false },
  };
  return [...taken, unknown];
}

function dispose(state: State, leg: Leg, pieces: readonly Lot[]): void {
  const { wallet, asset, symbol, time, treatment, id, transactionId, values, fees } = leg;
  noteDisposed(state, leg);
  const weights = pieces.map(({ quantity }) => quantity);
  const shares = places.map((_, index) => {
    const value = values[index] ?? null;
    return value === null ? null : split(value.minus(fees[index] ?? zero), weights);
  });
  pieces.forEach((piece, place) => {
    const { acquiredBy, isMissing, isUnpriced, isPool, quantity, costs } = piece;
    state.disposals.push({
      ...{
        wallet,
        asset,
        symbol,
        time,
        treatment,
        disposedBy: id,
        transactionId,
        acquiredBy,
        isMissing,
        isUnpriced,
      },
      ...{ acquiredAt: isMissing || isPool ? null : piece.time, quantity, costs },
      proceeds: shares.map((share) => share?.[place] ?? null),
    });
  });
  if (treatment === 'GAS') note(state, leg, 'fees', values);
  if (treatment === 'EXPENSE') note(state, leg, 'expenses', values);
  note(state, leg, 'expenses', leg.expenses);
}
