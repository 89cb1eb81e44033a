/** A limit per address for all that is answered without a key: pages, their assets, documents, and refusals. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicError } from '../../errors.ts';
import { addressGroup } from './address-group.ts';
import { createTokenBuckets } from './token-buckets.ts';

export interface KeylessLimit {
  /**
   * Counts an answer of so many bytes (default none to speak of) to the request's address. Throws PublicError RATE_LIMITED when
   * there were too many.
   */
  take(request: FastifyRequest, reply: FastifyReply, bytes?: number): void;
}

/** An answer weighs one unit, and one more for each so many bytes. */
const bytesPerUnit = 100_000;

/** `unitsPerMinute` at once, and as many in each minute. `now`: milliseconds. */
export function createKeylessLimit(unitsPerMinute: number, now: () => number): KeylessLimit {
  const buckets = createTokenBuckets({ perSecond: unitsPerMinute / 60, burst: unitsPerMinute, now });
  return {
    take(request, reply, bytes = 0) {
      // The largest answer is for a full bucket, however small the limit.
      const units = Math.min(1 + Math.floor(bytes / bytesPerUnit), unitsPerMinute);
      const level = buckets.take(addressGroup(request.ip), units);
      if (level.allowed) return;
      reply.header('Retry-After', level.retryAfterSeconds);
      throw new PublicError(
        'RATE_LIMITED',
        `Too much was asked for without an API key from this address. Try again in ${level.retryAfterSeconds} s.`,
      );
    },
  };
}
