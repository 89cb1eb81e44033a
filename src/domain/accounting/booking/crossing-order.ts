/**
 * Which end of a crossing is booked first. A chain dates a block by when it was begun or ended, and who fills an order waits for
 * neither: what arrives can stand some seconds before what left. Then what left is booked ahead, and with it what stands before it on its
 * chain: each chain keeps its own order.
 */
import { chainOfPosition } from '../../position.ts';
import { at } from '../amounts/amounts.ts';
import type { LedgerMovement } from '../amounts/types.ts';

/** So far the clocks of two chains may be apart. Chains of two seconds a block date what they hold up to two seconds late; Ethereum's blocks take what comes some seconds after their time. */
export const mostSkewSeconds = 15;
/** Of so many transactions in that time the first is not kept waiting any longer. */
const mostWaiting = 1_000;

/** One transaction: its movements in order, at least one. */
interface Group {
  readonly movements: readonly LedgerMovement[];
}

export interface Placed<Item extends Group> {
  readonly group: Item;
  /** It stands behind some that come later. */
  readonly isAhead: boolean;
}

export interface CrossingOrder<Item extends Group> {
  /** Takes the next transaction by position, and gives those that can be booked now. */
  add(group: Item): readonly Placed<Item>[];
  /** Gives all that still wait: no more come. */
  end(): readonly Placed<Item>[];
  /** Whether everything that was given stands before everything that still waits. */
  isInOrder(): boolean;
}

export function createCrossingOrder<Item extends Group>(): CrossingOrder<Item> {
  let waiting: Item[] = [];
  /** The last position of all that were given. */
  let furthest = '';

  /** Gives those that nothing more can come ahead of. */
  function settle(now: number): Placed<Item>[] {
    const placed: Placed<Item>[] = [];
    for (let head = waiting[0]; head !== undefined; head = waiting[0]) {
      const mayWait = waiting.length <= mostWaiting && timeOf(head) + mostSkewSeconds >= now;
      if (mayWait && arrivalsOf(head).length > 0) break;
      const ahead = aheadOf(head, waiting);
      placed.push(...[...ahead].map((group) => ({ group, isAhead: true })), { group: head, isAhead: false });
      waiting = waiting.filter((group) => group !== head && !ahead.has(group));
      for (const group of [...ahead, head]) if (positionOf(group) > furthest) furthest = positionOf(group);
    }
    return placed;
  }

  return {
    add(group) {
      waiting.push(group);
      return settle(timeOf(group));
    },
    end: () => settle(Number.POSITIVE_INFINITY),
    isInOrder: () => waiting[0] === undefined || positionOf(waiting[0]) > furthest,
  };
}

const timeOf = ({ movements }: Group): number => at(movements, 0).timestamp;

const positionOf = ({ movements }: Group): string => at(movements, 0).position;
const chainOf = (group: Group): number => chainOfPosition(positionOf(group));

const arrivalsOf = ({ movements }: Group): LedgerMovement[] =>
  movements.filter(({ side, crossing }) => side === 'inflow' && crossing?.arrives === true);

/** What left on other chains soon after and can be what arrives, with what stands before it there; in order. */
function aheadOf<Item extends Group>(head: Item, waiting: readonly Item[]): ReadonlySet<Item> {
  const arrivals = arrivalsOf(head);
  /** By chain: the place of the last that left. */
  const last = new Map<number, number>();
  if (arrivals.length > 0) {
    for (const [place, group] of waiting.entries()) {
      if (timeOf(group) > timeOf(head) + mostSkewSeconds) break;
      const leaves = group.movements.some((left) => arrivals.some((arrived) => canBe(left, arrived)));
      if (leaves) last.set(chainOf(group), place);
    }
  }
  return new Set(
    waiting.filter((group, place) => group !== head && place <= (last.get(chainOf(group)) ?? -1)),
  );
}

/** As the bridge calls them, or else of one wallet; whether they meet is found when they are booked. */
function canBe(left: LedgerMovement, arrived: LedgerMovement): boolean {
  const [from, to] = [left.crossing, arrived.crossing];
  if (left.side !== 'outflow' || from === null || to === null || from.chain === to.chain) return false;
  return left.wallet === arrived.wallet || (from.message !== null && from.message === to.message);
}
