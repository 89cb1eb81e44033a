/**
 * When a wallet is looked at again that stands at the head. Where nobody counts requests: after each poll interval. Where an account
 * has so many a day: soon where something moved lately, an hour later where nothing has for long. First, every wallet's looks
 * once an hour are put aside for the rest of the day. What is left beyond is spread over the active wallets and the time.
 */
import type { RequestAllowance } from '../../chains/definitions/chain-source.ts';
import { quietWallets } from '../../chains/explorer/allowance.ts';
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
  readonly lookers: Lookers;
  /** By the chain's clock. */
  readonly at: number;
  /** There are more wallets than the account bears, which was said. */
  readonly isOverloaded: boolean;
}

export function createPace(parts: PaceParts): Pace {
  const byAccount = new Map<string, Counted>();
  return async (chain, lease, movedAt) => {
    const { config, source, now } = chain;
    const pollMs = config.pollSeconds * 1000;
    const { allowance } = source;
    if (allowance === undefined) return pollMs;
    const [left, lookers] = await Promise.all([
      allowance.left(),
      lookersOf(parts, { chain, allowance, byAccount }),
    ]);
    const since = Math.max(movedAt ?? 0, lease.lastMovementAt ?? 0, lease.loadedAt ?? lease.createdAt);
    return lookIntervalMs(now() - since * 1000, pollMs, { left, perLook: allowance.perLook, lookers });
  };
}

async function lookersOf(
  { chains, countLookers, log }: PaceParts,
  {
    chain: { source, now },
    allowance,
    byAccount,
  }: { chain: ChainRuntime; allowance: RequestAllowance; byAccount: Map<string, Counted> },
): Promise<Lookers> {
  const { account, perDay, keptShare, perLook } = allowance;
  const known = byAccount.get(account);
  if (known !== undefined && now() - known.at < countLifeMs) return known.lookers;
  const sharing = chains.filter((other) => other.source.allowance?.account === account);
  const lookers = await countLookers(
    sharing.map(({ config }) => config.chainId),
    new Date(now() - activeMs),
  );
  const hourly = quietWallets(perDay * keptShare, perLook);
  const isOverloaded = lookers.wallets > hourly;
  if (isOverloaded && known?.isOverloaded !== true) {
    log.warn(
      { source: source.description, wallets: lookers.wallets, hourly, requestsPerDay: perDay },
      'more wallets, each counted on each chain, than the explorer bears to be looked at once an hour: they are looked at more ' +
        'rarely. Give the chains a node, or a plan with more requests (explorer.requestsPerDay)',
    );
  }
  byAccount.set(account, { lookers, at: now(), isOverloaded });
  return lookers;
}

/** The pace of a service: wallets are counted by what is stored. */
export const storedPace = (database: Database, parts: Omit<PaceParts, 'countLookers'>): Pace =>
  createPace({
    ...parts,
    countLookers: (chainIds, activeSince) => countLookedAt(database, { chainIds, activeSince }),
  });
