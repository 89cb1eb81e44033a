/** Which comparison of balances is taken next, and when another one is due. */
import type { Address } from '../../domain/model.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows, storedNow } from '../connection/sql.ts';

/** A wallet on a chain whose balances are to be compared. */
export interface ReconciliationTask {
  walletId: number;
  chainId: number;
  address: Address;
  /** What the claim has set the next one to, in unix milliseconds. It stands there still unless somebody asked for another since. */
  claimedUntilMs: number;
}

/** A comparison waits for wallets that are being loaded from the same node, which somebody waits for, but not for ever. */
const patienceMs = 60_000;

/** A moment in unix milliseconds. The columns keep whole ones: nothing is lost. */
export const millisecondsOf = (column: string): string => `(extract(epoch FROM ${column}) * 1000)::bigint`;

/**
 * Takes the loaded wallet and chain whose comparison has been due for longest, or null. It is due again after
 * `retryMs` unless it is stored before, so that no lease is needed: what two processes compare, they compare alike.
 */
export async function claimReconciliation(
  database: Database,
  request: { chainIds: readonly number[]; retryMs: number },
): Promise<ReconciliationTask | null> {
  const [task] = await queryRows(
    database.pool,
    `WITH due AS (
       SELECT wallet_id, chain_id FROM sync
       WHERE reconcile_at <= ${storedNow} AND loaded_at IS NOT NULL AND chain_id = ANY($1::int[])
         AND EXISTS (SELECT 1 FROM registration WHERE registration.wallet_id = sync.wallet_id)
         AND (reconcile_at <= ${storedNow} - $3 * interval '1 millisecond' OR NOT EXISTS (
           SELECT 1 FROM sync loading
           WHERE loading.chain_id = sync.chain_id AND loading.loaded_at IS NULL AND loading.lease_until > ${storedNow}))
       ORDER BY reconcile_at LIMIT 1 FOR UPDATE SKIP LOCKED
     )
     UPDATE sync SET reconcile_at = now() + $2 * interval '1 millisecond' FROM due, wallet
     WHERE sync.wallet_id = due.wallet_id AND sync.chain_id = due.chain_id AND wallet.id = sync.wallet_id
     RETURNING sync.wallet_id, sync.chain_id, wallet.address, ${millisecondsOf('sync.reconcile_at')}`,
    [request.chainIds, request.retryMs, patienceMs],
    (row) => ({
      ...{ walletId: row.integer(), chainId: row.integer(), address: hexOf(row.text()) },
      claimedUntilMs: row.integer(),
    }),
  );
  return task ?? null;
}

/** In how many milliseconds a comparison is due; 0: one is that has to wait for wallets being loaded. Infinity: none will be. */
export async function nextReconciliationInMs(
  database: Database,
  chainIds: readonly number[],
): Promise<number> {
  const [next] = await queryRows(
    database.pool,
    `SELECT ceil(extract(epoch FROM reconcile_at - ${storedNow}) * 1000)::bigint FROM sync
     WHERE reconcile_at > ${storedNow} - $2 * interval '1 millisecond' AND loaded_at IS NOT NULL AND chain_id = ANY($1::int[])
     ORDER BY reconcile_at LIMIT 1`,
    [chainIds, patienceMs],
    (row) => row.integer(),
  );
  return next === undefined ? Number.POSITIVE_INFINITY : Math.max(0, next);
}
