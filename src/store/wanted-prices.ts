/** The queue of hours in which a reader lacked a price: readers put them in, the pricing job asks its sources for them. */
import { notify } from './channels.ts';
import type { Database } from './database.ts';
import type { PriceKey } from './prices.ts';
import { hexOf } from './row-types.ts';
import { queryRows } from './sql.ts';

const columnsOf = (keys: readonly PriceKey[]): unknown[] => [
  keys.map(({ chainId }) => chainId),
  keys.map(({ address }) => address),
  keys.map(({ hour }) => hour),
];

/** Queues the hours of which nothing is stored yet, and tells the pricing job. Those that nobody could price are not asked again here. */
export async function wantPrices(database: Database, keys: readonly PriceKey[]): Promise<void> {
  if (keys.length === 0) return;
  const { rowCount } = await database.pool.query(
    `INSERT INTO wanted_price (chain_id, address, hour)
     SELECT DISTINCT chain_id, address, hour FROM unnest($1::int[], $2::text[], $3::int[]) wanted (chain_id, address, hour)
     WHERE NOT EXISTS (SELECT FROM price WHERE price.chain_id = wanted.chain_id AND price.address = wanted.address
       AND price.hour = wanted.hour)
     ON CONFLICT DO NOTHING`,
    columnsOf(keys),
  );
  if (rowCount !== 0) await notify(database.pool, 'wanted_prices', '');
}

/** The oldest of the queue, first asked first. */
export async function findWantedPrices(database: Database, limit: number): Promise<PriceKey[]> {
  return queryRows(
    database.pool,
    `SELECT chain_id, address, hour FROM wanted_price ORDER BY asked_at, chain_id, address, hour LIMIT $1`,
    [limit],
    (row) => ({ chainId: row.integer(), address: hexOf(row.text()), hour: row.integer() }),
  );
}

/** Takes them out of the queue: the sources were asked, and the answers are stored. */
export async function dropWantedPrices(database: Database, keys: readonly PriceKey[]): Promise<void> {
  if (keys.length === 0) return;
  await database.pool.query(
    `DELETE FROM wanted_price USING unnest($1::int[], $2::text[], $3::int[]) done (chain_id, address, hour)
     WHERE wanted_price.chain_id = done.chain_id AND wanted_price.address = done.address
       AND wanted_price.hour = done.hour`,
    columnsOf(keys),
  );
}
