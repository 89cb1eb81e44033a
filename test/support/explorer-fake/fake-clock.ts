/** A clock whose waits take no time and are written down. */
import type { Clock } from '../../../src/outgoing/clock.ts';

export interface FakeClock extends Clock {
  /** Every wait over 0, in milliseconds, in the order in which they began. */
  readonly waits: number[];
  advance(milliseconds: number): void;
}

/** Starts at 2026-01-01T18:00:00Z, six hours before midnight. */
export const fakeStart = Date.UTC(2026, 0, 1, 18);

export function createFakeClock(start = fakeStart): FakeClock {
  let time = start;
  const waits: number[] = [];
  return {
    waits,
    now: () => time,
    elapsed: () => time,
    async sleep(milliseconds, signal) {
      signal?.throwIfAborted();
      if (milliseconds <= 0) return;
      waits.push(milliseconds);
      time += milliseconds;
    },
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
