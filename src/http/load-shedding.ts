/**
 * Sheds load: when more requests are under way than the process can serve soon, or its event loop is late, further ones
 * are refused at once, so that those under way are answered in time. It recovers by itself, because both are measured anew.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { PublicError } from '../errors.ts';

export interface LoadLimits {
  /** Requests under way at once; those that only wait or stream do not count. */
  concurrentRequests: number;
  /** How late the event loop may be on average. */
  eventLoopDelayMs: number;
}

export interface LoadShedding {
  /** Throws PublicError OVERLOADED when there is too much to do. */
  check(): void;
  /** Counts a request as under way, until the answer is called; throws as `check` does. */
  enter(): () => void;
  inFlight(): number;
  close(): void;
}

const sampleMs = 500;
/** The histogram's own timer, which an idle loop meets. */
const resolutionMs = 10;

export function createLoadShedding(
  limits: LoadLimits,
  onShed: (reason: 'requests' | 'event loop') => void,
): LoadShedding {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let isLate = false;
  let inFlight = 0;
  const sampling = setInterval(() => {
    isLate = delays.count > 0 && delays.mean / 1e6 - resolutionMs > limits.eventLoopDelayMs;
    delays.reset();
  }, sampleMs).unref();

  function check(): void {
    const reason = isLate ? 'event loop' : inFlight >= limits.concurrentRequests ? 'requests' : null;
    if (reason === null) return;
    onShed(reason);
    throw new PublicError(
      'OVERLOADED',
      'There is more to do than can be done at once. Try again in a second.',
    );
  }

  return {
    check,
    enter() {
      check();
      inFlight += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        inFlight -= 1;
      };
    },
    inFlight: () => inFlight,
    close() {
      clearInterval(sampling);
      delays.disable();
    },
  };
}
