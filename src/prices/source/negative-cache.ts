/** What a source was found not to know, remembered for a while, so that spam tokens do not cost a request each time. */
import type { Clock } from '../../outgoing/clock.ts';

export interface NegativeCache {
  has(key: string): boolean;
  add(key: string): void;
}

/** The oldest entries make room when there are more than `maximumEntries`. */
export function createNegativeCache(options: {
  clock: Clock;
  lifetimeMs: number;
  maximumEntries?: number;
}): NegativeCache {
  const expiry = new Map<string, number>();
  const maximumEntries = options.maximumEntries ?? 100_000;
  return {
    has(key) {
      const until = expiry.get(key);
      if (until === undefined) return false;
      if (until > options.clock.elapsed()) return true;
      expiry.delete(key);
      return false;
    },
    add(key) {
      // Deleting first moves the key to the end: a Map keeps the order of insertion.
      expiry.delete(key);
      expiry.set(key, options.clock.elapsed() + options.lifetimeMs);
      if (expiry.size > maximumEntries) {
        const oldest = expiry.keys().next();
        if (!oldest.done) expiry.delete(oldest.value);
      }
    },
  };
}
