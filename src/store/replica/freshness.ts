/**
 * Whether a replica may answer: only when it has replayed everything that this process has promised until now, which is what it has
 * written, heard of, or read on the primary. What was promised is not told by positions of the log, which a statement's answer
 * does not say. A check begins after the question instead: where the primary's log ends now, nothing older lies beyond.
 */

export interface Freshness {
  /** Something was told, or is about to be: a replica must have it before it answers again. */
  promise(): void;
  /** Whether the replica has everything that was promised before this call. false: it does not, or does not say. */
  isFresh(): Promise<boolean>;
  /** The replica failed: it is left alone for a moment, and nothing of it is believed any more. */
  fail(error: unknown): void;
}

export interface FreshnessOptions {
  /** Where the primary's log ends, in bytes. */
  primaryPosition(): Promise<bigint>;
  /** Up to where the replica has replayed it; null: it is no replica. */
  replicaPosition(): Promise<bigint | null>;
  /** Milliseconds that never go back. */
  now?: () => number;
  onFault?: (error: unknown) => void;
}

/** How long a replica that failed is not asked. */
const restMs = 5_000;

interface State extends Required<FreshnessOptions> {
  /** How often something was promised, and up to which of these the replica is known to have it. */
  promised: number;
  met: number;
  /** The least that it has replayed, as far as is known. */
  replayed: bigint;
  restUntil: number;
  running: Promise<boolean> | null;
  /** A check that begins when the running one ends, for those who came meanwhile. */
  following: Promise<boolean> | null;
}

export function createFreshness(options: FreshnessOptions): Freshness {
  const state: State = {
    ...{ now: () => performance.now(), onFault: () => {} },
    ...options,
    ...{ promised: 1, met: 0, replayed: 0n, restUntil: 0, running: null, following: null },
  };
  return {
    promise() {
      state.promised += 1;
    },
    isFresh: () => isFresh(state),
    fail: (error) => fail(state, error),
  };
}

function isFresh(state: State): Promise<boolean> {
  if (state.met === state.promised) return Promise.resolve(true);
  if (state.now() < state.restUntil) return Promise.resolve(false);
  if (state.running === null) return run(state);
  state.following ??= state.running.then(() => {
    state.following = null;
    return run(state);
  });
  return state.following;
}

function run(state: State): Promise<boolean> {
  const running = check(state)
    .catch((error: unknown) => {
      fail(state, error);
      return false;
    })
    .finally(() => {
      if (state.running === running) state.running = null;
    });
  state.running = running;
  return running;
}

async function check(state: State): Promise<boolean> {
  const { promised } = state;
  const wanted = await state.primaryPosition();
  // After the primary: what it has replayed by then counts.
  if (state.replayed < wanted) state.replayed = (await state.replicaPosition()) ?? 0n;
  if (state.replayed < wanted) return false;
  state.met = Math.max(state.met, promised);
  return true;
}

function fail(state: State, error: unknown): void {
  // One that starts again may stand behind where it was.
  Object.assign(state, { met: 0, replayed: 0n, restUntil: state.now() + restMs });
  state.onFault(error);
}
