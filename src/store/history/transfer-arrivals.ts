/**
 * In which order rows were stored, which is not the order of their positions: a chain that is added later, a back-fill or a
 * re-org stores older ones after newer ones. One row per commit that stored any: its transactions and transfers
 * of the chain, of which it names the first position. Pages under an anchor leave out by it what was stored later. A chain is loaded
 * from its beginning on, so that nothing of it beyond the first position was stored earlier and is there still.
 */
import { firstOf } from '../../domain/position.ts';
import { askByWallet, askEachWallet } from '../cluster/wallet-statements.ts';
import type { Database } from '../connection/database.ts';
import { queryRows } from '../connection/sql.ts';

/** How long an anchor holds at least. */
export const arrivalsKeptMs = 7 * 86_400_000;

type Queryable = Parameters<typeof queryRows>[0];

/**
 * Says that rows were stored, in the transaction that stores them and after `noteWalletChange`: that holds the wallet's
 * counter until the commit, so that nobody can come in between with a higher version.
 */
export async function noteArrivals(
  client: Queryable,
  at: { walletId: number; chainId: number },
  rows: readonly { position: string }[],
): Promise<void> {
  const first = firstOf(rows.map(({ position }) => position));
  if (first === null) return;
  await client.query(
    `INSERT INTO transfer_arrival (wallet_id, version, previous_version, chain_id, first_position, at)
     SELECT wallet_id, version,
       coalesce((SELECT max(version) FROM transfer_arrival WHERE transfer_arrival.wallet_id = $1), 0),
       $2::int, $3::text, statement_timestamp()
     FROM ledger_input WHERE ledger_input.wallet_id = $1`,
    [at.walletId, at.chainId, first],
  );
}

/**
 * Says, in the transaction that takes rows away and after `noteWalletChange`, that nothing is known of what was stored since any
 * version of before: the rows come again as later ones, and a list that goes on without them would merely end.
 */
export async function forgetArrivals(client: Queryable, walletId: number): Promise<void> {
  await client.query('DELETE FROM transfer_arrival WHERE wallet_id = $1', [walletId]);
  await client.query(
    `INSERT INTO transfer_arrival (wallet_id, version, previous_version, chain_id, first_position, at)
     SELECT wallet_id, version, -1, 0, '', statement_timestamp() FROM ledger_input WHERE ledger_input.wallet_id = $1`,
    [walletId],
  );
}

/** The version of each wallet's last arrival; 0 for those that have none. */
export async function lastArrivals(
  database: Database,
  walletIds: readonly number[],
): Promise<Map<number, bigint>> {
  const rows = await askEachWallet(database.pool, walletIds, (ids, ofWallet) =>
    queryRows(
      database.pool,
      `SELECT wanted.wallet_id, coalesce((SELECT max(version) FROM transfer_arrival
         WHERE transfer_arrival.wallet_id = wanted.wallet_id${ofWallet('transfer_arrival')}), 0)
       FROM unnest($1::int[]) wanted (wallet_id)`,
      [ids],
      (row) => [row.integer(), row.bigint()] as const,
    ),
  );
  return new Map(rows);
}

/**
 * Whether it is known what was stored since the given versions of wallets: none of the arrivals after them was pruned, and
 * none of the versions is still to come.
 */
export async function areArrivalsKnown(
  database: Database,
  since: ReadonlyMap<number, bigint>,
): Promise<boolean> {
  const known = await askByWallet(
    database.pool,
    [...since],
    ([walletId]) => walletId,
    (versions, ofWallet) =>
      queryRows(
        database.pool,
        `SELECT coalesce(
           (SELECT previous_version FROM transfer_arrival WHERE transfer_arrival.wallet_id = since.wallet_id
              AND transfer_arrival.version > since.version${ofWallet('transfer_arrival')} ORDER BY transfer_arrival.version LIMIT 1),
           (SELECT max(version) FROM transfer_arrival
              WHERE transfer_arrival.wallet_id = since.wallet_id${ofWallet('transfer_arrival')}), 0) = since.version
         FROM unnest($1::int[], $2::bigint[]) since (wallet_id, version)`,
        [versions.map(([walletId]) => walletId), versions.map(([, version]) => version)],
        (row) => row.boolean(),
      ),
  );
  return known.every((isKnown) => isKnown);
}

/**
 * Deletes the arrivals of before a moment, but the last of each wallet: by it a reader sees that it has missed some.
 * Answers how many.
 */
export async function pruneArrivals(database: Database, olderThan: Date): Promise<number> {
  const { rowCount } = await database.pool.query(
    `DELETE FROM transfer_arrival old WHERE at < $1 AND EXISTS (
       SELECT 1 FROM transfer_arrival newer WHERE newer.wallet_id = old.wallet_id AND newer.version > old.version)`,
    [olderThan],
  );
  return rowCount ?? 0;
}
