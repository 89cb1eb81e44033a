/**
 * A token bucket of one token: calls leave evenly spaced, so that no second ever holds more of them than the plan
 * allows, wherever the other side starts counting. One bucket per key: the chains that share a key share its bucket.
 */
import type { Clock } from './clock.ts';

export interface RateLimiter {
  /** Ends when the next call may leave. */
  take(signal?: AbortSignal): Promise<void>;
  /** No call leaves for that long: the other side has asked us to wait. */
  pause(milliseconds: number): void;
  /** The other side named a lower limit than ours. */
  lower(callsPerSecond: number): void;
}

/** Spacing is this much wider than the plan's, because calls do not arrive as evenly as they leave. */
const safetyFactor = 1.05;

/** @param options.callsPerSecond The plan's figure. */
export function createRateLimiter(options: { callsPerSecond: number; clock: Clock }): RateLimiter {
  const { clock } = options;
  let spacingMs = (1000 / options.callsPerSecond) * safetyFactor;
  let nextFree = 0;
  let pausedUntil = 0;

  return {
    async take(signal) {
      // Those who were already waiting when a pause began queue again behind it.
      for (;;) {
        const at = Math.max(clock.now(), nextFree, pausedUntil);
        nextFree = at + spacingMs;
        await clock.sleep(at - clock.now(), signal);
        if (clock.now() >= pausedUntil) return;
      }
    },
    pause(milliseconds) {
      pausedUntil = Math.max(pausedUntil, clock.now() + milliseconds);
    },
    lower(callsPerSecond) {
      if (callsPerSecond > 0) spacingMs = Math.max(spacingMs, (1000 / callsPerSecond) * safetyFactor);
    },
  };
}

/** One limiter per (host, key), whichever chain asks first decides the figure. */
export interface RateLimiterRegistry {
  limiterFor(account: { host: string; apiKey: string | undefined; callsPerSecond: number }): RateLimiter;
}

/** Limiters to share between the sources of one process. */
export function createRateLimiterRegistry(clock: Clock): RateLimiterRegistry {
  const limiters = new Map<string, RateLimiter>();
  return {
    limiterFor({ host, apiKey, callsPerSecond }) {
      const account = `${host} ${apiKey ?? ''}`;
      const known = limiters.get(account);
      if (known !== undefined) return known;
      const limiter = createRateLimiter({ callsPerSecond, clock });
      limiters.set(account, limiter);
      return limiter;
    },
  };
}
