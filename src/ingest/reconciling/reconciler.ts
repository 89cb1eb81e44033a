/**
 * Keeps balances compared with the chain: once after the first complete load, then on a schedule, and whenever somebody
 * asks. It runs beside the worker's slots and never before a wallet is loaded, so that loading does not wait for it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { errorText } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Database } from '../../store/connection/database.ts';
import { claimReconciliation, type ReconciliationTask } from '../../store/sync/reconciliation-rows.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import { reconcileWallet } from './reconcile.ts';

export interface ReconcilerOptions {
  database: Database;
  chains: readonly ChainRuntime[];
  log: Log;
  /** How often balances are compared. */
  everyMs?: number;
  /** How long after a comparison that failed. */
  retryMs?: number;
  /** How often it looks for what is due. */
  idleMs?: number;
}

/** Where every question is a request of a limited account, once a day is enough. */
const explorerEveryMs = 86_400_000;
const defaults = { everyMs: 3_600_000, retryMs: 120_000, idleMs: 1_000 };

/** One wallet at a time and chain, so that a chain that does not answer holds up only itself. */
export function createReconciler(options: ReconcilerOptions): { start(): void; stop(): Promise<void> } {
  const { database, log, everyMs, retryMs, idleMs } = { ...defaults, ...options };
  const chains = new Map(options.chains.map((chain) => [chain.config.chainId, chain]));
  const busy = new Map<number, Promise<void>>();
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      const free = [...chains.keys()].filter((chainId) => !busy.has(chainId));
      const task =
        free.length === 0
          ? null
          : await claimReconciliation(database, { chainIds: free, retryMs }).catch(() => null);
      const chain = task === null ? undefined : chains.get(task.chainId);
      if (task === null || chain === undefined) {
        await delay(idleMs, undefined, { signal: stopping.signal }).catch(() => {});
      } else {
        busy.set(
          task.chainId,
          reconcile(chain, task).finally(() => busy.delete(task.chainId)),
        );
      }
    }
  }

  async function reconcile(chain: ChainRuntime, task: ReconciliationTask): Promise<void> {
    const fields = { wallet: task.address, chain: chain.config.name };
    const hasNode = chain.config.rpc.length > 0;
    try {
      const result = await reconcileWallet(database, chain, task, hasNode ? everyMs : explorerEveryMs);
      log.debug({ ...fields, ...result }, 'balances compared with the chain');
    } catch (error) {
      log.debug({ ...fields, error: errorText(error) }, 'balances were not compared; it is tried again');
    }
  }

  return {
    start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
      // One that waits for a chain which does not answer is left behind: nothing of it would be stored as half.
      await Promise.race([Promise.all(busy.values()), delay(2_000, undefined, { ref: false })]);
    },
  };
}
