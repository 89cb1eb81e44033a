/**
 * The worker: slots that lease due sync rows and take them step by step to the head. Any number of workers may run, in
 * one process or many: a row has one lease at a time, and a commit with an old fence writes nothing.
 */
import { createMemory } from '../../domain/memory.ts';
import {
  errorText,
  isDatabaseUnavailable,
  PermanentError,
  RetryableError,
  type SyncErrorKind,
} from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Database } from '../../store/connection/database.ts';
import { commitStep, type SyncLease } from '../../store/sync/commit.ts';
import {
  analyzeGrownTables,
  failStep,
  leaseSync,
  releaseLease,
  renewLease,
  resetLeased,
} from '../../store/sync/leases.ts';
import { untilAborted } from '../../until-aborted.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import type { FetchAhead } from './fetch-ahead.ts';
import { createSlots } from './slots.ts';
import { type Enrich, prepareStep, type StepResult, wantsReload } from './step.ts';

export interface WorkerOptions {
  database: Database;
  chains: readonly ChainRuntime[];
  enrich: Enrich;
  log: Log;
  /** Names this process in leases. */
  owner: string;
  /** Wallets that are loaded side by side, never fewer than chains. Default: three, and one more for each chain. */
  slots?: number;
  leaseMs?: number;
  /** How long a worker without work waits before it looks again when no notification wakes it. */
  idleMs?: number;
  /** Told of each step that failed, for metrics: the chain's slug and the kind of error. */
  onFailure?: ((failure: { chain: string; kind: FailureKind }) => void) | undefined;
}

type FailureKind = 'retryable' | 'permanent' | 'database' | 'unexpected';

export interface Worker {
  start(): Promise<void>;
  /** Ends after the steps under way were committed or given up; at most a few seconds. */
  stop(): Promise<void>;
}

/** A wallet that keeps failing is asked again ever more rarely, up to this. */
const longestRetryMs = 5 * 60_000;
/** What a source asks to wait for is kept within these: with none it would be asked without a pause, and some name a time in years. */
const wishedRetryMs = { shortest: 1_000, longest: 3_600_000 };
/** An error that is neither retryable nor permanent is a fault of ours: it does not get better by asking for ever. */
const unexpectedErrorLimit = 5;
/** A slot hands a busy wallet back after this many steps, so that many wallets progress side by side. */
const stepsPerLease = 20;
/** Of so many rows at most a worker remembers how they fared; a row that is forgotten begins anew. */
const rememberedRows = 20_000;

export function createWorker(options: WorkerOptions): Worker {
  const { database, log, owner, leaseMs = 30_000, idleMs = 500 } = options;
  const chains = new Map(options.chains.map((chain) => [chain.config.chainId, chain]));
  const total = Math.max(chains.size, options.slots ?? chains.size + 3);
  const slots = createSlots([...chains.keys()], total);
  const stopping = new AbortController();
  const leases = new Set<Promise<void>>();
  let running: Promise<void> = Promise.resolve();
  const wake = createWake();
  /** How often in a row a row's step failed in a way that nobody foresaw. */
  const unexpected = createMemory<string, number>({ maximum: rememberedRows });
  /** Rows that were loaded anew for a better source: at most once each, should a source change its mind for ever. */
  const reloaded = createMemory<string, true>({ maximum: rememberedRows });
  let stopListening: (() => Promise<void>) | null = null;

  /** Leases what is due for as long as there are slots; each lease runs beside the others. */
  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Before the look, so that what comes in meanwhile is not slept through.
      wake.reset();
      const lease = await nextLease();
      if (lease === null) {
        await wake.wait(idleMs);
        continue;
      }
      slots.take(lease.chainId);
      const ended = runLease(lease).finally(() => {
        slots.free(lease.chainId);
        leases.delete(ended);
        wake.ring();
      });
      leases.add(ended);
    }
  }

  async function nextLease(): Promise<SyncLease | null> {
    const chainIds = slots.open();
    if (chainIds.length === 0) return null;
    return leaseSync(database, { owner, leaseMs, chainIds }).catch((error: unknown) => {
      log.warn({ error: errorText(error) }, 'the database does not answer; the worker waits');
      return null;
    });
  }

  async function runLease(lease: SyncLease): Promise<void> {
    const chain = chains.get(lease.chainId);
    if (chain === undefined) return;
    const lost = new AbortController();
    const signal = AbortSignal.any([lost.signal, stopping.signal]);
    const renewal = setInterval(() => {
      renewLease(database, lease, leaseMs).then(
        (kept) => {
          if (!kept) lost.abort(new RetryableError('the lease went to another worker'));
        },
        () => {},
      );
    }, leaseMs / 3);
    try {
      await runSteps(chain, lease, signal);
    } catch (error) {
      if (!signal.aborted) await recordFailure(chain, lease, error);
      else await releaseLease(database, lease).catch(() => {});
    } finally {
      clearInterval(renewal);
      // What was fetched ahead is nobody's any more.
      lost.abort(new RetryableError('the lease is over'));
    }
  }

  async function runSteps(chain: ChainRuntime, lease: SyncLease, signal: AbortSignal): Promise<void> {
    let current = lease;
    if (reloaded.get(keyOf(lease)) === undefined && (await untilAborted(wantsReload(chain, lease), signal))) {
      reloaded.keep(keyOf(lease), true);
      if (!(await resetLeased(database, lease))) return;
      log.info({ wallet: lease.address, chain: chain.config.name }, 'loaded anew: the source can give more');
      return;
    }
    let ahead: FetchAhead | null = null;
    for (let step = 1; !signal.aborted; step += 1) {
      const fetchesAhead = step < stepsPerLease;
      const askedAt = performance.now();
      const prepared: StepResult = await untilAborted(
        prepareStep(chain, current, { enrich: options.enrich, signal, ahead, fetchesAhead }),
        signal,
      );
      const { commit, atHead } = prepared;
      ahead = prepared.ahead;
      const release = atHead || step >= stepsPerLease;
      const committed = await commitStep(database, current, {
        ...commit,
        progress: { ...commit.progress, release, headAgeMs: performance.now() - askedAt },
      });
      slots.report(chain.config.chainId, 'committed');
      unexpected.forget(keyOf(lease));
      if (committed) reportFailure(chain, current, commit.progress.failure);
      if (committed && atHead && lease.loadedAt === null) await analyze(chain, lease);
      if (!committed || release) return;
      current = { ...current, ...commit.progress, loadedAt: current.loadedAt };
    }
    // Freed at once instead of at the end of its time: a clean stop leaves nothing to wait for.
    await releaseLease(database, lease);
  }

  /** Said once, not at every poll. */
  function reportFailure(chain: ChainRuntime, lease: SyncLease, failure: string | undefined): void {
    if (failure === undefined || lease.phase === 'FAILED') return;
    log.error({ wallet: lease.address, chain: chain.config.name, error: failure }, 'loading has failed');
  }

  /** After a first load the planner may know nothing of the new rows, and pages would be slow until it does. */
  async function analyze(chain: ChainRuntime, lease: SyncLease): Promise<void> {
    log.info({ wallet: lease.address, chain: chain.config.name }, 'loaded');
    await analyzeGrownTables(database).catch((error: unknown) => {
      log.warn(
        { error: errorText(error) },
        'the tables could not be analysed; PostgreSQL does it later by itself',
      );
    });
  }

  function countUnexpected(lease: SyncLease): number {
    const count = (unexpected.get(keyOf(lease)) ?? 0) + 1;
    unexpected.keep(keyOf(lease), count);
    return count;
  }

  async function recordFailure(chain: ChainRuntime, lease: SyncLease, error: unknown): Promise<void> {
    slots.report(chain.config.chainId, 'failed');
    options.onFailure?.({ chain: chain.config.slug, kind: failureKind(error) });
    const isExpected =
      error instanceof RetryableError || error instanceof PermanentError || isDatabaseUnavailable(error);
    const permanent =
      error instanceof PermanentError || (!isExpected && countUnexpected(lease) >= unexpectedErrorLimit);
    const retryInMs =
      (permanent ? longestRetryMs : wishedRetry(error)) ??
      Math.min(chain.config.pollSeconds * 1000 * 2 ** Math.min(lease.attempts, 12), longestRetryMs);
    const fields = { wallet: lease.address, chain: chain.config.name, error: errorText(error), retryInMs };
    if (!isExpected) log.error({ ...fields, err: error }, 'loading hit an unexpected error');
    else if (permanent) log.error(fields, 'loading has failed');
    else log.warn(fields, 'loading will be tried again');
    await failStep(database, lease, {
      error: errorText(error),
      kind: errorKind(error),
      permanent,
      retryInMs,
    }).catch((failure: unknown) => {
      log.warn({ error: errorText(failure) }, 'the failure could not be stored; the lease will run out');
    });
  }

  return {
    async start() {
      stopListening = await database.listen('wallet_changed', wake.ring);
      running = run();
    },
    async stop() {
      stopping.abort(new RetryableError('the worker is stopping'));
      wake.ring();
      await running;
      await Promise.all(leases);
      await stopListening?.();
    },
  };
}

function wishedRetry(error: unknown): number | undefined {
  if (!(error instanceof RetryableError) || error.retryAfterMs === undefined) return undefined;
  return Math.min(Math.max(error.retryAfterMs, wishedRetryMs.shortest), wishedRetryMs.longest);
}

function failureKind(error: unknown): FailureKind {
  if (error instanceof RetryableError) return 'retryable';
  if (error instanceof PermanentError) return 'permanent';
  return isDatabaseUnavailable(error) ? 'database' : 'unexpected';
}

/** What clients are told of it. */
function errorKind(error: unknown): SyncErrorKind {
  if (error instanceof RetryableError || error instanceof PermanentError) return error.kind;
  return isDatabaseUnavailable(error) ? 'database' : 'internal';
}

const keyOf = (lease: SyncLease): string => `${lease.walletId}:${lease.chainId}`;

/**
 * A bell for the loop that waits for work: `wait` ends when it rings, when it has rung since `reset`, or when the time is
 * over. Nothing outlives a wait; racing against a promise that lives as long as the process would keep a little memory each time.
 */
function createWake(): { reset(): void; ring(): void; wait(milliseconds: number): Promise<void> } {
  let hasRung = false;
  let end: (() => void) | null = null;
  return {
    reset() {
      hasRung = false;
    },
    ring() {
      hasRung = true;
      end?.();
    },
    wait(milliseconds) {
      if (hasRung) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(() => end?.(), milliseconds);
        end = () => {
          clearTimeout(timer);
          end = null;
          resolve();
        };
      });
    },
  };
}
