/** A token bucket: so many requests a second on average, short bursts allowed. */
import type { Clock } from './clock.ts';

export interface RateLimit {
  /** Resolves when the request may go out; callers are served in the order in which they came. */
  acquire(): Promise<void>;
  /** Lets nothing out for so long: the other side said Retry-After. */
  pause(milliseconds: number): void;
}

export function createRateLimit(options: { clock: Clock; perSecond: number; burst: number }): RateLimit {
  const { clock, perSecond, burst } = options;
  let tokens = burst;
  let countedAt = clock.now();
  let pausedUntil = 0;

  return {
    async acquire() {
      const now = clock.now();
      tokens = Math.min(burst, tokens + ((now - countedAt) / 1000) * perSecond);
      countedAt = now;
      // The token is taken at once, into debt if need be: the debt is the place in the queue.
      tokens -= 1;
      const wait = Math.max(tokens < 0 ? (-tokens / perSecond) * 1000 : 0, pausedUntil - now);
      if (wait > 0) await clock.sleep(wait);
    },
    pause(milliseconds) {
      pausedUntil = Math.max(pausedUntil, clock.now() + milliseconds);
    },
  };
}
