/** Transactions that the wallet sent, received, or took part in with native value; one function per way to find them. */
import type { Address, ChainCredit, Hash } from '../../../domain/model.ts';
import { RetryableError } from '../../../errors.ts';
import { getKnownHeader, traceFilter } from '../client/actions.ts';
import type { NodeClient } from '../client/client.ts';
import type { Header, RpcTrace } from '../client/schemas.ts';
import type { BlockReader, TracedTransaction } from './blocks.ts';
import { moveOfTrace } from './call-moves.ts';
import type { EveryNode } from './every-node.ts';
import { type BlockLink, checkEnd, type Finding, type Findings, findingFor } from './findings.ts';
import { type BlockRange, type RangeSizer, scanRange } from './ranges.ts';

export interface NativeScan {
  nodes: EveryNode;
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
  const { nodes, wallet, signal, blocks } = scan;
  const fetchFrom = async (client: NodeClient, piece: BlockRange): Promise<RpcTrace[]> => {
    const { first: header, others: traces } = await client.requestTogether(
      getKnownHeader(piece.toBlock),
      [traceFilter({ ...piece, fromAddress: [wallet] }), traceFilter({ ...piece, toAddress: [wallet] })],
      signal,
    );
    checkEnd(header, scan.end);
    return traces.flat();
  };
  const pieces = await scanRange(scan.range, scan.sizer, scan.parallel, (piece) =>
    nodes.ask((client) => fetchFrom(client, piece)),
  );
  const byHash = new Map<Hash, Finding>();
  const rewards: RpcTrace[] = [];
  // Rewards have no key of their own: they are taken as one node tells them.
  for (const [first] of pieces) {
    rewards.push(
      ...(first ?? []).filter(({ type, action }) => type === 'reward' && action.author === wallet),
    );
  }
  for (const trace of pieces.flat(2)) {
    if (trace.type === 'reward') continue;
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
  return { byHash, credits: await rewardCredits(rewards, wallet, blocks, signal), links: [] };
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
  const links: BlockLink[] = [];
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
        links.push({ number: block.number, hash: block.hash, parentHash: block.parentHash });
        for (const transaction of block.transactions) {
          if (transaction.from !== wallet && transaction.to !== wallet) continue;
          const seen = { hash: transaction.hash, blockNumber, blockHash: block.hash };
          findingFor(byHash, seen).transaction = transaction;
        }
        // Every transaction has traces: without any the node has not traced the block yet.
        if (traced !== null && calls.length === 0 && block.transactions.length > 0) {
          throw new RetryableError(`no traces of block ${blockNumber} yet`);
        }
        addTraced(byHash, calls, wallet, blockNumber, block.hash);
      }),
    );
  });
  return { byHash, credits: [], links };
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
