/**
 * Reading contracts: many calls in one eth_call by viem's multicall, which is created for this one call, so that the chain
 * needs none. What it returns counts as the code of a contract (EIP-170: at most 24,576 bytes), so that the answers must be few
 * and short; those that are not are read one by one.
 */
import DataLoader from 'dataloader';
import { createPublicClient, custom } from 'viem';
import { chunk } from '../../domain/chunk.ts';
import type { Hex } from '../../domain/model.ts';
import type { ContractCall } from '../chain-source.ts';
import { ethCall } from './actions.ts';
import type { RpcClient } from './client.ts';
import { CallRevertedError } from './rpc-errors.ts';

/** So many names, or links of up to 200 bytes, with the 128 bytes that the ABI puts around each, are no more than a contract. */
const callsTogether = 64;

export type CallContracts = (calls: readonly ContractCall[], blockNumber?: number) => Promise<(Hex | null)[]>;

/** Results in order; null where a call reverted or there is no code. What is asked of one block in one tick travels together. */
export function createContractReader(client: RpcClient): CallContracts {
  const transport = custom(
    {
      request: ({ method, params }: { method: string; params?: unknown }) => {
        if (method !== 'eth_call') throw new Error(`unexpected ${method}`);
        return client.request(ethCall(Array.isArray(params) ? params : []));
      },
    },
    { retryCount: 0 },
  );
  // Promises, not answers: those who ask in the same tick neither wait for one another nor fail with one another.
  const loader = new DataLoader<Asked, Promise<Hex | null>>(
    async (asked) => {
      const answers = new Map<Asked, Promise<Hex | null>>();
      for (const ofBlock of Map.groupBy(asked, ({ blockNumber }) => blockNumber).values()) {
        for (const piece of chunk(ofBlock, callsTogether)) {
          const read = piece.length === 1 ? callAlone : together();
          for (const call of piece) answers.set(call, read(call));
        }
      }
      return asked.map((call) => answers.get(call) ?? Promise.resolve(null));
    },
    { cache: false },
  );

  /** A reader whose calls of one tick are one multicall: viem collects them per client. */
  function together(): (call: Asked) => Promise<Hex | null> {
    const multicall = createPublicClient({
      // Else a contract that reverts with OffchainLookup (EIP-3668) has this service fetch an address of its choice.
      ccipRead: false,
      batch: { multicall: { deployless: true, batchSize: Number.MAX_SAFE_INTEGER, wait: 0 } },
      transport,
    });
    return async (call) => {
      const { to, data, blockNumber } = call;
      try {
        const answer = await multicall.call({
          ...{ to, data },
          ...(blockNumber === undefined ? {} : { blockNumber: BigInt(blockNumber) }),
        });
        if (answer.data !== undefined) return answer.data;
      } catch {
        // One greedy contract can spend the gas of all others, and some nodes refuse calls without a recipient.
      }
      return callAlone(call);
    };
  }

  /** One call by itself: what decides when a multicall failed. */
  async function callAlone({ to, data, blockNumber }: Asked): Promise<Hex | null> {
    const block = blockNumber === undefined ? 'latest' : `0x${blockNumber.toString(16)}`;
    try {
      const answer = await client.request(ethCall([{ to, data }, block]));
      return answer === '0x' ? null : answer;
    } catch (error) {
      if (error instanceof CallRevertedError) return null;
      throw error;
    }
  }

  return (calls, blockNumber) =>
    Promise.all(calls.map(async ({ to, data }) => loader.load({ to, data, blockNumber })));
}

interface Asked extends ContractCall {
  blockNumber: number | undefined;
}
