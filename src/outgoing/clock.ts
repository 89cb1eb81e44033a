/** Time as an argument, so that tests of waiting take no time. */
import { setTimeout as delay } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds since 1970, for what has a date. They jump when the machine's clock is set. */
  now(): number;
  /** Milliseconds since some moment, for how long something took or is to last. They never go back. */
  elapsed(): number;
  /** Ends after that time; throws the signal's reason when it is aborted before. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  async sleep(milliseconds, signal) {
    signal?.throwIfAborted();
    if (milliseconds <= 0) return;
    try {
      await delay(milliseconds, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};

/** Unix seconds, rounded down. */
export function nowSeconds(clock: Clock): number {
  return Math.floor(clock.now() / 1000);
}
