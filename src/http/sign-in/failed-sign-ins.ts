/**
 * Bounds how often somebody may fail to sign in: from one address, and as one account. Accounts of Ethereum are public, and anybody can fail as
 * one: so the account's limit does not hold an address that has not failed lately, or strangers could keep a member out.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicError } from '../../errors.ts';
import { addressGroup } from '../limits/address-group.ts';
import { createRefusalPauses, type RefusalPausesOptions } from '../limits/refusal-pauses.ts';
import { createTokenBuckets } from '../limits/token-buckets.ts';

export interface FailedSignIns {
  /**
   * Runs a try, which counts unless it is right. `account`: whom it is to sign in, as far as it says. Throws what the try throws, and
   * RATE_LIMITED, after a pause, when there were too many.
   */
  count<Result>(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    account: string | null,
    attempt: () => Promise<Result>,
  ): Promise<Result>;
}

export function createFailedSignIns(options: {
  perMinute: number;
  /** Milliseconds since 1970. */
  now: () => number;
  refusalPauses?: RefusalPausesOptions | undefined;
}): FailedSignIns {
  const { perMinute, now } = options;
  const tries = createTokenBuckets({ perSecond: perMinute / 60, burst: perMinute, now });
  const pauses = createRefusalPauses(options.refusalPauses);
  return {
    async count({ request, reply }, account, attempt) {
      const address = addressGroup(request.ip);
      const ofAddress = `address ${address}`;
      const names = [ofAddress, ...(account === null ? [] : [`account ${account.slice(0, 200)}`])];
      const hasNotFailed = tries.peek(ofAddress).remaining === perMinute;
      const taken: string[] = [];
      // Taken before anything is looked at: tries at the same time count like tries in turn.
      for (const name of names) {
        const level = tries.take(name);
        if (level.allowed) taken.push(name);
        if (level.allowed || (hasNotFailed && name !== ofAddress)) continue;
        for (const given of taken) tries.giveBack(given);
        await pauses.before(address);
        reply.header('Retry-After', level.retryAfterSeconds);
        throw new PublicError(
          'RATE_LIMITED',
          `Too many sign-ins have failed. Try again in ${level.retryAfterSeconds} s.`,
        );
      }
      let isFailure = true;
      try {
        const result = await attempt();
        isFailure = false;
        return result;
      } catch (error) {
        isFailure = error instanceof PublicError;
        throw error;
      } finally {
        if (!isFailure) for (const name of taken) tries.giveBack(name);
      }
    },
  };
}
