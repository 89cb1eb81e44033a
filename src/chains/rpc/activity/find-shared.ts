/**
 * Following a chain for several wallets: a few whole blocks with receipts and traces, each fetched once for all of them,
 * and searched here instead of on the node.
 */
import type { Address, Hash } from '../../../domain/model.ts';
import { RetryableError } from '../../../errors.ts';
import type { BlockReader } from './blocks.ts';
import { namesWallet, walletFilters } from './find-logs.ts';
import { addTraced } from './find-native.ts';
import { type BlockLink, type Finding, type Findings, findingFor } from './findings.ts';
import type { BlockRange } from './ranges.ts';

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
  const numbers = Array.from(
    { length: range.toBlock - range.fromBlock + 1 },
    (_, index) => range.fromBlock + index,
  );
  const loaded = await Promise.all(
    numbers.map((blockNumber) =>
      Promise.all([
        blocks.block(blockNumber, signal),
        blocks.receipts(blockNumber, signal),
        blocks.traces(blockNumber, signal),
      ]),
    ),
  );
  for (const [block, receipts, traces] of loaded) {
    links.push({ number: block.number, hash: block.hash, parentHash: block.parentHash });
    if (receipts.length !== block.transactions.length) {
      throw new RetryableError(
        `eth_getBlockReceipts: ${receipts.length} receipts for ${block.transactions.length} transactions of block ${block.number}`,
      );
    }
    // Without traces a block that has transactions is one that the node has not traced yet.
    if (traces.length === 0 && block.transactions.length > 0) {
      throw new RetryableError(`trace_block: no traces of block ${block.number} yet`);
    }
    for (const [index, transaction] of block.transactions.entries()) {
      const receipt = receipts[index];
      if (receipt?.transactionHash !== transaction.hash || receipt.blockHash !== block.hash) {
        throw new RetryableError(
          `the receipts of block ${block.number} are of another block than ${block.hash}`,
        );
      }
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
  return { byHash, credits: [], links };
}
