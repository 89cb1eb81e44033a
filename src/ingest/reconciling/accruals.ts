/**
 * What a token's balances grew by of themselves, from balances that were measured: each measure less what the history adds up to there.
 * Pure. Measured at the end of every UTC day, and before every block in which some left the wallet, so that what is given away
 * has been booked as income before.
 */
import { secondsPerDay } from '../../domain/time/time.ts';
import type { AccrualHistory, StoredAccrual, TokenMoves } from '../../store/sync/accrual-rows.ts';

export const dayOf = (timestamp: number): number => Math.floor(timestamp / secondsPerDay);

/** Each transfer may round by so many units: no growth, and no loss. */
const roundingUnits = 2n;

/** Where a balance is to be measured: at the end of a day, or of the block before one with an outflow. */
export type MeasurePoint = { readonly movesBefore: number } & (
  | { readonly endOfDay: number }
  | { readonly blockNumber: number }
);

/** A balance at the end of a block. */
export interface Measure {
  readonly blockNumber: number;
  readonly balance: bigint;
}

/** What a balance grew by up to the end of a block; negative: it shrank. */
interface Growth {
  readonly blockNumber: number;
  readonly amount: bigint;
}

/**
 * The points between two moments, in order. `endOfDay`: the last second of a UTC day; `movesBefore`: so many of the moves lie before it.
 *
 * @param from unix seconds of the block up to which accruals are stored; null: from the first move on
 * @param to unix seconds; only days that are over by then have an end
 */
export function* measurePoints(
  { moves, isWhole }: Pick<AccrualHistory, 'moves' | 'isWhole'>,
  from: number | null,
  to: number,
): Generator<MeasurePoint> {
  const start = from ?? moves[0]?.timestamp;
  if (start === undefined) return;
  let day = dayOf(start);
  const endOf = (number: number): number => (number + 1) * secondsPerDay - 1;
  for (const [movesBefore, move] of moves.entries()) {
    for (; endOf(day) < move.timestamp; day += 1) yield { endOfDay: endOf(day), movesBefore };
    if (move.hasOutflow) yield { blockNumber: move.blockNumber - 1, movesBefore };
  }
  // Beyond what was read, nothing is known of the moves.
  if (!isWhole) return;
  for (; endOf(day) < to; day += 1) yield { endOfDay: endOf(day), movesBefore: moves.length };
}

/** Whether so many transfers may have come to such a difference by rounding alone. */
export function isRounding(difference: bigint, transfers: number): boolean {
  const most = roundingUnits * BigInt(transfers);
  return difference <= most && difference >= -most;
}

/**
 * The growth up to each measure. What may be rounding is no growth yet: it is carried on, and taken into the next that is more.
 *
 * @param measures ascending
 * @param booked accruals that stay where they are
 */
export function growthOf(
  history: Pick<AccrualHistory, 'sum' | 'transferCount' | 'moves'>,
  measures: readonly Measure[],
  booked: readonly Pick<StoredAccrual, 'blockNumber' | 'amount'>[] = [],
): Growth[] {
  const found: Growth[] = [];
  let known = history.sum;
  let transfers = history.transferCount;
  let nextMove = 0;
  let nextBooked = 0;
  for (const { blockNumber, balance } of measures) {
    for (let move = history.moves[nextMove]; isUpTo(move, blockNumber); move = history.moves[nextMove]) {
      known += move.net;
      transfers += move.count;
      nextMove += 1;
    }
    for (let row = booked[nextBooked]; isUpTo(row, blockNumber); row = booked[nextBooked]) {
      known += row.amount;
      nextBooked += 1;
    }
    const amount = balance - known;
    if (isRounding(amount, transfers)) continue;
    found.push({ blockNumber, amount });
    known = balance;
  }
  return found;
}

function isUpTo<Row extends Pick<TokenMoves | StoredAccrual, 'blockNumber'>>(
  row: Row | undefined,
  blockNumber: number,
): row is Row {
  return row !== undefined && row.blockNumber <= blockNumber;
}

/**
 * What is to be stored, and what is to go, so that the growth stands in the place of what was stored. What is the same stays, so that
 * no ledger is booked anew for it; also today's, which stands where it was last measured, while no more has come.
 */
export function accrualDifference(
  stored: readonly StoredAccrual[],
  growth: readonly Growth[],
  head: { readonly number: number; readonly timestamp: number },
): { added: Growth[]; removed: StoredAccrual[] } {
  const isSame = (row: StoredAccrual, { blockNumber, amount }: Growth): boolean => {
    if (row.amount !== amount) return false;
    if (row.blockNumber === blockNumber) return true;
    const before = growth.at(-2)?.blockNumber ?? -1;
    const isToday = dayOf(row.timestamp) === dayOf(head.timestamp) && row.blockNumber > before;
    return blockNumber === head.number && isToday;
  };
  const kept = new Set<StoredAccrual>();
  const added = growth.filter((one) => {
    const same = stored.find((row) => !kept.has(row) && isSame(row, one));
    if (same !== undefined) kept.add(same);
    return same === undefined;
  });
  return { added, removed: stored.filter((row) => !kept.has(row)) };
}
