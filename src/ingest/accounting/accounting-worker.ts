/**
 * The accounting job: books the ledgers of wallets whose rows, prices or settings changed. Any number of workers may run it;
 * each client's ledgers are booked by one at a time.
 */

import { createMemory, type Memory } from '../../domain/memory.ts';
import type { CurrencyTokens } from '../../domain/money/currencies.ts';
import { errorText } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Database } from '../../store/connection/database.ts';
import type { Leadership } from '../../store/connection/leadership.ts';
import { abandonLedgerRuns } from '../../store/ledger/ledger-chains.ts';
import { purgedAtOnce, purgeLedgerRuns } from '../../store/ledger/ledger-purge.ts';
import type { LinkedWallet } from '../../store/ledger/search/linked-candidates.ts';
import { findLinkedWallets } from '../../store/ledger/search/linked-wallets.ts';
import type { StaleLedger } from '../../store/ledger/search/stale-ledgers.ts';
import { whileLeading } from '../leading.ts';
import { createWorkLoop, repeatRounds, startLoop, stopLoop, type WorkLoop } from '../work-loop.ts';
import { runLedgerOf } from './run-ledger.ts';
import { createStaleSearch, findStale, hearOfChange, type StaleSearch } from './stale-search.ts';

export interface AccountingWorkerOptions {
  database: Database;
  currencyTokens: CurrencyTokens;
  log: Log;
  /** Names this process in leases. */
  owner: string;
  leaseMs?: number;
  /** How often it looks for changes when no notification wakes it. */
  sweepEveryMs?: number;
  /** Registrations that are looked through at once. */
  pageSize?: number;
  /** Changes come in bursts: what came within this time is one run. */
  gatherMs?: number;
  /** A request may read a run for so long after it was replaced. Never less, and by default, 60,000. */
  readersMs?: number;
}

export interface AccountingWorker {
  start(): Promise<void>;
  /** Ends at once; a run under way is given up. */
  stop(): Promise<void>;
}

/** A wallet that changes all the time is booked again after so many times as long as its last run took. */
const restFactor = 5;
/** The same after the first run of a process: the prices of a history come after it, and until then its ledger knows no costs. */
const firstRestFactor = 1;
const faultRestMs = 30_000;
/** The links of a wallet that is not remembered are looked for in its whole history again. */
const rememberedWallets = 100_000;
const leastReadersMs = 60_000;
/** So much later is a run deleted: the database's clock says when it was replaced, and that of a process how long a request lasts. */
const purgeMarginMs = 10_000;
/** Runs are deleted by the dozen, however often wallets change. */
const purgeEveryMs = 10_000;

interface AccountingState {
  readonly options: AccountingWorkerOptions & { sweepEveryMs: number };
  readonly loop: WorkLoop;
  readonly search: StaleSearch;
  /** By client and wallet: when it may be booked again, in milliseconds of the process. */
  readonly restUntil: Map<string, number>;
  /** By client and wallet: the version of the wallet at which its links were last booked. */
  readonly looked: Memory<string, bigint>;
  /** When replaced runs are deleted next, in milliseconds of the process. */
  purgeAt: number;
}

export function createAccountingWorker(options: AccountingWorkerOptions): AccountingWorker {
  const { sweepEveryMs = 10_000 } = options;
  const state: AccountingState = {
    options: { ...options, sweepEveryMs },
    loop: createWorkLoop(),
    search: createStaleSearch(),
    restUntil: new Map(),
    looked: createMemory({ maximum: rememberedWallets }),
    purgeAt: 0,
  };
  return {
    start: () => start(state),
    stop: () => stopLoop(state.loop),
  };
}

function start(state: AccountingState): Promise<void> {
  const { options, loop } = state;
  const { database, log, sweepEveryMs, gatherMs = 300 } = options;
  const hear = (payload: string): void => hearOfChange(state.search, payload);
  const wakers = [
    { channel: 'wallet_changed', hear },
    { channel: 'transfers_priced', hear },
  ] as const;
  return startLoop(loop, { database, wakers }, () =>
    repeatRounds({
      job: 'accounting',
      signal: loop.stopping.signal,
      bell: loop.bell,
      async round() {
        const nextMs = await sweep(state);
        await purge(state);
        return nextMs;
      },
      gatherMs: () => gatherMs,
      onFailure(error) {
        log.warn({ error: errorText(error) }, 'accounting was interrupted and goes on later');
        return sweepEveryMs;
      },
    }),
  );
}

/** Deletes runs that were replaced and that nobody reads any more, now and then. */
async function purge(state: AccountingState): Promise<void> {
  const { database, readersMs = 0 } = state.options;
  if (performance.now() < state.purgeAt) return;
  const purged = await purgeLedgerRuns(database, Math.max(leastReadersMs, readersMs) + purgeMarginMs);
  if (purged < purgedAtOnce) state.purgeAt = performance.now() + purgeEveryMs;
}

/** Books what is stale; answers when to look again. */
async function sweep(state: AccountingState): Promise<number> {
  const { options, loop, restUntil, search } = state;
  const { database, sweepEveryMs: everyMs, pageSize } = options;
  const found = await findStale(search, { database, everyMs, pageSize });
  const { stale } = found;
  let { nextMs } = found;
  const startedAt = performance.now();
  for (const [name, until] of restUntil) if (until <= startedAt) restUntil.delete(name);
  for (const [clientId, wallets] of Map.groupBy(stale, (wallet) => wallet.clientId)) {
    if (loop.stopping.signal.aborted) break;
    const due = wallets.filter((wallet) => {
      const restMs = (restUntil.get(nameOf(wallet)) ?? 0) - performance.now();
      if (restMs > 0) nextMs = Math.min(nextMs, restMs);
      return restMs <= 0;
    });
    if (due.length > 0) await bookClient(state, clientId, due);
  }
  return nextMs;
}

async function bookClient(
  state: AccountingState,
  clientId: number,
  wallets: readonly StaleLedger[],
): Promise<void> {
  const { database, log, owner, leaseMs } = state.options;
  const job = `ledger_${clientId}`;
  const request = { job, owner, ...(leaseMs === undefined ? {} : { leaseMs }) };
  const heldBy = await whileLeading({ database, log }, request, async (leadership) => {
    await abandonLedgerRuns(leadership.database, clientId);
    const booked = new Set<number>();
    for (const wallet of wallets) {
      if (state.loop.stopping.signal.aborted || booked.has(wallet.walletId)) continue;
      leadership.signal.throwIfAborted();
      for (const walletId of await bookGroup(state, wallet, leadership)) booked.add(walletId);
    }
  });
  if (heldBy !== null) log.debug({ job, heldBy }, 'another process books the ledgers of this client');
}

/** Books the wallets that are linked with this one; answers which they are. */
async function bookGroup(
  { options, loop, restUntil, looked }: AccountingState,
  stale: StaleLedger,
  leadership: Leadership,
): Promise<readonly number[]> {
  const { database, currencyTokens, log } = options;
  const { signal } = loop.stopping;
  const { clientId } = stale;
  const startedAt = performance.now();
  const versions = { get: (walletId: number) => looked.get(nameOf({ clientId, walletId })) };
  let wallets: readonly LinkedWallet[] = [];
  const isFirst = versions.get(stale.walletId) === undefined;
  let walletIds = [stale.walletId];
  let restMs = faultRestMs;
  try {
    wallets = await findLinkedWallets(database, stale, versions);
    // Unregistered in the meantime.
    if (wallets.length === 0) return walletIds;
    walletIds = wallets.map(({ walletId }) => walletId);
    const { movements } = await runLedgerOf(
      leadership.database,
      { clientId, wallets },
      { currencyTokens, signal: AbortSignal.any([signal, leadership.signal]) },
    );
    for (const { walletId, version } of wallets) looked.keep(nameOf({ clientId, walletId }), version);
    const tookMs = performance.now() - startedAt;
    restMs = tookMs * (isFirst ? firstRestFactor : restFactor);
    log.debug({ wallets: wallets.length, movements, tookMs }, 'the ledger is booked');
  } catch (error) {
    if (signal.aborted) return walletIds;
    leadership.signal.throwIfAborted();
    const fields = { ...stale, wallets: wallets.map(({ address }) => address), error: errorText(error) };
    log.error({ ...fields, err: error }, 'a ledger could not be booked; the former one stays');
  } finally {
    for (const walletId of walletIds) {
      restUntil.set(nameOf({ clientId, walletId }), performance.now() + restMs);
    }
  }
  return walletIds;
}

const nameOf = ({ clientId, walletId }: StaleLedger): string => `${clientId}:${walletId}`;
