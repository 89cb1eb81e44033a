/**
 * The writer of a wallet's history as the chain tells it. A step's rows, its roll-back, the counters and the cursor are one transaction.
 * It proves the lease before it changes anything. Whenever a process dies, either all of a step is stored or nothing.
 */
import type pg from 'pg';
import type { Address, Hash, SyncPhase, TransactionRecord, TransferRecord } from '../../domain/model.ts';
import type { Database } from '../connection/database.ts';
import { queryRows, type RowReader, storedNow, withTransaction } from '../connection/sql.ts';
import { type ApprovalRecord, storeApprovals } from '../history/approvals.ts';
import type { NewEvent } from '../history/events/stored-events.ts';
import { appendEvents } from '../history/events/wallet-events.ts';
import { anchorWallet } from '../history/ledger-changes.ts';
import { removeAfter } from '../history/wallet-rows.ts';
import { storeChanges } from './store-changes.ts';
import { type SyncRow, shownOfSync } from './sync-rows.ts';

/** A sync row while a worker has it. */
export type SyncLease = SyncRow & { address: Address; owner: string; fence: bigint };

export interface StepCommit {
  /** Rows of blocks after this one are deleted first: a re-org undid them. */
  rollbackTo?: number;
  transactions: readonly TransactionRecord[];
  transfers: readonly TransferRecord[];
  /** The first in this step of each token. */
  approvals?: readonly ApprovalRecord[];
  progress: {
    phase: SyncPhase;
    syncedBlock: number | null;
    syncedHash: Hash | null;
    safeBlock: number | null;
    safeHash: Hash | null;
    headBlock: number | null;
    /** The whole history up to the head is stored. Stays true afterwards. */
    loaded: boolean;
    /** How long ago the head was asked for, where everything up to it is stored; default 0. */
    headAgeMs?: number;
    /** The history counts as stale when so long after the look at the head there was no further one; undefined: never. */
    staleAfterMs?: number;
    /** Why the history counts as FAILED although it is stored as far as the source can tell it; takes `loaded` away. */
    failure?: string;
    /** What the source could not give, added to what the row lacks already. */
    missing?: readonly string[];
    /** Added to the warnings that the row has. */
    warnings?: readonly string[];
    /** When something last moved that is no spam, in unix seconds; null, or left out: nothing in this step. */
    movedAt?: number | null;
    /** Balances are compared with the chain no later than this from now; undefined: whenever they would be. */
    reconcileInMs?: number | undefined;
    /** When the row is due again, where it is given back: while it is held, its place in the indexes stays. */
    nextRunInMs: number;
    /** Give the row back with this commit. */
    release: boolean;
  };
}

const longestStatementMs = 30_000;

/** Stores a step. false: the lease was lost, and nothing is written. */
export async function commitStep(database: Database, lease: SyncLease, step: StepCommit): Promise<boolean> {
  requireOwnRows(lease, step);
  return withTransaction(database.pool, async (client) => {
    // A step is some thousands of rows, and what reads a whole history does it in pieces: no statement has a reason to take longer.
    await client.query(`SET LOCAL statement_timeout = ${longestStatementMs}`);
    const advanced = await advance(client, lease, step);
    if (advanced === null) return false;
    await anchorWallet(client, lease.walletId);
    const removed = step.rollbackTo === undefined ? null : await removeAfter(client, lease, step.rollbackTo);
    await storeApprovals(client, lease, step);
    await storeChanges(client, lease, { rows: step, removed, mayBeOlder: false, isShown: advanced.isShown });
    // Behind what the step stored: clients read the list when they are told that all is there.
    await appendEvents(client, lease.walletId, advanced.events);
    return true;
  });
}

/** A comparison under way sees by it that there is something new: it does not put off what comes after it (reconciliation-rows.ts). */
const aMoment = "CASE WHEN $17::float8 IS NULL THEN interval '0' ELSE interval '1 millisecond' END";

/**
 * Moves the cursor if the lease still holds; the row's lock then keeps everyone else away until the commit. null: it does not.
 * `isShown`: clients see something else of the row than before; `events`: what they are told of it.
 */
async function advance(
  client: pg.PoolClient,
  lease: SyncLease,
  { progress, transfers }: StepCommit,
): Promise<{ isShown: boolean; events: NewEvent[] } | null> {
  const { chainId } = lease;
  const [advanced] = await queryRows(
    client,
    `WITH former AS (SELECT * FROM sync WHERE wallet_id = $1 AND chain_id = $2)
     UPDATE sync SET phase = $5::sync_phase, synced_block = $6, synced_hash = $7, safe_block = $8, safe_hash = $9,
       head_block = $10, error = $15, error_kind = CASE WHEN $15::text IS NOT NULL THEN 'incomplete-source' END,
       head_reached_at = CASE WHEN $18::boolean THEN now() - $19 * interval '1 millisecond' ELSE sync.head_reached_at END,
       stale_at = CASE WHEN NOT $18::boolean THEN sync.stale_at WHEN $20::float8 IS NULL THEN 'infinity'
         ELSE now() + ($20 - $19) * interval '1 millisecond' END,
       loaded_at = CASE WHEN $15::text IS NOT NULL THEN NULL WHEN $11::boolean THEN coalesce(sync.loaded_at, now()) ELSE sync.loaded_at END,
       missing = (SELECT coalesce(array_agg(DISTINCT part ORDER BY part), '{}') FROM unnest(sync.missing || $16::text[]) part),
       reconcile_at = CASE WHEN $11::boolean
         THEN least(coalesce(sync.reconcile_at - ${aMoment}, now()), now() + $17 * interval '1 millisecond') ELSE sync.reconcile_at END,
       warnings = (SELECT coalesce(array_agg(warning ORDER BY place), '{}') FROM (
         SELECT warning, min(place) AS place FROM unnest(sync.warnings || $12::text[]) WITH ORDINALITY listed (warning, place)
         GROUP BY warning ORDER BY min(place) LIMIT 100) united),
       next_run_at = CASE WHEN $14::boolean THEN now() + $13 * interval '1 millisecond' ELSE sync.next_run_at END,
       lease_owner = CASE WHEN $14::boolean THEN NULL ELSE sync.lease_owner END,
       lease_until = CASE WHEN $14::boolean THEN NULL ELSE sync.lease_until END,
       last_movement_at = greatest(sync.last_movement_at, to_timestamp($21::float8)),
       pending_from = least(sync.pending_from, $22::int),
       progress_told_at = CASE WHEN ${isProgressDue} THEN now() ELSE sync.progress_told_at END,
       attempts = 0, follows = false, updated_at = now()
     FROM former WHERE sync.wallet_id = $1 AND sync.chain_id = $2 AND sync.fence = $3 AND sync.lease_owner = $4
     RETURNING ${shownOfSync('sync')} IS DISTINCT FROM ${shownOfSync('former')},
       sync.loaded_at IS NOT NULL AND former.loaded_at IS NULL, sync.phase = 'FAILED' AND former.phase <> 'FAILED',
       sync.progress_told_at IS DISTINCT FROM former.progress_told_at, sync.from_block, sync.synced_block, sync.head_block`,
    [
      lease.walletId,
      lease.chainId,
      lease.fence,
      lease.owner,
      progress.phase,
      progress.syncedBlock,
      progress.syncedHash,
      progress.safeBlock,
      progress.safeHash,
      progress.headBlock,
      progress.loaded,
      progress.warnings ?? [],
      progress.nextRunInMs,
      progress.release,
      progress.failure ?? null,
      progress.missing ?? [],
      progress.reconcileInMs ?? null,
      progress.loaded || progress.failure !== undefined,
      progress.headAgeMs ?? 0,
      progress.staleAfterMs ?? null,
      progress.movedAt ?? null,
      firstPending(transfers, progress.safeBlock),
    ],
    (row) => ({ isShown: row.boolean(), events: readSyncEvents(row, chainId) }),
  );
  return advanced ?? null;
}

/** The lowest block of the transfers that a re-org may still undo; null: there is none. */
function firstPending(transfers: StepCommit['transfers'], safeBlock: number | null): number | null {
  let first: number | null = null;
  for (const { blockNumber } of transfers) {
    if (blockNumber > (safeBlock ?? -1) && blockNumber < (first ?? Number.POSITIVE_INFINITY))
      first = blockNumber;
  }
  return first;
}

/** A history that is being loaded for longer than a minute is told of once a minute. $11: it is loaded, $15: why it cannot be. */
const isProgressDue = `NOT $11::boolean AND $15::text IS NULL AND sync.loaded_at IS NULL
  AND coalesce(sync.progress_told_at, sync.created_at) < ${storedNow} - interval '1 minute'`;

/** What clients are told of the sync row itself. */
function readSyncEvents(row: RowReader, chainId: number): NewEvent[] {
  const [isLoadedNow, isFailedNow, isProgressTold] = [row.boolean(), row.boolean(), row.boolean()];
  const [fromBlock, block, headBlock] = [row.integer(), row.integerOrNull(), row.integerOrNull()];
  const loaded: NewEvent[] = isLoadedNow ? [{ kind: 'wallet.loaded', chainId }] : [];
  const failed: NewEvent[] = isFailedNow
    ? [{ kind: 'wallet.failed', chainId, error: 'incomplete-source' }]
    : [];
  const progress: NewEvent[] = isProgressTold
    ? [{ kind: 'wallet.progress', chainId, progress: { fromBlock, block, headBlock } }]
    : [];
  return [...loaded, ...failed, ...progress];
}

/** A step that carries another wallet's rows is a fault of ours that must not reach the tables. */
function requireOwnRows(lease: SyncLease, step: StepCommit): void {
  for (const row of [...step.transactions, ...step.transfers]) {
    if (row.walletId !== lease.walletId || row.chainId !== lease.chainId) {
      throw new Error(
        `a step of wallet ${lease.walletId} on chain ${lease.chainId} carries a row of wallet ${row.walletId} on chain ` +
          `${row.chainId}`,
      );
    }
  }
}
