/**
 * Whose transfer disposed of something, where it is not the wallet's own: what arrives at one wallet over a bridge disposes of what was
 * lost, or sold for it, of what left another.
 */
import type { Address, Hash } from '../../../domain/model.ts';
import { isTransactionPosition } from '../../../domain/position.ts';
import { askEachWallet } from '../../cluster/wallet-statements.ts';
import type { Database } from '../../connection/database.ts';
import { hexOf } from '../../connection/row-types.ts';
import { queryRows } from '../../connection/sql.ts';
import type { WalletRuns } from '../ledger-reads.ts';
import type { MovementKey } from '../ledger-rows.ts';

/** One that moved something, so that it did not fail. */
export interface Disposer {
  wallet: Address;
  hash: Hash;
}

/** Where something was disposed of, and a run of the ledger that says so. */
export interface DisposedAt {
  runId: bigint;
  position: string;
}

/** Of disposals those that happened in no transaction of the wallet itself, and were no fee. */
export function disposedElsewhere(
  rows: readonly { disposedBy: MovementKey; transaction: unknown }[],
  runs: readonly WalletRuns[],
): DisposedAt[] {
  const runOf = new Map(runs.map(({ walletId, runIds }) => [walletId, runIds.at(-1)]));
  return rows.flatMap(({ transaction, disposedBy: { walletId, position } }) => {
    const runId = runOf.get(walletId);
    const isOwn = transaction !== null || isTransactionPosition(position);
    return isOwn || runId === undefined ? [] : [{ runId, position }];
  });
}

/** Finds a transfer by its position; null: a re-org has taken it away since. */
export type Disposers = (position: string) => Disposer | null;

/** The transfers at these positions, of whichever wallets are booked together. */
export async function findDisposers(database: Database, wanted: readonly DisposedAt[]): Promise<Disposers> {
  if (wanted.length === 0) return () => null;
  const walletIds = await queryRows(
    database.pool,
    'SELECT DISTINCT unnest(wallet_ids) FROM ledger_run WHERE id = ANY($1::bigint[])',
    [[...new Set(wanted.map(({ runId }) => runId))]],
    (row) => row.integer(),
  );
  const positions = [...new Set(wanted.map(({ position }) => position))];
  const [transfers, wallets] = await Promise.all([
    askEachWallet(database.pool, walletIds, (own, ofWallet) =>
      queryRows(
        database.pool,
        `SELECT wallet_id, position, hash FROM transfer
         WHERE wallet_id = ANY($1::int[]) AND position = ANY($2::text[])${ofWallet('transfer')}`,
        [own, positions],
        (row) => ({ walletId: row.integer(), position: row.text(), hash: hexOf(row.text()) }),
      ),
    ),
    queryRows(
      database.pool,
      'SELECT id, address FROM wallet WHERE id = ANY($1::int[])',
      [walletIds],
      (row) => [row.integer(), hexOf(row.text())] as const,
    ),
  ]);
  const addresses = new Map(wallets);
  const found = new Map<string, Disposer>();
  for (const { walletId, position, hash } of transfers) {
    const wallet = addresses.get(walletId);
    if (wallet !== undefined) found.set(position, { wallet, hash });
  }
  return (position) => found.get(position) ?? null;
}
