/** How price sources read a chain: by the same source that wallets are loaded from. */
import type { ChainSource } from '../../chains/definitions/chain-source.ts';
import type { BlockCall, ChainReader } from '../../prices/source/chain-reader.ts';
import { searchBlocksOf } from '../block-search.ts';

type ReadableSource = Pick<ChainSource, 'chainId' | 'getHead' | 'getBlock' | 'callContracts'>;

/** Calls at many blocks are made in one tick, which the node's client sends as batches. */
export function createSourceReader(source: ReadableSource): ChainReader {
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
    ...searchBlocksOf(source),
  };
}
