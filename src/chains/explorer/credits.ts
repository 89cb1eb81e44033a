/** Native value without a transaction: withdrawals, rewards of mined blocks and the genesis block, with the blocks they are in. */
import type { Address, ChainCredit } from '../../domain/model.ts';
import type { BlockReference } from '../definitions/chain-source.ts';
import type { ChainView } from './chain-view.ts';
import type { Discovery } from './lists/discover.ts';

/** The credits of a discovery, genesis first. No row tells the hash of its block, so each block is read once. */
export async function readCredits(
  view: ChainView,
  address: Address,
  found: Discovery,
  signal?: AbortSignal,
): Promise<ChainCredit[]> {
  const rows = [
    ...found.genesis.map((row) => ({ ...row, kind: 'genesis' as const, index: 0 })),
    ...found.withdrawals.map((row) => ({ ...row, kind: 'withdrawal' as const })),
    // A block and an uncle of the same height may both be the wallet's.
    ...found.rewards.map((row) => ({ ...row, kind: 'reward' as const, index: row.isUncle ? 1 : 0 })),
  ];
  const blocks = new Map<number, BlockReference>();
  const credits: ChainCredit[] = [];
  for (const { kind, index, value, blockNumber, timestamp } of rows) {
    if (value === 0n) continue;
    const block = blocks.get(blockNumber) ?? (await view.presentBlock(blockNumber, signal));
    blocks.set(blockNumber, block);
    // Mainnet's genesis block says 1970; explorers give it the time of the start.
    const time = block.timestamp === 0 ? (timestamp ?? 0) : block.timestamp;
    credits.push({ kind, index, address, value, blockNumber, blockHash: block.hash, timestamp: time });
  }
  return credits;
}
