/** The section 104 pools of a person, day by day: what disposals find in them, and what they leave. */
import type { Acquired, Changed, Flow, Given, Part } from './flows.ts';
import { type Amount, Exact, one, sum, zero } from './money.ts';
import {
  bothMarks,
  type DayDisposed,
  type Days,
  dayOf,
  disposalsOf,
  emptyShare,
  isTraded,
  type Marks,
  matchedDays,
  partOfShare,
  type Share,
  shareOf,
  together,
  unmarked,
} from './uk-matching.ts';

/** All that was disposed of an asset on a day. */
export interface DayOfDisposals extends DayDisposed {
  day: number;
  pool: string;
  /** It was no disposal. */
  isGiven: boolean;
  fromPool: Share;
  /** In the pool at the end of the day. */
  leftInPool: Share;
}

interface Pools {
  shares: Map<string, Share>;
  /** By asset of the books. */
  nameOf: (asset: string) => string;
  place: number;
}

/**
 * @param nameOf the pool that an asset of the books is in
 * @param place of the pounds among the currencies
 */
export function disposalsByDay(
  flows: readonly Flow[],
  nameOf: (asset: string) => string,
  place: number,
): DayOfDisposals[] {
  const pools: Pools = { shares: new Map(), nameOf, place };
  const matched = new Map<string, Days>();
  const fungible = flows.filter(isTraded).filter(({ isNft }) => !isNft);
  for (const [name, own] of Map.groupBy(fungible, ({ asset }) => nameOf(asset)))
    matched.set(name, matchedDays(own, place));
  const found: DayOfDisposals[] = [];
  const byDay = Map.groupBy(flows, ({ time }) => dayOf(time));
  for (const [day, events] of [...byDay].toSorted(([a], [b]) => a - b))
    found.push(...passDay(pools, matched, { day, events }));
  return found;
}

/** Purchases first, then what happens in order, then the disposals. NFTs have each their own cost, and all of theirs happens in order. */
function passDay(
  pools: Pools,
  matched: ReadonlyMap<string, Days>,
  { day, events }: { day: number; events: readonly Flow[] },
): DayOfDisposals[] {
  for (const [name, { acquired }] of matched) {
    const came = acquired.get(day);
    if (came !== undefined) put(pools, name, partOfShare(came, came.left));
  }
  const found: DayOfDisposals[] = [];
  const dispose = (pool: string, disposal: DayDisposed, isGiven = false): void => {
    const fromPool = takeOut(pools, pool, disposal.left);
    const leftInPool = pools.shares.get(pool) ?? emptyShare;
    found.push({ ...disposal, day, pool, isGiven, fromPool, leftInPool });
  };
  for (const event of withoutUndone(events.toSorted((a, b) => a.time - b.time))) {
    if (event.kind === 'changed') change(pools, event);
    else if (event.kind === 'given') dispose(pools.nameOf(event.asset), gift(event), true);
    else if (!event.isNft) continue;
    else if (event.kind === 'acquired') putNft(pools, event);
    else dispose(pools.nameOf(event.asset), disposalsOf([event], pools.place));
  }
  for (const [name, { disposed }] of matched) {
    const disposal = disposed.get(day);
    if (disposal !== undefined) dispose(name, disposal);
  }
  return found;
}

const gift = ({ quantity }: Given): DayDisposed => ({
  ...{ quantity, left: quantity, proceeds: null, fees: zero, count: 1 },
  ...{ sameDay: emptyShare, later: emptyShare, laterDays: [] },
});

const putNft = (pools: Pools, event: Acquired): void =>
  put(pools, pools.nameOf(event.asset), shareOf(event, pools.place));

function put({ shares }: Pools, name: string, share: Share): void {
  if (!share.quantity.isZero()) shares.set(name, together(shares.get(name) ?? emptyShare, share));
}

/** At average; of what is not there nothing is known, and it cost nothing. */
function takeOut({ shares }: Pools, name: string, quantity: Amount): Share {
  const whole = shares.get(name) ?? emptyShare;
  const covered = Exact.min(whole.quantity, quantity);
  const part = partOfShare(whole, covered);
  const rest = { ...whole, quantity: whole.quantity.minus(covered), cost: whole.cost.minus(part.cost) };
  if (rest.quantity.isZero()) shares.delete(name);
  else shares.set(name, rest);
  const short = quantity.minus(covered);
  return short.isZero() ? part : { ...part, quantity, isMissing: true };
}

/** What each source cost goes along. */
function change(pools: Pools, changed: Changed): void {
  const { from, to } = changed;
  if (isSamePool(pools, changed)) return;
  let cost = zero;
  let marks: Marks = unmarked;
  for (const { asset, quantity } of from) {
    const part = takeOut(pools, pools.nameOf(asset), quantity);
    cost = cost.plus(part.cost);
    marks = bothMarks(marks, part);
  }
  const weights = to.every(({ weight }) => weight.isZero()) ? to.map(() => one) : to.map((end) => end.weight);
  const whole = sum(weights);
  to.forEach(({ asset, quantity }, index) => {
    const share = cost.times(weights[index] ?? zero).div(whole);
    const { isMissing, isUnpriced } = marks;
    put(pools, pools.nameOf(asset), { quantity, cost: share, isMissing, isUnpriced });
  });
}

/** As much of a pool came as went: it only moved. */
function isSamePool({ nameOf }: Pools, { from, to }: Changed): boolean {
  const names = new Set([...from, ...to].map(({ asset }) => nameOf(asset)));
  const total = (parts: readonly Part[]): Amount => sum(parts.map(({ quantity }) => quantity));
  return names.size === 1 && total(from).eq(total(to));
}

/** What the same day changes back, as a whole or in part, never changed: of what changed last first. */
function withoutUndone(events: readonly Flow[]): Flow[] {
  const kept: Flow[] = [];
  for (const event of events) {
    const rest = event.kind === 'changed' ? takeBack(kept, event) : event;
    if (rest !== null) kept.push(rest);
  }
  return kept;
}

/** What is left of a change after all that it undoes. */
function takeBack(kept: Flow[], changed: Changed): Changed | null {
  let rest: Changed = changed;
  for (;;) {
    const place = kept.findLastIndex((other) => other.kind === 'changed' && isOpposite(other, rest));
    const former = kept[place];
    if (former?.kind !== 'changed') return rest;
    if (former.from.length + former.to.length > 2) {
      kept.splice(place, 1);
      return null;
    }
    const given = former.from.map((part, index) => part.quantity.minus(rest.to[index]?.quantity ?? zero));
    const got = former.to.map((part, index) => part.quantity.minus(rest.from[index]?.quantity ?? zero));
    const all = [...given, ...got];
    if (all.every((left) => left.isZero())) {
      kept.splice(place, 1);
      return null;
    }
    if (all.every((left) => left.gt(0))) {
      kept.splice(place, 1, resized(former, given, got));
      return null;
    }
    if (!all.every((left) => left.lt(0))) return rest;
    kept.splice(place, 1);
    rest = resized(rest, got, given);
  }
}

/** The ends are those of the other, in their order; of several with the same quantities. */
function isOpposite(one: Changed, other: Changed): boolean {
  const isWhole = one.from.length + one.to.length > 2;
  const names = (parts: readonly Part[]): string =>
    parts
      .map(({ asset, quantity }) => (isWhole ? `${asset} ${quantity.toFixed()}` : asset))
      .sort()
      .join();
  return names(one.from) === names(other.to) && names(one.to) === names(other.from);
}

const resized = (changed: Changed, from: readonly Amount[], to: readonly Amount[]): Changed => ({
  ...changed,
  from: changed.from.map((part, index) => ({ ...part, quantity: (from[index] ?? zero).abs() })),
  to: changed.to.map((part, index) => ({ ...part, quantity: (to[index] ?? zero).abs() })),
});
