/**
 * A circuit breaker: after so many failures in a row nothing is asked for a while, then one probe decides whether the other
 * side is back. A service that is down so costs a few timeouts, not one for every request of a backfill.
 */
import type { Clock } from './clock.ts';

export interface BreakerOptions {
  clock: Clock;
  /** Failures in a row that open it. */
  failures: number;
  /** How long it stays open before the probe. */
  openMs: number;
}

/** Leave to send one request. One of the three is called when it is over. */
export interface Pass {
  succeeded(): void;
  failed(): void;
  /** The caller gave up: that says nothing about the other side. */
  abandoned(): void;
}

export interface Breaker {
  /** Just before the request is sent. null: it is open, or a probe is under way. */
  enter(): Pass | null;
  /** Opens it now, for so long: a refused key, a Retry-After longer than anyone waits. */
  open(milliseconds: number): void;
  readonly isOpen: boolean;
  /** How long it stays open at least; 0 when it is not, or waits for its probe. */
  openForMs(): number;
}

export function createBreaker({ clock, failures, openMs }: BreakerOptions): Breaker {
  let failuresInARow = 0;
  let openUntil: number | null = null;
  let isProbing = false;
  /** How often it has opened. An answer to a request that was sent before tells nothing about the time since. */
  let openings = 0;

  function open(milliseconds: number): void {
    openings += 1;
    openUntil = Math.max(openUntil ?? 0, clock.elapsed() + milliseconds);
    isProbing = false;
  }

  const isOpen = (): boolean => openUntil !== null && (isProbing || clock.elapsed() < openUntil);

  return {
    enter() {
      if (isOpen()) return null;
      const isProbe = openUntil !== null;
      isProbing = isProbe;
      const sentAfter = openings;
      const settle = (work: () => void) => () => {
        if (sentAfter === openings) work();
      };
      return {
        succeeded: settle(() => {
          failuresInARow = 0;
          openUntil = null;
          isProbing = false;
        }),
        failed: settle(() => {
          failuresInARow += 1;
          if (isProbe || failuresInARow >= failures) open(openMs);
        }),
        abandoned: settle(() => {
          if (isProbe) isProbing = false;
        }),
      };
    },
    open,
    get isOpen() {
      return isOpen();
    },
    openForMs: () => (openUntil === null ? 0 : Math.max(0, openUntil - clock.elapsed())),
  };
}
