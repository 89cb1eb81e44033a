/**
 * Which of several nodes is asked: the preferred one until it fails, then the next; one that refuses us is left alone for a while.
 * Not for good: a gateway in front of a node answers 403 or 404 for a moment, too.
 */
import { PermanentError } from '../../../errors.ts';
import type { Clock } from '../../../outgoing/clock.ts';
import type { Endpoint } from './endpoint.ts';

export interface EndpointState {
  readonly endpoint: Endpoint;
  /** Why it is left alone (wrong chain, refused key), and since when; null while it may be used. */
  refused: { because: string; at: number } | null;
}

export interface EndpointPool {
  readonly states: readonly EndpointState[];
  /** The node to ask now. Throws PermanentError with all reasons when every one is left alone. */
  current(): EndpointState;
  /** The check before an endpoint's first use; a failed one is made again. */
  ensureUsable(state: EndpointState): Promise<void>;
  /** The node failed: the next one is preferred from now on. */
  passOver(state: EndpointState): void;
  /** The node refuses us: it is not asked for a while, and checked anew before it is. */
  refuse(state: EndpointState, because: string): void;
  usable(): readonly EndpointState[];
}

const refusalMs = 60_000;

export function createEndpointPool(
  endpoints: readonly Endpoint[],
  check: (endpoint: Endpoint) => Promise<void>,
  clock: Pick<Clock, 'elapsed'>,
): EndpointPool {
  const states: EndpointState[] = endpoints.map((endpoint) => ({ endpoint, refused: null }));
  const isUsable = ({ refused }: EndpointState): boolean =>
    refused === null || clock.elapsed() - refused.at >= refusalMs;
  const checks = new Map<EndpointState, Promise<void>>();
  let preferred = 0;
  return {
    states,
    current() {
      for (let offset = 0; offset < states.length; offset += 1) {
        const state = states[(preferred + offset) % states.length];
        if (state !== undefined && isUsable(state)) return state;
      }
      throw new PermanentError(
        `no node can be used: ${states.map(({ refused }) => refused?.because).join('; ')}`,
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
    refuse(state, because) {
      state.refused = { because, at: clock.elapsed() };
      checks.delete(state);
    },
    usable: () => states.filter(isUsable),
  };
}
