/**
 * Which tokens a wallet had let somebody use by the time of a transaction: known from the steps before, and from what
 * comes before it in this one. So a history is judged the same, however it was cut into steps.
 */
import { compareChainPlaces } from '../../domain/chain-order.ts';
import type { Address } from '../../domain/model.ts';
import type { NormalizedTransaction } from '../../domain/normalize/normalized.ts';
import type { Database } from '../../store/connection/database.ts';
import { type ApprovalRecord, findApproved } from '../../store/history/approvals.ts';
import type { SyncLease } from '../../store/sync/commit.ts';

export interface ApprovedTokens {
  /** The first approval of each token in this step, to be stored with it. */
  first: readonly ApprovalRecord[];
  /**
   * Whether the wallet had approved anybody on the token before that transaction or in it. undefined: not known,
   * because the history is loaded from a later block on.
   */
  hasApproved(token: Address, at: NormalizedTransaction): boolean | undefined;
}

/** @param fromBlock Where the step begins: approvals stored from there on are what it replaces. */
export async function readApprovedTokens(
  database: Database,
  lease: SyncLease,
  transactions: readonly NormalizedTransaction[],
  fromBlock: number,
): Promise<ApprovedTokens> {
  const first = firstApprovals(transactions);
  const outgoing = transactions.flatMap(({ movements }) =>
    movements.flatMap(({ side, tokenAddress }) => (side === 'outflow' ? [tokenAddress] : [])),
  );
  const earlier = new Set(
    await findApproved(database, lease, { tokens: [...new Set(outgoing)], beforeBlock: fromBlock }),
  );
  return {
    first: [...first.values()],
    hasApproved(token, { transaction }) {
      if (earlier.has(token)) return true;
      const approval = first.get(token);
      if (approval !== undefined && compareChainPlaces(approval, transaction) <= 0) return true;
      return lease.fromBlock > 0 ? undefined : false;
    },
  };
}

function firstApprovals(transactions: readonly NormalizedTransaction[]): Map<Address, ApprovalRecord> {
  const first = new Map<Address, ApprovalRecord>();
  for (const { approvals, transaction } of transactions) {
    const { blockNumber, transactionIndex } = transaction;
    for (const { token, isRevoke } of approvals) {
      const known = first.get(token);
      if (isRevoke || (known !== undefined && compareChainPlaces(known, transaction) <= 0)) continue;
      first.set(token, { tokenAddress: token, blockNumber, transactionIndex });
    }
  }
  return first;
}
