/**
 * The pricing job: fills in the prices of what was loaded, and keeps the prices of now fresh. Any number of workers may
 * run it; the one that holds the job's lease does it, and when that one ends another takes over.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createMemory, type Memory } from '../../domain/memory.ts';
import { errorText } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { notifyAll } from '../../store/connection/channels.ts';
import type { Database } from '../../store/connection/database.ts';
import type { Leadership } from '../../store/connection/leadership.ts';
import { priceCoverage, pricedWallets, pricingStates } from '../../store/prices/transfer-prices.ts';
import { whileLeading } from '../leading.ts';
import type { CurrentPrices } from './current-prices.ts';
import type { WalletPricing } from './wallet-pricing.ts';

/** What the leader does. */
export interface PricingParts {
  walletPricing: WalletPricing;
  currentPrices: CurrentPrices;
  /** Prices a batch of what readers lacked; answers in how many milliseconds there is more to ask. */
  wantedPrices(): Promise<number>;
  /** Asks again for a batch of prices of a former rule; answers likewise. */
  renewedPrices(): Promise<number>;
}

export interface PricingWorkerOptions {
  database: Database;
  /** Makes the parts that write to the leader's database, and give up when the signal aborts. */
  createParts(database: Database, signal: AbortSignal): PricingParts;
  log: Log;
  /** Names this process in the lease. */
  owner: string;
  leaseMs?: number;
  /** Told after each sweep how much is priced. */
  onCoverage?: (coverage: { priced: number; unpriced: number }) => void;
  /** How often the prices of now are asked for. */
  currentEveryMs?: number;
  /** How often everything is looked through for what could be priced by now. */
  sweepEveryMs?: number;
  /** How often a worker that does not lead looks whether it may. */
  standbyMs?: number;
  /** Wallets whose state is remembered; the others are looked at again. Default 100,000. */
  rememberedWallets?: number;
}

export interface PricingWorker {
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Round {
  wallets: readonly number[] | null;
  /** What each wallet was like when it was last looked at. */
  seen: Memory<number, string>;
  isSweep: boolean;
  signal: AbortSignal;
}

const job = 'pricing';
/** Notifications come in bursts: what came within this time is one round. */
const gatherMs = 250;
const soonMs = 5_000;
/** What reads whole histories rests for so many times as long as it took, however often they change. */
const restFactor = 50;
/** The same of the look at every wallet's counters when notifications may have been missed: the first is at once. */
const lookRestFactor = 10;

/** How many milliseconds the work took. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = Date.now();
  await work();
  return Date.now() - startedAt;
}

export function createPricingWorker(options: PricingWorkerOptions): PricingWorker {
  const {
    database,
    log,
    owner,
    currentEveryMs = 300_000,
    sweepEveryMs = 300_000,
    standbyMs = 5_000,
    rememberedWallets = 100_000,
  } = options;
  const stopping = new AbortController();
  /** Wallets that changed since they were last looked at. */
  const changed = new Set<number>();
  /** Notifications may have been missed: any wallet may have changed. */
  let hasMissed = false;
  let wake: () => void = () => {};
  let running: Promise<void> = Promise.resolve();
  let nextWanted = 0;
  const stopListening: (() => Promise<void>)[] = [];

  const pause = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      if (stopping.signal.aborted) return resolve();
      const timer = setTimeout(done, Math.max(Math.min(milliseconds, sweepEveryMs), 0));
      function done(): void {
        clearTimeout(timer);
        wake = () => {};
        resolve();
      }
      wake = done;
    });

  async function run(): Promise<void> {
    const request = { job, owner, ...(options.leaseMs === undefined ? {} : { leaseMs: options.leaseMs }) };
    let leader: string | null = null;
    while (!stopping.signal.aborted) {
      try {
        const heldBy = await whileLeading({ database, log }, request, lead);
        if (heldBy !== null && heldBy !== leader) {
          log.info({ job, leader: heldBy }, 'another process does the pricing; this one stands by');
        }
        leader = heldBy;
      } catch (error) {
        log.warn({ error: errorText(error) }, 'pricing was interrupted and starts again');
      }
      await standBy();
    }
  }

  /** Not woken by changes: the leader hears of them too. */
  async function standBy(): Promise<void> {
    const until = Date.now() + standbyMs;
    while (!stopping.signal.aborted && Date.now() < until) await pause(until - Date.now());
    changed.clear();
  }

  async function lead(leadership: Leadership): Promise<void> {
    log.info({ job, leader: owner }, 'this process does the pricing');
    const signal = AbortSignal.any([stopping.signal, leadership.signal]);
    const parts = options.createParts(leadership.database, signal);
    leadership.signal.addEventListener('abort', () => wake(), { once: true });
    const seen = createMemory<number, string>({ maximum: rememberedWallets });
    let nextSweep = 0;
    let nextLook = 0;
    let nextCurrent = 0;
    let nextCoverage = 0;
    let nextRenewal = 0;
    let refreshTook = 0;
    nextWanted = 0;
    while (!stopping.signal.aborted) {
      leadership.signal.throwIfAborted();
      const isSweep = Date.now() >= nextSweep;
      const isLook = isSweep || (hasMissed && Date.now() >= nextLook);
      const wallets = isLook ? null : [...changed];
      if (isLook) hasMissed = false;
      changed.clear();
      if (isSweep) nextSweep = Date.now() + sweepEveryMs;
      const { priced, retryInMs, lookTook } = await round(parts.walletPricing, {
        wallets,
        seen,
        isSweep,
        signal,
      });
      if (isLook) nextLook = Date.now() + lookRestFactor * lookTook;
      nextSweep = Math.min(nextSweep, Date.now() + Math.max(retryInMs, 1_000));
      if (isSweep || (priced > 0 && Date.now() >= nextCoverage)) {
        const took = await timed(async () => options.onCoverage?.(await priceCoverage(database)));
        nextCoverage = Date.now() + restFactor * took;
      }
      if (Date.now() >= nextCurrent) {
        refreshTook = await timed(async () => parts.currentPrices.refresh(await statesOf(null)));
        nextCurrent = Date.now() + currentEveryMs;
      } else if (priced > 0) {
        // A token that was not held before wants its price soon.
        nextCurrent = Math.min(nextCurrent, Date.now() + Math.max(soonMs, restFactor * refreshTook));
      }
      if (Date.now() >= nextWanted) {
        // Before the queue is read: what is asked for meanwhile must not be missed.
        nextWanted = Number.POSITIVE_INFINITY;
        const moreInMs = await parts.wantedPrices();
        nextWanted = Math.min(nextWanted, Date.now() + moreInMs);
      }
      // What is new goes first.
      if (Date.now() >= nextRenewal) nextRenewal = (await parts.renewedPrices()) + Date.now();
      const next = Math.min(
        nextSweep,
        nextCurrent,
        nextWanted,
        nextRenewal,
        hasMissed ? nextLook : nextSweep,
      );
      if (changed.size === 0 && !signal.aborted) await pause(next - Date.now());
      if (changed.size > 0 && !stopping.signal.aborted) await delay(gatherMs);
    }
  }

  async function statesOf(walletIds: readonly number[] | null) {
    const wallets = await pricedWallets(database, walletIds);
    return pricingStates(database, [...wallets.keys()]);
  }

  /**
   * Prices the wallets whose rows changed, of the given ones or (null) of all; a sweep prices all of them, for what is due
   * again. `lookTook`: milliseconds until it was known which changed.
   */
  async function round(
    walletPricing: WalletPricing,
    { wallets, seen, isSweep, signal }: Round,
  ): Promise<{ priced: number; retryInMs: number; lookTook: number }> {
    const total = { priced: 0, retryInMs: Number.POSITIVE_INFINITY, lookTook: 0 };
    if (wallets?.length === 0) return total;
    const startedAt = Date.now();
    const chains = await pricedWallets(database, wallets);
    const states = await pricingStates(database, [...chains.keys()]);
    total.lookTook = Date.now() - startedAt;
    const changedWallets: number[] = [];
    for (const { walletId, fingerprint } of states) {
      if (signal.aborted) break;
      const chainIds = chains.get(walletId) ?? [];
      const state = `${chainIds.join()} ${fingerprint}`;
      if (!isSweep && seen.get(walletId) === state) continue;
      const { priced, retryInMs } = await walletPricing.run(walletId, chainIds);
      seen.keep(walletId, priced === 0 ? state : '');
      total.priced += priced;
      total.retryInMs = Math.min(total.retryInMs, retryInMs);
      if (priced > 0) changedWallets.push(walletId);
    }
    await notifyAll(database.pool, 'transfers_priced', changedWallets);
    if (total.priced > 0) log.debug({ transfers: total.priced }, 'transfers got their prices');
    return total;
  }

  return {
    async start() {
      const onSync = (payload: string): void => {
        const walletId = Number(payload);
        if (payload === '') hasMissed = true;
        else if (Number.isInteger(walletId)) changed.add(walletId);
        if (changed.size > rememberedWallets) {
          hasMissed = true;
          changed.clear();
        }
        wake();
      };
      const onWanted = (): void => {
        nextWanted = 0;
        wake();
      };
      stopListening.push(
        await database.listen('wallet_changed', onSync),
        await database.listen('prices_wanted', onWanted),
      );
      running = run();
    },
    async stop() {
      stopping.abort();
      wake();
      await running;
      for (const stop of stopListening) await stop();
    },
  };
}
