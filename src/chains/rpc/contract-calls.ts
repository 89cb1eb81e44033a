/** Reading contracts: many calls in one eth_call by viem's multicall, which needs no contract on the chain. */
import { createPublicClient, custom } from 'viem';
import type { Hex } from '../../domain/model.ts';
import type { ContractCall } from '../chain-source.ts';
import { ethCall } from './actions.ts';
import type { RpcClient } from './client.ts';
import { CallRevertedError } from './rpc-errors.ts';

/** Calldata bytes in one multicall. */
const multicallBytes = 8_192;

export type CallContracts = (calls: readonly ContractCall[], blockNumber?: number) => Promise<(Hex | null)[]>;

/** Results in order; null where a call reverted or there is no code. */
export function createContractReader(client: RpcClient): CallContracts {
  const viemClient = createPublicClient({
    batch: { multicall: { deployless: true, batchSize: multicallBytes, wait: 0 } },
    transport: custom(
      {
        request: ({ method, params }: { method: string; params?: unknown }) => {
          if (method !== 'eth_call') throw new Error(`unexpected ${method}`);
          return client.request(ethCall(Array.isArray(params) ? params : []));
        },
      },
      { retryCount: 0 },
    ),
  });

  /** One call by itself: what decides when a multicall as a whole failed. */
  async function callAlone(call: ContractCall, blockNumber: number | undefined): Promise<Hex | null> {
    const block = blockNumber === undefined ? 'latest' : `0x${blockNumber.toString(16)}`;
    try {
      const data = await client.request(ethCall([{ to: call.to, data: call.data }, block]));
      return data === '0x' ? null : data;
    } catch (error) {
      if (error instanceof CallRevertedError) return null;
      throw error;
    }
  }

  return (calls, blockNumber) =>
    Promise.all(
      calls.map(async (call) => {
        try {
          const { data } = await viemClient.call({
            to: call.to,
            data: call.data,
            ...(blockNumber === undefined ? {} : { blockNumber: BigInt(blockNumber) }),
          });
          if (data !== undefined) return data;
        } catch {
          // One greedy contract can spend the gas of all others, and some nodes refuse calls without a recipient.
        }
        return callAlone(call, blockNumber);
      }),
    );
}
