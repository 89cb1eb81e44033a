/**
 * The last blocks that a follower has read, in memory: after a re-org they tell up to which block the chain is still the same.
 * Without them, as after a change of leaders, that is the last final block: more wallets are looked at, and nothing is missed.
 */
import type { BlockPlace } from '../../store/sync/following/chain-cursor.ts';

export interface Trail {
  /** Ascending, each the child of the one before. */
  readonly places: BlockPlace[];
}

/** Deeper re-orgs than this are looked up by the last final block. */
const mostPlaces = 512;

export const createTrail = (): Trail => ({ places: [] });

/** The trail goes on with these blocks, which follow `from`; what does not lead there is forgotten. */
export function extend(trail: Trail, from: BlockPlace | null, blocks: readonly BlockPlace[]): void {
  const { places } = trail;
  if (from === null) places.length = 0;
  else {
    const at = places.findIndex(({ number, hash }) => number === from.number && hash === from.hash);
    places.splice(at + 1);
    if (at === -1) places.push({ number: from.number, hash: from.hash });
  }
  places.push(...blocks.map(({ number, hash }) => ({ number, hash })));
  places.splice(0, Math.max(0, places.length - mostPlaces));
}

export function placeAt({ places }: Trail, number: number): BlockPlace | null {
  return places.find((place) => place.number === number) ?? null;
}

/**
 * The highest of the places that is on the chain: what is on it comes before what is not. null: none is. It asks as often as
 * halving the places takes.
 */
export async function highestOnChain(
  places: readonly BlockPlace[],
  isOnChain: (place: BlockPlace) => Promise<boolean>,
): Promise<BlockPlace | null> {
  let best: BlockPlace | null = null;
  let [low, high] = [0, places.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const place = places[middle];
    if (place === undefined) break;
    if (await isOnChain(place)) {
      best = place;
      low = middle + 1;
    } else high = middle - 1;
  }
  return best;
}
