/** Which acquisitions of a person a disposal is identified with: of the same day, then of the 30 days after, earliest first. */
import type { Acquired, Disposed, Flow } from './flows.ts';
import { type Amount, Exact, sum, zero } from './money.ts';

const daysToLookAhead = 30;

/** What of a cost is not known. */
export interface Marks {
  isMissing: boolean;
  isUnpriced: boolean;
}
export const unmarked: Marks = { isMissing: false, isUnpriced: false };
export const bothMarks = (a: Marks, b: Marks): Marks => ({
  isMissing: a.isMissing || b.isMissing,
  isUnpriced: a.isUnpriced || b.isUnpriced,
});

/** Some of a pool and its cost, in pounds. */
export interface Share extends Marks {
  quantity: Amount;
  cost: Amount;
}
export const emptyShare: Share = { quantity: zero, cost: zero, ...unmarked };
export const together = (a: Share, b: Share): Share => ({
  quantity: a.quantity.plus(b.quantity),
  cost: a.cost.plus(b.cost),
  ...bothMarks(a, b),
});

/** All acquisitions of an asset on a day; `left` of them goes into the pool. */
export interface DayAcquired extends Share {
  left: Amount;
}
/** All disposals of an asset on a day; `left` of them comes out of the pool. */
export interface DayDisposed {
  quantity: Amount;
  left: Amount;
  proceeds: Amount | null;
  /** What disposing cost. */
  fees: Amount;
  count: number;
  sameDay: Share;
  later: Share;
  laterDays: number[];
}
/** An asset's acquisitions and disposals by day. */
export interface Days {
  acquired: Map<number, DayAcquired>;
  disposed: Map<number, DayDisposed>;
}

const london = new Intl.DateTimeFormat('en-GB', {
  ...{ timeZone: 'Europe/London', year: 'numeric', month: 'numeric', day: 'numeric' },
});

/** The number of the London day of a moment. */
export function dayOf(time: number): number {
  const parts = new Map(london.formatToParts(time * 1000).map(({ type, value }) => [type, Number(value)]));
  const [year, month, day] = [parts.get('year') ?? 0, parts.get('month') ?? 0, parts.get('day') ?? 0];
  return Date.UTC(year, month - 1, day) / 86_400_000;
}

/** @param place of the pounds among the currencies */
export function matchedDays(flows: readonly (Acquired | Disposed)[], place: number): Days {
  const acquired = new Map<number, DayAcquired>();
  const disposed = new Map<number, DayDisposed>();
  for (const [day, own] of Map.groupBy(flows, ({ time }) => dayOf(time))) {
    const came = own.filter((flow) => flow.kind === 'acquired');
    if (came.length > 0) {
      const all = came.map((flow) => shareOf(flow, place)).reduce(together, emptyShare);
      acquired.set(day, { ...all, left: all.quantity });
    }
    const went = own.filter((flow) => flow.kind === 'disposed');
    if (went.length > 0) disposed.set(day, disposalsOf(went, place));
  }
  match({ acquired, disposed });
  return { acquired, disposed };
}

export const shareOf = ({ quantity, costs, isMissing, isUnpriced }: Acquired, place: number): Share => ({
  ...{ quantity, cost: costs[place] ?? zero },
  ...{ isMissing, isUnpriced: isUnpriced[place] === true },
});

/** All of them as one disposal; without the price of one, for an unknown sum. */
export function disposalsOf(went: readonly Disposed[], place: number): DayDisposed {
  const quantity = sum(went.map((flow) => flow.quantity));
  const proceeds = went.map((flow) => flow.proceeds[place] ?? null);
  const known = proceeds.filter((amount) => amount !== null);
  return {
    ...{ quantity, left: quantity, count: went.length },
    fees: sum(went.map((flow) => flow.fees[place] ?? zero)),
    proceeds: known.length === proceeds.length ? sum(known) : null,
    ...{ sameDay: emptyShare, later: emptyShare, laterDays: [] },
  };
}

function match({ acquired, disposed }: Days): void {
  for (const [day, disposal] of disposed) {
    const there = acquired.get(day);
    if (there !== undefined) disposal.sameDay = take(there, disposal);
  }
  const inOrder = [...disposed].toSorted(([a], [b]) => a - b);
  for (const [day, disposal] of inOrder) {
    for (let later = day + 1; later <= day + daysToLookAhead; later += 1) {
      const there = acquired.get(later);
      if (there === undefined) continue;
      const taken = take(there, disposal);
      if (taken.quantity.isZero()) continue;
      disposal.later = together(disposal.later, taken);
      disposal.laterDays.push(later);
    }
  }
}

function take(from: DayAcquired, disposal: DayDisposed): Share {
  const quantity = Exact.min(from.left, disposal.left);
  from.left = from.left.minus(quantity);
  disposal.left = disposal.left.minus(quantity);
  return partOfShare(from, quantity);
}

/** Its share of the cost, at average. */
export function partOfShare(whole: Share, quantity: Amount): Share {
  if (quantity.isZero()) return emptyShare;
  const { isMissing, isUnpriced } = whole;
  return { quantity, cost: whole.cost.times(quantity).div(whole.quantity), isMissing, isUnpriced };
}

/** The flows of each asset; a change belongs to none alone. */
export const isTraded = (flow: Flow): flow is Acquired | Disposed =>
  flow.kind === 'acquired' || flow.kind === 'disposed';
