/** Finds the last block at or before a moment, in few questions: blocks come at about even times, so most guesses are near. */
import type { BlockReference, ChainSource } from '../chains/definitions/chain-source.ts';
import { createMemory } from '../domain/memory.ts';
import { RetryableError } from '../errors.ts';

export interface TimedBlock {
  number: number;
  /** Unix seconds. */
  timestamp: number;
}

/** A re-org may change the times of blocks above this depth, so those are not remembered. */
const settledDepth = 256;
const rememberedMoments = 20_000;
/** Every so many guesses one halves what is left, so that a chain with long pauses costs no more than its logarithm. */
const halvingEvery = 3;

export interface BlockSearch {
  /** The number of the last block at or before the moment, or null when the chain begins later. */
  blockAtTime(unixSeconds: number): Promise<number | null>;
}

/** A block that must be there. Throws RetryableError when a re-org took it away. */
export async function presentBlock(
  source: Pick<ChainSource, 'chainId' | 'getBlock'>,
  blockNumber: number,
): Promise<BlockReference> {
  const block = await source.getBlock(blockNumber);
  if (block === null) throw new RetryableError(`block ${blockNumber} of chain ${source.chainId} is gone`);
  return block;
}

/** Searches the blocks of a chain's source. */
export const searchBlocksOf = (source: Pick<ChainSource, 'chainId' | 'getHead' | 'getBlock'>): BlockSearch =>
  createBlockSearch({
    headOf: () => source.getHead(),
    timeOf: async (blockNumber) => (await presentBlock(source, blockNumber)).timestamp,
  });

/** `timeOf` and `headOf` reject when the chain cannot be read. */
export function createBlockSearch(chain: {
  headOf(): Promise<TimedBlock>;
  timeOf(blockNumber: number): Promise<number>;
}): BlockSearch {
  const answers = createMemory<number, number>({ maximum: rememberedMoments });
  /** Settled blocks whose times are known, in order. */
  const known: TimedBlock[] = [];

  function remember(block: TimedBlock, head: TimedBlock): void {
    if (block.number > head.number - settledDepth) return;
    const place = known.findIndex(({ number }) => number >= block.number);
    if (known[place]?.number === block.number) return;
    known.splice(place === -1 ? known.length : place, 0, block);
    if (known.length > rememberedMoments) known.splice(1, 1);
  }

  async function firstBlock(head: TimedBlock): Promise<TimedBlock> {
    const first = { number: 0, timestamp: await chain.timeOf(0) };
    remember(first, head);
    return first;
  }

  async function search(time: number): Promise<number | null> {
    const head = await chain.headOf();
    if (head.timestamp <= time) return head.number;
    let high: TimedBlock = known.find(({ timestamp }) => timestamp > time) ?? head;
    let low: TimedBlock = known.findLast(({ timestamp }) => timestamp <= time) ?? (await firstBlock(head));
    if (low.timestamp > time) return null;
    for (let guesses = 1; high.number - low.number > 1; guesses += 1) {
      const number = guesses % halvingEvery === 0 ? middleOf(low, high) : guessOf(low, high, time);
      const block = { number, timestamp: await chain.timeOf(number) };
      remember(block, head);
      if (block.timestamp <= time) low = block;
      else high = block;
    }
    if (high.number <= head.number - settledDepth) answers.keep(time, low.number);
    return low.number;
  }

  return {
    blockAtTime: async (time) => answers.get(time) ?? search(time),
  };
}

const middleOf = (low: TimedBlock, high: TimedBlock): number => Math.floor((low.number + high.number) / 2);

function guessOf(low: TimedBlock, high: TimedBlock, time: number): number {
  const share = (time - low.timestamp) / (high.timestamp - low.timestamp);
  const guess = low.number + Math.floor(share * (high.number - low.number));
  return Math.min(Math.max(guess, low.number + 1), high.number - 1);
}
