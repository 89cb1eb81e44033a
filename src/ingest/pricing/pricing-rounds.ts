/**
 * The rounds of the process that does the pricing: what changed is priced at once, all else when it is due. Each thing that
 * reads whole histories or every wallet is due again only after many times as long as it took.
 */
import { createMemory, type Memory } from '../../domain/memory.ts';
import type { Log } from '../../log.ts';
import { notifyAll } from '../../store/connection/channels.ts';
import type { Database } from '../../store/connection/database.ts';
import { priceCoverage, pricedWallets, pricingStates } from '../../store/prices/transfer-prices.ts';
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
  /** Takes airdrops back in that were hidden though their token has a market; answers likewise. */
  marketAirdrops(): Promise<number>;
}

/** What notifications have told since the last round. */
export interface Heard {
  /** Wallets that changed since they were last looked at. */
  readonly changed: Set<number>;
  /** Notifications may have been missed: any wallet may have changed. */
  hasMissed: boolean;
  /** A reader lacked a price. */
  isWanted: boolean;
}

export interface RoundOptions {
  database: Database;
  log: Log;
  onCoverage: (coverage: { priced: number; unpriced: number }) => void;
  currentEveryMs: number;
  sweepEveryMs: number;
  rememberedWallets: number;
}

/** One time of leading, from the first round to the last. */
export interface PricingLead extends RoundOptions {
  readonly parts: PricingParts;
  readonly heard: Heard;
  readonly signal: AbortSignal;
  /** What each wallet was like when it was last looked at. */
  readonly seen: Memory<number, string>;
  /** When each is due, in milliseconds since 1970. */
  readonly due: Record<'sweep' | 'look' | 'coverage' | 'current' | 'wanted' | 'renewal' | 'airdrops', number>;
  /** How long the prices of now took the last time, in milliseconds. */
  refreshTook: number;
}

const soonMs = 5_000;
/** What reads whole histories rests for so many times as long as it took, however often they change. */
const restFactor = 50;
/** The same of the look at every wallet's counters when notifications may have been missed: the first is at once. */
const lookRestFactor = 10;

/** The first round does everything. */
export function beginPricing(
  options: RoundOptions,
  { parts, heard, signal }: Pick<PricingLead, 'parts' | 'heard' | 'signal'>,
): PricingLead {
  const due = { sweep: 0, look: 0, coverage: 0, current: 0, wanted: 0, renewal: 0, airdrops: 0 };
  const seen = createMemory<number, string>({ maximum: options.rememberedWallets });
  return { ...options, parts, heard, signal, seen, due, refreshTook: 0 };
}

/** Does what is due; answers in how many milliseconds there is more. */
export async function pricingRound(lead: PricingLead): Promise<number> {
  const { due, heard, parts } = lead;
  const isSweep = Date.now() >= due.sweep;
  const priced = await priceWhatChanged(lead, isSweep);
  await tellCoverage(lead, isSweep, priced);
  await refreshCurrent(lead, priced);
  await priceWanted(lead);
  // What is new goes first.
  if (Date.now() >= due.renewal) due.renewal = (await parts.renewedPrices()) + Date.now();
  if (Date.now() >= due.airdrops) due.airdrops = (await parts.marketAirdrops()) + Date.now();
  const look = heard.hasMissed ? due.look : due.sweep;
  const wanted = heard.isWanted ? 0 : due.wanted;
  return Math.min(due.sweep, due.current, wanted, due.renewal, due.airdrops, look) - Date.now();
}

/** Prices the wallets that may have changed, or all of them; answers how many transfers got a price. */
async function priceWhatChanged(lead: PricingLead, isSweep: boolean): Promise<number> {
  const { due, heard, sweepEveryMs } = lead;
  const isLook = isSweep || (heard.hasMissed && Date.now() >= due.look);
  const wallets = isLook ? null : [...heard.changed];
  if (isLook) heard.hasMissed = false;
  heard.changed.clear();
  if (isSweep) due.sweep = Date.now() + sweepEveryMs;
  const { priced, retryInMs, lookTook } = await priceWallets(lead, wallets, isSweep);
  if (isLook) due.look = Date.now() + lookRestFactor * lookTook;
  due.sweep = Math.min(due.sweep, Date.now() + Math.max(retryInMs, 1_000));
  return priced;
}

/**
 * Prices the wallets whose rows changed, of the given ones or (null) of all; a sweep prices all of them, for what is due
 * again. `lookTook`: milliseconds until it was known which changed.
 */
async function priceWallets(
  { database, log, parts, seen, signal }: PricingLead,
  wallets: readonly number[] | null,
  isSweep: boolean,
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
    const { priced, retryInMs } = await parts.walletPricing.run(walletId, chainIds);
    seen.keep(walletId, priced === 0 ? state : '');
    total.priced += priced;
    total.retryInMs = Math.min(total.retryInMs, retryInMs);
    if (priced > 0) changedWallets.push(walletId);
  }
  await notifyAll(database.pool, 'transfers_priced', changedWallets);
  if (total.priced > 0) log.debug({ transfers: total.priced }, 'transfers got their prices');
  return total;
}

async function tellCoverage(
  { database, due, onCoverage }: PricingLead,
  isSweep: boolean,
  priced: number,
): Promise<void> {
  if (!isSweep && (priced === 0 || Date.now() < due.coverage)) return;
  const took = await timed(async () => onCoverage(await priceCoverage(database)));
  due.coverage = Date.now() + restFactor * took;
}

async function refreshCurrent(lead: PricingLead, priced: number): Promise<void> {
  const { database, due, parts, currentEveryMs } = lead;
  if (Date.now() >= due.current) {
    lead.refreshTook = await timed(async () => {
      const wallets = await pricedWallets(database, null);
      await parts.currentPrices.refresh(await pricingStates(database, [...wallets.keys()]));
    });
    due.current = Date.now() + currentEveryMs;
  } else if (priced > 0) {
    // A token that was not held before wants its price soon.
    due.current = Math.min(due.current, Date.now() + Math.max(soonMs, restFactor * lead.refreshTook));
  }
}

async function priceWanted({ due, heard, parts }: PricingLead): Promise<void> {
  if (!heard.isWanted && Date.now() < due.wanted) return;
  // Before the queue is read: what is asked for meanwhile must not be missed.
  heard.isWanted = false;
  due.wanted = (await parts.wantedPrices()) + Date.now();
}

/** How many milliseconds the work took. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = Date.now();
  await work();
  return Date.now() - startedAt;
}
