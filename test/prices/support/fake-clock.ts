import type { Clock } from '../../../src/outgoing/clock.ts';

export interface FakeClock extends Clock {
  /** Every wait that was asked for, in milliseconds; none was really waited. */
  readonly waits: number[];
  advance(milliseconds: number): void;
}

/** A clock that stands still; sleeping moves it on at once. */
export function createFakeClock(startSeconds = 1_700_000_000): FakeClock {
  let now = startSeconds * 1000;
  const waits: number[] = [];
  return {
    waits,
    now: () => now,
    elapsed: () => now,
    sleep: async (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
    },
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
