/** Iterators of what is still to come. */
import type { SyncChanges } from './notifications.ts';

/**
 * An iterator whose `return` wakes a waiting `next`: a generator alone would answer it only after the wait, and a
 * consumer that left would be kept until the next poll.
 */
export function watchedFrom<Item>(
  start: () => Promise<{ changes: SyncChanges; items: AsyncGenerator<Item, void, undefined> }>,
): AsyncIterableIterator<Item> {
  let started: ReturnType<typeof start> | undefined;
  let left = false;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (left) return { done: true, value: undefined };
      started ??= start();
      return (await started).items.next();
    },
    async return() {
      left = true;
      if (started === undefined) return { done: true, value: undefined };
      const { changes, items } = await started.catch(() => ({ changes: null, items: null }));
      changes?.close();
      await items?.return();
      return { done: true, value: undefined };
    },
  };
}
