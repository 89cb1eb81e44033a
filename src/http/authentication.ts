/** Who asks: the API key of a request, its client, and how much of its limits is left. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicError } from '../errors.ts';
import type { Caller } from '../read/model.ts';
import type { Authenticator } from './api-keys.ts';
import { type BucketLevel, createTokenBuckets } from './token-buckets.ts';

export interface RequestLimits {
  /** Per key. */
  requestsPerSecond: number;
  burst: number;
  /** Per address. */
  failedKeysPerMinute: number;
}

export interface AuthenticationDependencies {
  authenticator: Authenticator;
  limits: RequestLimits;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** Finds the caller of a request; throws PublicError UNAUTHENTICATED, BAD_INPUT or RATE_LIMITED. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<Caller>;

export function createAuthentication({
  authenticator,
  limits,
  now,
}: AuthenticationDependencies): Authenticate {
  const requests = createTokenBuckets({ perSecond: limits.requestsPerSecond, burst: limits.burst, now });
  const failures = createTokenBuckets({
    perSecond: limits.failedKeysPerMinute / 60,
    burst: limits.failedKeysPerMinute,
    now,
  });

  return async (request, reply) => {
    const key = takeApiKey(request);
    if (key === null) {
      throw new PublicError(
        'UNAUTHENTICATED',
        'An API key is needed, in the header X-API-KEY or the query parameter api_key.',
      );
    }
    // A guess beyond the limit is not even tried; a key that was good before is, so that a neighbour's guesses do no harm.
    const before = failures.peek(request.ip);
    if (!before.allowed && !authenticator.isFamiliar(key)) throw tooManyFailures(before, reply);
    const caller = await authenticator.authenticate(key);
    if (caller === null) {
      failures.take(request.ip);
      throw new PublicError(
        'UNAUTHENTICATED',
        'The API key is not valid: it is mistyped, revoked, expired or unknown.',
      );
    }
    const level = requests.take(caller.keyId);
    reply.header('RateLimit-Limit', limits.burst);
    reply.header('RateLimit-Remaining', level.remaining);
    reply.header('RateLimit-Reset', level.resetSeconds);
    reply.header('RateLimit-Policy', `${limits.requestsPerSecond};w=1;burst=${limits.burst}`);
    if (!level.allowed) {
      reply.header('Retry-After', level.retryAfterSeconds);
      throw new PublicError(
        'RATE_LIMITED',
        `More than ${limits.requestsPerSecond} requests a second with this key (bursts of ${limits.burst} are allowed). ` +
          `Try again in ${level.retryAfterSeconds} s.`,
      );
    }
    return caller;
  };
}

function tooManyFailures(level: BucketLevel, reply: FastifyReply): PublicError {
  reply.header('Retry-After', level.retryAfterSeconds);
  return new PublicError(
    'RATE_LIMITED',
    `Too many API keys from this address were not valid. Try again in ${level.retryAfterSeconds} s.`,
  );
}

/**
 * The key of a request, taken out of its query so that nothing later (validation, links, logs) sees it.
 * The header wins; both and different is an error, because one of them is then a mistake.
 */
function takeApiKey(request: FastifyRequest): string | null {
  const header = request.headers['x-api-key'];
  const fromHeader = typeof header === 'string' && header !== '' ? header : null;
  const fromQuery = takeQueryKey(request.query);
  if (fromHeader !== null && fromQuery !== null && fromHeader !== fromQuery) {
    throw new PublicError('BAD_INPUT', 'X-API-KEY and api_key hold different keys: send one.', [
      { path: 'api_key', message: 'differs from the header X-API-KEY' },
    ]);
  }
  return fromHeader ?? fromQuery;
}

function takeQueryKey(query: unknown): string | null {
  if (typeof query !== 'object' || query === null || !('api_key' in query)) return null;
  const value: unknown = query.api_key;
  delete query.api_key;
  if (typeof value === 'string') return value === '' ? null : value;
  throw new PublicError('BAD_INPUT', 'api_key is given more than once.', [
    { path: 'api_key', message: 'is given more than once' },
  ]);
}
