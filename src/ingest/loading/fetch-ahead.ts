/**
 * The blocks of the next two steps, fetched while the step before them is classified and stored, so that the node and the database
 * work at the same time: a step that reads many contracts takes longer than the next piece of blocks. Fetching changes nothing: what
 * was fetched ahead may be dropped at any time. It continues the block that the step before stores (`parentHash`), and what the step
 * after wants to continue is the same block, or it fetches anew.
 */
import type { Activity, ActivityRequest, ChainSource } from '../../chains/definitions/chain-source.ts';

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
