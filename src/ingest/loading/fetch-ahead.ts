/**
 * The blocks of the next step, fetched while the step before is classified and stored, so that the node and the database work
 * at the same time. Fetching changes nothing: what was fetched ahead may be dropped at any time. It continues the block that the
 * step before stores (`parentHash`), and what the step after wants to continue is the same block, or it fetches anew.
 */
import type { Activity, ActivityRequest, ChainSource } from '../../chains/definitions/chain-source.ts';

export interface FetchAhead {
  readonly request: ActivityRequest;
  /** As `fetchActivity` answers; nobody needs to wait for it. */
  readonly activity: Promise<Activity>;
}

/** Begins to fetch; it ends with the signal of the request. */
export function fetchAhead(source: ChainSource, request: ActivityRequest): FetchAhead {
  const activity = source.fetchActivity(request);
  // A failure is the next step's, if there is one.
  activity.catch(() => undefined);
  return { request, activity };
}
