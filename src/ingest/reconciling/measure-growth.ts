/** Asks a chain for past balances of a token that grows by itself, and makes rows of what they say. */
import type { BlockReference } from '../../chains/definitions/chain-source.ts';
import type { HistoryRecords } from '../../domain/classify/records.ts';
import { yieldRecords } from '../../domain/classify/yield-records.ts';
import { RetryableError } from '../../errors.ts';
import { mapLimited } from '../../outgoing/at-once.ts';
import { type Clock, systemClock } from '../../outgoing/clock.ts';
import type { AccrualChange, AccrualHistory, StoredAccrual } from '../../store/sync/accrual-rows.ts';
import type { ReconciliationTask } from '../../store/sync/reconciliation-turns.ts';
import { balanceIn, balanceOfCall } from '../balance-of.ts';
import { presentBlock } from '../block-search.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import {
  accrualDifference,
  dayOf,
  growthOf,
  type Measure,
  type MeasurePoint,
  measurePoints,
} from './accruals.ts';

/** Each is a question to a node of the state of another block; the rest comes in the next round. */
const mostMeasures = 400;
const measuresPerPiece = 25;
const questionsAtOnce = 4;
/** No piece is begun later. */
const longestMs = 60_000;

/** A balance of the wallet's at the block that it is synced to. */
interface CurrentBalance {
  readonly task: ReconciliationTask;
  readonly history: AccrualHistory;
  readonly head: BlockReference;
  readonly safeBlock: number | null;
  readonly balance: bigint;
}

export interface MeasuredGrowth {
  readonly change: AccrualChange;
  /** What the rows come to more than before. */
  readonly amount: bigint;
  /** Transfers of the token in all. */
  readonly transferCount: number;
  /** Days are left that can be measured. */
  readonly hasMore: boolean;
}

/**
 * The growth of one token since what is stored for good, day by day where the node keeps the states of those days. Else what is not
 * measured yet stands in one sum at the head, and sums of earlier days, or from before something left, stay where they are. Those
 * days are asked for again in the next round.
 */
export async function measureGrowth(
  chain: ChainRuntime,
  current: CurrentBalance,
  clock: Clock = systemClock,
): Promise<MeasuredGrowth> {
  const { history, head, safeBlock } = current;
  const past = await measurePast(chain, current, clock);
  const last = past.measures.at(-1)?.blockNumber ?? history.accruedTo ?? -1;
  const lastOutflow = history.moves.findLast(({ hasOutflow }) => hasOutflow)?.blockNumber ?? -1;
  const isEarlier = ({ blockNumber, timestamp }: StoredAccrual): boolean =>
    blockNumber > last && (dayOf(timestamp) < dayOf(head.timestamp) || blockNumber < lastOutflow);
  const booked = past.hasFailed ? history.accruals.filter(isEarlier) : [];
  const measures = history.isWhole
    ? [...past.measures, { blockNumber: head.number, balance: current.balance }]
    : past.measures;
  const replaced = history.accruals.filter((row) => !booked.includes(row));
  const { added, removed } = accrualDifference(replaced, growthOf(history, measures, booked), head);
  const records = await recordsOf(chain, current, added);
  const settled = past.measures.findLast(({ blockNumber }) => blockNumber <= (safeBlock ?? -1));
  const sum = (rows: readonly { amount: bigint }[]): bigint =>
    rows.reduce((total, { amount }) => total + amount, 0n);
  return {
    change: {
      tokenAddress: history.tokenAddress,
      mark: history.mark,
      accruedTo: settled?.blockNumber ?? history.accruedTo,
      removed: removed.map(({ position }) => position),
      transactions: records.map(({ transaction }) => transaction),
      transfers: records.flatMap(({ transfers }) => transfers),
    },
    amount: sum(added) - sum(removed),
    transferCount: history.moves.reduce((total, { count }) => total + count, history.transferCount),
    hasMore: settled !== undefined && (past.hasMore || !history.isWhole),
  };
}

interface Past {
  measures: Measure[];
  /** The node does not keep those states, or could not say. */
  hasFailed: boolean;
  hasMore: boolean;
}

/** Balances at the points up to the head, as many as a round may ask for. */
async function measurePast(chain: ChainRuntime, current: CurrentBalance, clock: Clock): Promise<Past> {
  const { history, head } = current;
  const past: Past = { measures: [], hasFailed: false, hasMore: false };
  // Through an explorer alone every question counts against an account's limit.
  if (chain.config.rpc.length === 0) return { ...past, hasFailed: true };
  const startedAt = clock.elapsed();
  try {
    const from = history.accruedTo === null ? null : await presentBlock(chain.source, history.accruedTo);
    let lastPoint: MeasurePoint | undefined;
    let piece: MeasurePoint[] = [];
    const measure = async (): Promise<void> => {
      past.measures.push(...(await measurePiece(chain, current, piece, past.measures.at(-1))));
      lastPoint = piece.at(-1) ?? lastPoint;
      piece = [];
    };
    for (const point of measurePoints(history, from?.timestamp ?? null, head.timestamp)) {
      // Of nothing, nothing grows.
      const isIdle = past.measures.at(-1)?.balance === 0n && lastPoint?.movesBefore === point.movesBefore;
      if (isIdle) continue;
      if (past.measures.length >= mostMeasures || clock.elapsed() - startedAt > longestMs)
        return { ...past, hasMore: true };
      piece.push(point);
      // The first by itself: a node that keeps no states of old blocks shows it there.
      if (past.measures.length === 0 || piece.length >= measuresPerPiece) await measure();
    }
    await measure();
    return past;
  } catch {
    return { ...past, hasFailed: true };
  }
}

/** Balances at the blocks of the points; those that are not final, and what is measured already, are left out. */
async function measurePiece(
  chain: ChainRuntime,
  { task, history, head, safeBlock }: CurrentBalance,
  points: readonly MeasurePoint[],
  last: Measure | undefined,
): Promise<Measure[]> {
  const found = await mapLimited(points, questionsAtOnce, async (point) => {
    if ('blockNumber' in point) return point.blockNumber;
    const block = await chain.blockAtTime(point.endOfDay);
    // The end of a day may still change: until then the head stands for it.
    return block !== null && block <= (safeBlock ?? -1) ? block : null;
  });
  const after = last?.blockNumber ?? history.accruedTo ?? -1;
  const blocks = [...new Set(found)].filter(
    (block) => block !== null && block > after && block < head.number,
  );
  const calls = [{ to: history.tokenAddress, data: balanceOfCall(task.address) }];
  return mapLimited(
    blocks.filter((block) => block !== null),
    questionsAtOnce,
    async (blockNumber) => {
      const [answer = null] = await chain.source.callContracts(calls, blockNumber);
      const balance = balanceIn(answer);
      if (balance === null) throw new RetryableError(`no balance is known at block ${blockNumber}`);
      return { blockNumber, balance };
    },
  );
}

/** The rows of what has grown, each at the time of its block. */
async function recordsOf(
  chain: ChainRuntime,
  { task, history, head }: CurrentBalance,
  added: readonly { blockNumber: number; amount: bigint }[],
): Promise<HistoryRecords[]> {
  return mapLimited(added, questionsAtOnce, async ({ blockNumber, amount }) => {
    const { timestamp } = blockNumber === head.number ? head : await presentBlock(chain.source, blockNumber);
    return yieldRecords({
      ...{ walletId: task.walletId, wallet: task.address, chainId: task.chainId },
      ...{ tokenAddress: history.tokenAddress, blockNumber, timestamp, amount },
    });
  });
}
