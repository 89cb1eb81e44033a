/** How price sources read a chain: by the same source that wallets are loaded from. */
import type { ChainSource } from '../../chains/chain-source.ts';
import { RetryableError } from '../../errors.ts';
import type { BlockCall, ChainReader } from '../../prices/chain-reader.ts';

type ReadableSource = Pick<ChainSource, 'chainId' | 'getHead' | 'getBlock' | 'callContracts'>;

/** Block times that are remembered; final ones never change, and a re-org moves a block by seconds. */
const maximumTimes = 20_000;

/** Calls at many blocks are made in one tick, which the node's client sends as batches. */
export function createSourceReader(source: ReadableSource): ChainReader {
  const times = new Map<number, number>();

  const timeOf = async (blockNumber: number): Promise<number> => {
    const known = times.get(blockNumber);
    if (known !== undefined) return known;
    const block = await source.getBlock(blockNumber);
    if (block === null) throw new RetryableError(`block ${blockNumber} of chain ${source.chainId} is gone`);
    if (times.size >= maximumTimes) times.clear();
    times.set(blockNumber, block.timestamp);
    return block.timestamp;
  };

  return {
    chainId: source.chainId,
    callContracts: (calls, blockNumber) => source.callContracts(calls, blockNumber),
    async callContractsAtBlocks(calls) {
      const results: (`0x${string}` | null)[] = calls.map(() => null);
      const byBlock = Map.groupBy([...calls.entries()], ([, call]) => call.blockNumber);
      await Promise.all(
        [...byBlock].map(async ([blockNumber, entries]) => {
          const answers = await source.callContracts(
            entries.map(([, { to, data }]: [number, BlockCall]) => ({ to, data })),
            blockNumber,
          );
          for (const [position, [index]] of entries.entries()) results[index] = answers[position] ?? null;
        }),
      );
      return results;
    },
    async blockAtTime(unixSeconds) {
      const head = await source.getHead();
      if (head.timestamp <= unixSeconds) return head.number;
      let [low, high] = [0, head.number];
      if ((await timeOf(low)) > unixSeconds) return null;
      // The last block at or before the moment is in [low, high).
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if ((await timeOf(middle)) <= unixSeconds) low = middle;
        else high = middle;
      }
      return low;
    },
  };
}
