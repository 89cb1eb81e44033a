/** When a delivery that failed is tried again: the table of the Standard Webhooks contract, with jitter. Pure functions. */

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Before each attempt, in milliseconds. After the last, about 3.1 days, the lane pauses. */
export const attemptDelaysMs = [
  ...[0, 5 * second, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
] as const;

/** By so much a pause is shorter or longer, so that what failed at once does not come back at once. */
const jitter = 0.2;
/** A receiver that asks for a longer pause gets this one. */
export const longestWishMs = hour;

/** The statuses whose Retry-After is heeded. */
export const asksToWait = (status: number): boolean => status === 429 || status === 503;

/**
 * The pause before the next attempt in milliseconds; null: there is none.
 *
 * @param failed How many attempts have failed, the last one included.
 * @param random From 0 to below 1.
 * @param wishedMs What the receiver asks for (Retry-After): it is waited for at least so long, up to an hour.
 */
export function nextDelayMs(failed: number, random: number, wishedMs?: number): number | null {
  const delay = attemptDelaysMs[failed];
  if (delay === undefined) return null;
  const own = delay * (1 - jitter + 2 * jitter * random);
  return Math.round(Math.max(own, Math.min(wishedMs ?? 0, longestWishMs)));
}
