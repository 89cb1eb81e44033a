/**
 * Whose transfer disposed of something, where it is not the wallet's own: what arrives at one wallet over a bridge disposes of what was
 * lost, or sold for it, of what left another.
 */
import type { TransferKey } from '../../../domain/ids.ts';
import { isTransactionPosition } from '../../../domain/position.ts';
import type { Database } from '../../connection/database.ts';
import { queryRows } from '../../connection/sql.ts';
import { findMovementKeys, type WalletRuns } from '../ledger-reads.ts';
import type { MovementKey } from '../ledger-rows.ts';

/** Finds a transfer by its position; null: a re-org has taken it away since. */
export type Disposers = (position: string) => TransferKey | null;

/**
 * The transfers that disposed of what the wallets have no transfer of, of whichever wallet is booked together with them. Fees are nobody's
 * transfers.
 */
export async function findDisposers(
  database: Database,
  disposals: readonly MovementKey[],
  runs: readonly WalletRuns[],
): Promise<Disposers> {
  const wanted = disposals.filter(({ position }) => !isTransactionPosition(position));
  if (wanted.length === 0) return () => null;
  const owners = new Set(wanted.map(({ walletId }) => walletId));
  const fellows = await queryRows(
    database.pool,
    'SELECT DISTINCT unnest(wallet_ids) FROM ledger_run WHERE id = ANY($1::bigint[])',
    [runs.flatMap(({ walletId, runIds }) => (owners.has(walletId) ? runIds.slice(-1) : []))],
    (row) => row.integer(),
  );
  const positions = [...new Set(wanted.map(({ position }) => position))];
  const places = positions.flatMap((position) => fellows.map((walletId) => ({ walletId, position })));
  const keys = await findMovementKeys(database, places);
  const found = new Map(
    keys.flatMap((key, index) => (key === null ? [] : [[places[index]?.position, key] as const])),
  );
  return (position) => found.get(position) ?? null;
}
