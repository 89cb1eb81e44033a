/**
 * Units that all keys and members of a client may use together in this process. Each has a limit of its own, and a client may make many: without
 * this one, more keys would be more of everything.
 */
import type { FastifyReply } from 'fastify';
import { PublicError } from '../../errors.ts';
import { createTokenBuckets } from '../limits/token-buckets.ts';

export interface ClientUnits {
  /**
   * Throws RATE_LIMITED when the client has used what it may. Answers what gives the units back: a key that is refused by its own limit
   * must not take those of its client's other keys.
   */
  take(clientId: number, units: number, reply: FastifyReply): () => void;
  /** Takes them in any case. */
  owe(clientId: number, units: number): void;
}

/** As many keys as this may use all they have at once. */
const keysAtOnce = 10;

/** @param now Milliseconds since 1970. */
export function createClientLimits(
  { requestsPerSecond, burst }: { requestsPerSecond: number; burst: number },
  now: () => number,
): ClientUnits {
  const most = burst * keysAtOnce;
  const buckets = createTokenBuckets({ perSecond: requestsPerSecond * keysAtOnce, burst: most, now });
  return {
    take(clientId, units, reply) {
      // A request that weighs more than that is for a full bucket.
      const taken = Math.min(Math.max(1, Math.ceil(units)), most);
      const level = buckets.take(String(clientId), taken);
      if (level.allowed) return () => buckets.giveBack(String(clientId), taken);
      reply.header('Retry-After', level.retryAfterSeconds);
      throw new PublicError(
        'RATE_LIMITED',
        `More than ${requestsPerSecond * keysAtOnce} units a second with the keys and members of this client together. ` +
          `Try again in ${level.retryAfterSeconds} s.`,
      );
    },
    owe(clientId, units) {
      buckets.owe(String(clientId), units);
    },
  };
}
