/** Books a whole history by one method, in all currencies at once: from transactions to lots, disposals and results. */
import { currencies, type History } from './history.ts';
import { type Leg, legsOf } from './legs.ts';
import { addLot, heldIn, type Lot, type Method, takeLots } from './lots.ts';
import { type Amount, one, round, split, sum, weightsOf, zero } from './money.ts';

/** A wallet's token or NFT. */
export interface Account {
  wallet: string;
  asset: string;
  isNft: boolean;
  decimals: number;
  lots: Lot[];
  balance: Amount;
  hasOutflow: boolean;
  isShort: boolean;
}
/** What one disposal took from one lot. */
export interface Disposal {
  wallet: string;
  asset: string;
  symbol: string;
  time: number;
  treatment: string;
  disposedBy: string | null;
  transactionId: string;
  acquiredBy: string | null;
  acquiredAt: number | null;
  isMissing: boolean;
  isUnpriced: readonly boolean[];
  quantity: Amount;
  /** Per currency; null: no price. */
  proceeds: (Amount | null)[];
  costs: Amount[];
}
export type ResultKind = 'income' | 'expenses' | 'fees';
/** An amount that counts in the periods that hold its time; null: it would, if its price were known. */
export interface Result {
  wallet: string;
  asset: string;
  time: number;
  kind: ResultKind;
  amounts: (Amount | null)[];
}
export interface Books {
  method: Method;
  accounts: Map<string, Account>;
  disposals: Disposal[];
  results: Result[];
}

interface State extends Books {
  sequence: number;
  arrivals: number;
}

const nobody = currencies.map(() => false);
const nothing = currencies.map(() => zero);

export function bookHistory(history: History, method: Method): Books {
  const state: State = { method, accounts: new Map(), disposals: [], results: [], sequence: 0, arrivals: 0 };
  for (const group of history.groups) bookLegs(state, legsOf(group));
  return state;
}

function accountOf({ accounts }: Books, { wallet, asset, isNft, decimals }: Leg): Account {
  const name = `${wallet} ${asset}`;
  const known = accounts.get(name);
  if (known !== undefined) return known;
  const made = { wallet, asset, isNft, decimals, lots: [], balance: zero, hasOutflow: false, isShort: false };
  accounts.set(name, made);
  return made;
}

// ── The order within a transaction ──

type Step = { leg: Leg } | { pair: string; legs: Leg[] };

/**
 * Gas, disposals, carries (out, then in), acquisitions. An outflow of more than is held, gas apart, waits for what the
 * transaction still brings into its account; a circle is cut at its first step.
 */
function bookLegs(state: State, legs: readonly Leg[]): void {
  const carries = Map.groupBy(
    legs.filter(({ pair }) => pair !== null),
    ({ pair }) => pair ?? '',
  );
  const plain = legs.filter(({ pair }) => pair === null);
  const released = new Map<string, { leg: Leg; pieces: Lot[] }[]>();
  const stepsOf = (some: readonly Leg[]): Step[] => some.map((leg) => ({ leg }));
  let waiting: Step[] = [
    ...stepsOf(plain.filter(({ treatment }) => treatment === 'GAS')),
    ...stepsOf(plain.filter(({ out, treatment }) => out && treatment !== 'GAS')),
    ...[...carries].flatMap(([pair, ends]): Step[] => {
      const arrived = ends.filter(({ out }) => !out);
      return [
        ...stepsOf(ends.filter(({ out }) => out)),
        ...(arrived.length > 0 ? [{ pair, legs: arrived }] : []),
      ];
    }),
    ...stepsOf(plain.filter(({ out }) => !out)),
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
  if (!leg.out || leg.treatment === 'GAS') return false;
  if (leg.quantity.lte(heldIn(accountOf(state, leg).lots))) return false;
  const into = (other: Leg): boolean =>
    !other.out && other.wallet === leg.wallet && other.asset === leg.asset;
  return [...open].some((other) => ('pair' in other ? other.legs.some(into) : into(other.leg)));
}

// ── What each step does ──

function bookLeg(state: State, leg: Leg, released: Map<string, { leg: Leg; pieces: Lot[] }[]>): void {
  if (!leg.out) acquire(state, leg);
  else if (leg.pair !== null) {
    const others = released.get(leg.pair) ?? [];
    released.set(leg.pair, [...others, { leg, pieces: take(state, leg) }]);
  } else {
    const pieces = take(state, leg);
    if (leg.treatment !== 'NON_TAXABLE') dispose(state, leg, pieces);
  }
}

function note(
  state: State,
  { wallet, asset, time }: Leg,
  kind: ResultKind,
  amounts: (Amount | null)[],
): void {
  if (amounts.every((amount) => amount?.isZero() === true)) return;
  state.results.push({ wallet, asset, time, kind, amounts });
}

function addTo(state: State, account: Account, lot: Omit<Lot, 'arrival' | 'first' | 'isPool'>): void {
  state.arrivals += 1;
  const first = { quantity: lot.quantity, cost: lot.costs[0] ?? zero };
  account.lots = addLot(
    account.lots,
    { ...lot, arrival: state.arrivals, first, isPool: false },
    state.method,
  );
}

function acquire(state: State, leg: Leg): void {
  const account = accountOf(state, leg);
  const { id, time, quantity, values, fees, treatment } = leg;
  state.sequence += 1;
  account.balance = account.balance.plus(quantity);
  const isGift = treatment === 'NON_TAXABLE';
  addTo(state, account, {
    ...{ acquiredBy: id, time, sequence: state.sequence, quantity, isMissing: isGift },
    costs: isGift ? nothing : values.map((value, index) => (value ?? zero).plus(fees[index] ?? zero)),
    isUnpriced: isGift ? nobody : values.map((value) => value === null),
  });
  if (treatment === 'INCOME') note(state, leg, 'income', values);
}

/** The pieces of an outflow; what is not held comes from nowhere, at no cost. */
function take(state: State, leg: Leg): Lot[] {
  const account = accountOf(state, leg);
  const held = heldIn(account.lots);
  const covered = held.lt(leg.quantity) ? held : leg.quantity;
  const { taken, left } = takeLots(account.lots, covered, state.method);
  account.lots = left;
  account.balance = account.balance.minus(leg.quantity);
  account.hasOutflow = true;
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
  const weights = pieces.map(({ quantity }) => quantity);
  const shares = currencies.map((_, index) => {
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

// ── Carries ──

/** Lots go on with their cost and date: into one leg as they are, or by value into several. */
function arrive(state: State, legs: readonly Leg[], sources: readonly { leg: Leg; pieces: Lot[] }[]): void {
  state.sequence += 1;
  const { sequence } = state;
  for (const leg of legs) {
    const account = accountOf(state, leg);
    account.balance = account.balance.plus(leg.quantity);
    if (sources.length > 0) continue;
    const { id, time, quantity } = leg;
    const unknown = { acquiredBy: id, time, sequence, quantity, costs: nothing };
    addTo(state, account, { ...unknown, isMissing: true, isUnpriced: nobody });
  }
  if (sources.length === 0) return;
  const pieces = sources.flatMap(({ pieces: own }) => own);
  const weights = piecesWeights(sources);
  const targets = weightsOfLegs(legs);
  const costs = pieces.map((piece) => piece.costs.map((cost) => split(cost, targets)));
  legs.forEach((leg, place) => {
    const account = accountOf(state, leg);
    const parts = splitQuantity(leg.quantity, weights, leg.decimals);
    pieces.forEach((piece, index) => {
      const quantity = parts[index] ?? zero;
      if (quantity.isZero()) throw new Error('a lot too small for a unit of what it turns into');
      const own = (costs[index] ?? []).map((shares) => shares[place] ?? zero);
      addTo(state, account, { ...piece, quantity, costs: own });
    });
  });
}

/** Of one token by quantity; else by market value in the first currency, equally where one is unknown. */
function weightsOfLegs(legs: readonly Leg[]): Amount[] {
  if (legs.every(({ isOwnMove }) => isOwnMove)) return legs.map(({ quantity }) => quantity);
  const known = legs.flatMap(({ exact: [first] }) => (first ? [first] : []));
  return known.length === legs.length ? weightsOf(known) : legs.map(() => one);
}

function piecesWeights(sources: readonly { leg: Leg; pieces: Lot[] }[]): Amount[] {
  const weights = weightsOfLegs(sources.map(({ leg }) => leg));
  return sources.flatMap(({ leg, pieces }, index) =>
    pieces.map(({ quantity }) =>
      sources.length === 1 ? quantity : (weights[index] ?? one).times(quantity).div(leg.quantity),
    ),
  );
}

/** Rounded down against the running total, in base units, so that the parts are the whole. */
function splitQuantity(quantity: Amount, weights: readonly Amount[], decimals: number): Amount[] {
  const whole = sum(weights);
  let reached = zero;
  let reachedWeight = zero;
  return weights.map((weight) => {
    reachedWeight = reachedWeight.plus(weight);
    const next = reachedWeight.eq(whole)
      ? quantity
      : quantity.times(reachedWeight).div(whole).toDecimalPlaces(decimals, 1);
    const part = next.minus(reached);
    reached = next;
    return part;
  });
}

/** Cost per whole unit; 0 when nothing is held. */
export const averageOf = (cost: Amount, quantity: Amount): Amount =>
  quantity.isZero() ? zero : round(cost.div(quantity));
