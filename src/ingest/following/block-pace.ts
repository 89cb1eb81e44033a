/**
 * When a follower looks at the head next: as the next block is due, where blocks come about as rarely as it is to look. So what is
 * new shows at once, for one or a few looks a block.
 *
 *     a block's time + the usual time between two + how late a node tells of them at the least  =  when the next is due
 */
import type { BlockReference } from '../../chains/definitions/chain-source.ts';

export interface BlockPace {
  /** Newest last; the first time that each was seen. */
  readonly seen: { number: number; timestampMs: number; seenAtMs: number }[];
}

/** What is usual is said by the last blocks. */
const mostSeen = 9;
/** A block that is due is looked for so often; one that is late ever more rarely. */
const shortestMs = 500;
const laterBy = 0.25;
const mostEmpty = 3;
/** The first look is so much too early: otherwise nobody would find out that blocks come earlier than they were seen. */
const earlyMs = 250;

export const createBlockPace = (): BlockPace => ({ seen: [] });

/** Notes the head that was just told of. @param nowMs by a clock that is never set */
export function noteHead({ seen }: BlockPace, { number, timestamp }: BlockReference, nowMs: number): void {
  const last = seen.at(-1);
  if (last?.number === number) return;
  // Blocks that were undone, or a chain that began anew.
  if (last !== undefined && last.number > number) seen.length = 0;
  seen.push({ number, timestampMs: timestamp * 1000, seenAtMs: nowMs });
  if (seen.length > mostSeen) seen.shift();
}

/**
 * How long until the next look, `pollMs` at most. Where blocks come more than twice as fast as that, whoever chose it wants fewer looks
 * than blocks, and gets them.
 */
export function nextLookInMs({ seen }: BlockPace, nowMs: number, pollMs: number): number {
  const last = seen.at(-1);
  const usualMs = usualBlockMs(seen);
  if (last === undefined || usualMs === null || usualMs < pollMs / 2) return pollMs;
  const tellingMs = Math.min(...seen.map(({ timestampMs, seenAtMs }) => seenAtMs - timestampMs));
  const untilDueMs = last.timestampMs + usualMs + tellingMs - nowMs;
  // A slot may stay empty; after several the chain stands still.
  if (untilDueMs < -mostEmpty * usualMs) return pollMs;
  const lateMs = Math.max(0, -untilDueMs) % usualMs;
  const untilNextMs = untilDueMs > 0 ? untilDueMs : usualMs - lateMs;
  const untilLookMs = untilNextMs > earlyMs ? untilNextMs - earlyMs : untilNextMs;
  const waitMs = untilDueMs > 0 ? untilLookMs : Math.min(untilLookMs, Math.max(shortestMs, lateMs * laterBy));
  return Math.min(pollMs, waitMs);
}

/** The middle of the times between blocks; null: too few were seen. */
function usualBlockMs(seen: BlockPace['seen']): number | null {
  const times = seen
    .slice(1)
    .map(({ number, timestampMs }, index) => {
      const before = seen[index];
      return before === undefined ? 0 : (timestampMs - before.timestampMs) / (number - before.number);
    })
    .sort((left, right) => left - right);
  return times.length < 2 ? null : (times[times.length >> 1] ?? null);
}
