/**
 * Sheds load. When too many requests are under way, or the event loop is late, further requests are refused at once. So those
 * under way are answered in time. It recovers by itself, because both are measured anew.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { PublicError } from '../../errors.ts';

export interface LoadLimits {
  /** Requests under way at once; those that only wait or stream do not count. */
  concurrentRequests: number;
  /** How late the event loop may be on average. */
  eventLoopDelayMs: number;
}

export type ShedReason = 'requests' | 'requests of a key' | 'event loop';

export interface LoadShedding {
  /** Throws PublicError OVERLOADED when there is too much to do. */
  check(): void;
  /** Counts a request as under way, until the answer is called; throws as `check` does. */
  enter(): () => void;
  /** The same of those of one key, which may have three quarters of them: the others always find room. */
  enterKey(keyId: string): () => void;
  inFlight(): number;
  close(): void;
}

const partOfKey = 0.75;
const sampleMs = 500;
/** The histogram's own timer, which an idle loop meets. */
const resolutionMs = 10;

export function createLoadShedding(limits: LoadLimits, onShed: (reason: ShedReason) => void): LoadShedding {
  const delays = monitorEventLoopDelay({ resolution: resolutionMs });
  delays.enable();
  let isLate = false;
  let inFlight = 0;
  const inFlightOf = new Map<string, number>();
  const mostOfKey = Math.ceil(limits.concurrentRequests * partOfKey);
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
      return once(() => {
        inFlight -= 1;
      });
    },
    enterKey(keyId) {
      const ofKey = inFlightOf.get(keyId) ?? 0;
      if (ofKey >= mostOfKey) {
        onShed('requests of a key');
        throw new PublicError(
          'OVERLOADED',
          'This API key has as many requests under way as one key may. Wait for their answers, then try again.',
        );
      }
      inFlightOf.set(keyId, ofKey + 1);
      return once(() => {
        const left = (inFlightOf.get(keyId) ?? 1) - 1;
        if (left === 0) inFlightOf.delete(keyId);
        else inFlightOf.set(keyId, left);
      });
    },
    inFlight: () => inFlight,
    close() {
      clearInterval(sampling);
      delays.disable();
    },
  };
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}
