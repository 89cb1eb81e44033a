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
