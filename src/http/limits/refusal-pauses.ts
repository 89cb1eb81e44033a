/**
 * Refusals of a key or an address whose units are used up come after a pause. A client that asks again at once would otherwise
 * have the process refuse it thousands of times a second, at the cost of everybody else's answers.
 */
import { setTimeout as delay } from 'node:timers/promises';

/** A client that asks over and over is refused four times a second over each of its connections. */
export const refusalPauseMs = 250;

export interface RefusalPauses {
  /** Resolves when the refusal may be sent. `who` is refused: a key's id, or a group of addresses. */
  before(who: string): Promise<void>;
}

export interface RefusalPausesOptions {
  /** Refusals that wait: of one key or address, and of all. What comes beyond is refused at once, so that waiting takes bounded memory. */
  ofOne?: number;
  ofAll?: number;
  wait?: (milliseconds: number) => Promise<unknown>;
}

export function createRefusalPauses({
  ofOne = 500,
  ofAll = 5_000,
  wait = delay,
}: RefusalPausesOptions = {}): RefusalPauses {
  /** Of those that have any. */
  const waiting = new Map<string, number>();
  let all = 0;
  return {
    async before(who) {
      const own = waiting.get(who) ?? 0;
      if (own >= ofOne || all >= ofAll) return;
      waiting.set(who, own + 1);
      all += 1;
      try {
        await wait(refusalPauseMs);
      } finally {
        all -= 1;
        const left = (waiting.get(who) ?? 1) - 1;
        if (left === 0) waiting.delete(who);
        else waiting.set(who, left);
      }
    },
  };
}
