/** Which of several nodes is asked: the preferred one until it fails, then the next; one that refuses us is out for good. */
import { PermanentError } from '../../errors.ts';
import type { Endpoint } from './endpoint.ts';

export interface EndpointState {
  readonly endpoint: Endpoint;
  /** Why it is out for good (wrong chain, refused key); null while it may be used. */
  refusedBecause: string | null;
}

export interface EndpointPool {
  readonly states: readonly EndpointState[];
  /** The node to ask now. Throws PermanentError with all reasons when every one is out. */
  current(): EndpointState;
  /** The check before an endpoint's first use; a failed one is made again. */
  ensureUsable(state: EndpointState): Promise<void>;
  /** The node failed: the next one is preferred from now on. */
  passOver(state: EndpointState): void;
  usableCount(): number;
}

export function createEndpointPool(
  endpoints: readonly Endpoint[],
  check: (endpoint: Endpoint) => Promise<void>,
): EndpointPool {
  const states: EndpointState[] = endpoints.map((endpoint) => ({ endpoint, refusedBecause: null }));
  const checks = new Map<EndpointState, Promise<void>>();
  let preferred = 0;
  return {
    states,
    current() {
      for (let offset = 0; offset < states.length; offset += 1) {
        const state = states[(preferred + offset) % states.length];
        if (state !== undefined && state.refusedBecause === null) return state;
      }
      throw new PermanentError(
        `no node can be used: ${states.map((state) => state.refusedBecause).join('; ')}`,
      );
    },
    ensureUsable(state) {
      const known = checks.get(state);
      if (known !== undefined) return known;
      const running = check(state.endpoint).catch((error: unknown) => {
        checks.delete(state);
        throw error;
      });
      checks.set(state, running);
      return running;
    },
    passOver(state) {
      preferred = (states.indexOf(state) + 1) % states.length;
    },
    usableCount: () => states.filter((state) => state.refusedBecause === null).length,
  };
}
