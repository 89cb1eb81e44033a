/**
 * Nodes have been seen to leave logs out of eth_getLogs without an error. In a short range the blocks' own Bloom filters
 * tell where to look: there the receipts are read, and what they hold of the wallet is found after all.
 */
import type { Address } from '../../../domain/model.ts';
import { RetryableError } from '../../../errors.ts';
import { explainsBloom, mayContain } from '../client/bloom.ts';
import type { Header, RpcLog } from '../client/schemas.ts';
import type { BlockReader } from './blocks.ts';
import { addressTopic, namesWallet, signatureTopics, walletFilters } from './find-logs.ts';

/** The logs that name the wallet in these blocks, by the receipts of those whose filter suggests any. */
export async function logsByBloom(
  blocks: BlockReader,
  wallet: Address,
  headers: readonly Header[],
  signal: AbortSignal | undefined,
): Promise<RpcLog[]> {
  const found = await Promise.all(headers.map((header) => logsOfBlock(blocks, wallet, header, signal)));
  return found.flat();
}

async function logsOfBlock(
  blocks: BlockReader,
  wallet: Address,
  { number: blockNumber, hash, logsBloom }: Header,
  signal: AbortSignal | undefined,
): Promise<RpcLog[]> {
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
