/**
 * When a wallet that follows its chain's cursor is searched for by itself: once an hour, or at the pace of one a second for all, however
 * long nothing was done.
 */
import type { Database } from '../../connection/database.ts';
import { queryRows, storedNow } from '../../connection/sql.ts';
import type { SyncLease } from '../commit.ts';
import type { BlockPlace } from './chain-cursor.ts';

const everyMs = 3_600_000;
const msPerWallet = 1_000;
/** Of one wallet among so many, in milliseconds. */
const pace = `greatest(${everyMs}::float8, cursor.followers * ${msPerWallet}::float8)`;
/** A check that was not made for so long waits for another turn. */
const overdueMs = 60_000;

/**
 * Lets a wallet go with the cursor, if it stands exactly there and nobody has it leased. One that the cursor has left behind
 * meanwhile is due at once. To be called after the step's own commit.
 */
export async function joinCursor(
  database: Pick<Database, 'pool'>,
  wallet: { walletId: number; chainId: number; fence: bigint },
): Promise<boolean> {
  const [follows] = await queryRows(
    database.pool,
    `WITH cursor AS (SELECT * FROM chain_cursor WHERE chain_id = $2 FOR SHARE),
     met AS (SELECT *, ${pace} * (0.9 + random() / 5) AS check_ms FROM cursor)
     UPDATE sync SET follows = (sync.synced_hash = met.block_hash),
       next_run_at = CASE WHEN sync.synced_hash = met.block_hash THEN now() + met.check_ms * interval '1 millisecond'
         ELSE now() END
     FROM met WHERE sync.wallet_id = $1 AND sync.chain_id = $2 AND sync.fence = $3 AND sync.lease_owner IS NULL
       AND sync.phase = 'FOLLOWING' AND sync.loaded_at IS NOT NULL
       AND (sync.synced_hash = met.block_hash OR sync.synced_block < met.block_number)
     RETURNING follows`,
    [wallet.walletId, wallet.chainId, wallet.fence],
    (row) => row.boolean(),
  );
  return follows ?? false;
}

/** After a pause of the service, what is overdue is spread over the time that all checks take; nothing else waits for it. */
export async function spreadChecks(database: Pick<Database, 'transaction'>, chainId: number): Promise<void> {
  await database.transaction((client) =>
    client.query(
      `UPDATE sync SET next_run_at = now() + random() * ${pace} * interval '1 millisecond' FROM chain_cursor cursor
       WHERE sync.chain_id = $1 AND cursor.chain_id = $1 AND follows AND lease_owner IS NULL
         AND next_run_at < ${storedNow} - $2 * interval '1 millisecond'`,
      [chainId, overdueMs],
    ),
  );
}

/** Gives back a wallet that was leased for a check while its cursor stands still; it has another turn. */
export async function postponeCheck(database: Pick<Database, 'pool'>, lease: SyncLease): Promise<void> {
  await database.pool.query(
    `UPDATE sync SET lease_owner = NULL, lease_until = NULL, next_run_at = now() + random() * ${pace} * interval '1 millisecond'
     FROM chain_cursor cursor
     WHERE sync.wallet_id = $1 AND sync.chain_id = $2 AND sync.fence = $3 AND sync.lease_owner = $4 AND cursor.chain_id = $2`,
    [lease.walletId, lease.chainId, lease.fence, lease.owner],
  );
}

/**
 * Gives back a wallet that was searched for and follows on, nothing having been found: it goes with the cursor as before, and is due
 * for another search in its turn. The next one begins behind the final block up to which this one came; null: at the same.
 * false: the lease was lost, as when the cursor has let the wallet go meanwhile; nothing is written.
 */
export async function settleCheck(
  database: Pick<Database, 'pool'>,
  lease: SyncLease,
  safe: BlockPlace | null,
): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `UPDATE sync SET lease_owner = NULL, lease_until = NULL,
       next_run_at = now() + ${pace} * (0.9 + random() / 5) * interval '1 millisecond',
       synced_block = greatest(sync.synced_block, $5::int), safe_block = greatest(sync.safe_block, $5::int),
       synced_hash = CASE WHEN sync.synced_block >= $5 THEN sync.synced_hash ELSE coalesce($6, sync.synced_hash) END,
       safe_hash = CASE WHEN sync.safe_block >= $5 THEN sync.safe_hash ELSE coalesce($6, sync.safe_hash) END
     FROM chain_cursor cursor
     WHERE sync.wallet_id = $1 AND sync.chain_id = $2 AND sync.fence = $3 AND sync.lease_owner = $4 AND sync.follows
       AND cursor.chain_id = sync.chain_id`,
    [lease.walletId, lease.chainId, lease.fence, lease.owner, safe?.number ?? null, safe?.hash ?? null],
  );
  return rowCount === 1;
}
