/**
 * Which blocks a step fetches, and up to which block what is stored is final after it. With its two checkpoints a row
 * finds out by two look-ups whether what is stored still stands.
 */
import type { BlockPlace, BlockReference } from '../../chains/definitions/chain-source.ts';
import type { Hash } from '../../domain/model.ts';
import { PermanentError, RetryableError } from '../../errors.ts';
import type { SyncLease } from '../../store/sync/commit.ts';
import type { ChainRuntime } from '../chain-runtime.ts';

/** Where the step starts, and what it must undo first. */
export interface StepRange {
  from: number;
  to: number;
  /** Of the block at `from`: the last block that stays stored; null where none is. */
  parentHash: Hash | null;
  rollbackTo: number | undefined;
}

/**
 * The blocks to fetch, after checking that what is stored still stands. What the chain runtime remembers may be older than a
 * re-org; the source therefore checks once more, against `parentHash`, while it fetches.
 *
 * @param isFetched What comes after the stored block is fetched already: whether that stands still (`stillStands`) is found out while the
 * step is made.
 */
export async function nextRange(
  chain: ChainRuntime,
  lease: SyncLease,
  { head, finalBlock, isFetched }: { head: BlockPlace; finalBlock: number; isFetched: boolean },
): Promise<StepRange> {
  if (lease.syncedBlock === null) {
    return {
      from: lease.fromBlock,
      to: finalBlock >= lease.fromBlock ? finalBlock : head.number,
      parentHash: null,
      rollbackTo: undefined,
    };
  }
  if (!isFetched && !(await stillStands(chain, lease, head))) {
    const { number: rollbackTo, hash: parentHash } = await commonBlock(chain, lease);
    return { from: rollbackTo + 1, to: head.number, parentHash, rollbackTo };
  }
  const from = lease.syncedBlock + 1;
  // What follows the chain is expected to have nothing there: it is checked as one piece, so that it is never seen to go back. Where
  // requests are counted, one piece costs half of two.
  const isLookedAt = lease.loadedAt !== null && chain.source.allowance !== undefined;
  const to = from <= finalBlock && !lease.follows && !isLookedAt ? finalBlock : head.number;
  return { from, to, parentHash: lease.syncedHash, rollbackTo: undefined };
}

/** Whether the block up to which the wallet is stored is on the chain still. Throws RetryableError where the node does not have it (yet). */
export async function stillStands(
  chain: ChainRuntime,
  { syncedBlock, syncedHash }: SyncLease,
  head: BlockPlace,
): Promise<boolean> {
  if (syncedBlock === null) return true;
  const block = syncedBlock === head.number ? head : await chain.block(syncedBlock);
  if (block !== null && head.number >= syncedBlock) return block.hash === syncedHash;
  const fault =
    head.number < syncedBlock
      ? `the node stands at block ${head.number}, behind block ${syncedBlock} that`
      : `the node does not have block ${syncedBlock}, which`;
  throw new RetryableError(`${fault} is already stored; waiting for it`, { kind: 'source-behind' });
}

/** The block to roll back to: the last final one, which must still be on the chain; without one, before the beginning. */
async function commonBlock(
  chain: ChainRuntime,
  lease: SyncLease,
): Promise<{ number: number; hash: Hash | null }> {
  if (lease.safeBlock === null) return { number: lease.fromBlock - 1, hash: null };
  const safe = await chain.block(lease.safeBlock);
  // Answered by a node that is far behind the one that told of the new hash: nothing is proved by it.
  if (safe === null) {
    throw new RetryableError(`${chain.source.description}: block ${lease.safeBlock} is not there (yet)`, {
      kind: 'source-behind',
    });
  }
  if (safe.hash !== lease.safeHash) {
    throw new PermanentError(
      `re-org deeper than ${chain.config.confirmations} blocks: block ${lease.safeBlock}, final when stored as ` +
        `${lease.safeHash}, is now ${safe.hash}. If the node is right, run 'wallets reload ${lease.address}'; ` +
        "if not, correct the chain's rpc url",
      { kind: 'deep-reorg' },
    );
  }
  return safe;
}

/** The newest final block that the stored rows reach. */
export async function safeCheckpoint(
  chain: ChainRuntime,
  lease: SyncLease,
  { reached, finalBlock }: { reached: BlockReference; finalBlock: number },
): Promise<BlockPlace | null> {
  if (reached.number <= finalBlock) return reached;
  const known =
    lease.safeBlock === null || lease.safeHash === null
      ? null
      : { number: lease.safeBlock, hash: lease.safeHash };
  if (finalBlock < lease.fromBlock || (known !== null && known.number >= finalBlock)) return known;
  const block = await chain.block(finalBlock);
  if (block === null)
    throw new RetryableError(`block ${finalBlock} is gone from ${chain.source.description}`);
  return block;
}
