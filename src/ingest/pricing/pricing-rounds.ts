/**
 * The rounds of the process that does the pricing: what changed is priced at once, all else when it is due. Each thing that
 * looks at every wallet is due again only after many times as long as it took.
 */
import { errorText } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { notify } from '../../store/connection/channels.ts';
import type { Database } from '../../store/connection/database.ts';
import { countedWallets, priceCoverage, pricedWallets } from '../../store/prices/transfer-prices.ts';
import {
  duePricing,
  nextPricingInMs,
  type QueuedWallet,
  settlePricing,
} from '../../store/queues/pricing-queue.ts';
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
  /** Asks for the rates of states' currencies; answers likewise. Left out: nobody is asked. */
  referenceRates?: () => Promise<number>;
}

/** What notifications have told since the last round. */
export interface Heard {
  /** A reader lacked a price. */
  isWanted: boolean;
}

export interface RoundOptions {
  database: Database;
  log: Log;
  onCoverage: (coverage: { priced: number; unpriced: number }) => void;
  currentEveryMs: number;
  pollMs: number;
}

/** One time of leading, from the first round to the last. */
export interface PricingLead extends RoundOptions {
  readonly parts: PricingParts;
  readonly heard: Heard;
  readonly signal: AbortSignal;
  /** When each is due, in milliseconds of the process: a clock that is set moves nothing. */
  readonly due: Record<'coverage' | 'current' | 'wanted' | 'renewal' | 'airdrops', number>;
  /** How long the prices of now took the last time, in milliseconds. */
  refreshTook: number;
  /** The same of the sums of what is priced. */
  coverageTook: number;
}

const soonMs = 5_000;
/** What reads whole histories rests for so many times as long as it took, however often they change. */
const restFactor = 50;
/** How much is priced adds up the counters of all wallets, and is looked at by people. */
const coverageEveryMs = 60_000;
/** Wallets of one round; then everything else has its turn. */
const walletsAtOnce = 50;
/** A wallet of which something was priced is looked at once more: what follows from the new prices may be priced now. */
const againMs = 300_000;
/** After a fault, a wallet leaves the others their turns for so long. */
const faultRestMs = 60_000;

/** In the first round all is due. */
export function beginPricing(
  options: RoundOptions,
  { parts, heard, signal }: Pick<PricingLead, 'parts' | 'heard' | 'signal'>,
): PricingLead {
  const due = { coverage: 0, current: 0, wanted: 0, renewal: 0, airdrops: 0 };
  return { ...options, parts, heard, signal, due, refreshTook: 0, coverageTook: 0 };
}

/** Does what is due; answers in how many milliseconds there is more. */
export async function pricingRound(lead: PricingLead): Promise<number> {
  const { due, heard, parts } = lead;
  const { priced, nextInMs } = await priceQueued(lead);
  await tellCoverage(lead, priced);
  await refreshCurrent(lead, priced);
  await priceWanted(lead);
  // What is new goes first.
  if (performance.now() >= due.renewal) due.renewal = (await parts.renewedPrices()) + performance.now();
  if (performance.now() >= due.airdrops) due.airdrops = (await parts.marketAirdrops()) + performance.now();
  const wanted = heard.isWanted ? 0 : due.wanted;
  return Math.min(
    nextInMs,
    lead.pollMs,
    Math.min(due.coverage, due.current, wanted, due.renewal, due.airdrops) - performance.now(),
  );
}

/** Prices the wallets that are due; answers how many transfers got a price, and in how many milliseconds more wallets are due. */
async function priceQueued(lead: PricingLead): Promise<{ priced: number; nextInMs: number }> {
  const { database, log, signal } = lead;
  const due = await duePricing(database, walletsAtOnce);
  const chains = await pricedWallets(
    database,
    due.map(({ walletId }) => walletId),
  );
  let total = 0;
  for (const queued of due) {
    if (signal.aborted) break;
    const { priced, retryInMs } = await priceWallet(lead, queued, chains.get(queued.walletId));
    const againInMs = Math.min(retryInMs, priced > 0 ? againMs : Number.POSITIVE_INFINITY);
    // A run that was ended has looked at a part of it: the wallet stays due, or the rest would have no price until it changes.
    if (!signal.aborted) await settlePricing(database, queued, Math.max(againInMs, 1_000));
    total += priced;
    if (priced > 0) await notify(database.pool, 'transfers_priced', String(queued.walletId));
  }
  if (total > 0) log.debug({ transfers: total }, 'transfers got their prices');
  return { priced: total, nextInMs: due.length === walletsAtOnce ? 0 : await nextPricingInMs(database) };
}

/** A wallet that cannot be priced holds nobody else up; where the database is away, nothing can be settled either, and the round ends. */
async function priceWallet(
  { log, parts, signal }: PricingLead,
  { walletId }: QueuedWallet,
  chainIds: readonly number[] | undefined,
): Promise<{ priced: number; retryInMs: number }> {
  // One that is not loaded yet comes again when it is.
  if (chainIds === undefined) return { priced: 0, retryInMs: Number.POSITIVE_INFINITY };
  try {
    return await parts.walletPricing.run(walletId, chainIds);
  } catch (error) {
    signal.throwIfAborted();
    log.error(
      { walletId, error: errorText(error), err: error },
      'a wallet could not be priced; it is tried again',
    );
    return { priced: 0, retryInMs: faultRestMs };
  }
}

async function tellCoverage(lead: PricingLead, priced: number): Promise<void> {
  const { database, due, onCoverage } = lead;
  if (performance.now() >= due.coverage) {
    lead.coverageTook = await timed(async () => onCoverage(await priceCoverage(database)));
    due.coverage = performance.now() + Math.max(coverageEveryMs, restFactor * lead.coverageTook);
  } else if (priced > 0) {
    // Who watches a history being priced sees the last of it soon.
    due.coverage = Math.min(
      due.coverage,
      performance.now() + Math.max(soonMs, restFactor * lead.coverageTook),
    );
  }
}

async function refreshCurrent(lead: PricingLead, priced: number): Promise<void> {
  const { database, due, parts, currentEveryMs } = lead;
  if (performance.now() >= due.current) {
    lead.refreshTook = await timed(async () => parts.currentPrices.refresh(await countedWallets(database)));
    due.current = performance.now() + currentEveryMs;
  } else if (priced > 0) {
    // A token that was not held before wants its price soon.
    due.current = Math.min(due.current, performance.now() + Math.max(soonMs, restFactor * lead.refreshTook));
  }
}

async function priceWanted({ due, heard, parts }: PricingLead): Promise<void> {
  if (!heard.isWanted && performance.now() < due.wanted) return;
  // Before the queue is read: what is asked for meanwhile must not be missed.
  heard.isWanted = false;
  due.wanted = (await parts.wantedPrices()) + performance.now();
}

/** How many milliseconds the work took. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
