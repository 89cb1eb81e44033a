/**
 * How much an API key may ask for: units per second with bursts, and quotas per UTC day and month, shared by all
 * processes. A process takes units from the shared bucket in pieces, a fraction of the burst each, and spends them by
 * itself; what the database said last of the bucket is remembered, so that a flood is refused without asking it again.
 * While the database does not answer, a bucket of the process's own takes its place.
 */
import { type BucketLevel, createTokenBuckets, maximumDebtBursts } from './token-buckets.ts';

export interface Quotas {
  /** null: none. */
  daily: number | null;
  monthly: number | null;
}

export interface LimitedKey {
  keyId: string;
  quotas: Quotas;
}

/** As store/clients/key-usage.ts has it. */
export interface SharedUsage {
  /** How long an answer is waited for before the process counts for itself. Default 1,000. */
  patienceMs?: number;
  take(request: {
    keyId: string;
    perSecond: number;
    burst: number;
    needed: number;
    wanted: number;
    spent: number;
    owed: number;
    maximumDebt: number;
  }): Promise<{ granted: number; left: number; dayUnits: number; monthUnits: number }>;
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

/** A piece is this part of a burst: what one process may hold back from the others. */
const piecesPerBurst = 20;
/** The bucket of the process's own serves for so long before the database is asked again. */
const pauseAfterErrorMs = 1_000;
const usualPatienceMs = 1_000;
const rememberedKeys = 10_000;
const dayMs = 86_400_000;

/** What this process knows of a key. */
interface KeyState {
  /** Units taken and not yet spent. */
  held: number;
  /** Units spent that the database has not been told of. */
  spent: number;
  /** Units used that were not there, and that the database has not been told of. */
  owed: number;
  /** Units spent, and owed, that the question under way tells it of. */
  telling: number;
  tellingOwed: number;
  /** What the database said last of its bucket, and when. */
  left: number;
  at: number;
  dayUnits: number;
  monthUnits: number;
  /** Units that requests wait for. */
  waiting: number;
  /** The question under way, which all that wait share. It may outlast their patience. */
  asking: Promise<void> | null;
}

export function createKeyLimits(options: KeyLimitsOptions): KeyLimits {
  const { perSecond, burst, shared, now, onError = () => {} } = options;
  const own = createTokenBuckets({ perSecond, burst, now });
  const states = new Map<string, KeyState>();
  const piece = Math.max(1, Math.floor(burst / piecesPerBurst));
  let pausedUntil = Number.NEGATIVE_INFINITY;

  const maximumDebt = maximumDebtBursts * burst;

  function leftNow(state: KeyState, time: number): number {
    const filled = Math.min(burst, state.left + (Math.max(0, time - state.at) * perSecond) / 1000);
    return Math.max(-maximumDebt, filled - state.owed - state.tellingOwed);
  }

  function levelOf(state: KeyState, units: number, allowed: boolean): LimitLevel {
    const left = state.held + leftNow(state, now());
    return {
      allowed,
      exceeded: null,
      remaining: Math.max(0, Math.floor(Math.min(left, burst))),
      retryAfterSeconds: allowed && left >= 1 ? 0 : Math.max(1, Math.ceil((units - left) / perSecond)),
      resetSeconds: Math.max(0, Math.ceil((burst - left) / perSecond)),
    };
  }

  /** Asks the database once for all that wait at the same time. */
  function ask(source: SharedUsage, keyId: string, state: KeyState, needed: number): Promise<void> {
    const wanted = needed === 0 ? 0 : Math.max(piece, state.waiting - state.held);
    state.asking ??= askNow(source, keyId, state, { needed, wanted }).finally(() => {
      state.asking = null;
    });
    return inTime(state.asking, source.patienceMs);
  }

  /** An answer counts whenever it comes, also when nobody waits for it any more: the database has counted it, too. */
  async function askNow(
    source: SharedUsage,
    keyId: string,
    state: KeyState,
    units: { needed: number; wanted: number },
  ): Promise<void> {
    state.telling = state.spent;
    state.tellingOwed = state.owed;
    state.spent = 0;
    state.owed = 0;
    try {
      const told = { spent: state.telling, owed: state.tellingOwed, maximumDebt };
      const grant = await source.take({ keyId, perSecond, burst, ...units, ...told });
      state.held += grant.granted;
      state.left = grant.left;
      state.at = now();
      state.dayUnits = grant.dayUnits;
      state.monthUnits = grant.monthUnits;
    } catch (error) {
      state.spent += state.telling;
      state.owed += state.tellingOwed;
      throw error;
    } finally {
      state.telling = 0;
      state.tellingOwed = 0;
    }
  }

  function stateOf(keyId: string): KeyState {
    const known = states.get(keyId);
    if (known !== undefined) return known;
    if (states.size >= rememberedKeys) forgetOldest(states);
    const unused = { held: 0, spent: 0, owed: 0, telling: 0, tellingOwed: 0, waiting: 0 };
    const fresh = { ...unused, dayUnits: 0, monthUnits: 0, left: burst, at: now(), asking: null };
    states.set(keyId, fresh);
    return fresh;
  }

  function refusalByQuota(key: LimitedKey, state: KeyState, units: number): LimitLevel | null {
    const exceeded = exceededQuota(key.quotas, state, units);
    if (exceeded === null) return null;
    const retryAfterSeconds = secondsToReset(exceeded, now());
    return { ...levelOf(state, units, false), exceeded, retryAfterSeconds };
  }

  /**
   * The first turn may share a question that was asked before; the last is for those whose units others took. What is
   * held is taken in the same turn in which it is seen, because others wait for it, too.
   */
  async function takeShared(source: SharedUsage, key: LimitedKey, units: number): Promise<LimitLevel> {
    const state = stateOf(key.keyId);
    forgetPastDays(state, now());
    state.waiting += units;
    try {
      for (let turn = 0; ; turn += 1) {
        const refusal = refusalByQuota(key, state, units);
        if (refusal !== null) return refusal;
        if (state.held >= units) {
          state.held -= units;
          state.spent += units;
          return levelOf(state, 1, true);
        }
        // What the database said last leaves too little: no need to ask.
        if (turn === 3 || state.held + leftNow(state, now()) + 1e-6 < units) {
          return levelOf(state, units, false);
        }
        await ask(source, key.keyId, state, units - state.held);
      }
    } finally {
      state.waiting -= units;
    }
  }

  /** While the database does not answer. What is used then is told later, and quotas hold as far as they are known. */
  function takeAlone(key: LimitedKey, units: number): LimitLevel {
    const state = stateOf(key.keyId);
    forgetPastDays(state, now());
    const refusal = refusalByQuota(key, state, units);
    if (refusal !== null) return refusal;
    const level = own.take(key.keyId, units);
    if (level.allowed) state.spent += units;
    return { ...level, exceeded: null };
  }

  /** What is held pays first; the other processes hear of the rest at once. */
  function oweShared(source: SharedUsage, { keyId }: LimitedKey, units: number): number {
    const state = stateOf(keyId);
    forgetPastDays(state, now());
    const paid = Math.min(state.held, units);
    state.held -= paid;
    state.owed += units - paid;
    state.spent += units;
    if (state.owed > 0 && now() >= pausedUntil) ask(source, keyId, state, 0).catch(onError);
    return Math.max(0, -(state.held + leftNow(state, now()))) / perSecond;
  }

  const owe: KeyLimits['owe'] = (key, units) =>
    shared === null || now() < pausedUntil
      ? own.owe(key.keyId, units).debt / perSecond
      : oweShared(shared, key, units);

  async function takeAtMostABurst(key: LimitedKey, wanted: number): Promise<LimitLevel> {
    if (shared === null) return { ...own.take(key.keyId, wanted), exceeded: null };
    if (now() < pausedUntil) return takeAlone(key, wanted);
    try {
      return await takeShared(shared, key, wanted);
    } catch (error) {
      pausedUntil = now() + pauseAfterErrorMs;
      onError(error);
      return takeAlone(key, wanted);
    }
  }

  return {
    owe,
    async take(key, units) {
      const wanted = Math.max(1, Math.ceil(units));
      const level = await takeAtMostABurst(key, Math.min(burst, wanted));
      if (level.allowed && wanted > burst) owe(key, wanted - burst);
      return level;
    },
    async flush() {
      if (shared === null) return;
      for (const [keyId, state] of states) {
        if (state.asking !== null) await inTime(state.asking, shared.patienceMs);
        if (state.spent > 0 || state.owed > 0) await ask(shared, keyId, state, 0);
      }
    },
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

/** A database that is slow to answer must not hold up every request. */
async function inTime<Result>(
  answer: Promise<Result>,
  patienceMs: number = usualPatienceMs,
): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error('the use of a key was not counted in time')),
    patienceMs,
  );
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function forgetOldest(states: Map<string, KeyState>): void {
  const [oldest] = states.keys();
  if (oldest !== undefined) states.delete(oldest);
}
