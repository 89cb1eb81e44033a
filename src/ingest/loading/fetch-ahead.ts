/**
 * The blocks of the next two steps, fetched while the step before them is classified and stored, so that the node and the database
 * work at the same time: a step that reads many contracts takes longer than the next piece of blocks. A piece is searched for while
 * the transactions of the one before are read: a node that is far away is never waited for by everybody. Fetching changes nothing: what
 * was fetched ahead may be dropped at any time. It continues the block that the step before stores (`parentHash`), and what the step
 * after wants to continue is the same block, or it fetches anew.
 */
import type {
  Activity,
  ActivityRequest,
  BlockPlace,
  ChainSource,
  Companion,
} from '../../chains/definitions/chain-source.ts';
import type { Hash } from '../../domain/model.ts';
import type { SyncLease } from '../../store/sync/commit.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import type { StepRange } from './step-range.ts';

export interface FetchAhead {
  readonly request: ActivityRequest;
  /** As `fetchActivity` answers; nobody needs to wait for it. */
  readonly activity: Promise<Activity>;
  /** From now on the piece after this one is fetched, too, as soon as it is known where this one ends. */
  goOn(): void;
  /** The piece after this one, which ended there; it is begun now, if it was not. null: there is none, or no step for it. */
  next(reached: BlockPlace): FetchAhead | null;
}

/**
 * Begins to fetch; it ends with the signal of the request.
 *
 * @param steps How many can take what is fetched, the one for this piece included
 */
export function fetchAhead(source: ChainSource, request: ActivityRequest, steps: number): FetchAhead {
  const place = Promise.withResolvers<BlockPlace>();
  const activity = source.fetchActivity(steps > 1 ? { ...request, onReached: place.resolve } : request);
  // A failure is the next step's, if there is one.
  activity.then(({ reached }) => place.resolve(reached), place.reject);
  place.promise.catch(() => undefined);
  let begun: FetchAhead | null = null;
  const next = (reached: BlockPlace): FetchAhead | null => {
    if (steps <= 1 || reached.number >= request.toBlock || request.signal?.aborted) return null;
    const after = { ...request, fromBlock: reached.number + 1, parentHash: reached.hash };
    // What a source tells early may turn out otherwise.
    if (begun === null || !comesAfter(begun.request, reached)) begun = fetchAhead(source, after, steps - 1);
    return begun;
  };
  return { request, activity, next, goOn: () => void place.promise.then(next, () => undefined) };
}

/** Whether the blocks are those behind that one. */
function comesAfter(
  { fromBlock, parentHash }: ActivityRequest,
  { number, hash }: { number: number; hash: Hash | null },
): boolean {
  return fromBlock === number + 1 && parentHash === hash;
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

/** The blocks of the step: what was fetched ahead, where it fits, else they are fetched now, and the piece after them as soon as may be. */
export function fetchRange(step: StepBlocks, options: FetchOptions): FetchAhead {
  const { chain, lease, range } = step;
  const { ahead, company, signal } = options;
  const { from: fromBlock, to: toBlock, parentHash } = range;
  if (ahead !== null && range.rollbackTo === undefined && continues(ahead.request, range)) return ahead;
  const request = { address: lease.address, fromBlock, toBlock, parentHash, isCheck: lease.follows, signal };
  const piece = fetchAhead(
    chain.source,
    { ...request, ...companyOf(lease, company) },
    stepsFor(step, options),
  );
  piece.goOn();
  return piece;
}

/** The piece after that of this step, if there will be a step for it on this lease; and after it one more. */
export function nextFetch(piece: FetchAhead, { reached }: Activity): FetchAhead | null {
  const next = piece.next(reached);
  next?.goOn();
  return next;
}

/** How many steps can take what is fetched, this one included. What is not final is fetched when it is its turn: it may be replaced. */
function stepsFor(
  { range: { to, rollbackTo }, finalBlock }: StepBlocks,
  { stepsLeft }: FetchOptions,
): number {
  return rollbackTo === undefined && to <= finalBlock ? stepsLeft + 1 : 1;
}

/** Whether the piece begins where the wallet stands: it was asked for as what continues the stored block. */
export function followsStored(
  ahead: FetchAhead | null,
  { syncedBlock: number, syncedHash: hash }: SyncLease,
): boolean {
  return ahead !== null && number !== null && comesAfter(ahead.request, { number, hash });
}

/** Whether what was asked for is the range, or its beginning. */
function continues(request: ActivityRequest, { from, to, parentHash }: StepRange): boolean {
  return comesAfter(request, { number: from - 1, hash: parentHash }) && request.toBlock <= to;
}

/** Only loading is shared: what follows a chain together has its blocks read once for all. */
function companyOf(
  { loadedAt, follows }: SyncLease,
  company: FetchOptions['company'],
): Pick<ActivityRequest, 'isFollowing' | 'company'> {
  const isFollowing = loadedAt !== null;
  return company === undefined || isFollowing || follows ? { isFollowing } : { isFollowing, company };
}
