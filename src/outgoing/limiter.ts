/**
 * How often requests leave: so many a second, with a burst where the other side bears one (the generic cell rate algorithm).
 * Who waits stands in one queue, first come first served, and leaves one by one: also after a pause.
 */
import type { Clock } from './clock.ts';

export interface Limiter {
  /** Ends when the request may leave. Throws the signal's reason when it is aborted before. */
  take(signal?: AbortSignal): Promise<void>;
  /** Nothing leaves for so long, and then no burst: the other side has asked us to wait. */
  pause(milliseconds: number): void;
  /** The other side named a lower limit than ours. */
  lower(perSecond: number): void;
}

export interface LimiterOptions {
  clock: Clock;
  /** The figure that the other side gives. */
  perSecond: number;
  /** How many may leave at once after a quiet time. Default 1: no second ever holds more than the figure. */
  burst?: number | undefined;
}

/** Spacing is this much wider than the figure says, because requests do not arrive as evenly as they leave. */
const safetyFactor = 1.05;
/** Shorter waits are errors of rounding. */
const shortestWaitMs = 0.001;

export function createLimiter({ clock, perSecond, burst = 1 }: LimiterOptions): Limiter {
  let spacingMs = (1000 / perSecond) * safetyFactor;
  /** When the whole burst would be allowed again. Each request that leaves moves it on by the spacing. */
  let fullAt = Number.NEGATIVE_INFINITY;
  const queue: (() => void)[] = [];
  let isServing = false;
  let asleep: AbortController | null = null;

  const waitMs = (): number => fullAt - (burst - 1) * spacingMs - clock.elapsed();

  async function serve(): Promise<void> {
    isServing = true;
    while (queue.length > 0) {
      const wait = waitMs();
      if (wait < shortestWaitMs) {
        fullAt = Math.max(fullAt, clock.elapsed()) + spacingMs;
        queue.shift()?.();
        continue;
      }
      asleep = new AbortController();
      // Woken early when nobody waits any more. After it everything is looked at anew: there may be a pause by now.
      await clock.sleep(wait, asleep.signal).catch(() => undefined);
      asleep = null;
    }
    isServing = false;
  }

  return {
    async take(signal) {
      signal?.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        const leave = (): void => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        };
        const giveUp = (): void => {
          queue.splice(queue.indexOf(leave), 1);
          if (queue.length === 0) asleep?.abort();
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        queue.push(leave);
        if (!isServing) void serve();
      });
    },
    pause(milliseconds) {
      fullAt = Math.max(fullAt, clock.elapsed() + milliseconds + (burst - 1) * spacingMs);
    },
    lower(limit) {
      if (limit > 0) spacingMs = Math.max(spacingMs, (1000 / limit) * safetyFactor);
    },
  };
}
