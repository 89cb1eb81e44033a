/**
 * Searches for single wallets that follow their chain, as checks of what was read for all: as a rule they find nothing, and a wallet of
 * which nothing was found follows on.
 */
import type { Log } from '../../log.ts';
import type { StepCommit, SyncLease } from '../../store/sync/commit.ts';
import type { BlockPlace } from '../../store/sync/following/chain-cursor.ts';
import type { ChainRuntime } from '../chain-runtime.ts';
import type { FollowEvent } from '../following/follow-round.ts';
import type { StepResult } from './step.ts';

export interface Followed {
  /** The chain's slug. */
  chain: string;
  event: FollowEvent;
  count: number;
}

/** Whether a step of a wallet that follows its chain brought nothing that its row does not say already. */
export function isQuiet(lease: SyncLease, { atHead, commit }: StepResult): boolean {
  const { transactions, transfers, approvals = [], rollbackTo, progress } = commit;
  const { failure, missing = [], warnings = [] } = progress;
  const isFollowing = lease.follows && lease.phase === 'FOLLOWING' && lease.loadedAt !== null;
  const isWell = lease.attempts === 0 && lease.error === null && failure === undefined;
  return (
    isFollowing &&
    isWell &&
    atHead &&
    rollbackTo === undefined &&
    transactions.length + transfers.length + approvals.length === 0 &&
    missing.every((part) => lease.missing.includes(part)) &&
    warnings.every((warning) => lease.warnings.includes(warning))
  );
}

/** The final block up to which a step came; null: none is known. */
export function finalBlockOf({ commit: { progress } }: StepResult): BlockPlace | null {
  const { safeBlock: number, safeHash: hash } = progress;
  return number === null || hash === null ? null : { number, hash };
}

/** A wallet that follows its chain was searched for by itself: nothing of it should be where the chain was read for all. */
export function reportCheck(
  { log, onFollowed }: { log: Log; onFollowed: (what: Followed) => void },
  { chain, lease }: { chain: ChainRuntime; lease: SyncLease },
  { transactions }: StepCommit,
): void {
  const { slug, name } = chain.config;
  onFollowed({ chain: slug, event: 'checks', count: 1 });
  if (transactions.length === 0) return;
  onFollowed({ chain: slug, event: 'missed', count: transactions.length });
  const fields = {
    wallet: lease.address,
    chain: name,
    transactions: transactions.map(({ hash }) => hash).slice(0, 10),
  };
  log.error(fields, 'following the chain for all wallets has missed transactions; they are stored now');
}
