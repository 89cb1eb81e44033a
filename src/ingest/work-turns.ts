/** Long work in turns: between two of them the process answers requests, and hears its nodes and databases. */
import { setImmediate } from 'node:timers/promises';

/** Nobody waits much longer than that for work that has no end of its own. */
const turnMs = 8;

/**
 * To be called, and awaited, after each part of the work: goes on at once while the turn lasts, and else lets everybody else go first.
 * A part should take a millisecond or less.
 */
export function createTurns(now: () => number = () => performance.now()): () => Promise<void> | undefined {
  let beganAt = now();
  return () => {
    if (now() - beganAt < turnMs) return undefined;
    return setImmediate().then(() => {
      beganAt = now();
    });
  };
}

/** As `map`, of a list of any length. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Result,
): Promise<Result[]> {
  const turnOver = createTurns();
  const results: Result[] = [];
  for (const item of items) {
    const next = turnOver();
    if (next !== undefined) await next;
    results.push(work(item));
  }
  return results;
}
