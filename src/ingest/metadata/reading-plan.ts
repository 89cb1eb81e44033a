/** When a contract that did not say something of itself is asked again: ever more rarely, and not for ever. */
import type { PlannedReading, UnreadMetadata } from '../../store/lookups/unread-metadata.ts';

const [second, minute, hour, day] = [1_000, 60_000, 3_600_000, 86_400_000];

/** Nothing that is planned is due sooner. */
export const firstReadingMs = 10 * second;

/**
 * `refused`: the contract itself said so, and only an upgrade or a change of its state takes that back. It is asked again after
 * 1, 3, 9, 27 and 81 days. `unanswered`: the node had trouble, which passes. It is asked again after 10 seconds, then after three
 * times as long each time, up to every 6 hours. Trouble may last, as with a source that runs no contracts, until the operator
 * gives the chain another one: then it is asked once a week, for a year. `read`: its transactions are looked at
 * again after 1, 3 and 9 minutes. A step that was under way without knowing it may be stored behind the first look.
 */
const plans = {
  refused: { firstMs: day, longestMs: 81 * day, readings: 5, weekly: 0 },
  unanswered: { firstMs: firstReadingMs, longestMs: 6 * hour, readings: 24, weekly: 52 },
  read: { firstMs: minute, longestMs: 9 * minute, readings: 3, weekly: 0 },
} as const;
/** A contract that changes its mind each time is given up, too. */
const mostAttempts = 100;

/** When to read next what came to this; null: never again. */
export function planFor(unread: UnreadMetadata): PlannedReading | null {
  const { firstMs, longestMs, readings, weekly } = plans[unread.outcome];
  const { streak, attempts } = unread;
  if (streak >= readings + weekly || attempts >= mostAttempts) return null;
  return { ...unread, readInMs: streak < readings ? Math.min(longestMs, firstMs * 3 ** streak) : 7 * day };
}
