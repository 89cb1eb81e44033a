/** A limit per address for all that is answered without a key: pages, their assets, documents, and refusals. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicError } from '../../errors.ts';
import { addressGroup } from './address-group.ts';
import { createRefusalPauses, type RefusalPausesOptions } from './refusal-pauses.ts';
import { createTokenBuckets } from './token-buckets.ts';

export interface KeylessLimit {
  /**
   * Counts an answer of so many bytes (default none to speak of) to the request's address. Throws PublicError RATE_LIMITED, after
   * a pause (refusal-pauses.ts), when there were too many.
   */
  take(request: FastifyRequest, reply: FastifyReply, bytes?: number): Promise<void>;
  /** The same for an answer that is made already: it goes out, and what it weighs beyond what is there is filled in first. */
  owe(request: FastifyRequest, bytes: number): void;
}

/** An answer weighs one unit, and one more for each so many bytes. */
const bytesPerUnit = 100_000;

export interface KeylessLimitOptions {
  /** At once, and again in each minute. */
  unitsPerMinute: number;
  /** Milliseconds since 1970. */
  now: () => number;
  /** How refusals wait; the usual way where it is left out. */
  refusalPauses?: RefusalPausesOptions | undefined;
}

export function createKeylessLimit({
  unitsPerMinute,
  now,
  refusalPauses,
}: KeylessLimitOptions): KeylessLimit {
  const buckets = createTokenBuckets({ perSecond: unitsPerMinute / 60, burst: unitsPerMinute, now });
  // Its own: a flood without keys takes no place from keys that wait.
  const pauses = createRefusalPauses(refusalPauses);
  // The largest answer is for a full bucket, however small the limit.
  const unitsOf = (bytes: number): number => Math.min(1 + Math.floor(bytes / bytesPerUnit), unitsPerMinute);
  return {
    async take(request, reply, bytes = 0) {
      const address = addressGroup(request.ip);
      const level = buckets.take(address, unitsOf(bytes));
      if (level.allowed) return;
      await pauses.before(address);
      reply.header('Retry-After', level.retryAfterSeconds);
      throw new PublicError(
        'RATE_LIMITED',
        `Too much was asked for without an API key from this address. Try again in ${level.retryAfterSeconds} s.`,
      );
    },
    owe(request, bytes) {
      buckets.owe(addressGroup(request.ip), unitsOf(bytes));
    },
  };
}
