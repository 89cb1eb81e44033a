/**
 * What the look-ups say to a client, as an object that stands for it: another one once any of it may have changed, or has grown old. What
 * is made of look-ups while the object stays is right for as long as it stays.
 */
import { createMemory } from '../../domain/memory.ts';

export type KnownState = object;

export interface KnownStates {
  of(clientId: number): KnownState;
  forget(clientId: number): void;
  forgetAll(): void;
}

const mostClients = 10_000;
/** Rows of look-ups are kept for as long, so that nothing shows that is older than twice that. */
export const knownForMs = 30_000;

export function createKnownStates(now: () => number): KnownStates {
  const states = createMemory<number, KnownState>({
    maximum: mostClients,
    lifetime: { ms: knownForMs, now },
  });
  return {
    of(clientId) {
      const known = states.get(clientId);
      if (known !== undefined) return known;
      const state = {};
      states.keep(clientId, state);
      return state;
    },
    forget: states.forget,
    forgetAll: states.forgetAll,
  };
}
