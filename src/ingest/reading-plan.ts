/** When a contract that did not say something of itself is asked again: ever more rarely, and not for ever. */
import type { PlannedReading, UnreadMetadata } from '../store/unread-metadata.ts';

const [second, hour, day] = [1_000, 3_600_000, 86_400_000];

/**
 * `refused` is the contract's own word, which only an upgrade or a change of its state takes back: after 1, 3, 9, 27 and 81 days.
 * `unanswered` passes with the node's trouble: after 10 seconds, three times as long each time, up to every 6 hours.
 */
const plans = {
  refused: { firstMs: day, longestMs: 81 * day, readings: 5 },
  unanswered: { firstMs: 10 * second, longestMs: 6 * hour, readings: 24 },
} as const;
/** A contract that changes its mind each time is given up, too. */
const mostAttempts = 40;

/** When to read next what came to this; null: never again. */
export function planFor(unread: UnreadMetadata): PlannedReading | null {
  const { firstMs, longestMs, readings } = plans[unread.outcome];
  if (unread.streak >= readings || unread.attempts >= mostAttempts) return null;
  return { ...unread, readInMs: Math.min(longestMs, firstMs * 3 ** unread.streak) };
}
