/**
 * From where a ledger is booked again, and which snapshots are worth keeping. A ledger is a chain of runs, each a stretch of
 * the history, oldest first; with a snapshot at its end, booking can go on from there. Pure.
 */
import { mostSkewSeconds } from '../../domain/accounting/booking/crossing-order.ts';
import { timeOfPosition, timePosition, transactionPositionLength } from '../../domain/position.ts';
import type { StoredRun } from '../../store/ledger/ledger-chains.ts';

/** A chain of more runs is made shorter when it is next booked: every read looks into each of them. */
const longestChain = 16;
const shortenedChain = 8;

/**
 * From where on a ledger may differ when the rows do from a position on: what left may have arrived some seconds before, by the clock
 * of another chain.
 */
export const affectedFrom = (changedFrom: string): string =>
  changedFrom === '' ? '' : timePosition(timeOfPosition(changedFrom) - mostSkewSeconds);

/** How many of a chain's runs stay as they are when everything at `changedFrom` and later is booked again. */
export function keptRuns(chain: readonly StoredRun[], changedFrom: string): number {
  // What changes in a transaction may change all of it.
  const isBefore = (run: StoredRun): boolean =>
    run.untilPosition < changedFrom.slice(0, transactionPositionLength);
  const canEnd = (count: number): boolean => count === 0 || chain[count - 1]?.hasSnapshot === true;

  let kept = chain.findLastIndex((run) => run.hasSnapshot && isBefore(run)) + 1;
  if (kept <= longestChain) return kept;
  // Short runs are joined, and with them such as are no longer than what is booked anyway: a movement is booked again
  // only a few times, however many blocks are appended one by one.
  let booked = movementsIn(chain.slice(kept));
  while (kept > 0) {
    const movements = chain[kept - 1]?.movements ?? 0;
    if (canEnd(kept) && kept <= shortenedChain && movements > booked) break;
    booked += movements;
    kept -= 1;
  }
  return kept;
}

const movementsIn = (runs: readonly StoredRun[]): number =>
  runs.reduce((sum, { movements }) => sum + movements, 0);

/**
 * The runs whose snapshots are of no more use: the last two stay, and before them one each time that there is four
 * times as much to book after it.
 */
export function needlessSnapshots(chain: readonly StoredRun[]): bigint[] {
  const needless: bigint[] = [];
  let after = 0;
  let lastKept = 0;
  let keptCount = 0;
  for (const run of chain.toReversed()) {
    if (run.hasSnapshot) {
      if (keptCount < 2 || after >= lastKept * 4) {
        keptCount += 1;
        lastKept = after;
      } else needless.push(run.id);
    }
    after += run.movements;
  }
  return needless;
}

/** Where runs end within a history. */
export interface Cuts {
  /** Asked after each transaction, with the rows that are left: whether to end the run here, and for the last time. */
  after(left: number): 'none' | 'cut' | 'last cut';
}

/**
 * In a history of `total` rows, runs end where a quarter is left, a quarter of that, and so on down to `shortest`. What
 * changes near the end then costs little, and snapshots are few.
 */
export function createCuts(total: number, shortest: number): Cuts {
  let cutAt = Math.floor(total / 4);
  return {
    after(left) {
      if (cutAt < shortest || left > cutAt) return 'none';
      while (cutAt >= left && cutAt >= shortest) cutAt = Math.floor(cutAt / 4);
      return cutAt < shortest ? 'last cut' : 'cut';
    },
  };
}
