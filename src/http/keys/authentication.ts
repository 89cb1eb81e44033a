/** Who asks: the API key of a request, its client, and how much of its limits is left. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PublicError } from '../../errors.ts';
import { actorOf } from '../../use-cases/access/actor.ts';
import type { Caller } from '../../use-cases/model/view-model.ts';
import { addressGroup, notedAddress } from '../limits/address-group.ts';
import {
  createKeyLimits,
  type KeyLimits,
  type LimitedKey,
  type LimitLevel,
  type Quotas,
} from '../limits/key-limits.ts';
import { createKeyWork, type RequestAccount } from '../limits/key-work.ts';
import type { KeylessLimit } from '../limits/keyless-limit.ts';
import { createRefusalPauses, type RefusalPausesOptions } from '../limits/refusal-pauses.ts';
import type { SharedUsage } from '../limits/shared-buckets.ts';
import type { BucketLevel } from '../limits/token-buckets.ts';
import type { Authenticator, CheckedKey } from './api-keys.ts';
import { type Carried, takeCredential } from './carried-key.ts';
import { createClientLimits } from './client-units.ts';
import { createGuessGuard } from './guess-guard.ts';
import type { OwnOriginOf } from './own-origin.ts';
import { createPageLimits, refusePage } from './page-keys.ts';
import { requireSamePerson } from './session-cookie.ts';
import { createUseLog, type RequestUse, type UseLogDependencies } from './use-log.ts';

export interface RequestLimits {
  /** Units per key. An ordinary request is one, a larger one more. */
  requestsPerSecond: number;
  burst: number;
  /** Time of the database's statements that a unit pays for; the usual one where it is left out. */
  statementMsPerUnit?: number;
  /** Per address. */
  failedKeysPerMinute: number;
  /** Per address; see keyless-limit.ts. */
  keylessUnitsPerMinute: number;
  /** Units per key and UTC day and month, where neither the key nor its client has a quota; null: none. */
  dailyQuota: number | null;
  monthlyQuota: number | null;
}

export interface AuthenticationDependencies {
  authenticator: Authenticator;
  /** Which pages are the service's own: sessions count for them alone. */
  ownOriginOf: OwnOriginOf;
  limits: RequestLimits;
  /** Of requests that come without a key. */
  keyless: KeylessLimit;
  /** Where processes share what keys use; null: this process counts for itself. */
  sharedUsage: SharedUsage | null;
  onError: (error: unknown) => void;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Stores what was used by day and operation; null: it is not stored. */
  storeUse: UseLogDependencies['store'];
  /** How refusals of keys without units wait; the usual way where it is left out. */
  refusalPauses?: RefusalPausesOptions | undefined;
}

export interface Authentication {
  /** The key of a request; throws PublicError UNAUTHENTICATED, BAD_INPUT, RATE_LIMITED, and what `refusePage` answers. */
  identify(request: FastifyRequest, reply: FastifyReply): Promise<CheckedKey>;
  /**
   * The account of a request with the key. What it charges is taken off the key's limits, and headers say what is left; throws
   * RATE_LIMITED or QUOTA_EXCEEDED, for the first charge after a pause (refusal-pauses.ts): nothing has been done by then.
   */
  open(reply: FastifyReply, key: CheckedKey): RequestAccount;
  /** What a request asks for, by the log of what was used: the first name counts. */
  nameOperation(request: FastifyRequest, operation: string): void;
  /** Who asks, and the first name of what for, as far as it is known; null: nobody whose key is valid. */
  askedBy(request: FastifyRequest): AskedBy | null;
  /** Stores what was used. */
  flush(): Promise<void>;
}

export interface AskedBy {
  caller: Caller;
  operation: string | null;
}

export function createAuthentication(dependencies: AuthenticationDependencies): Authentication {
  const { limits, sharedUsage, onError, now } = dependencies;
  const keyLimits = createKeyLimits({
    perSecond: limits.requestsPerSecond,
    burst: limits.burst,
    shared: sharedUsage,
    now,
    onError,
  });
  const clientLimits = createClientLimits(limits, now);
  const { statementMsPerUnit } = limits;
  const keyWork = createKeyWork(statementMsPerUnit === undefined ? {} : { statementMsPerUnit });
  const pauses = createRefusalPauses(dependencies.refusalPauses);
  const pageLimits = createPageLimits(now);
  const useLog = createUseLog({ store: dependencies.storeUse, now });
  const uses = new WeakMap<FastifyRequest, RequestUse>();
  const askers = new WeakMap<FastifyRequest, AskedBy>();
  return {
    identify: createIdentify(dependencies, (request, caller) =>
      askers.set(request, { caller, operation: null }),
    ),
    open(reply, key) {
      const limited = limitedKey(key, limits);
      const use = useLog.open(key.caller);
      uses.set(reply.request, use);
      let isAdmitted = false;
      return keyWork.open({
        keyId: limited.keyId,
        async charge(units) {
          try {
            const { page, caller } = key;
            if (page !== null) pageLimits.take(caller.keyId, page, { request: reply.request, reply }, units);
            const giveBack = clientLimits.take(caller.clientId, units, reply);
            await charge(keyLimits, limits, reply, limited, units).catch((error: unknown) => {
              giveBack();
              throw error;
            });
            isAdmitted = true;
            use.add(units);
          } catch (error) {
            if (!isAdmitted) await pauses.before(limited.keyId);
            throw error;
          }
        },
        owe(units) {
          use.add(units);
          const { page, caller } = key;
          clientLimits.owe(caller.clientId, units);
          // Who has asked for it pays for it: of the key's units alone, one visitor could take them all.
          const own = page === null ? 0 : pageLimits.owe(caller.keyId, page, reply.request, units);
          return Math.max(own, keyLimits.owe(limited, units));
        },
      });
    },
    nameOperation(request, operation) {
      const asked = askers.get(request);
      if (asked !== undefined) asked.operation ??= operation;
      uses.get(request)?.name(operation);
    },
    askedBy: (request) => askers.get(request) ?? null,
    async flush() {
      await Promise.all([keyLimits.flush(), useLog.flush()]);
    },
  };
}

function createIdentify(
  dependencies: AuthenticationDependencies,
  onKnown: (request: FastifyRequest, caller: Caller) => void,
): Authentication['identify'] {
  const { authenticator, limits, keyless, now, ownOriginOf } = dependencies;
  const guard = createGuessGuard<Carried>({
    authenticate: (carried) =>
      'key' in carried
        ? authenticator.authenticate(carried.key)
        : authenticator.authenticateSession(carried.session),
    isFamiliar: (carried) =>
      'key' in carried
        ? authenticator.isFamiliar(carried.key)
        : authenticator.isFamiliarSession(carried.session),
    failuresPerMinute: limits.failedKeysPerMinute,
    now,
  });
  // Its own: a flood of guesses takes no place from others that wait.
  const pauses = createRefusalPauses(dependencies.refusalPauses);
  return async (request, reply) => {
    const carried = takeCredential(request, ownOriginOf);
    if (carried instanceof PublicError) {
      await keyless.take(request, reply);
      throw carried;
    }
    const address = addressGroup(request.ip);
    const result = await guard.check(carried, address);
    if (result.key !== null) {
      const { page, caller } = result.key;
      if (caller.session !== undefined) requireSamePerson(request, actorOf(caller).id);
      onKnown(request, caller);
      const refusal = page === null ? null : refusePage(page, request, reply);
      if (refusal === null)
        return { ...result.key, caller: { ...caller, address: notedAddress(request.ip) } };
      // Nothing of the key pays for it.
      await keyless.take(request, reply);
      throw refusal;
    }
    if (result.refused !== null) {
      await pauses.before(address);
      throw tooManyFailures(result.refused, reply);
    }
    throw new PublicError(
      'UNAUTHENTICATED',
      'key' in carried
        ? 'The API key is not valid: it is mistyped, revoked, expired or unknown.'
        : 'You are not signed in any more: sign in again.',
    );
  };
}

function limitedKey({ caller, quotas }: CheckedKey, limits: RequestLimits): LimitedKey {
  const daily = quotas.daily ?? limits.dailyQuota;
  const monthly = quotas.monthly ?? limits.monthlyQuota;
  return { keyId: caller.keyId, quotas: { daily, monthly } };
}

async function charge(
  keyLimits: KeyLimits,
  limits: RequestLimits,
  reply: FastifyReply,
  key: LimitedKey,
  units: number,
): Promise<void> {
  const { quotas } = key;
  const level = await keyLimits.take(key, units);
  const policies = [
    `${limits.requestsPerSecond};w=1;burst=${limits.burst}`,
    ...(quotas.daily === null ? [] : [`${quotas.daily};w=86400`]),
    ...(quotas.monthly === null ? [] : [`${quotas.monthly};w=2592000`]),
  ];
  reply.header('RateLimit-Limit', limits.burst);
  reply.header('RateLimit-Remaining', level.remaining);
  reply.header('RateLimit-Reset', level.resetSeconds);
  reply.header('RateLimit-Policy', policies.join(', '));
  if (level.allowed) return;
  reply.header('Retry-After', level.retryAfterSeconds);
  throw refusal(level, limits, quotas);
}

function refusal(level: LimitLevel, limits: RequestLimits, quotas: Quotas): PublicError {
  if (level.exceeded !== null) {
    const period = level.exceeded === 'daily' ? 'day' : 'month';
    return new PublicError(
      'QUOTA_EXCEEDED',
      `The ${quotas[level.exceeded]} units that this key may use in a ${period} (UTC) are used up. ` +
        `The next ${period} begins in ${level.retryAfterSeconds} s.`,
    );
  }
  return new PublicError(
    'RATE_LIMITED',
    `More than ${limits.requestsPerSecond} units a second with this key (bursts of ${limits.burst} are allowed; ` +
      `larger requests weigh more than one unit). Try again in ${level.retryAfterSeconds} s.`,
  );
}

function tooManyFailures(level: BucketLevel, reply: FastifyReply): PublicError {
  reply.header('Retry-After', level.retryAfterSeconds);
  return new PublicError(
    'RATE_LIMITED',
    `Too many API keys from this address were not valid. Try again in ${level.retryAfterSeconds} s.`,
  );
}
