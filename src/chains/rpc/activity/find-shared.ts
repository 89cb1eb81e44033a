/**
 * Following a chain for several wallets: a few whole blocks with receipts and traces, each fetched once for all of them,
 * and searched here instead of on the node.
 */
import type { Address, ChainCredit, Hash } from '../../../domain/model.ts';
import { RetryableError } from '../../../errors.ts';
import type { Block, RpcReceipt } from '../client/schemas.ts';
import type { BlockLink, BlockRange } from '../sharing/finds.ts';
import type { BlockReader, TracedBlock, TracedTransaction } from './blocks.ts';
import { namesWallet, walletFilters } from './find-logs.ts';
import { addTraced } from './find-native.ts';
import { type Finding, type Findings, findingFor } from './findings.ts';

/** What whole blocks hold of the wallet. Needs trace_block and eth_getBlockReceipts. */
export async function findInSharedBlocks(
  blocks: BlockReader,
  wallet: Address,
  range: BlockRange,
  signal: AbortSignal | undefined,
): Promise<Findings> {
  const byHash = new Map<Hash, Finding>();
  const filters = walletFilters(wallet);
  const links: BlockLink[] = [];
  const credits: ChainCredit[] = [];
  const numbers = Array.from(
    { length: range.toBlock - range.fromBlock + 1 },
    (_, index) => range.fromBlock + index,
  );
  const loaded = await Promise.all(
    numbers.map((blockNumber) =>
      Promise.all([
        blocks.block(blockNumber, signal),
        blocks.receipts(blockNumber, signal),
        blocks.traced(blockNumber, signal),
      ]),
    ),
  );
  for (const [block, receipts, { transactions: traces, rewards }] of loaded) {
    links.push({ number: block.number, hash: block.hash, parentHash: block.parentHash });
    checkReceiptsOf(block, receipts);
    checkTracesOf(block, traces);
    credits.push(...rewardsOf(wallet, block, rewards));
    for (const [index, transaction] of block.transactions.entries()) {
      const receipt = receipts[index];
      if (receipt === undefined) continue;
      const logIndexes = receipt.logs.filter((log) => namesWallet(log, filters)).map((log) => log.logIndex);
      if (transaction.from !== wallet && transaction.to !== wallet && logIndexes.length === 0) continue;
      const seen = { hash: transaction.hash, blockNumber: block.number, blockHash: block.hash };
      findingFor(byHash, seen).logIndexes = logIndexes;
    }
    addTraced(byHash, traces, wallet, block.number, block.hash);
    for (const [index, transaction] of block.transactions.entries()) {
      const finding = byHash.get(transaction.hash);
      const receipt = receipts[index];
      if (finding === undefined || receipt === undefined) continue;
      finding.transaction = transaction;
      finding.receipt = receipt;
    }
  }
  return { byHash, credits, links };
}

/** What the block itself paid the wallet, numbered in the order of the traces. */
function rewardsOf(wallet: Address, block: Block, rewards: TracedBlock['rewards']): ChainCredit[] {
  const { number: blockNumber, hash: blockHash, timestamp } = block;
  return rewards
    .filter(({ author }) => author === wallet)
    .map(({ value }, index) => ({
      ...{ kind: 'reward', index, address: wallet, value, blockNumber, blockHash, timestamp },
    }));
}

/** Throws RetryableError unless there is a receipt of each of the block's transactions, in order, and of this very block. */
export function checkReceiptsOf(block: Block, receipts: readonly RpcReceipt[]): void {
  if (receipts.length !== block.transactions.length) {
    throw new RetryableError(
      `eth_getBlockReceipts: ${receipts.length} receipts for ${block.transactions.length} transactions of block ${block.number}`,
    );
  }
  for (const [index, { hash }] of block.transactions.entries()) {
    const receipt = receipts[index];
    if (receipt?.transactionHash !== hash || receipt.blockHash !== block.hash) {
      throw new RetryableError(
        `the receipts of block ${block.number} are of another block than ${block.hash}`,
      );
    }
  }
}

/** Throws RetryableError for traces of another block, and where there are none although every transaction has some. */
export function checkTracesOf(block: Block, traced: readonly TracedTransaction[]): void {
  if (traced.length === 0 && block.transactions.length > 0) {
    throw new RetryableError(`no traces of block ${block.number} yet`);
  }
  if (traced.some(({ blockHash }) => blockHash !== null && blockHash !== block.hash)) {
    throw new RetryableError(`traces of block ${block.number} are of another block than its transactions`);
  }
}
