/** How a wallet stands on a chain, as clients see it. */
import type { SyncRow } from '../../store/sync/sync-rows.ts';
import type { ChainSyncView } from '../model/wallet-view.ts';
import { publicSyncError } from './sync-errors.ts';

export function isLoaded(sync: SyncRow): boolean {
  return sync.loadedAt !== null && sync.phase !== 'FAILED';
}

/** Nothing is left to wait for. */
export const isSettled = (sync: SyncRow): boolean =>
  sync.phase === 'FAILED' || (isLoaded(sync) && sync.staleSince === null);

/** @param walletCapacity how many wallets the chain's explorer bears */
export function chainSyncView(
  sync: SyncRow,
  blockchain: ChainSyncView['blockchain'],
  walletCapacity: number | null,
): ChainSyncView {
  return {
    blockchain,
    phase: sync.phase === 'FOLLOWING' && sync.staleSince !== null ? 'STALE' : sync.phase,
    percent: percentOf(sync),
    syncedBlock: sync.syncedBlock,
    headBlock: sync.headBlock,
    warnings: sync.warnings,
    error: publicSyncError(sync),
    updatedAt: sync.updatedAt,
    staleSince: sync.staleSince,
    seenWithinSeconds: sync.seenWithinSeconds,
    walletCapacity,
  };
}

/** Rounded down to two digits, so that 100 means all of it; never 100 of a chain whose head may be further by now. */
function percentOf({ fromBlock, syncedBlock, headBlock, phase, staleSince }: SyncRow): number {
  if (syncedBlock === null || headBlock === null) return 0;
  if (syncedBlock >= headBlock) return staleSince !== null || phase === 'FAILED' ? 99.99 : 100;
  const share = Math.max(0, syncedBlock - fromBlock) / (headBlock - fromBlock);
  return Math.floor(share * 10_000) / 100;
}
