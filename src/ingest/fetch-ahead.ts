/**
 * The blocks of the next step, fetched while the step before is classified and stored, so that the node and the database work
 * at the same time. Fetching changes nothing: what was fetched ahead may be dropped at any time, and whether the chain still
 * stands where the step begins is checked after it was fetched, as ever.
 */
import type { Activity, ActivityRequest, ChainSource } from '../chains/chain-source.ts';

export interface FetchAhead {
  readonly fromBlock: number;
  readonly toBlock: number;
  /** As `fetchActivity` answers; nobody needs to wait for it. */
  readonly activity: Promise<Activity>;
}

/** Begins to fetch; it ends with the signal of the request. */
export function fetchAhead(source: ChainSource, request: ActivityRequest): FetchAhead {
  const activity = source.fetchActivity(request);
  // A failure is the next step's, if there is one.
  activity.catch(() => undefined);
  return { fromBlock: request.fromBlock, toBlock: request.toBlock, activity };
}
