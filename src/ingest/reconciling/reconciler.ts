/**
 * Keeps balances compared with the chain: once after the first complete load, then on a schedule, and whenever somebody
 * asks. It runs beside the worker's slots and never before a wallet is loaded, so that loading does not wait for it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { errorText } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  claimReconciliation,
  nextReconciliationInMs,
  type ReconciliationTask,
} from '../../store/sync/reconciliation-turns.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import { createSetbacks } from '../setbacks.ts';
import { createWorkLoop, repeatRounds, startLoop, stopLoop } from '../work-loop.ts';
import { reconcileWallet } from './reconcile.ts';

export interface ReconcilerOptions {
  database: Database;
  chains: readonly ChainRuntime[];
  log: Log;
  /** How often balances are compared. */
  everyMs?: number;
  /** How long after a comparison that failed. */
  retryMs?: number;
  /** How long it waits at least, where one is due that has to wait for others, and at most, where nothing is due sooner. */
  busyMs?: number;
  idleMs?: number;
}

/** Where every question is a request of a limited account, once a day is enough. */
const explorerEveryMs = 86_400_000;
const defaults = { everyMs: 3_600_000, retryMs: 120_000, busyMs: 1_000, idleMs: 5_000 };

interface ReconcilerState {
  readonly options: ReconcilerOptions & typeof defaults;
  readonly chains: ReadonlyMap<number, ChainRuntime>;
  /** Comparisons under way, by chain. */
  readonly busy: Map<number, Promise<void>>;
}

/** One wallet at a time and chain, so that a chain that does not answer holds up only itself. */
export function createReconciler(options: ReconcilerOptions): {
  start(): Promise<void>;
  stop(): Promise<void>;
} {
  const state: ReconcilerState = {
    options: { ...defaults, ...options },
    chains: new Map(options.chains.map((chain) => [chain.config.chainId, chain])),
    busy: new Map(),
  };
  const { database, log, busyMs } = state.options;
  const loop = createWorkLoop();
  const { signal } = loop.stopping;
  const setbacks = createSetbacks(log, {
    failed: 'no comparison of balances could be claimed; it is tried again',
    over: 'comparisons of balances are claimed again',
  });
  return {
    start: () =>
      // A wallet that was just loaded is to be compared.
      startLoop(loop, { database, wakers: [{ channel: 'wallet_changed' }] }, () =>
        repeatRounds({
          job: 'reconciling',
          signal,
          bell: loop.bell,
          async round() {
            const nextMs = await beginNext(state);
            setbacks.succeeded();
            return nextMs;
          },
          gatherMs: () => busyMs,
          onFailure(error) {
            setbacks.failed(error);
            return busyMs;
          },
        }),
      ),
    async stop() {
      await stopLoop(loop);
      // One that waits for a chain which does not answer is left behind: nothing of it would be stored as half.
      await Promise.race([Promise.all(state.busy.values()), delay(2_000, undefined, { ref: false })]);
    },
  };
}

/** Begins a comparison that is due on a chain that is free; answers when to look for another. */
async function beginNext({ options, chains, busy }: ReconcilerState): Promise<number> {
  const { database, retryMs, busyMs, idleMs } = options;
  const chainIds = [...chains.keys()].filter((chainId) => !busy.has(chainId));
  if (chainIds.length === 0) return busyMs;
  const task = await claimReconciliation(database, { chainIds, retryMs });
  const chain = task === null ? undefined : chains.get(task.chainId);
  if (task === null || chain === undefined) {
    const nextMs = busy.size > 0 ? 0 : await nextReconciliationInMs(database, chainIds);
    return Math.min(Math.max(nextMs, busyMs), idleMs);
  }
  busy.set(
    task.chainId,
    reconcile(options, chain, task).finally(() => busy.delete(task.chainId)),
  );
  return 0;
}

async function reconcile(
  { database, log, everyMs }: ReconcilerState['options'],
  chain: ChainRuntime,
  task: ReconciliationTask,
): Promise<void> {
  const fields = { wallet: task.address, chain: chain.config.name };
  const hasNode = chain.config.rpc.length > 0;
  try {
    const result = await reconcileWallet(database, chain, task, hasNode ? everyMs : explorerEveryMs);
    log.debug({ ...fields, ...result }, 'balances compared with the chain');
  } catch (error) {
    log.debug({ ...fields, error: errorText(error) }, 'balances were not compared; it is tried again');
  }
}
