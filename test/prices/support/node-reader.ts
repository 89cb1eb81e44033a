import { z } from 'zod';
import type { Hex } from '../../../src/domain/model.ts';
import { RetryableError } from '../../../src/errors.ts';
import type { BlockCall, ChainReader } from '../../../src/prices/source/chain-reader.ts';

const hex = z.string().transform((text): Hex => `0x${text.slice(2)}`);
const answersSchema = z.array(
  z.object({
    id: z.number(),
    result: z.unknown().optional(),
    error: z.object({ message: z.string() }).optional(),
  }),
);

/** A batch of JSON-RPC calls, results in order; null where the node answered an error. */
export async function rpcBatch(
  url: string,
  calls: readonly (readonly [method: string, params: unknown[]])[],
) {
  if (calls.length === 0) return [];
  const body = calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }));
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const answers = answersSchema.parse(await response.json());
  const byId = new Map(
    answers.map((answer) => [answer.id, answer.error === undefined ? answer.result : null]),
  );
  return calls.map((_, id) => byId.get(id) ?? null);
}

/** The timestamp of a block, or null when there is none. */
export async function blockTime(url: string, block: number): Promise<number | null> {
  const [answer] = await rpcBatch(url, [['eth_getBlockByNumber', [`0x${block.toString(16)}`, false]]]);
  const parsed = z
    .object({ timestamp: z.string() })
    .nullable()
    .parse(answer ?? null);
  return parsed === null ? null : Number(parsed.timestamp);
}

export interface NodeReaderOptions {
  chainId: number;
  /** Refuses to read at a block, as a node without old state does. */
  withoutOldState?: boolean;
  /** Reads block by block. */
  withoutBatches?: boolean;
}

/** Reads a real node. */
export function createNodeReader(url: string, options: NodeReaderOptions): ChainReader {
  const call = async (calls: readonly BlockCall[]): Promise<(Hex | null)[]> => {
    if (options.withoutOldState === true && calls.some(({ blockNumber }) => blockNumber !== undefined)) {
      throw new RetryableError('missing trie node');
    }
    const results = await rpcBatch(
      url,
      calls.map(({ to, data, blockNumber }) => {
        const block = blockNumber === undefined ? 'latest' : `0x${blockNumber.toString(16)}`;
        return ['eth_call', [{ to, data }, block]];
      }),
    );
    return results.map((result) => (result === null || result === '0x' ? null : hex.parse(result)));
  };
  return {
    chainId: options.chainId,
    callContracts: (calls, blockNumber) =>
      call(calls.map((one) => (blockNumber === undefined ? one : { ...one, blockNumber }))),
    ...(options.withoutBatches === true ? {} : { callContractsAtBlocks: call }),
    async blockAtTime(time) {
      const [head] = await rpcBatch(url, [['eth_blockNumber', []]]);
      let [low, high] = [0, Number(hex.parse(head))];
      if (((await blockTime(url, low)) ?? 0) > time) return null;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (((await blockTime(url, middle)) ?? 0) <= time) low = middle;
        else high = middle - 1;
      }
      return low;
    },
  };
}
