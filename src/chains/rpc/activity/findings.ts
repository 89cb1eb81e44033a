/** What discovery found of one wallet in a range: transactions to be loaded, by hash, with what is known of each. */
import type { ChainCredit, Hash, InternalCall } from '../../../domain/model.ts';
import { RetryableError } from '../../../errors.ts';
import type { RpcReceipt, RpcTransaction } from '../client/schemas.ts';
import type { BlockLink, Find } from '../sharing/finds.ts';

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
  /** The blocks that were read: they must be one chain that ends where the range does. */
  links: BlockLink[];
}

/**
 * Throws RetryableError unless three things hold. Blocks that follow each other are parent and child. The end of the range, if
 * it is among the blocks, is the end that was verified. What was found is of these very blocks. Blocks remembered from before a
 * re-org do not pass.
 *
 * @param before The block before the range, where it is stored already.
 * @param found Transactions and credits of the range.
 */
export function checkLinks(
  links: readonly BlockLink[],
  {
    before,
    end,
    found,
  }: {
    before: { number: number; hash: Hash } | null;
    end: { number: number; hash: Hash };
    found: readonly { blockNumber: number; blockHash: Hash }[];
  },
): void {
  const hashes = new Map(links.map((link) => [link.number, link.hash]));
  if (before !== null) hashes.set(before.number, before.hash);
  for (const { number, hash, parentHash } of links) {
    if (hashes.get(number) !== hash || (hashes.get(number - 1) ?? parentHash) !== parentHash) {
      throw new RetryableError(`blocks ${number - 1} and ${number} are not of one chain: a re-org`);
    }
  }
  const last = hashes.get(end.number);
  if (last !== undefined) checkEnd({ number: end.number, hash: last }, end);
  for (const { blockNumber, blockHash } of found) {
    if ((hashes.get(blockNumber) ?? blockHash) !== blockHash) {
      throw new RetryableError(`what was found in block ${blockNumber} is of another block: a re-org`);
    }
  }
}

/** Of a single block: nothing to check unless it is the end of the range. */
export function checkEnd(block: { number: number; hash: Hash }, end: { number: number; hash: Hash }): void {
  if (block.number === end.number && block.hash !== end.hash) {
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

/** Adds what a search has told of the transactions. */
export function addFinds(byHash: Map<Hash, Finding>, finds: readonly Find[]): void {
  for (const { hash, blockNumber, blockHash, logIndex, internalCalls, transaction } of finds) {
    const finding = findingFor(byHash, { hash, blockNumber, blockHash });
    if (logIndex !== undefined) finding.logIndexes.push(logIndex);
    if (internalCalls !== undefined) finding.internalCalls = internalCalls;
    if (transaction !== undefined) finding.transaction = transaction;
  }
}
