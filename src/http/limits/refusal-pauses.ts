/**
 * Refusals of a key whose units are used up come after a pause. A client that asks again at once would otherwise have the process
 * refuse it thousands of times a second, at the cost of everybody else's answers.
 */
import { setTimeout as delay } from 'node:timers/promises';

/** A client that asks over and over is refused four times a second over each of its connections. */
export const refusalPauseMs = 250;

export interface RefusalPauses {
  /** Resolves when the refusal may be sent. */
  before(keyId: string): Promise<void>;
}

export interface RefusalPausesOptions {
  /** Refusals that wait: of one key, and of all. What comes beyond is refused at once, so that waiting takes bounded memory. */
  ofKey?: number;
  ofAll?: number;
  wait?: (milliseconds: number) => Promise<unknown>;
}

export function createRefusalPauses({
  ofKey = 500,
  ofAll = 5_000,
  wait = delay,
}: RefusalPausesOptions = {}): RefusalPauses {
  /** Of the keys that have any. */
  const waiting = new Map<string, number>();
  let all = 0;
  return {
    async before(keyId) {
      const own = waiting.get(keyId) ?? 0;
      if (own >= ofKey || all >= ofAll) return;
      waiting.set(keyId, own + 1);
      all += 1;
      try {
        await wait(refusalPauseMs);
      } finally {
        all -= 1;
        const left = (waiting.get(keyId) ?? 1) - 1;
        if (left === 0) waiting.delete(keyId);
        else waiting.set(keyId, left);
      }
    },
  };
}
