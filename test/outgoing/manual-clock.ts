import { setImmediate } from 'node:timers/promises';
import type { Clock } from '../../src/outgoing/clock.ts';

export interface ManualClock extends Clock {
  /** Moves on to each wait that ends within the time, in order, and lets what waited for it go on. */
  pass(milliseconds: number): Promise<void>;
  /** Sets the machine's clock, as its operator or a time server does. */
  set(milliseconds: number): void;
}

/** A clock that moves only when it is told to. */
export function createManualClock(): ManualClock {
  let now = 0;
  let setBy = 0;
  const sleepers = new Set<{ until: number; wake: () => void }>();
  return {
    now: () => now + setBy,
    elapsed: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = {
          until: now + milliseconds,
          wake: () => {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
        sleepers.add(sleeper);
      }),
    set(milliseconds) {
      setBy = milliseconds - now;
    },
    async pass(milliseconds) {
      const end = now + milliseconds;
      await setImmediate();
      for (;;) {
        const [next] = [...sleepers].sort((one, other) => one.until - other.until);
        if (next === undefined || next.until > end) break;
        now = next.until;
        next.wake();
        await setImmediate();
      }
      now = end;
    },
  };
}
