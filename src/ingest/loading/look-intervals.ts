/**
 * When a wallet is looked at again that stands at the head. Where nobody counts requests: after each poll interval. Where an account
 * has so many a day: soon where something moved lately, an hour later where nothing has for long. First, every wallet's looks
 * once an hour are put aside for the rest of the day. What is left beyond is spread over the active wallets and the time.
 */
import { createMemory, type Memory } from '../../domain/memory.ts';
import type { Log } from '../../log.ts';
import type { Database } from '../../store/connection/database.ts';
import type { SyncLease } from '../../store/sync/commit.ts';
import { countLookedAt } from '../../store/sync/request-counts.ts';
import type { ChainRuntime } from '../chain-runtime.ts';

/** Wallets that an account's requests are spread over; `active`: those that wait for less than an hour. */
export interface Lookers {
  wallets: number;
  active: number;
}

/** Says how long a wallet at the head is left alone, in milliseconds. */
export type Pace = (chain: ChainRuntime, lease: SyncLease, movedAt: number | null) => Promise<number>;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A wallet is looked at so often in the time since its last movement: soon after one, and ever more rarely. */
const looksPerAge = 24;
/** For so long after a movement a wallet waits for less than an hour. */
const activeMs = looksPerAge * hourMs;
/** Wallets are counted again after so long. */
const countLifeMs = 60_000;

/**
 * The interval by the activity of a wallet and what is left of the day: from `pollMs` to an hour, longer where the requests do not
 * bear an hour, a day at most.
 *
 * @param idleMs since its last movement, or since it was loaded
 */
export function lookIntervalMs(
  idleMs: number,
  pollMs: number,
  { left, perLook, lookers }: LookBudget,
): number {
  const { wallets, active } = lookers;
  const hourlyLooks = wallets * perLook;
  // One hour more than the day has: what is promised before midnight is asked after it, and counts may be a minute old.
  const putAside = hourlyLooks * (left.milliseconds / hourMs + 1);
  const longest = Math.max(pollMs, hourMs);
  if (left.requests <= putAside) {
    const borne = left.requests <= 0 ? dayMs : (left.milliseconds * hourlyLooks) / left.requests;
    return Math.round(Math.min(Math.max(longest, borne), dayMs));
  }
  const byActivity = Math.max(0, idleMs) / looksPerAge;
  const borne = (left.milliseconds * Math.max(1, active) * perLook) / (left.requests - putAside);
  return Math.round(Math.min(Math.max(byActivity, borne, pollMs), longest));
}

export interface LookBudget {
  /** Of the account and the day. */
  left: { requests: number; milliseconds: number };
  perLook: number;
  lookers: Lookers;
}

export interface PaceParts {
  /** All that this process reads: those of one account share its requests. */
  chains: readonly ChainRuntime[];
  /** Wallets that are looked at on these chains; active are those with a movement since then. */
  countLookers: (chainIds: readonly number[], activeSince: Date) => Promise<Lookers>;
  log: Log;
}

interface Counted {
  readonly counts: Memory<'counts', Lookers>;
  /** It was said that there are more wallets than the account bears. */
  isOverloaded: boolean;
}

export function createPace(parts: PaceParts): Pace {
  const byAccount = new Map<string, Counted>();
  return async (chain, lease, movedAt) => {
    const { config, source, now } = chain;
    const pollMs = config.pollSeconds * 1000;
    const { allowance } = source;
    if (allowance === undefined) return pollMs;
    const lifetime = { ms: countLifeMs, now };
    const counted: Counted = byAccount.get(allowance.account) ?? {
      counts: createMemory({ maximum: 2, lifetime }),
      isOverloaded: false,
    };
    byAccount.set(allowance.account, counted);
    const [left, lookers] = await Promise.all([allowance.left(), lookersOf(parts, chain, counted)]);
    const since = Math.max(movedAt ?? 0, lease.lastMovementAt ?? 0, lease.loadedAt ?? lease.createdAt);
    return lookIntervalMs(now() - since * 1000, pollMs, { left, perLook: allowance.perLook, lookers });
  };
}

async function lookersOf(
  { chains, countLookers, log }: PaceParts,
  { source: { allowance, description }, now }: ChainRuntime,
  counted: Counted,
): Promise<Lookers> {
  const known = counted.counts.get('counts');
  if (known !== undefined) return known;
  const sharing = chains.filter(({ source }) => source.allowance?.account === allowance?.account);
  const lookers = await countLookers(
    sharing.map(({ config }) => config.chainId),
    new Date(now() - activeMs),
  );
  counted.counts.keep('counts', lookers);
  const { perDay = 0, perLook = 0, keptShare = 1 } = allowance ?? {};
  const hourly = Math.floor((perDay * keptShare) / (perLook * 24));
  const isOverloaded = lookers.wallets > hourly;
  if (isOverloaded && !counted.isOverloaded) {
    log.warn(
      { source: description, wallets: lookers.wallets, hourly, requestsPerDay: perDay },
      'more wallets, each counted on each chain, than the explorer bears to be looked at once an hour: they are looked at more ' +
        'rarely. Give the chains a node, or a plan with more requests (explorer.requestsPerDay)',
    );
  }
  counted.isOverloaded = isOverloaded;
  return lookers;
}

/** The pace of a service: wallets are counted by what is stored. */
export const storedPace = (database: Database, parts: Omit<PaceParts, 'countLookers'>): Pace =>
  createPace({
    ...parts,
    countLookers: (chainIds, activeSince) => countLookedAt(database, { chainIds, activeSince }),
  });
