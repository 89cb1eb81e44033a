/**
 * A circuit breaker: after so many failures in a row nothing is asked for a while, then one probe decides whether the
 * source is back. A source that is down so costs a few timeouts, not one for every point of a backfill.
 */
import type { Clock } from './clock.ts';

export interface BreakerOptions {
  clock: Clock;
  /** Failures in a row that open it. */
  failures: number;
  /** How long it stays open before the probe. */
  openMs: number;
}

export interface Breaker {
  /** True: go ahead, and report how it went. False: it is open, or a probe is under way. */
  tryEnter(): boolean;
  succeeded(): void;
  failed(): void;
  /** Opens it now, for so long: a refused key, a Retry-After longer than anyone waits. */
  open(milliseconds: number): void;
  readonly isOpen: boolean;
}

export function createBreaker({ clock, failures, openMs }: BreakerOptions): Breaker {
  let failuresInARow = 0;
  let openUntil: number | null = null;
  let probing = false;

  return {
    tryEnter() {
      if (openUntil === null) return true;
      if (probing || clock.now() < openUntil) return false;
      probing = true;
      return true;
    },
    succeeded() {
      failuresInARow = 0;
      openUntil = null;
      probing = false;
    },
    failed() {
      failuresInARow += 1;
      if (probing || failuresInARow >= failures) {
        openUntil = Math.max(openUntil ?? 0, clock.now() + openMs);
        probing = false;
      }
    },
    open(milliseconds) {
      openUntil = Math.max(openUntil ?? 0, clock.now() + milliseconds);
      probing = false;
    },
    get isOpen() {
      return openUntil !== null && (probing || clock.now() < openUntil);
    },
  };
}
