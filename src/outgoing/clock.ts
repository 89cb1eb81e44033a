/** Time as an argument, so that tests of waiting take no time. */
import { setTimeout as delay } from 'node:timers/promises';

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Ends after that time; throws the signal's reason when it is aborted before. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
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
