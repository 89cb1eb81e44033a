/**
 * The blocks of the next two steps, fetched while the step before them is classified and stored, so that the node and the database
 * work at the same time: a step that reads many contracts takes longer than the next piece of blocks. Fetching changes nothing: what
 * was fetched ahead may be dropped at any time. It continues the block that the step before stores (`parentHash`), and what the step
 * after wants to continue is the same block, or it fetches anew.
 */
import type {
  Activity,
  ActivityRequest,
  ChainSource,
  Companion,
} from '../../chains/definitions/chain-source.ts';
import type { SyncLease } from '../../store/sync/commit.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import type { StepRange } from './step-range.ts';

export interface FetchAhead {
  readonly request: ActivityRequest;
  /** As `fetchActivity` answers; nobody needs to wait for it. */
  readonly activity: Promise<Activity>;
  /** From now on the piece after this one is fetched, too, as soon as this one is there. */
  goOn(): void;
  /** The piece after this one; null: it was not begun. */
  next(): FetchAhead | null;
}

/**
 * Begins to fetch; it ends with the signal of the request.
 *
 * @param steps How many can take what is fetched, the one for this piece included
 */
export function fetchAhead(source: ChainSource, request: ActivityRequest, steps: number): FetchAhead {
  const activity = source.fetchActivity(request);
  // A failure is the next step's, if there is one.
  activity.catch(() => undefined);
  let next: FetchAhead | null = null;
  const begin = ({ reached }: Activity): void => {
    if (next !== null || steps <= 1 || reached.number >= request.toBlock || request.signal?.aborted) return;
    const after = { ...request, fromBlock: reached.number + 1, parentHash: reached.hash };
    next = fetchAhead(source, after, steps - 1);
  };
  return {
    ...{ request, activity, next: () => next },
    goOn: () => void activity.then(begin, () => undefined),
  };
}

/** What is fetched for: a wallet's place on a chain, and the blocks of its step. */
export interface StepBlocks {
  chain: ChainRuntime;
  lease: SyncLease;
  range: StepRange;
  /** The newest block that counts as final. */
  finalBlock: number;
}

export interface FetchOptions {
  /** What the step before has begun to fetch. */
  ahead: FetchAhead | null;
  /** So many steps may follow on this lease. */
  stepsLeft: number;
  /** Ends with the lease. */
  signal: AbortSignal;
  /** Who waits to be loaded on the chain, and may be searched for together with a wallet that is; unless given, nobody. */
  company?: () => Promise<readonly Companion[]>;
}

/** What happened in the range: what was fetched ahead, where it fits, else it is fetched now. */
export function activityOf(
  { chain, lease, range }: StepBlocks,
  { ahead, company, signal }: FetchOptions,
): Promise<Activity> {
  const { from: fromBlock, to: toBlock, parentHash } = range;
  if (ahead !== null && range.rollbackTo === undefined && continues(ahead.request, range))
    return ahead.activity;
  const { address, follows: isCheck } = lease;
  const request = { address, fromBlock, toBlock, parentHash, isCheck, signal };
  return chain.source.fetchActivity({ ...request, ...companyOf(lease, company) });
}

/** The blocks of the step after this one, if they are final, and there will be one on this lease; after them those of one more. */
export function nextFetch(
  { chain, lease, finalBlock, range }: StepBlocks,
  activity: Activity,
  { stepsLeft, ahead, company, signal }: FetchOptions,
): FetchAhead | null {
  const { to: toBlock, rollbackTo } = range;
  const { number: reached, hash: parentHash } = activity.reached;
  const isFinal = rollbackTo === undefined && toBlock <= finalBlock;
  if (stepsLeft === 0 || !isFinal || reached + 1 > toBlock) return null;
  const begun = ahead?.next() ?? null;
  const next =
    begun !== null && continues(begun.request, { from: reached + 1, to: toBlock, parentHash })
      ? begun
      : fetchAhead(
          chain.source,
          {
            ...{ address: lease.address, fromBlock: reached + 1, toBlock, parentHash, signal },
            ...companyOf(lease, company),
          },
          stepsLeft,
        );
  next.goOn();
  return next;
}

/** Whether what was asked for is the range, or its beginning. */
function continues(
  { fromBlock, toBlock, parentHash }: ActivityRequest,
  range: Pick<StepRange, 'from' | 'to' | 'parentHash'>,
): boolean {
  return fromBlock === range.from && parentHash === range.parentHash && toBlock <= range.to;
}

/** Only loading is shared: what follows a chain together has its blocks read once for all. */
function companyOf(
  { loadedAt, follows }: SyncLease,
  company: FetchOptions['company'],
): Pick<ActivityRequest, 'isFollowing' | 'company'> {
  const isFollowing = loadedAt !== null;
  return company === undefined || isFollowing || follows ? { isFollowing } : { isFollowing, company };
}
