/**
 * Transfers that are spam by what the chain shows, and count in a client's ledger as moves between its own wallets. Chain
 * data is the same for every client; these are the client's, and stand beside the runs that found them.
 */
import type { Address } from '../../domain/model.ts';
import { askByWallet, askEachWallet } from '../cluster/wallet-statements.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows } from '../connection/sql.ts';
import { isItemOf } from '../history/columns/transfer-columns.ts';
import type { Queryable } from '../history/ledger-changes.ts';
import { type MovementKey, movementIdOf } from './ledger-rows.ts';

/** A wallet's runs. */
export interface RunsOfWallet {
  readonly walletId: number;
  readonly runIds: readonly bigint[];
}

/** Two columns: each wallet as often as it has runs. */
function runColumns(runs: readonly RunsOfWallet[]): [number[], bigint[]] {
  const rows = runs.flatMap(({ walletId, runIds }) => runIds.map((runId) => ({ walletId, runId })));
  return [rows.map(({ walletId }) => walletId), rows.map(({ runId }) => runId)];
}

const ownerOf = ({ walletId }: { walletId: number }): number => walletId;

/** The wallets that have such transfers in these runs. */
export async function findWalletsWithCleared(
  client: Queryable,
  walletIds: readonly number[],
  runIds: readonly bigint[],
): Promise<number[]> {
  return askEachWallet(client, walletIds, (ids) =>
    queryRows(
      client,
      'SELECT DISTINCT wallet_id FROM ledger_cleared WHERE wallet_id = ANY($1::int[]) AND run_id = ANY($2::bigint[])',
      [ids, runIds],
      (row) => row.integer(),
    ),
  );
}

/** Those of the given transfers, named as movements (movementIdOf). */
export async function findCleared(
  database: Database,
  runs: readonly RunsOfWallet[],
  transfers: readonly MovementKey[],
): Promise<ReadonlySet<string>> {
  if (runs.length === 0 || transfers.length === 0) return new Set();
  const ids = await askByWallet(database.pool, transfers, ownerOf, (own, ofWallet) =>
    queryRows(
      database.pool,
      `SELECT wallet_id, position FROM unnest($1::int[], $2::text[]) wanted (wallet_id, position)
       JOIN ledger_cleared USING (wallet_id, position)
       JOIN unnest($3::int[], $4::bigint[]) run (wallet_id, run_id) USING (wallet_id, run_id)
       WHERE true${ofWallet('ledger_cleared')}`,
      [own.map(ownerOf), own.map(({ position }) => position), ...runColumns(runs)],
      (row) => movementIdOf({ walletId: row.integer(), position: row.text() }),
    ),
  );
  return new Set(ids);
}

/** The transactions of which some transfer is such a one, named as movements. */
export async function findTransactionsWithCleared(
  database: Database,
  runs: readonly RunsOfWallet[],
  transactions: readonly MovementKey[],
): Promise<ReadonlySet<string>> {
  if (runs.length === 0 || transactions.length === 0) return new Set();
  const ids = await askByWallet(database.pool, transactions, ownerOf, (own, ofWallet) =>
    queryRows(
      database.pool,
      `SELECT wallet_id, position FROM unnest($1::int[], $2::text[]) wanted (wallet_id, position)
       WHERE EXISTS (SELECT 1 FROM ledger_cleared cleared
         JOIN unnest($3::int[], $4::bigint[]) run (wallet_id, run_id) USING (wallet_id, run_id)
         WHERE cleared.wallet_id = wanted.wallet_id AND ${isItemOf('cleared', 'wanted')}${ofWallet('cleared')} OFFSET 0)`,
      [own.map(ownerOf), own.map(({ position }) => position), ...runColumns(runs)],
      (row) => movementIdOf({ walletId: row.integer(), position: row.text() }),
    ),
  );
  return new Set(ids);
}

/** What such transfers of one fungible token come to. */
export interface ClearedSum {
  walletId: number;
  chainId: number;
  tokenAddress: Address;
  /** Signed base units. */
  amount: bigint;
  hasOutflow: boolean;
}

export async function sumCleared(
  database: Database,
  runs: readonly RunsOfWallet[],
): Promise<readonly ClearedSum[]> {
  if (runs.length === 0) return [];
  return askByWallet(database.pool, runs, ownerOf, (own, ofWallet) =>
    queryRows(
      database.pool,
      `SELECT wallet_id, chain_id, token_address, sum(amount), bool_or(side = 'outflow')
       FROM unnest($1::int[], $2::bigint[]) run (wallet_id, run_id) JOIN ledger_cleared USING (wallet_id, run_id)
       JOIN transfer USING (wallet_id, position)
       WHERE token_id IS NULL AND spam_reason IS NOT NULL${ofWallet('ledger_cleared')}${ofWallet('transfer')}
       GROUP BY wallet_id, chain_id, token_address`,
      runColumns(own),
      (row) => ({
        ...{ walletId: row.integer(), chainId: row.integer(), tokenAddress: hexOf(row.text()) },
        ...{ amount: row.bigint(), hasOutflow: row.boolean() },
      }),
    ),
  );
}
