/** The queue of hours in which a reader lacked a price: readers put them in, the pricing job asks its sources for them. */
import { fiatOf } from '../../domain/money/fiat.ts';
import { notify } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows, storedNow } from '../connection/sql.ts';
import type { PriceKey } from './price-rows.ts';

const columnsOf = (keys: readonly PriceKey[]): unknown[] => [
  keys.map(({ chainId }) => chainId),
  keys.map(({ address }) => address),
  keys.map(({ hour }) => hour),
];

/** Hours that wait at most: beyond them points of charts stay as they are until there is room. */
const maximumQueue = 50_000;
/** What somebody waits for in order to go on gets its place even then. */
const maximumUrgentQueue = 60_000;
/** How long an hour waits for sources that are down or out of budget. */
const maximumWait = `interval '24 hours'`;
/** What is urgent goes before everything that was asked for in so long. */
const head = `interval '12 hours'`;

/**
 * Queues the hours whose price is not known, and tells the pricing job. What nobody could price is asked for again when its
 * pause is over. A queue that is full takes no more. In one order, so that readers who want the same hours do not wait for each other
 * in a circle.
 */
export async function wantPrices(
  database: Database,
  wanted: readonly PriceKey[],
  { isUrgent = false }: { isUrgent?: boolean } = {},
): Promise<void> {
  // No source of prices knows the rates of states' currencies: they come by themselves.
  const keys = wanted.filter((key) => fiatOf(key) === null);
  if (keys.length === 0) return;
  const { rowCount } = await database.pool.query(
    `INSERT INTO wanted_price (chain_id, address, hour, asked_at)
     SELECT DISTINCT chain_id, address COLLATE "C" AS address, hour, CASE WHEN $4 THEN now() - ${head} ELSE now() END
     FROM unnest($1::int[], $2::text[], $3::int[]) wanted (chain_id, address, hour)
     WHERE NOT EXISTS (SELECT FROM price WHERE price.chain_id = wanted.chain_id AND price.address = wanted.address
         AND price.hour = wanted.hour AND (price.price IS NOT NULL OR price.retry_at > ${storedNow}))
       AND (SELECT count(*) FROM wanted_price) < $5
     ORDER BY chain_id, address, hour
     ON CONFLICT (chain_id, address, hour) DO UPDATE SET asked_at = excluded.asked_at
     WHERE $4 AND wanted_price.asked_at > excluded.asked_at`,
    [...columnsOf(keys), isUrgent, isUrgent ? maximumUrgentQueue : maximumQueue],
  );
  if (rowCount !== 0) await notify(database.pool, 'prices_wanted', '');
}

/** An hour that is known not to be answered now waits for the end of its pause. */
const withPause = `wanted_price LEFT JOIN price ON price.chain_id = wanted_price.chain_id
  AND price.address = wanted_price.address AND price.hour = wanted_price.hour`;

/** The oldest of the queue that may be asked for now, first asked first. */
export async function findWantedPrices(database: Database, limit: number): Promise<PriceKey[]> {
  return queryRows(
    database.pool,
    `SELECT wanted_price.chain_id, wanted_price.address, wanted_price.hour FROM ${withPause}
     WHERE price.retry_at IS NULL OR price.retry_at <= ${storedNow}
     ORDER BY wanted_price.asked_at, wanted_price.chain_id, wanted_price.address, wanted_price.hour LIMIT $1`,
    [limit],
    (row) => ({ chainId: row.integer(), address: hexOf(row.text()), hour: row.integer() }),
  );
}

/** In how many milliseconds an hour of the queue may be asked for; Infinity: none waits. */
export async function nextWantedInMs(database: Database): Promise<number> {
  const [next] = await queryRows(
    database.pool,
    `SELECT ceil(min(greatest(extract(epoch FROM coalesce(price.retry_at - ${storedNow}, interval '0')), 0)) * 1000)::bigint FROM ${withPause}`,
    [],
    (row) => row.bigintOrNull(),
  );
  return next == null ? Number.POSITIVE_INFINITY : Number(next);
}

/**
 * Takes out of the queue those of the hours whose answer is stored, price or not. Those that a source may yet answer stay:
 * it was down, or had no budget left; until they have waited for a day.
 */
export async function dropAnsweredPrices(database: Database, keys: readonly PriceKey[]): Promise<void> {
  if (keys.length === 0) return;
  await database.transaction((client) =>
    client.query(
      `WITH held AS (
       SELECT wanted_price.chain_id, wanted_price.address, wanted_price.hour
       FROM wanted_price JOIN unnest($1::int[], $2::text[], $3::int[]) done (chain_id, address, hour)
         ON wanted_price.chain_id = done.chain_id AND wanted_price.address = done.address AND wanted_price.hour = done.hour
       WHERE NOT EXISTS (
         SELECT FROM price WHERE price.chain_id = done.chain_id AND price.address = done.address AND price.hour = done.hour
           AND price.price IS NULL AND price.retry_at < wanted_price.asked_at + ${maximumWait})
       -- In the order of those who put them in.
       ORDER BY wanted_price.chain_id, wanted_price.address, wanted_price.hour FOR UPDATE OF wanted_price)
     DELETE FROM wanted_price USING held
     WHERE wanted_price.chain_id = held.chain_id AND wanted_price.address = held.address AND wanted_price.hour = held.hour`,
      columnsOf(keys),
    ),
  );
}
