/** Prices as rates and values are made of them, of tokens and of what stands for the currencies of states. */
import type { ContractKey, FiatCurrency } from '../../domain/ids.ts';
import { fiatOf, fiatTokens } from '../../domain/money/fiat.ts';
import { rateSource } from '../../domain/money/price-sources.ts';
import type { Database } from '../connection/database.ts';
import { hexOf } from '../connection/row-types.ts';
import { queryRows, type ReadFrom } from '../connection/sql.ts';
import { findFiatRates, findLatestFiatRate } from './fiat-rates.ts';
import { hourlyColumns, type KnownPrice, keyColumns, type PriceKey, readKnown } from './price-rows.ts';

/** The newest price of each token that anybody knows, in no particular order; tokens without one are left out. */
export async function findLatestPrices(
  database: Database,
  keys: readonly ContractKey[],
): Promise<(ContractKey & KnownPrice)[]> {
  const { fiats, tokens } = withoutFiats(keys);
  const [ofTokens, ofFiats] = await Promise.all([
    findLatestOfTokens(database, tokens),
    Promise.all(
      fiats.map(async ([key, currency]) => {
        const latest = await findLatestFiatRate(database, currency);
        return latest === null ? [] : [{ chainId: key.chainId, address: key.address, ...latest }];
      }),
    ),
  ]);
  return [...ofTokens, ...ofFiats.flat()];
}

/** Currencies of states have their own rates (fiat-rates.ts). */
function withoutFiats<Key extends ContractKey>(
  keys: readonly Key[],
): { fiats: (readonly [Key, FiatCurrency])[]; tokens: Key[] } {
  const fiats: (readonly [Key, FiatCurrency])[] = [];
  const tokens: Key[] = [];
  for (const key of keys) {
    const currency = fiatOf(key);
    if (currency === null) tokens.push(key);
    else fiats.push([key, currency]);
  }
  return { fiats, tokens };
}

async function findLatestOfTokens(
  database: Database,
  keys: readonly ContractKey[],
): Promise<(ContractKey & KnownPrice)[]> {
  if (keys.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT DISTINCT ON (chain_id, address) chain_id, address, price, observed_at, source, confidence FROM (
       SELECT current_price.chain_id, current_price.address, price, observed_at, source, confidence
       FROM unnest($1::int[], $2::text[]) wanted (chain_id, address) JOIN current_price USING (chain_id, address)
       UNION ALL
       SELECT wanted.chain_id, wanted.address, latest.*
       FROM unnest($1::int[], $2::text[]) wanted (chain_id, address)
       CROSS JOIN LATERAL (
         SELECT price, observed_at, source, confidence FROM price
         WHERE price.chain_id = wanted.chain_id AND price.address = wanted.address AND price IS NOT NULL
         ORDER BY hour DESC LIMIT 1
       ) latest
     ) known ORDER BY chain_id, address, observed_at DESC`,
    keyColumns(keys),
    (row) => ({ chainId: row.integer(), address: hexOf(row.text()), ...readKnown(row) }),
  );
}

/**
 * USD per unit of one token in many hours: the hour's own price, else the last one of the day before it. Hours without
 * either are left out. `isOwn`: the hour's own.
 */
export async function findRates(
  from: ReadFrom,
  token: ContractKey,
  hours: readonly number[],
): Promise<{ hour: number; price: string; isOwn: boolean }[]> {
  if (hours.length === 0) return [];
  const fiat = fiatOf(token);
  if (fiat !== null) return findFiatRates(from, fiat, hours);
  return queryRows(
    from.pool,
    `SELECT wanted.hour, rate.price, rate.hour = wanted.hour FROM unnest($3::int[]) wanted (hour)
     CROSS JOIN LATERAL (
       SELECT price, hour FROM price WHERE chain_id = $1 AND address = $2 AND price.hour <= wanted.hour
         AND price.hour > wanted.hour - 24 AND price IS NOT NULL
       ORDER BY price.hour DESC LIMIT 1
     ) rate`,
    [token.chainId, token.address, hours],
    (row) => ({ hour: row.integer(), price: row.text(), isOwn: row.boolean() }),
  );
}

/**
 * The same of several tokens, each in its own hours, by one statement: the hour's own price, else the last one of the day before
 * it. Keys without either are left out.
 */
export async function findHourlyRates(
  database: Database,
  keys: readonly PriceKey[],
): Promise<(PriceKey & { price: string; source: string })[]> {
  const { fiats, tokens } = withoutFiats(keys);
  const [ofTokens, ...ofFiats] = await Promise.all([
    findHourlyRatesOfTokens(database, tokens),
    ...[...Map.groupBy(fiats, ([, currency]) => currency)].map(async ([currency, own]) => {
      const hours = [...new Set(own.map(([{ hour }]) => hour))];
      const found = await findFiatRates(database, currency, hours);
      return found.map(({ hour, price }) => ({ ...fiatTokens[currency], hour, price, source: rateSource }));
    }),
  ]);
  return [...ofTokens, ...ofFiats.flat()];
}

async function findHourlyRatesOfTokens(
  database: Database,
  keys: readonly PriceKey[],
): Promise<(PriceKey & { price: string; source: string })[]> {
  if (keys.length === 0) return [];
  return queryRows(
    database.pool,
    `SELECT wanted.chain_id, wanted.address, wanted.hour, rate.price, rate.source
     FROM unnest($1::int[], $2::text[], $3::int[]) wanted (chain_id, address, hour)
     CROSS JOIN LATERAL (
       SELECT price, source FROM price WHERE price.chain_id = wanted.chain_id AND price.address = wanted.address
         AND price.hour <= wanted.hour AND price.hour > wanted.hour - 24 AND price IS NOT NULL
       ORDER BY price.hour DESC LIMIT 1
     ) rate`,
    hourlyColumns(keys),
    (row) => ({
      ...{ chainId: row.integer(), address: hexOf(row.text()), hour: row.integer() },
      ...{ price: row.text(), source: row.text() },
    }),
  );
}
