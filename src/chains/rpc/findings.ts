/** What discovery found of one wallet in a range: transactions to be loaded, by hash, with what is known of each. */
import type { ChainCredit, Hash, InternalCall } from '../../domain/model.ts';
import { RetryableError } from '../../errors.ts';
import type { RpcReceipt, RpcTransaction } from './schemas.ts';

export interface Finding {
  hash: Hash;
  blockNumber: number;
  /** As a log or trace stated it; null where none did. */
  blockHash: Hash | null;
  /** Indexes (in the block) of the logs that led here: the receipt must have them. */
  logIndexes: number[];
  /** Value-moving internal calls from or to the wallet; 'unknown' where only fragments of the trace were seen. */
  internalCalls: readonly InternalCall[] | 'unknown';
  /** Already at hand where whole blocks were read. */
  transaction?: RpcTransaction;
  receipt?: RpcReceipt;
}

export interface Findings {
  byHash: Map<Hash, Finding>;
  credits: ChainCredit[];
  /** The blocks that were read whole: they must be one chain that ends where the range does. */
  wholeBlocks: BlockLink[];
}

/** A block as a link of the chain. */
export interface BlockLink {
  number: number;
  hash: Hash;
  parentHash: Hash;
}

/**
 * Throws RetryableError unless the blocks hang together and the last one, where the end of the range is among them, is
 * the end that was verified. Blocks remembered from before a re-org do not pass.
 */
export function checkLinks(links: readonly BlockLink[], end: { number: number; hash: Hash }): void {
  const byNumber = new Map(links.map((link) => [link.number, link]));
  for (const { number, parentHash } of links) {
    const parent = byNumber.get(number - 1);
    if (parent !== undefined && parent.hash !== parentHash) {
      throw new RetryableError(`blocks ${number - 1} and ${number} are not of one chain: a re-org`);
    }
  }
  checkEnd(byNumber.get(end.number), end);
}

/** The same for a single block: nothing to check unless it is the end of the range. */
export function checkEnd(
  block: { number: number; hash: Hash } | undefined,
  end: { number: number; hash: Hash },
): void {
  if (block?.number === end.number && block.hash !== end.hash) {
    throw new RetryableError(
      `block ${end.number} is not the same for every request: a re-org, or nodes that disagree`,
    );
  }
}

/** The finding for a transaction, made at first sight. Two different block hashes mean a re-org between two answers. */
export function findingFor(
  byHash: Map<Hash, Finding>,
  seen: { hash: Hash; blockNumber: number; blockHash: Hash | null },
): Finding {
  const known = byHash.get(seen.hash);
  if (known === undefined) {
    const finding: Finding = { ...seen, logIndexes: [], internalCalls: [] };
    byHash.set(seen.hash, finding);
    return finding;
  }
  if (known.blockHash !== null && seen.blockHash !== null && known.blockHash !== seen.blockHash) {
    throw new RetryableError(
      `transaction ${seen.hash} was seen in two blocks: the chain re-organised meanwhile`,
    );
  }
  known.blockHash ??= seen.blockHash;
  return known;
}
