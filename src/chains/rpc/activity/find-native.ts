/** Transactions that the wallet sent, received, or took part in with native value; one function per way to find them. */
import type { Address, ChainCredit, Hash } from '../../../domain/model.ts';
import { RetryableError } from '../../../errors.ts';
import { getKnownHeader, traceFilter } from '../client/actions.ts';
import type { NodeClient } from '../client/client.ts';
import type { Block, Header, RpcTrace } from '../client/schemas.ts';
import { type BlockRange, emptyFinds, type Find, type Finds, type MutableFinds } from '../sharing/finds.ts';
import type { BlockReader, TracedTransaction } from './blocks.ts';
import { moveOfTrace } from './call-moves.ts';
import { checkEnd, checkLinks, type Finding, findingFor } from './findings.ts';
import { searchWallet, type WalletScan } from './search-wallet.ts';

/**
 * By trace_filter: fragments in which the wallet is sender or receiver. A fragment does not tell whether a call above it
 * failed, so the internal calls of those transactions are left to be read from the full trace.
 */
export function findByTraceFilter(scan: WalletScan): Promise<Finds[]> {
  const { nodes, signal } = scan;
  const fetchFrom = async (client: NodeClient, piece: BlockRange, wallets: readonly Address[]) => {
    const { first: header, others: traces } = await client.requestTogether(
      getKnownHeader(piece.toBlock),
      // Both in one filter would be those from one of them to one of them, to some nodes.
      [traceFilter({ ...piece, fromAddress: wallets }), traceFilter({ ...piece, toAddress: wallets })],
      signal,
    );
    checkEnd(header, scan.end);
    return traces.flat();
  };
  return searchWallet(scan, 'native', async (piece, wallets) => {
    const answers = await nodes.ask((client) => fetchFrom(client, piece, wallets));
    const found = emptyFinds(wallets);
    for (const [node, traces] of answers.entries()) addTraces(found, traces, node === 0);
    return found;
  });
}

/** `isFirst`: rewards have no key of their own; they are taken as one node tells them. */
function addTraces(
  found: ReadonlyMap<Address, MutableFinds>,
  traces: readonly RpcTrace[],
  isFirst: boolean,
): void {
  const [only] = found.size === 1 ? found.keys() : [];
  for (const trace of traces) {
    const { type, action, transactionHash: hash, blockNumber, blockHash = null } = trace;
    if (type === 'reward') {
      const { author, value } = action;
      if (isFirst && author !== undefined)
        found.get(author)?.rewards.push({ blockNumber, value: value ?? 0n });
      continue;
    }
    if (hash == null) continue;
    const isTopLevel = trace.traceAddress.length === 0;
    const isMove = !isTopLevel && trace.error == null && moveOfTrace(trace) !== null;
    // Calls without value, and delegate calls that inherit one, are no part of the history unless they are the transaction.
    if (!isTopLevel && !isMove) continue;
    const find: Find = { hash, blockNumber, blockHash, ...(isMove ? { internalCalls: 'unknown' } : {}) };
    // Of one wallet the node's word counts.
    for (const wallet of only === undefined ? namedBy(trace) : [only])
      found.get(wallet)?.transactions.push(find);
  }
}

/** Whom a fragment names, each once. */
function namedBy({ action, result }: RpcTrace): Set<Address> {
  const { from, to, address, refundAddress } = action;
  const named = [from, to, address, refundAddress, result?.address];
  return new Set(named.flatMap((one) => one ?? []));
}

/** Block and uncle rewards of one block are one credit each, numbered in the order of the traces. */
export async function rewardCredits(
  rewards: Finds['rewards'],
  wallet: Address,
  headerOf: (blockNumber: number) => Promise<Header>,
): Promise<ChainCredit[]> {
  const byBlock = Map.groupBy(rewards, (reward) => reward.blockNumber);
  const credits = await Promise.all(
    [...byBlock].map(async ([blockNumber, group]) => {
      const header = await headerOf(blockNumber);
      return group.map(
        ({ value }, index): ChainCredit => ({
          ...{ kind: 'reward', index, address: wallet, value, blockNumber },
          ...{ blockHash: header.hash, timestamp: header.timestamp },
        }),
      );
    }),
  );
  return credits.flat();
}

/** By whole blocks and, where the node has them, all traces of each block; once for all wallets that are searched for together. */
export function findByBlocks(
  scan: WalletScan,
  blocks: Pick<BlockReader, 'block'>,
  traced: ((blockNumber: number, signal?: AbortSignal) => Promise<readonly TracedTransaction[]>) | null,
): Promise<Finds[]> {
  const { signal } = scan;
  return searchWallet(scan, 'native', async (piece, wallets) => {
    const numbers = Array.from(
      { length: piece.toBlock - piece.fromBlock + 1 },
      (_, index) => piece.fromBlock + index,
    );
    const found = emptyFinds(wallets);
    const links = await Promise.all(
      numbers.map(async (blockNumber) => {
        const [block, calls] = await Promise.all([
          blocks.block(blockNumber, signal),
          traced === null ? [] : traced(blockNumber, signal),
        ]);
        // Every transaction has traces: without any the node has not traced the block yet.
        if (traced !== null && calls.length === 0 && block.transactions.length > 0) {
          throw new RetryableError(`no traces of block ${blockNumber} yet`);
        }
        addBlock(found, block, { calls, keepsTransactions: scan.wallet });
        return { number: block.number, hash: block.hash, parentHash: block.parentHash };
      }),
    );
    checkLinks(links, { before: null, end: scan.end, found: [] });
    for (const finds of found.values()) finds.links = [...links.slice(0, 1), ...links.slice(1).slice(-1)];
    return found;
  });
}

/** `keepsTransactions`: of others their transactions would take up room until it is their turn. */
function addBlock(
  found: ReadonlyMap<Address, MutableFinds>,
  block: Block,
  { calls, keepsTransactions }: { calls: readonly TracedTransaction[]; keepsTransactions: Address },
): void {
  const { number: blockNumber, hash: blockHash } = block;
  for (const transaction of block.transactions) {
    const { hash, from, to } = transaction;
    for (const wallet of new Set([from, ...(to === null ? [] : [to])])) {
      const own = wallet === keepsTransactions ? { transaction } : {};
      found.get(wallet)?.transactions.push({ hash, blockNumber, blockHash, ...own });
    }
  }
  for (const traced of calls) {
    checkTraced(traced, block);
    const { hash, createdContract, internalCalls: all } = traced;
    const named = new Set([createdContract, ...all.flatMap(({ from, to }) => [from, to])]);
    for (const wallet of named) {
      const finds = wallet === null ? undefined : found.get(wallet);
      if (finds === undefined) continue;
      const internalCalls = all.filter(({ from, to }) => from === wallet || to === wallet);
      finds.transactions.push({ hash, blockNumber, blockHash, internalCalls });
    }
  }
}

function checkTraced({ blockHash }: TracedTransaction, block: Pick<Block, 'number' | 'hash'>): void {
  if (blockHash === null || blockHash === block.hash) return;
  throw new RetryableError(`traces of block ${block.number} are of another block than its transactions`);
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
    checkTraced(transaction, { number: blockNumber, hash: blockHash });
    const own = transaction.internalCalls.filter((call) => call.from === wallet || call.to === wallet);
    if (own.length === 0 && transaction.createdContract !== wallet) continue;
    findingFor(byHash, { hash: transaction.hash, blockNumber, blockHash }).internalCalls = own;
  }
}
