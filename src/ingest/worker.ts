/**
 * The worker: slots that lease due sync rows and take them step by step to the head. Any number of workers may run, in
 * one process or many: a row has one lease at a time, and a commit with an old fence writes nothing.
 */
import { errorText, PermanentError, RetryableError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Database } from '../store/database.ts';
import { isDatabaseFault } from '../store/faults.ts';
import {
  analyzeWalletTables,
  commitStep,
  failStep,
  leaseSync,
  releaseLease,
  renewLease,
  type SyncLease,
} from '../store/sync.ts';
import type { ChainRuntime } from './chain-runtime.ts';
import { type Enrich, prepareStep } from './step.ts';

export interface WorkerOptions {
  database: Database;
  chains: readonly ChainRuntime[];
  enrich: Enrich;
  log: Log;
  /** Names this process in leases. */
  owner: string;
  /** Wallets that are loaded side by side. */
  slots?: number;
  leaseMs?: number;
  /** How long an idle slot waits before it looks again when no notification wakes it. */
  idleMs?: number;
}

export interface Worker {
  start(): Promise<void>;
  /** Ends after the steps under way were committed or given up; at most a few seconds. */
  stop(): Promise<void>;
}

/** A wallet that keeps failing is asked again ever more rarely, up to this. */
const longestRetryMs = 5 * 60_000;
/** An error that is neither retryable nor permanent is a fault of ours: it does not get better by asking for ever. */
const unexpectedErrorLimit = 5;
/** A slot hands a busy wallet back after this many steps, so that many wallets progress side by side. */
const stepsPerLease = 20;

export function createWorker(options: WorkerOptions): Worker {
  const { database, log, owner, slots = 4, leaseMs = 30_000, idleMs = 500 } = options;
  const chains = new Map(options.chains.map((chain) => [chain.config.chainId, chain]));
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const running: Promise<void>[] = [];
  let wakeIdleSlots: () => void = () => {};
  let wake = new Promise<void>((resolve) => {
    wakeIdleSlots = resolve;
  });
  let stopListening: (() => Promise<void>) | null = null;

  const onNotification = (): void => {
    wakeIdleSlots();
    wake = new Promise((resolve) => {
      wakeIdleSlots = resolve;
    });
  };

  async function runSlot(): Promise<void> {
    while (!stopping.signal.aborted) {
      const lease = await leaseSync(database, { owner, leaseMs, chainIds: [...chains.keys()] }).catch(
        (error: unknown) => {
          log.warn({ error: errorText(error) }, 'the database does not answer; the worker waits');
          return null;
        },
      );
      if (lease === null) await pause(idleMs, [wake, stopped]);
      else await runLease(lease);
    }
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
    }
  }

  async function runSteps(chain: ChainRuntime, lease: SyncLease, signal: AbortSignal): Promise<void> {
    let current = lease;
    for (let step = 1; !signal.aborted; step += 1) {
      const { commit, atHead } = await prepareStep(chain, current, options.enrich, signal);
      const release = atHead || step >= stepsPerLease;
      const committed = await commitStep(database, current, {
        ...commit,
        progress: { ...commit.progress, release },
      });
      if (committed && atHead && lease.loadedAt === null) await analyze(chain, lease);
      if (!committed || release) return;
      current = { ...current, ...commit.progress, loadedAt: current.loadedAt };
    }
    // Freed at once instead of at the end of its time: a clean stop leaves nothing to wait for.
    await releaseLease(database, lease);
  }

  /** After a first load the planner knows nothing of the new rows, and pages would be slow until it does. */
  async function analyze(chain: ChainRuntime, lease: SyncLease): Promise<void> {
    log.info({ wallet: lease.address, chain: chain.config.name }, 'loaded');
    await analyzeWalletTables(database).catch((error: unknown) => {
      log.warn(
        { error: errorText(error) },
        'the tables could not be analysed; PostgreSQL does it later by itself',
      );
    });
  }

  async function recordFailure(chain: ChainRuntime, lease: SyncLease, error: unknown): Promise<void> {
    const isExpected =
      error instanceof RetryableError || error instanceof PermanentError || isDatabaseFault(error);
    const permanent =
      error instanceof PermanentError || (!isExpected && lease.attempts + 1 >= unexpectedErrorLimit);
    const wished = error instanceof RetryableError ? error.retryAfterMs : undefined;
    const retryInMs = permanent
      ? longestRetryMs
      : (wished ??
        Math.min(chain.config.pollSeconds * 1000 * 2 ** Math.min(lease.attempts, 12), longestRetryMs));
    const fields = { wallet: lease.address, chain: chain.config.name, error: errorText(error), retryInMs };
    if (!isExpected) log.error({ ...fields, err: error }, 'loading hit an unexpected error');
    else if (permanent) log.error(fields, 'loading has failed');
    else log.warn(fields, 'loading will be tried again');
    await failStep(database, lease, { error: errorText(error), permanent, retryInMs }).catch(
      (failure: unknown) => {
        log.warn({ error: errorText(failure) }, 'the failure could not be stored; the lease will run out');
      },
    );
  }

  return {
    async start() {
      stopListening = await database.listen('sync', onNotification);
      for (let slot = 0; slot < slots; slot += 1) running.push(runSlot());
    },
    async stop() {
      stopping.abort(new RetryableError('the worker is stopping'));
      onNotification();
      await Promise.all(running);
      await stopListening?.();
    },
  };
}

/** Waits until one of the events or the time is over. */
async function pause(milliseconds: number, events: readonly Promise<void>[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const time = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([time, ...events]);
  clearTimeout(timer);
}
