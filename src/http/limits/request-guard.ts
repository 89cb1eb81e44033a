/** What surrounds every request of the two APIs. It is refused under too much load, and ended when it takes too long. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PublicError } from '../../errors.ts';
import { preferredWait } from '../../rest/prefer.ts';
import { restPaths } from '../../use-cases/pages/page-links.ts';
import type { RequestAccount } from './key-work.ts';
import type { LoadShedding } from './load-shedding.ts';

export interface RequestGuardOptions {
  shedding: LoadShedding;
  timeoutMs: number;
  /** Runs a request so that its statements end when the signal aborts, and go by the account once it is there. */
  inRequest: <Result>(scope: RequestScope, run: () => Result) => Result;
}

interface RequestScope {
  readonly signal: AbortSignal;
  work: RequestAccount | null;
}

const scopes = new WeakMap<FastifyRequest, RequestScope>();

/** What is to be done when the answer begins, or the client is gone. */
const ends = new WeakMap<FastifyRequest, (() => void)[]>();

/** From now on the request is one of the account's key, and its statements go by the account. Throws PublicError OVERLOADED. */
export function setAccount(request: FastifyRequest, account: RequestAccount, shedding: LoadShedding): void {
  if (waitSeconds(request) === 0) ends.get(request)?.push(shedding.enterKey(account.keyId));
  const scope = scopes.get(request);
  if (scope !== undefined) scope.work = account;
}

/** After this long the answer is sent even if what was cancelled has not ended yet. */
const graceMs = 1_000;
const timedOut = new WeakSet<FastifyRequest>();

/** True once the request has taken too long and its statements were cancelled. */
export const isTimedOut = (request: FastifyRequest): boolean => timedOut.has(request);

export const timeoutError = (): PublicError =>
  new PublicError('TIMEOUT', 'The request took too long and was ended: ask for less, or try again.');

/** A client that asked the one route that waits to do so (RFC 7240) is not at work. */
export function waitSeconds(request: FastifyRequest): number {
  if (request.method !== 'POST' || request.routeOptions.url !== restPaths.wallets) return 0;
  return preferredWait(request.headers.prefer) ?? 0;
}

/** Adds the guard to a scope of routes. `onTimeout` answers a request whose handler does not end by itself. */
export function guardRequests(
  server: FastifyInstance,
  options: RequestGuardOptions,
  onTimeout: (request: FastifyRequest, reply: FastifyReply) => void,
): void {
  const { shedding, timeoutMs, inRequest } = options;
  const end = async (request: FastifyRequest): Promise<void> => {
    for (const one of ends.get(request) ?? []) one();
    ends.delete(request);
  };

  server.addHook('onRequest', (request, reply, done) => {
    shedding.check();
    const controller = new AbortController();
    let grace: NodeJS.Timeout | undefined;
    const timer = setTimeout(
      () => {
        timedOut.add(request);
        controller.abort(timeoutError());
        grace = setTimeout(() => {
          if (!reply.sent) onTimeout(request, reply);
        }, graceMs);
      },
      timeoutMs + waitSeconds(request) * 1000,
    );
    ends.set(request, [() => clearTimeout(timer), () => clearTimeout(grace)]);
    const scope = { signal: controller.signal, work: null };
    scopes.set(request, scope);
    inRequest(scope, done);
  });
  // Counted only now: a body that trickles in, or a key that is not valid, takes no one's place.
  server.addHook('preHandler', async (request) => {
    if (waitSeconds(request) === 0) ends.get(request)?.push(shedding.enter());
  });
  // The answer is made, or a stream begins, which may take as long as its reader does.
  server.addHook('onSend', end);
  server.addHook('onResponse', end);
}
