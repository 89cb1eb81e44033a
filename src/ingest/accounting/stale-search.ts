/**
 * Finds the ledgers that are to be booked by what has changed: of wallets that were told of, of those that still wait, and of those
 * that lack prices when there are new ones. Beside that all registrations are walked through by pages: at once at the start and
 * after notifications were missed, else slowly, for what nobody told.
 */
import type { Database } from '../../store/connection/database.ts';
import {
  endOfRegistrations,
  findStaleLedgers,
  type StaleLedger,
} from '../../store/ledger/search/stale-ledgers.ts';
import { priceVersions } from '../../store/prices/price-changes.ts';

export interface StaleSearch {
  /** Wallets that were told of since the last look. */
  readonly heard: Set<number>;
  /** Wallets that were found stale the last time: some rest, some are booked by another process. */
  waiting: ReadonlySet<number>;
  /**
   * Behind which registration the walk goes on; whether it is to be through soon; how often it was begun anew; when the next page is
   * due, by the process's clock.
   */
  readonly walk: { after: number; isHurried: boolean; begun: number; dueAt: number };
  /** Of the hourly prices, as they were seen last, and when to look again. */
  readonly prices: { known: bigint | null; lost: bigint; dueAt: number };
}

export interface SearchOptions {
  database: Database;
  /** How often is looked when nothing happens. */
  everyMs: number;
  /** Registrations of a page. Default 250. */
  pageSize?: number | undefined;
}

/** So few that PostgreSQL looks up the ledger of each: for a thousand it read those of all 100,000 wallets, in 54 ms in place of 5. */
const walkedAtOnce = 250;
/** So many wallets are remembered; of more, the walk finds the others. */
const mostNamed = 20_000;
/** What looks at many rows takes at most this part of the time. */
const restFactor = 20;

/** A search that begins with everything. */
export function createStaleSearch(): StaleSearch {
  return {
    ...{ heard: new Set(), waiting: new Set() },
    walk: { after: 0, isHurried: true, begun: 0, dueAt: 0 },
    prices: { known: null, lost: 0n, dueAt: 0 },
  };
}

/** Takes a notification; '': some may have been missed. */
export function hearOfChange(search: StaleSearch, payload: string): void {
  const walletId = Number(payload);
  if (payload === '' || search.heard.size >= mostNamed) hurry(search);
  else if (Number.isInteger(walletId)) search.heard.add(walletId);
}

function hurry({ walk }: StaleSearch): void {
  Object.assign(walk, { after: 0, isHurried: true, begun: walk.begun + 1, dueAt: 0 });
}

/** What is found stale now; and in how many milliseconds to look again. */
export async function findStale(
  search: StaleSearch,
  options: SearchOptions,
): Promise<{ stale: StaleLedger[]; nextMs: number }> {
  const named = [...new Set([...search.heard, ...search.waiting])];
  search.heard.clear();
  const found: StaleLedger[] = [];
  try {
    if (named.length > 0) found.push(...(await findStaleLedgers(options.database, { walletIds: named })));
    found.push(...(await lookAtPrices(search, options)));
    found.push(...(await walkOn(search, options)));
  } catch (error) {
    // Nobody tells of them again.
    for (const walletId of named) search.heard.add(walletId);
    for (const { walletId } of found) search.heard.add(walletId);
    throw error;
  }
  const stale = [...new Map(found.map((one) => [`${one.clientId}:${one.walletId}`, one])).values()];
  search.waiting = new Set(stale.slice(0, mostNamed).map(({ walletId }) => walletId));
  return { stale, nextMs: search.walk.isHurried ? 0 : options.everyMs };
}

/** New prices concern the ledgers that lacked some; prices that are gone, all. */
async function lookAtPrices(
  search: StaleSearch,
  { database, everyMs }: SearchOptions,
): Promise<StaleLedger[]> {
  const { prices } = search;
  const startedAt = performance.now();
  if (startedAt < prices.dueAt) return [];
  const { known, lost } = await priceVersions(database);
  const isFirst = prices.known === null;
  const found =
    isFirst || prices.known === known ? [] : await findStaleLedgers(database, { lackPrices: true });
  if (!isFirst && prices.lost !== lost) hurry(search);
  const now = performance.now();
  Object.assign(prices, { known, lost, dueAt: now + Math.max(everyMs, (now - startedAt) * restFactor) });
  return found;
}

async function walkOn(
  { walk }: StaleSearch,
  { database, everyMs, pageSize = walkedAtOnce }: SearchOptions,
): Promise<StaleLedger[]> {
  const startedAt = performance.now();
  if (startedAt < walk.dueAt) return [];
  const { after, begun } = walk;
  const until = await endOfRegistrations(database, { after, limit: pageSize });
  const found = await findStaleLedgers(database, { after, until });
  // Begun anew meanwhile: this page may be as it was before.
  if (walk.begun !== begun) return found;
  // Through: from now on slowly, from the beginning.
  if (until === null) Object.assign(walk, { after: 0, isHurried: false });
  else walk.after = until;
  const now = performance.now();
  walk.dueAt = walk.isHurried ? 0 : now + Math.max(everyMs, (now - startedAt) * restFactor);
  return found;
}
