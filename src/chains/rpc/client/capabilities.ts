/** What the node can do: tried, not assumed. A method that is missing is an answer; a fault while trying is not. */
import { zeroAddress } from '../../../domain/model.ts';
import { transferTopic } from '../../../domain/normalize/topics.ts';
import { PermanentError, RetryableError } from '../../../errors.ts';
import {
  getBalance,
  getBlockReceipts,
  getHeader,
  getLogs,
  traceBlock,
  traceBlockCalls,
  traceFilter,
} from './actions.ts';
import type { RpcClient, RpcRequest } from './client.ts';
import { OversizedAnswerError, TooLargeError, TooSlowError } from './rpc-errors.ts';

/** How native moves are found, best first. */
export type NativeMethod = 'trace_filter' | 'trace_block' | 'debug_traceBlockByNumber' | 'blocks';

export interface Capabilities {
  native: NativeMethod;
  blockReceipts: boolean;
  traceBlock: boolean;
  logs: boolean;
  /** State of the first block can be read: an archive node. */
  archive: boolean;
  head: number;
}

const probeAddress = '0x000000000000000000000000000000000000dead';

export async function probeCapabilities(client: RpcClient): Promise<Capabilities> {
  const latest = await client.request(getHeader('latest'));
  // A node that starts, or one behind a balancer, names none for a while.
  if (latest === null) throw new RetryableError('the node names no latest block');
  const head = latest.number;
  const range = { fromBlock: head, toBlock: head };
  const [logs, filters, traces, calls, blockReceipts, archive] = await Promise.all([
    works(client, getLogs({ ...range, topics: [[transferTopic], `0x${'0'.repeat(64)}`] })),
    works(client, traceFilter({ ...range, fromAddress: [probeAddress] })),
    works(client, traceBlock(head)),
    works(client, traceBlockCalls(head)),
    works(client, getBlockReceipts(head)),
    works(client, getBalance(zeroAddress, 0)),
  ]);
  const native = filters
    ? 'trace_filter'
    : traces
      ? 'trace_block'
      : calls
        ? 'debug_traceBlockByNumber'
        : 'blocks';
  return { native, blockReceipts, traceBlock: traces, logs, archive, head };
}

async function works<T>(client: RpcClient, request: RpcRequest<T>): Promise<boolean> {
  try {
    // A single timeout says nothing: asked again, like any look-up that cannot be split.
    await client.request({ ...request, splittable: false });
    return true;
  } catch (error) {
    // Refused for its size or for good. Everything else is a fault, which says nothing about what the node can do.
    if (error instanceof TooSlowError) throw error;
    // It answers: more than is read of this one block.
    if (error instanceof OversizedAnswerError) return true;
    if (error instanceof PermanentError || error instanceof TooLargeError) return false;
    throw error;
  }
}
