/**
 * Prices as they are kept: one per token and hour, for ever, and the last good one of each token held. A failure never
 * takes the place of a price. Where nobody knew a price, that is kept, too, with the moment at which to ask again.
 */
import type pg from 'pg';
import type { ContractKey } from '../../domain/ids.ts';
import { zeroAddress } from '../../domain/model.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows, type RowReader, storedNow, withTransaction } from '../connection/sql.ts';
import { renewMarketLooks } from '../history/judging/token-markets.ts';
import { queueAllPricing } from '../queues/pricing-queue.ts';
import { notePriceChange, notePricesLost } from './price-changes.ts';

/** A token in one hour (whole hours since 1970). */
export type PriceKey = ContractKey & { hour: number };

/** Plain data, ready for JSON: what each source said. */
export type ProvenanceJson = Readonly<Record<string, unknown>>;

export interface KnownPrice {
  /** USD per unit, exact decimal text. */
  price: string;
  /** Unix seconds. */
  observedAt: number;
  source: string;
  confidence: number;
}

export type HourlyPrice = PriceKey & KnownPrice & { provenance: ProvenanceJson };

/** That no source had a price. `retryInMs`: the pause before the first repetition; it doubles with each, up to a month. */
export type MissingPrice = PriceKey & {
  provenance: ProvenanceJson;
  retryInMs: number;
  /** A source was down: it may know yet. */
  isFault?: boolean;
};

const longestRetryMs = 30 * 86_400_000;
/** After so many questions in vain (with their pauses an hour) the price of a former rule stays. */
const renewalAttempts = 6;

/**
 * What is stored for an hour. `known` null: nobody knew; `retryInMs` is then how long not to ask (0: now). `isOutdated`: it is
 * of a former rule and to be asked for again, when `retryInMs` is over.
 */
export type StoredPrice = PriceKey & { known: KnownPrice | null; retryInMs: number; isOutdated: boolean };

export const keyColumns = (keys: readonly ContractKey[]): unknown[] => [
  keys.map(({ chainId }) => chainId),
  keys.map(({ address }) => address),
];
export const hourlyColumns = (keys: readonly PriceKey[]): unknown[] => [
  ...keyColumns(keys),
  keys.map(({ hour }) => hour),
];

export const readKnown = (row: RowReader): KnownPrice => ({
  price: row.text(),
  observedAt: row.integer(),
  source: row.text(),
  confidence: Number(row.text()),
});

/** What is stored of these hours; hours of which nothing is known are left out. */
export async function findPrices(database: Database, keys: readonly PriceKey[]): Promise<StoredPrice[]> {
  if (keys.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT chain_id, address, hour, price IS NOT NULL, is_outdated,
       coalesce(greatest(ceil(extract(epoch FROM retry_at - ${storedNow}) * 1000), 0), 0)::bigint,
       price, observed_at, source, confidence
     FROM unnest($1::int[], $2::text[], $3::int[]) wanted (chain_id, address, hour)
     JOIN price USING (chain_id, address, hour)`,
    hourlyColumns(keys),
    (row) => {
      const key = { chainId: row.integer(), address: hexOf(row.text()), hour: row.integer() };
      const isKnown = row.boolean();
      const isOutdated = row.boolean();
      const retryInMs = row.integer();
      return { ...key, known: isKnown ? readKnown(row) : null, retryInMs, isOutdated };
    },
  );
}

/**
 * Stores what was found and what was not. A price that is there already stays as it is, unless it is of a former rule.
 * @param rateTokens the currencies' tokens: ledgers rest on their hourly prices, as on those of native coins, and follow
 */
export async function storePrices(
  database: Database,
  found: readonly HourlyPrice[],
  missing: readonly MissingPrice[] = [],
  rateTokens: readonly ContractKey[] = [],
): Promise<void> {
  if (found.length > 0) await database.transaction((client) => storeFound(client, found, rateTokens));
  if (missing.length > 0) await database.transaction((client) => storeMissing(client, missing));
}

async function storeFound(
  client: pg.PoolClient,
  found: readonly HourlyPrice[],
  rateTokens: readonly ContractKey[],
): Promise<void> {
  const stored = await queryRows(
    client,
    `INSERT INTO price (chain_id, address, hour, price, observed_at, source, confidence, provenance)
       SELECT * FROM unnest($1::int[], $2::text[], $3::int[], $4::numeric[], $5::bigint[], $6::text[], $7::float8[], $8::jsonb[])
       ON CONFLICT (chain_id, address, hour) DO UPDATE SET price = excluded.price, observed_at = excluded.observed_at,
         source = excluded.source, confidence = excluded.confidence, provenance = excluded.provenance,
         retry_at = NULL, updated_at = now(), is_outdated = false
       WHERE price.price IS NULL OR price.is_outdated RETURNING chain_id, address, hour`,
    [...hourlyColumns(found), ...knownColumns(found)],
    (row) => ({ chainId: row.integer(), address: hexOf(row.text()), hour: row.integer() }),
  );
  const rates = stored.filter(
    ({ chainId, address }) =>
      address === zeroAddress ||
      rateTokens.some((token) => token.chainId === chainId && token.address === address),
  );
  await notePriceChange(
    client,
    rates.map(({ hour }) => hour),
  );
}

async function storeMissing(client: pg.PoolClient, missing: readonly MissingPrice[]): Promise<void> {
  await client.query(
    `INSERT INTO price (chain_id, address, hour, provenance, retry_at, attempts)
     SELECT chain_id, address, hour, provenance, ${storedNow} + retry * interval '1 millisecond', 1
     FROM unnest($1::int[], $2::text[], $3::int[], $4::jsonb[], $5::float8[])
       missing (chain_id, address, hour, provenance, retry)
     ON CONFLICT (chain_id, address, hour) DO UPDATE SET updated_at = now(), attempts = price.attempts + 1,
       provenance = CASE WHEN price.price IS NULL THEN excluded.provenance ELSE price.provenance END,
       retry_at = now() + least((excluded.retry_at - ${storedNow}) * power(2, least(price.attempts, 10)), $6 * interval '1 millisecond')
     WHERE price.price IS NULL OR price.is_outdated`,
    [
      ...hourlyColumns(missing),
      missing.map(({ provenance }) => JSON.stringify(provenance)),
      missing.map(({ retryInMs }) => retryInMs),
      longestRetryMs,
    ],
  );
  await client.query(
    `UPDATE price SET is_outdated = false, retry_at = NULL
     FROM unnest($1::int[], $2::text[], $3::int[], $4::boolean[]) missing (chain_id, address, hour, is_fault)
     WHERE price.chain_id = missing.chain_id AND price.address = missing.address AND price.hour = missing.hour
       AND price.is_outdated AND price.price IS NOT NULL AND NOT (is_fault AND attempts < $5)`,
    [...hourlyColumns(missing), missing.map(({ isFault = false }) => isFault), renewalAttempts],
  );
}

const knownColumns = (rows: readonly (KnownPrice & { provenance: ProvenanceJson })[]): unknown[] => [
  rows.map(({ price }) => price),
  rows.map(({ observedAt }) => observedAt),
  rows.map(({ source }) => source),
  rows.map(({ confidence }) => confidence),
  rows.map(({ provenance }) => JSON.stringify(provenance)),
];

/** The price of a token now, and whence it is. */
export type CurrentPrice = ContractKey & KnownPrice & { provenance: ProvenanceJson };

/** Stores prices of now; one that stands for an earlier moment than the stored one changes nothing. */
export async function storeCurrentPrices(database: Database, prices: readonly CurrentPrice[]): Promise<void> {
  if (prices.length === 0) return;
  await database.transaction((client) =>
    client.query(
      `INSERT INTO current_price (chain_id, address, price, observed_at, source, confidence, provenance)
     SELECT * FROM unnest($1::int[], $2::text[], $3::numeric[], $4::bigint[], $5::text[], $6::float8[], $7::jsonb[])
     ON CONFLICT (chain_id, address) DO UPDATE SET price = excluded.price, observed_at = excluded.observed_at,
       source = excluded.source, confidence = excluded.confidence, provenance = excluded.provenance, updated_at = now()
     WHERE current_price.observed_at <= excluded.observed_at`,
      [...keyColumns(prices), ...knownColumns(prices)],
    ),
  );
}

/**
 * Notes which sources are asked, and when they are others than before, lets everything that nobody knew be asked again.
 * @param sources a text that is the same for the same configuration; without secrets
 */
export async function noteSources(database: Database, sources: string): Promise<boolean> {
  return withTransaction(database.pool, async (client) => {
    const { rowCount } = await client.query(
      `INSERT INTO setting (name, value) VALUES ('price_sources', $1)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE setting.value <> excluded.value`,
      [sources],
    );
    if (rowCount === 0) return false;
    await client.query('UPDATE price SET retry_at = now(), attempts = 0 WHERE price IS NULL');
    await queueAllPricing(client);
    await renewMarketLooks(client);
    return true;
  });
}

/** Deletes the prices of a chain's tokens, and says so to the ledgers that rest on them. */
export async function forgetPrices(client: pg.PoolClient, chainId: number): Promise<void> {
  await client.query('DELETE FROM price WHERE chain_id = $1', [chainId]);
  await client.query('DELETE FROM current_price WHERE chain_id = $1', [chainId]);
  await notePricesLost(client);
}
