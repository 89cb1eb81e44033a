/** Prices of a former rule: which are to be asked for again, and whether the transfers have what came of it. */
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { findSetting } from '../connection/settings.ts';
import { queryRows, storedNow } from '../connection/sql.ts';
import { notePricesLost } from './price-changes.ts';
import type { PriceKey } from './price-rows.ts';

/** Made by the migration that outdates prices; gone when the transfers have the new ones. */
const renewal = 'price_renewal';
const isOutdated = 'is_outdated AND price IS NOT NULL';

export async function isRenewalOpen(database: Database): Promise<boolean> {
  return (await findSetting(database, renewal)) !== null;
}

/** Hours whose price is to be asked for again now. */
export async function findOutdatedPrices(database: Database, limit: number): Promise<PriceKey[]> {
  return queryRows(
    database.pool,
    `SELECT chain_id, address, hour FROM price WHERE ${isOutdated} AND (retry_at IS NULL OR retry_at <= ${storedNow})
     ORDER BY chain_id, address, hour LIMIT $1`,
    [limit],
    (row) => ({ chainId: row.integer(), address: hexOf(row.text()), hour: row.integer() }),
  );
}

/** In how many milliseconds the next one may be asked for; null: there is none left. */
export async function nextOutdatedInMs(database: Database): Promise<number | null> {
  const [next] = await queryRows(
    database.pool,
    `SELECT ceil(min(greatest(extract(epoch FROM coalesce(retry_at - ${storedNow}, interval '0')), 0)) * 1000)::bigint
     FROM price WHERE ${isOutdated}`,
    [],
    (row) => row.bigintOrNull(),
  );
  return next == null ? null : Number(next);
}

/** The wallets that may have transfers, in order. */
export async function findSyncedWallets(database: Database): Promise<number[]> {
  return queryRows(database.pool, 'SELECT DISTINCT wallet_id FROM sync ORDER BY wallet_id', [], (row) =>
    row.integer(),
  );
}

/** The transfers have the new prices; every ledger is booked anew, for its rates may be others too. */
export async function closeRenewal(database: Database): Promise<void> {
  await database.transaction(async (client) => {
    const { rowCount } = await client.query('DELETE FROM setting WHERE name = $1', [renewal]);
    if (rowCount !== 0) await notePricesLost(client);
  });
}
