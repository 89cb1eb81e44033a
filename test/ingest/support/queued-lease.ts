/** A lease of a row that waits for its first step, for steps that nothing is stored of. */
import type { SyncLease } from '../../../src/store/sync/commit.ts';

/** @param given What is different */
export const queuedLease = (given: Partial<SyncLease> = {}): SyncLease => ({
  ...{
    walletId: 1,
    chainId: 1,
    address: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    owner: 'test',
    fence: 1n,
    phase: 'QUEUED',
    fromBlock: 0,
  },
  ...{ syncedBlock: null, syncedHash: null, safeBlock: null, safeHash: null, headBlock: null },
  ...{
    loadedAt: null,
    warnings: [],
    historyWarnings: [],
    missing: [],
    error: null,
    errorKind: null,
    attempts: 0,
    nextRunAt: 0,
  },
  ...{
    leaseOwner: 'test',
    leaseUntil: null,
    follows: false,
    createdAt: 0,
    updatedAt: 0,
    staleSince: null,
  },
  ...{ lastMovementAt: null, seenWithinSeconds: null },
  ...given,
});
