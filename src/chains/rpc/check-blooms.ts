/**
 * Nodes have been seen to leave logs out of eth_getLogs without an error. In a short range the blocks' own Bloom filters
 * tell where to look: there the receipts are read, and what they hold of the wallet is found after all.
 */
import type { Address } from '../../domain/model.ts';
import { RetryableError } from '../../errors.ts';
import type { BlockReader } from './blocks.ts';
import { explainsBloom, mayContain } from './bloom.ts';
import { addressTopic, namesWallet, signatureTopics, walletFilters } from './find-logs.ts';
import type { BlockRange } from './ranges.ts';
import type { RpcLog } from './schemas.ts';

/** The logs that name the wallet in the blocks of the range, by the receipts of those blocks whose filter suggests any. */
export async function logsByBloom(
  blocks: BlockReader,
  wallet: Address,
  range: BlockRange,
  signal: AbortSignal | undefined,
): Promise<RpcLog[]> {
  const numbers = Array.from(
    { length: range.toBlock - range.fromBlock + 1 },
    (_, index) => range.fromBlock + index,
  );
  const found = await Promise.all(numbers.map((number) => logsOfBlock(blocks, wallet, number, signal)));
  return found.flat();
}

async function logsOfBlock(
  blocks: BlockReader,
  wallet: Address,
  blockNumber: number,
  signal: AbortSignal | undefined,
): Promise<RpcLog[]> {
  const { hash, logsBloom } = await blocks.header(blockNumber, signal);
  if (logsBloom == null || !mayContain(logsBloom, addressTopic(wallet))) return [];
  if (!signatureTopics.some((topic) => mayContain(logsBloom, topic))) return [];
  const receipts = await blocks.receipts(blockNumber, signal);
  const logs = receipts.flatMap((receipt) => receipt.logs);
  // Also where the list of receipts itself is short.
  if (receipts.some((receipt) => receipt.blockHash !== hash) || !explainsBloom(logs, logsBloom)) {
    throw new RetryableError(
      `eth_getBlockReceipts: the receipts of block ${blockNumber} do not have all logs of block ${hash}`,
    );
  }
  const filters = walletFilters(wallet);
  return logs.filter((log) => namesWallet(log, filters));
}
