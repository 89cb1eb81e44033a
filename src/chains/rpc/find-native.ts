/** Transactions that the wallet sent, received, or took part in with native value; one function per way to find them. */
import type { Address, ChainCredit, Hash } from '../../domain/model.ts';
import { RetryableError } from '../../errors.ts';
import { getHeader, traceFilter } from './actions.ts';
import type { BlockReader, TracedTransaction } from './blocks.ts';
import { moveOfTrace } from './call-moves.ts';
import type { RpcClient } from './client.ts';
import { type BlockLink, checkEnd, type Finding, type Findings, findingFor } from './findings.ts';
import { type BlockRange, type RangeSizer, scanRange } from './ranges.ts';
import type { Header, RpcTrace } from './schemas.ts';

export interface NativeScan {
  client: RpcClient;
  blocks: BlockReader;
  sizer: RangeSizer;
  parallel: number;
  wallet: Address;
  range: BlockRange;
  /** The verified end of the whole request. */
  end: Header;
  signal: AbortSignal | undefined;
}

/**
 * By trace_filter: fragments in which the wallet is sender or receiver. A fragment does not tell whether a call above it
 * failed, so the internal calls of those transactions are left to be read from the full trace.
 */
export async function findByTraceFilter(scan: NativeScan): Promise<Findings> {
  const { client, wallet, signal, blocks } = scan;
  const pieces = await scanRange(scan.range, scan.sizer, scan.parallel, async (piece) => {
    const [header, from, to] = await Promise.all([
      client.request(getHeader(piece.toBlock), signal),
      client.request(traceFilter({ ...piece, fromAddress: [wallet] }), signal),
      client.request(traceFilter({ ...piece, toAddress: [wallet] }), signal),
    ]);
    if (header === null) {
      throw new RetryableError(`trace_filter: the node does not have block ${piece.toBlock} (yet)`);
    }
    checkEnd(header, scan.end);
    return [...from, ...to];
  });
  const byHash = new Map<Hash, Finding>();
  const rewards: RpcTrace[] = [];
  for (const trace of pieces.flat()) {
    if (trace.type === 'reward') {
      if (trace.action.author === wallet) rewards.push(trace);
      continue;
    }
    if (trace.transactionHash == null) continue;
    const isTopLevel = trace.traceAddress.length === 0;
    const isMove = !isTopLevel && trace.error == null && moveOfTrace(trace) !== null;
    // Calls without value, and delegate calls that inherit one, are no part of the history unless they are the transaction.
    if (!isTopLevel && !isMove) continue;
    const finding = findingFor(byHash, {
      hash: trace.transactionHash,
      blockNumber: trace.blockNumber,
      blockHash: trace.blockHash ?? null,
    });
    if (isMove) finding.internalCalls = 'unknown';
  }
  return { byHash, credits: await rewardCredits(rewards, wallet, blocks, signal), wholeBlocks: [] };
}

/** Block and uncle rewards of one block are one credit each, numbered in the order of the traces. */
async function rewardCredits(
  rewards: readonly RpcTrace[],
  wallet: Address,
  blocks: BlockReader,
  signal: AbortSignal | undefined,
): Promise<ChainCredit[]> {
  const byBlock = Map.groupBy(rewards, (reward) => reward.blockNumber);
  const credits = await Promise.all(
    [...byBlock].map(async ([blockNumber, group]) => {
      const header = await blocks.header(blockNumber, signal);
      return group.map(
        (reward, index): ChainCredit => ({
          kind: 'reward',
          index,
          address: wallet,
          value: reward.action.value ?? 0n,
          blockNumber,
          blockHash: header.hash,
          timestamp: header.timestamp,
        }),
      );
    }),
  );
  return credits.flat();
}

/** By whole blocks and, where the node has them, all traces of each block. */
export async function findByBlocks(
  scan: NativeScan,
  traced: ((blockNumber: number, signal?: AbortSignal) => Promise<readonly TracedTransaction[]>) | null,
): Promise<Findings> {
  const { wallet, blocks, signal } = scan;
  const byHash = new Map<Hash, Finding>();
  const wholeBlocks: BlockLink[] = [];
  await scanRange(scan.range, scan.sizer, scan.parallel, async (piece) => {
    const numbers = Array.from(
      { length: piece.toBlock - piece.fromBlock + 1 },
      (_, index) => piece.fromBlock + index,
    );
    await Promise.all(
      numbers.map(async (blockNumber) => {
        const [block, calls] = await Promise.all([
          blocks.block(blockNumber, signal),
          traced === null ? [] : traced(blockNumber, signal),
        ]);
        wholeBlocks.push({ number: block.number, hash: block.hash, parentHash: block.parentHash });
        for (const transaction of block.transactions) {
          if (transaction.from !== wallet && transaction.to !== wallet) continue;
          const seen = { hash: transaction.hash, blockNumber, blockHash: block.hash };
          findingFor(byHash, seen).transaction = transaction;
        }
        addTraced(byHash, calls, wallet, blockNumber, block.hash);
      }),
    );
  });
  return { byHash, credits: [], wholeBlocks };
}

/** Adds the internal calls of the wallet, found in whole-block traces. */
export function addTraced(
  byHash: Map<Hash, Finding>,
  traced: readonly TracedTransaction[],
  wallet: Address,
  blockNumber: number,
  blockHash: Hash,
): void {
  for (const transaction of traced) {
    if (transaction.blockHash !== null && transaction.blockHash !== blockHash) {
      throw new RetryableError(`traces of block ${blockNumber} are of another block than its transactions`);
    }
    const own = transaction.internalCalls.filter((call) => call.from === wallet || call.to === wallet);
    if (own.length === 0 && transaction.createdContract !== wallet) continue;
    findingFor(byHash, { hash: transaction.hash, blockNumber, blockHash }).internalCalls = own;
  }
}
