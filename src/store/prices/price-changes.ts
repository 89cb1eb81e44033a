/**
 * What has changed of the hourly prices since a ledger was booked, and from which position on: as history/ledger-changes.ts has it of
 * wallets. It lies where the prices lie.
 */
import { firstOf, timePosition } from '../../domain/position.ts';
import type { Database } from '../connection/database.ts';
import { queryRows } from '../connection/sql.ts';
import { firstPosition, keptChanges, type Queryable } from '../history/ledger-changes.ts';

/** The only row of `price_version`. */
const pricesId = 1;

const secondsPerHour = 3_600;
/** A price stands in for those that are missing in the hours of the day after it (findRates in price-rows.ts). */
const hoursOfPrice = 24;

/** @param until Nothing changes at this position or later; null: anything may, since prices are gone. */
async function note(client: Queryable, from: string, until: string | null): Promise<void> {
  await client.query(
    `WITH raised AS (
       INSERT INTO price_version (id, version) VALUES ($1, 1)
       ON CONFLICT (id) DO UPDATE SET version = price_version.version + 1 RETURNING version
     ), trimmed AS (
       DELETE FROM price_change USING raised
       WHERE price_change.version <= raised.version - $4 AND until_position IS NOT NULL
     )
     INSERT INTO price_change (version, from_position, until_position) SELECT version, $2, $3 FROM raised`,
    [pricesId, from, until, keptChanges],
  );
}

/** Says that there are new hourly prices in these hours (whole hours since 1970), which were unknown before. */
export async function notePriceChange(client: Queryable, hours: readonly number[]): Promise<void> {
  if (hours.length === 0) return;
  const [first, last] = hours.reduce(
    ([low, high], hour) => [Math.min(low, hour), Math.max(high, hour)],
    [Number.MAX_SAFE_INTEGER, 0],
  );
  await note(client, hourPosition(first), hourPosition(last + hoursOfPrice));
}

/** Says that prices which ledgers may rest on are gone. */
export async function notePricesLost(client: Queryable): Promise<void> {
  await note(client, firstPosition, null);
}

/** The first position in an hour. */
export const hourPosition = (hour: number): string => timePosition(hour * secondsPerHour);

// ── Finding out ──

/** Counters of the hourly prices: `known` grows with every change, `lost` when prices were taken away. */
export async function priceVersions(
  database: Pick<Database, 'pool'>,
): Promise<{ known: bigint; lost: bigint }> {
  const [versions] = await queryRows(
    database.pool,
    `SELECT coalesce((SELECT version FROM price_version), 0),
       coalesce((SELECT max(version) FROM price_change WHERE until_position IS NULL), 0)`,
    [],
    (row) => ({ known: row.bigint(), lost: row.bigint() }),
  );
  return versions ?? { known: 0n, lost: 0n };
}

/** The counter alone. */
export async function priceVersion(client: Queryable): Promise<bigint> {
  const [version] = await queryRows(client, 'SELECT version FROM price_version', [], (row) => row.bigint());
  return version ?? 0n;
}

/** Whether a price came that a row `current` of ledger_wallet lacked, or one was taken away: a fragment of a condition. */
export const pricesChanged = `(
  current.price_version < (SELECT max(version) FROM price_change WHERE until_position IS NULL)
  OR (current.price_gap_from IS NOT NULL
    AND current.price_version < (SELECT version FROM price_version)
    AND (NOT EXISTS (SELECT 1 FROM price_change change WHERE change.version = current.price_version + 1)
      OR EXISTS (SELECT 1 FROM price_change change
        WHERE change.version > current.price_version AND change.until_position > current.price_gap_from))))`;

/** Of which prices a ledger was made. */
export interface BookedPrices {
  readonly priceVersion: bigint;
  /** From where on prices were missing that may come; null: none were. */
  readonly priceGapFrom: string | null;
}

/** From which position on the prices of a ledger may have changed; null: nowhere; '' where that is not known any more. */
export async function findPricesChangedFrom(client: Queryable, booked: BookedPrices): Promise<string | null> {
  const found = await queryRows(
    client,
    `SELECT min(from_position) FROM (SELECT CASE WHEN until_position IS NULL THEN from_position ELSE greatest(from_position, $2::text COLLATE "C") END AS from_position
       FROM price_change WHERE version > $1 AND (until_position IS NULL OR until_position > $2)
     UNION ALL
     SELECT '' FROM price_version WHERE $2::text IS NOT NULL AND $1 < version
       AND NOT EXISTS (SELECT 1 FROM price_change next WHERE next.version = $1::bigint + 1)) changes`,
    [booked.priceVersion, booked.priceGapFrom],
    (row) => row.textOrNull(),
  );
  return firstOf(found);
}
