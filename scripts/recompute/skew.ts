/**
 * The clocks of two chains differ (docs/accounting.md): what left within 15 seconds after what may be its other end arrived is booked before
 * that, and so is what stands before it on its chain.
 */
import { type Crossing, crossingsOf } from './crossings.ts';
import type { Group, Transfer } from './history.ts';

const seconds = 15;

/** The groups of a history in the order in which they are booked. */
export function asBooked(groups: readonly Group[]): Group[] {
  const ordered: Group[] = [];
  const booked = new Set<Group>();
  const ends = new Map(groups.map((group) => [group, crossingsOf(group)]));
  for (const [place, group] of groups.entries()) {
    if (booked.has(group)) continue;
    const soon: Group[] = [];
    for (let next = place + 1; next < groups.length; next += 1) {
      const later = groups[next];
      if (later === undefined || later.time > group.time + seconds) break;
      if (!booked.has(later)) soon.push(later);
    }
    const others = soon.filter((later) => mayBeOtherEnd(ends.get(later), ends.get(group)));
    for (const later of soon) {
      const isBefore = others.some(
        (other) => chainOf(other) === chainOf(later) && other.position >= later.position,
      );
      if (!isBefore) continue;
      ordered.push(later);
      booked.add(later);
    }
    ordered.push(group);
    booked.add(group);
  }
  return ordered;
}

const chainOf = ({ position }: Group): string => position.slice(8, 16);

type Ends = ReadonlyMap<Transfer, Crossing> | undefined;

/** Something leaves in the one that may be what arrives in the other: by name, or of one wallet. */
function mayBeOtherEnd(left: Ends, arrived: Ends): boolean {
  for (const [into, to] of arrived ?? [])
    for (const [from, start] of left ?? []) {
      if (into.out || !to.arrives || !from.out || start.chain === to.chain) continue;
      if (from.wallet === into.wallet || (start.message !== '' && start.message === to.message)) return true;
    }
  return false;
}
