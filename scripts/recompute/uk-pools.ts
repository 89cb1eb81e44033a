/** The section 104 pools of a person, day by day: what disposals find in them, and what they leave. */
import type { Acquired, Changed, Flow, Part } from './flows.ts';
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
  const dispose = (pool: string, disposal: DayDisposed): void => {
    const fromPool = takeOut(pools, pool, disposal.left);
    found.push({ ...disposal, day, pool, fromPool, leftInPool: pools.shares.get(pool) ?? emptyShare });
  };
  for (const event of withoutUndone(events)) {
    if (event.kind === 'changed') change(pools, event);
    else if (event.kind === 'given') takeOut(pools, pools.nameOf(event.asset), event.quantity);
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

/** A change that the same day undoes never happened. */
function withoutUndone(events: readonly Flow[]): Flow[] {
  const kept: Flow[] = [];
  for (const event of events) {
    const undone =
      event.kind === 'changed'
        ? kept.findLastIndex((other) => other.kind === 'changed' && isReverse(other, event))
        : -1;
    if (undone < 0) kept.push(event);
    else kept.splice(undone, 1);
  }
  return kept;
}

const isReverse = (one: Changed, other: Changed): boolean =>
  endsOf(one.from) === endsOf(other.to) && endsOf(one.to) === endsOf(other.from);
const endsOf = (parts: readonly Part[]): string =>
  parts
    .map(({ asset, quantity }) => `${asset} ${quantity.toFixed()}`)
    .sort()
    .join();
