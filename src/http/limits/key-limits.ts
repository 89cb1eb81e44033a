/**
 * How much an API key may ask for: units per second with bursts, and quotas per UTC day and month, shared by all
 * processes. A process takes units from the shared bucket in pieces, a fraction of the burst each, and spends them by
 * itself; what the database said last of the bucket is remembered, so that a flood is refused without asking it again.
 * While the database does not answer, a bucket of the process's own takes its place.
 */
import {
  ask,
  createSharedBuckets,
  inTime,
  type KeyState,
  leftNow,
  levelOf,
  type SharedBuckets,
  type SharedUsage,
  stateOf,
} from './shared-buckets.ts';
import { type BucketLevel, createTokenBuckets, type TokenBuckets } from './token-buckets.ts';

export interface Quotas {
  /** null: none. */
  daily: number | null;
  monthly: number | null;
}

export interface LimitedKey {
  keyId: string;
  quotas: Quotas;
}

export interface KeyLimitsOptions {
  perSecond: number;
  burst: number;
  /** Null: this process alone, and no quotas. */
  shared: SharedUsage | null;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Told why the shared bucket could not be asked. */
  onError?: (error: unknown) => void;
}

export interface LimitLevel extends BucketLevel {
  /** The quota that refuses, if it is one. */
  exceeded: 'daily' | 'monthly' | null;
}

export interface KeyLimits {
  /** Uses that many units, if the key may. More than a burst takes a whole burst, and the rest is owed. */
  take(key: LimitedKey, units: number): Promise<LimitLevel>;
  /**
   * Uses that many units whether they are there or not: what was found out only afterwards, or cannot be refused any more. Until
   * the bucket has filled again, the key is refused. Answers how many seconds that takes; 0: nothing is owed.
   */
  owe(key: LimitedKey, units: number): number;
  /** Tells the database what was spent since it was last asked. */
  flush(): Promise<void>;
}

/** The bucket of the process's own serves for so long before the database is asked again. */
const pauseAfterErrorMs = 1_000;
const dayMs = 86_400_000;

/** The limits of all keys in one process. */
interface Limits extends SharedBuckets {
  readonly shared: SharedUsage | null;
  readonly onError: (error: unknown) => void;
  /** The process's own, for while the database does not answer. */
  readonly own: TokenBuckets;
  /** The database is not asked before. */
  pausedUntil: number;
}

function refusalByQuota(limits: Limits, key: LimitedKey, state: KeyState, units: number): LimitLevel | null {
  const { now } = limits;
  const exceeded = exceededQuota(key.quotas, state, units);
  if (exceeded === null) return null;
  const retryAfterSeconds = secondsToReset(exceeded, now());
  return { ...levelOf(limits, state, units, false), exceeded, retryAfterSeconds };
}

/**
 * The first turn may share a question that was asked before; the last is for those whose units others took. What is
 * held is taken in the same turn in which it is seen, because others wait for it, too.
 */
async function takeShared(
  limits: Limits,
  source: SharedUsage,
  key: LimitedKey,
  units: number,
): Promise<LimitLevel> {
  const { now } = limits;
  const state = stateOf(limits, key.keyId);
  forgetPastDays(state, now());
  state.waiting += units;
  try {
    for (let turn = 0; ; turn += 1) {
      const refusal = refusalByQuota(limits, key, state, units);
      if (refusal !== null) return refusal;
      if (state.held >= units) {
        state.held -= units;
        state.spent += units;
        return { ...levelOf(limits, state, 1, true), exceeded: null };
      }
      // What the database said last leaves too little: no need to ask.
      if (turn === 3 || state.held + leftNow(limits, state, now()) + 1e-6 < units) {
        return { ...levelOf(limits, state, units, false), exceeded: null };
      }
      await ask(limits, source, key.keyId, state, units - state.held);
    }
  } finally {
    state.waiting -= units;
  }
}

/** While the database does not answer. What is used then is told later, and quotas hold as far as they are known. */
function takeAlone(limits: Limits, key: LimitedKey, units: number): LimitLevel {
  const { now, own } = limits;
  const state = stateOf(limits, key.keyId);
  forgetPastDays(state, now());
  const refusal = refusalByQuota(limits, key, state, units);
  if (refusal !== null) return refusal;
  const level = own.take(key.keyId, units);
  if (level.allowed) state.spent += units;
  return { ...level, exceeded: null };
}

/** What is held pays first; the other processes hear of the rest at once. */
function oweShared(limits: Limits, source: SharedUsage, { keyId }: LimitedKey, units: number): number {
  const { perSecond, now, onError } = limits;
  const state = stateOf(limits, keyId);
  forgetPastDays(state, now());
  const paid = Math.min(state.held, units);
  state.held -= paid;
  state.owed += units - paid;
  state.spent += units;
  if (state.owed > 0 && now() >= limits.pausedUntil) ask(limits, source, keyId, state, 0).catch(onError);
  return Math.max(0, -(state.held + leftNow(limits, state, now()))) / perSecond;
}

function owe(limits: Limits, key: LimitedKey, units: number): number {
  const { perSecond, shared, now, own } = limits;
  return shared === null || now() < limits.pausedUntil
    ? own.owe(key.keyId, units).debt / perSecond
    : oweShared(limits, shared, key, units);
}

async function takeAtMostABurst(limits: Limits, key: LimitedKey, wanted: number): Promise<LimitLevel> {
  const { shared, now, onError, own } = limits;
  if (shared === null) return { ...own.take(key.keyId, wanted), exceeded: null };
  if (now() < limits.pausedUntil) return takeAlone(limits, key, wanted);
  try {
    return await takeShared(limits, shared, key, wanted);
  } catch (error) {
    limits.pausedUntil = now() + pauseAfterErrorMs;
    onError(error);
    return takeAlone(limits, key, wanted);
  }
}

async function take(limits: Limits, key: LimitedKey, units: number): Promise<LimitLevel> {
  const { burst } = limits;
  const wanted = Math.max(1, Math.ceil(units));
  const level = await takeAtMostABurst(limits, key, Math.min(burst, wanted));
  if (level.allowed && wanted > burst) owe(limits, key, wanted - burst);
  return level;
}

async function flush(limits: Limits): Promise<void> {
  const { shared, states } = limits;
  if (shared === null) return;
  for (const [keyId, state] of states) {
    if (state.asking !== null) await inTime(state.asking, shared.patienceMs);
    if (state.spent > 0 || state.owed > 0) await ask(limits, shared, keyId, state, 0);
  }
}

export function createKeyLimits(options: KeyLimitsOptions): KeyLimits {
  const { perSecond, burst, shared, now, onError = () => {} } = options;
  const limits: Limits = {
    ...createSharedBuckets({ perSecond, burst, now }),
    ...{ shared, onError },
    own: createTokenBuckets({ perSecond, burst, now }),
    pausedUntil: Number.NEGATIVE_INFINITY,
  };
  return {
    take: (key, units) => take(limits, key, units),
    flush: () => flush(limits),
    owe: (key, units) => owe(limits, key, units),
  };
}

/** The quota that so many more units would exceed. */
function exceededQuota(quotas: Quotas, state: KeyState, units: number): 'daily' | 'monthly' | null {
  const more = state.spent + state.telling + units;
  if (quotas.monthly !== null && state.monthUnits + more > quotas.monthly) return 'monthly';
  if (quotas.daily !== null && state.dayUnits + more > quotas.daily) return 'daily';
  return null;
}

/** Counts of a day or month that is over count no more; the database does the same when it is asked next. */
function forgetPastDays(state: KeyState, time: number): void {
  if (Math.floor(state.at / dayMs) === Math.floor(time / dayMs)) return;
  const told = new Date(state.at);
  const today = new Date(time);
  if (told.toISOString().slice(0, 7) !== today.toISOString().slice(0, 7)) state.monthUnits = 0;
  state.dayUnits = 0;
}

function secondsToReset(quota: 'daily' | 'monthly', time: number): number {
  const date = new Date(time);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const reset = quota === 'daily' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1);
  return Math.ceil((reset - time) / 1000);
}
