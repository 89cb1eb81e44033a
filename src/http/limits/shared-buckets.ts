/** The buckets of keys that all processes share in the database, as far as this process knows them. */
import { type BucketLevel, maximumDebtBursts } from './token-buckets.ts';

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

/** A piece is this part of a burst: what one process may hold back from the others. */
const piecesPerBurst = 20;
const usualPatienceMs = 1_000;
const rememberedKeys = 10_000;

/** What this process knows of a key. */
export interface KeyState {
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

/** What one process knows of the keys that it has seen. */
export interface SharedBuckets {
  readonly perSecond: number;
  readonly burst: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly states: Map<string, KeyState>;
  /** What is taken from a bucket at once, at least. */
  readonly piece: number;
  readonly maximumDebt: number;
}

export function createSharedBuckets(
  options: Pick<SharedBuckets, 'perSecond' | 'burst' | 'now'>,
): SharedBuckets {
  const { perSecond, burst, now } = options;
  const piece = Math.max(1, Math.floor(burst / piecesPerBurst));
  return { perSecond, burst, now, states: new Map(), piece, maximumDebt: maximumDebtBursts * burst };
}

/** What is left in the bucket by now, as far as this process knows; below 0: owed. */
export function leftNow(buckets: SharedBuckets, state: KeyState, time: number): number {
  const { perSecond, burst, maximumDebt } = buckets;
  const filled = Math.min(burst, state.left + (Math.max(0, time - state.at) * perSecond) / 1000);
  return Math.max(-maximumDebt, filled - state.owed - state.tellingOwed);
}

/** How the key stands after `units` were asked for. */
export function levelOf(
  buckets: SharedBuckets,
  state: KeyState,
  units: number,
  allowed: boolean,
): BucketLevel {
  const { perSecond, burst, now } = buckets;
  const left = state.held + leftNow(buckets, state, now());
  return {
    allowed,
    remaining: Math.max(0, Math.floor(Math.min(left, burst))),
    retryAfterSeconds: allowed && left >= 1 ? 0 : Math.max(1, Math.ceil((units - left) / perSecond)),
    resetSeconds: Math.max(0, Math.ceil((burst - left) / perSecond)),
  };
}

/** Asks the database once for all that wait at the same time. `needed` 0: only tells it what was spent. */
export function ask(
  buckets: SharedBuckets,
  source: SharedUsage,
  keyId: string,
  state: KeyState,
  needed: number,
): Promise<void> {
  const { piece } = buckets;
  const wanted = needed === 0 ? 0 : Math.max(piece, state.waiting - state.held);
  state.asking ??= askNow(buckets, source, keyId, state, { needed, wanted }).finally(() => {
    state.asking = null;
  });
  return inTime(state.asking, source.patienceMs);
}

/** An answer counts whenever it comes, also when nobody waits for it any more: the database has counted it, too. */
async function askNow(
  buckets: SharedBuckets,
  source: SharedUsage,
  keyId: string,
  state: KeyState,
  units: { needed: number; wanted: number },
): Promise<void> {
  const { perSecond, burst, now, maximumDebt } = buckets;
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

/** Kept of so many keys; beyond them the oldest is forgotten. */
export function stateOf(buckets: SharedBuckets, keyId: string): KeyState {
  const { burst, now, states } = buckets;
  const known = states.get(keyId);
  if (known !== undefined) return known;
  if (states.size >= rememberedKeys) forgetOldest(states);
  const unused = { held: 0, spent: 0, owed: 0, telling: 0, tellingOwed: 0, waiting: 0 };
  const fresh = { ...unused, dayUnits: 0, monthUnits: 0, left: burst, at: now(), asking: null };
  states.set(keyId, fresh);
  return fresh;
}

/** A database that is slow to answer must not hold up every request. */
export async function inTime<Result>(
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
