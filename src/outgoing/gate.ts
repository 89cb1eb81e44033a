/**
 * The gate through which all requests to one service leave that use the same account with it. It has a limiter for how often, a
 * breaker for whether at all, and one rule for Retry-After. When the service asks for a short wait, all requests wait, and then
 * leave one by one. When it asks for a longer wait than any request bears, the gate is shut until then.
 */
import { type BreakerOptions, createBreaker } from './breaker.ts';
import type { Clock } from './clock.ts';
import { createLimiter, type LimiterOptions } from './limiter.ts';

export interface GateOptions extends LimiterOptions {
  /** Longer waits are not waited for. */
  maximumWaitMs: number;
  /** Without it failures are not counted: requests differ so much that one kind failing says little about the others. */
  breaker?: Omit<BreakerOptions, 'clock'>;
}

/** Leave to send one request. One of them is called when it is over. */
export interface GatePass {
  succeeded(): void;
  /** @param retryAfterMs The wait that the service asks for. */
  failed(retryAfterMs?: number): void;
  /** The service refuses us: nothing is sent for so long. */
  refused(milliseconds: number): void;
  /** The caller gave up. */
  abandoned(): void;
}

export interface Gate {
  /**
   * Ends when a request may leave; it must then be sent at once. null: the service is left alone. Throws the signal's reason
   * when it is aborted before.
   */
  enter(signal?: AbortSignal): Promise<GatePass | null>;
  readonly isShut: boolean;
  /** How long the service is left alone at least; 0 when it is not. */
  shutForMs(): number;
  /** The service named a lower limit than ours. */
  lower(perSecond: number): void;
}

/** Whatever a service asks for, it is asked again after this long. */
const longestShutMs = 3_600_000;

export function createGate(options: GateOptions): Gate {
  const { clock, maximumWaitMs } = options;
  const limiter = createLimiter(options);
  const breaker = createBreaker({ clock, failures: Number.POSITIVE_INFINITY, openMs: 0, ...options.breaker });
  return {
    async enter(signal) {
      if (breaker.isOpen) return null;
      await limiter.take(signal);
      // It may have been shut while this request waited for its turn.
      const pass = breaker.enter();
      if (pass === null) return null;
      return {
        succeeded: pass.succeeded,
        abandoned: pass.abandoned,
        failed(retryAfterMs) {
          pass.failed();
          if (retryAfterMs === undefined) return;
          if (retryAfterMs > maximumWaitMs) breaker.open(Math.min(retryAfterMs, longestShutMs));
          else limiter.pause(retryAfterMs);
        },
        refused: breaker.open,
      };
    },
    get isShut() {
      return breaker.isOpen;
    },
    shutForMs: breaker.openForMs,
    lower: limiter.lower,
  };
}

/** Gates to share between the sources of one process. */
export interface GateRegistry {
  /** One gate per (host, key); whoever asks first decides the figures. */
  gateFor(account: Omit<GateOptions, 'clock'> & { host: string; apiKey: string | undefined }): Gate;
}

export function createGateRegistry(clock: Clock): GateRegistry {
  const gates = new Map<string, Gate>();
  return {
    gateFor({ host, apiKey, ...figures }) {
      const account = `${host} ${apiKey ?? ''}`;
      const gate = gates.get(account) ?? createGate({ ...figures, clock });
      gates.set(account, gate);
      return gate;
    },
  };
}
