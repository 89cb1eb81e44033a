/** Data of single blocks, through the cache where they are near the head. */
import type { Address, Hash, InternalCall } from '../../../domain/model.ts';
import { RetryableError } from '../../../errors.ts';
import { type Clock, systemClock } from '../../../outgoing/clock.ts';
import {
  getBlock,
  getBlockReceipts,
  getKnownHeader,
  traceBlock,
  traceBlockCalls,
} from '../client/actions.ts';
import type { RpcClient, RpcRequest } from '../client/client.ts';
import type { Block, BlockCalls, Header, RpcReceipt, RpcTrace } from '../client/schemas.ts';
import { type BlockKind, blockKind, createBlockCache } from './block-cache.ts';
import { movesOfFrame, movesOfTraces } from './call-moves.ts';

/** A transaction of a block with every value-moving internal call in it. */
export interface TracedTransaction {
  hash: Hash;
  /** Of the trace; null where the node does not say. */
  blockHash: Hash | null;
  /** The contract that the transaction itself created. */
  createdContract: Address | null;
  internalCalls: readonly InternalCall[];
}

/** Of trace_block: the transactions, and what the block itself paid out. */
export interface TracedBlock {
  transactions: readonly TracedTransaction[];
  /** In the order of the traces. */
  rewards: readonly { author: Address; value: bigint }[];
}

export interface BlockReader {
  header(blockNumber: number, signal?: AbortSignal): Promise<Header>;
  block(blockNumber: number, signal?: AbortSignal): Promise<Block>;
  receipts(blockNumber: number, signal?: AbortSignal): Promise<readonly RpcReceipt[]>;
  /** By trace_block. */
  traced(blockNumber: number, signal?: AbortSignal): Promise<TracedBlock>;
  /** Its transactions alone. */
  traces(blockNumber: number, signal?: AbortSignal): Promise<readonly TracedTransaction[]>;
  /** By debug_traceBlockByNumber. */
  calls(blockNumber: number, signal?: AbortSignal): Promise<readonly TracedTransaction[]>;
  /** Blocks from here on are remembered for a moment. */
  setHead(blockNumber: number): void;
  forget(): void;
}

const cacheLimits = { lifeMs: 4_000, capacity: 32 };
const nearHead = 64;

export function createBlockReader(client: RpcClient, clock: Clock = systemClock): BlockReader {
  const headers = blockKind<Header>();
  const blocks = blockKind<Block>();
  const receipts = blockKind<readonly RpcReceipt[]>();
  const traces = blockKind<TracedBlock>();
  const calls = blockKind<readonly TracedTransaction[]>();
  const cache = createBlockCache([headers, blocks, receipts, traces, calls], cacheLimits, clock);
  let head = Number.POSITIVE_INFINITY;

  const near = (blockNumber: number): boolean => blockNumber > head - nearHead;
  /** Shared answers are fetched without the signal of the one who happened to ask first. */
  function cached<T>(kind: BlockKind<T>, load: (blockNumber: number, signal?: AbortSignal) => Promise<T>) {
    return (blockNumber: number, signal?: AbortSignal): Promise<T> =>
      near(blockNumber) ? cache.get(kind, blockNumber, () => load(blockNumber)) : load(blockNumber, signal);
  }

  const block = cached(blocks, (blockNumber, signal) => loadBlock(client, blockNumber, signal));
  /** A node that is behind may answer an empty list: of a block with transactions the next node is asked. */
  async function listOf<Item>(
    request: RpcRequest<Item[]>,
    blockNumber: number,
    signal?: AbortSignal,
  ): Promise<Item[]> {
    const found = await client.request(request, signal);
    if (found.length > 0 || (await block(blockNumber, signal)).transactions.length === 0) return found;
    return client.request(notEmpty(request, blockNumber), signal);
  }
  const traced = cached(traces, async (blockNumber, signal) =>
    tracedBlock(await listOf(traceBlock(blockNumber), blockNumber, signal)),
  );
  return {
    block,
    header: cached(headers, (blockNumber, signal) => client.request(getKnownHeader(blockNumber), signal)),
    receipts: cached(receipts, (blockNumber, signal) =>
      listOf(getBlockReceipts(blockNumber), blockNumber, signal),
    ),
    traced,
    traces: async (blockNumber, signal) => (await traced(blockNumber, signal)).transactions,
    calls: cached(calls, async (blockNumber, signal) => {
      const [trees, of] = await Promise.all([
        listOf(traceBlockCalls(blockNumber), blockNumber, signal),
        block(blockNumber, signal),
      ]);
      return transactionsOfTrees(trees, of);
    }),
    setHead(blockNumber) {
      head = blockNumber;
    },
    forget: () => cache.clear(),
  };
}

function notEmpty<Item>(request: RpcRequest<Item[]>, blockNumber: number): RpcRequest<Item[]> {
  const parse = (raw: unknown): Item[] => {
    const items = request.parse(raw);
    if (items.length === 0)
      throw new RetryableError(`${request.method}: nothing of block ${blockNumber} yet`);
    return items;
  };
  return { ...request, parse };
}

async function loadBlock(client: RpcClient, blockNumber: number, signal?: AbortSignal): Promise<Block> {
  return present(await client.request(getBlock(blockNumber), signal), blockNumber);
}

/** Of trace_block: traces of a block one after the other. */
function tracedBlock(all: readonly RpcTrace[]): TracedBlock {
  const rewards = all.flatMap(({ type, action: { author, value } }) =>
    type === 'reward' && author !== undefined ? [{ author, value: value ?? 0n }] : [],
  );
  return { transactions: transactionsOfTraces(all), rewards };
}

function transactionsOfTraces(all: readonly RpcTrace[]): TracedTransaction[] {
  const byTransaction = Map.groupBy(all, (trace) => trace.transactionHash ?? null);
  const traced: TracedTransaction[] = [];
  for (const [hash, group] of byTransaction) {
    // Traces without a transaction are rewards: no part of a transaction.
    if (hash === null) continue;
    const root = group.find((trace) => trace.traceAddress.length === 0);
    traced.push({
      hash,
      blockHash: group[0]?.blockHash ?? null,
      createdContract: root?.type === 'create' ? (root.result?.address ?? null) : null,
      internalCalls: movesOfTraces(group),
    });
  }
  return traced;
}

/** Of debug_traceBlockByNumber: one tree of calls per transaction, in the block's order. */
function transactionsOfTrees(trees: BlockCalls, block: Block): TracedTransaction[] {
  if (trees.length !== block.transactions.length) {
    throw new RetryableError(
      `debug_traceBlockByNumber: ${trees.length} traces for ${block.transactions.length} transactions of block ${block.number}`,
    );
  }
  return block.transactions.map((transaction, index) => {
    const tree = trees[index];
    if (tree === undefined || (tree.txHash !== undefined && tree.txHash !== transaction.hash)) {
      throw new RetryableError(`debug_traceBlockByNumber: traces of another block than ${block.hash}`);
    }
    return {
      hash: transaction.hash,
      blockHash: block.hash,
      createdContract: tree.result.type.startsWith('CREATE') ? (tree.result.to ?? null) : null,
      internalCalls: movesOfFrame(tree.result),
    };
  });
}

function present<T>(block: T | null, blockNumber: number): T {
  if (block === null)
    throw new RetryableError(`eth_getBlockByNumber: the node does not have block ${blockNumber} (yet)`);
  return block;
}
