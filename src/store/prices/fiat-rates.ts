/**
 * Reference rates of states' currencies as the European Central Bank publishes them: what one euro is worth, each business day. Both
 * published numbers are kept; a rate in USD is their quotient.
 */
import { chunk } from '../../domain/chunk.ts';
import type { FiatCurrency } from '../../domain/ids.ts';
import { significantDigits } from '../../domain/money/currencies.ts';
import { type FiatRate, numberedCurrencies } from '../../domain/money/fiat.ts';
import { Decimal } from '../../domain/money/money.ts';
import { rateSource } from '../../domain/money/price-sources.ts';
import { changeOfDays, dayNumber, isFinalRate, longestHoldDays } from '../../domain/time/reference-days.ts';
import { dayText, secondsPerDay } from '../../domain/time/time.ts';
import type { Database } from '../connection/database.ts';
import { queryRows, type ReadFrom } from '../connection/sql.ts';
import type { Queryable } from '../history/ledger-changes.ts';
import { notePriceChange, notePricesLost } from './price-changes.ts';

/** So many days lie between two that have a rate at most, but for what is missing: over Easter five. */
const longestHolidayDays = 7;
const hoursOfDay = 24;
/** So long the newest rate is that of now: over Easter none is published from Friday to Monday. */
const freshDays = 5;
/** Of which the rates are stored together. */
const pieceDays = 100;

const dayOfHour = (hour: number): string => dayText(Math.floor(hour / hoursOfDay));

// ── Storing ──

/** What storing came to. */
export interface StoredFiatRates {
  /** Numbers that are new, and that are others than before. */
  added: number;
  changed: number;
  /** The first and the last day of them, YYYY-MM-DD; null: there are none. */
  first: string | null;
  last: string | null;
}

/**
 * Stores what was published, and tells the ledgers that lacked it, or rest on another number. What is there already changes nothing;
 * other currencies than those that the service knows are left out.
 * @param source `ecb`, or `import`
 */
export async function storeFiatRates(
  database: Database,
  rates: readonly FiatRate[],
  source: string,
): Promise<StoredFiatRates> {
  const kept = rates.filter(({ currency }) => numberedCurrencies.has(currency));
  const byDay = Map.groupBy(kept, ({ day }) => day);
  const newest = (await newestFiatDay(database)) ?? '';
  // Next to what is there first: so nothing between takes another's place, or looks like a day on which none was published.
  const days = [...byDay.keys()].sort();
  const newer = days.filter((day) => day >= newest);
  const older = days.filter((day) => day < newest).reverse();
  const others: OtherRate[] = [];
  for (const piece of [...chunk(newer, pieceDays), ...chunk(older, pieceDays)]) {
    const ofDays = piece.flatMap((day) => byDay.get(day) ?? []);
    others.push(...(await database.transaction((client) => storePiece(client, ofDays, source))));
  }
  const changedDays = [...new Set(others.map(({ day }) => day))]
    .sort((one, other) => one - other)
    .map(dayText);
  const added = others.filter(({ isNew }) => isNew).length;
  return {
    ...{ added, changed: others.length - added },
    ...{ first: changedDays[0] ?? null, last: changedDays.at(-1) ?? null },
  };
}

async function storePiece(
  client: Queryable,
  given: readonly FiatRate[],
  source: string,
): Promise<OtherRate[]> {
  // One number for each currency and day.
  const rates = [...new Map(given.map((rate) => [`${rate.currency} ${rate.day}`, rate])).values()];
  const columns = [
    rates.map(({ currency }) => currency),
    rates.map(({ day }) => day),
    rates.map(({ perEuro }) => perEuro),
  ];
  // One after the other: what each finds there is there when it writes.
  await client.query("SELECT pg_advisory_xact_lock(hashtext('fiat_rate'))");
  const others = await queryRows(
    client,
    `SELECT given.currency, given.day::text, rate.day IS NULL
     FROM unnest($1::text[], $2::date[], $3::numeric[]) given (currency, day, per_euro)
     LEFT JOIN fiat_rate rate ON rate.currency = given.currency AND rate.day = given.day
     WHERE rate.per_euro IS DISTINCT FROM given.per_euro`,
    columns,
    (row) => ({ currency: row.text(), day: dayNumber(row.text()), isNew: row.boolean() }),
  );
  if (others.length === 0) return [];
  const before = await readDays(client, others);
  await client.query(
    `INSERT INTO fiat_rate (currency, day, per_euro, source)
     SELECT currency, day, per_euro, $4 FROM unnest($1::text[], $2::date[], $3::numeric[]) given (currency, day, per_euro)
     ON CONFLICT (currency, day) DO UPDATE SET per_euro = excluded.per_euro, source = excluded.source
     WHERE fiat_rate.per_euro <> excluded.per_euro`,
    [...columns, source],
  );
  await tell(client, others, before);
  return others;
}

interface OtherRate {
  currency: string;
  day: number;
  isNew: boolean;
}

/** The days that have a rate, by currency (USD: those of the euro), near to the others; and the newest of all. */
async function readDays(
  client: Queryable,
  others: readonly OtherRate[],
): Promise<{ near: ReadonlyMap<string, readonly number[]>; newest: ReadonlyMap<string, number> }> {
  const days = others.map(({ day }) => day);
  const [first, last] = [Math.min(...days) - longestHoldDays, Math.max(...days) + longestHoldDays];
  const published = `fiat_rate own JOIN fiat_rate usd ON usd.day = own.day AND usd.currency = 'USD'`;
  const rows = await queryRows(
    client,
    `SELECT own.currency, own.day::text FROM ${published} WHERE own.day BETWEEN $1::date AND $2::date ORDER BY own.day`,
    [dayText(first), dayText(last)],
    (row) => ({ currency: row.text(), day: dayNumber(row.text()) }),
  );
  const newest = await queryRows(
    client,
    `SELECT own.currency, max(own.day)::text FROM ${published} GROUP BY own.currency`,
    [],
    (row) => [row.text(), dayNumber(row.text())] as const,
  );
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  const near = [...byCurrency].map(([currency, own]) => [currency, own.map(({ day }) => day)] as const);
  return { near: new Map(near), newest: new Map(newest) };
}

/** Ledgers know where a rate was missing, or may still become another. What was final for them they do not look for again. */
async function tell(
  client: Queryable,
  others: readonly OtherRate[],
  before: Awaited<ReturnType<typeof readDays>>,
): Promise<void> {
  if (others.some(({ isNew }) => !isNew)) return notePricesLost(client);
  const now = await readDays(client, others);
  const changes = [...now.near].flatMap(([currency, days]) => {
    const known = before.near.get(currency) ?? [];
    return changeOfDays(known, days, before.newest.get(currency) ?? null) ?? [];
  });
  if (changes.some(({ isFinalChanged }) => isFinalChanged)) return notePricesLost(client);
  if (changes.length === 0) return;
  // Told are the hours up to a day behind the last.
  await notePriceChange(client, [
    Math.min(...changes.map(({ firstDay }) => firstDay)) * hoursOfDay,
    Math.max(...changes.map(({ lastDay }) => lastDay)) * hoursOfDay,
  ]);
}

/** The newest day that has a rate, YYYY-MM-DD; null: there is none. */
export async function newestFiatDay(database: Pick<Database, 'pool'>): Promise<string | null> {
  const [day = null] = await queryRows(
    database.pool,
    `SELECT max(day)::text FROM fiat_rate WHERE currency = 'USD'`,
    [],
    (row) => row.textOrNull(),
  );
  return day;
}

/** What is known of each currency, by its name. */
export async function fiatCoverage(
  database: Pick<Database, 'pool'>,
): Promise<{ currency: string; first: string; last: string; days: number }[]> {
  return queryRows(
    database.pool,
    'SELECT currency, min(day)::text, max(day)::text, count(*) FROM fiat_rate GROUP BY currency ORDER BY currency',
    [],
    (row) => ({ currency: row.text(), first: row.text(), last: row.text(), days: row.integer() }),
  );
}

/**
 * The days since `since` that no rate is known of, by currency: where more than a week lies between two that are known, and all behind the
 * last (`to` is null), in order.
 */
export async function findFiatHoles(
  database: Pick<Database, 'pool'>,
  currencies: readonly string[],
  since: string,
): Promise<{ currency: string; from: string; to: string | null }[]> {
  return queryRows(
    database.pool,
    `SELECT currency, (day + 1)::text, (next - 1)::text FROM (
       SELECT currency, day, lead(day) OVER (PARTITION BY currency ORDER BY day) AS next FROM (
         SELECT currency, day FROM fiat_rate WHERE currency = ANY($1::text[]) AND day >= $2::date
         UNION ALL SELECT currency, $2::date - 1 FROM unnest($1::text[]) wanted (currency)
       ) known
     ) followed WHERE next IS NULL OR next - day > $3::int ORDER BY currency, day`,
    [currencies, since, longestHolidayDays],
    (row) => ({ currency: row.text(), from: row.text(), to: row.textOrNull() }),
  );
}

// ── Reading ──

/** Of the days on which both the currency and US dollars have a rate: their rows as `usd.per_euro` and `own.per_euro`. */
const publishedDays = `fiat_rate usd JOIN fiat_rate own ON own.day = usd.day
  AND own.currency = CASE WHEN $1::text = 'EUR' THEN 'USD' ELSE $1::text END`;

const usdPerUnit = (currency: FiatCurrency, usdPerEuro: string, perEuro: string): string =>
  currency === 'EUR'
    ? usdPerEuro
    : new Decimal(usdPerEuro).div(perEuro).toSignificantDigits(significantDigits).toFixed();

/**
 * USD per unit of a currency in many hours: by the rate of their day (UTC), or of the last day before it that has one, ten days before
 * at most. Hours without any are left out. `isOwn`: no other will be published for that day.
 */
export async function findFiatRates(
  from: ReadFrom,
  currency: FiatCurrency,
  hours: readonly number[],
): Promise<{ hour: number; price: string; isOwn: boolean }[]> {
  if (hours.length === 0) return [];
  const byDay = Map.groupBy(hours, dayOfHour);
  const found = await queryRows(
    from.pool,
    `SELECT wanted.day::text, rate.day::text, rate.usd, rate.own,
       (SELECT max(usd.day) FROM ${publishedDays} WHERE usd.currency = 'USD')::text
     FROM unnest($2::date[]) wanted (day) CROSS JOIN LATERAL (
       SELECT usd.day, usd.per_euro AS usd, own.per_euro AS own FROM ${publishedDays}
       WHERE usd.currency = 'USD' AND usd.day <= wanted.day AND usd.day >= wanted.day - ${longestHoldDays}
       ORDER BY usd.day DESC LIMIT 1
     ) rate`,
    [currency, [...byDay.keys()]],
    (row) => {
      const [day, published] = [row.text(), row.text()];
      const price = usdPerUnit(currency, row.text(), row.text());
      const newest = dayNumber(row.text());
      return { day, price, isOwn: isFinalRate(dayNumber(day), dayNumber(published), newest) };
    },
  );
  return found.flatMap(({ day, price, isOwn }) =>
    (byDay.get(day) ?? []).map((hour) => ({ hour, price, isOwn })),
  );
}

/** The newest rate of a currency; null: there is none. `observedAt`: now, as long as no newer one is due. */
export async function findLatestFiatRate(
  from: ReadFrom,
  currency: FiatCurrency,
): Promise<{ price: string; observedAt: number; source: string; confidence: number } | null> {
  const [latest] = await queryRows(
    from.pool,
    `SELECT usd.day::text, usd.per_euro, own.per_euro, floor(extract(epoch FROM now()))::bigint FROM ${publishedDays}
     WHERE usd.currency = 'USD' ORDER BY usd.day DESC LIMIT 1`,
    [currency],
    (row) => ({ day: row.text(), usd: row.text(), own: row.text(), now: row.integer() }),
  );
  if (latest === undefined) return null;
  const until = (dayNumber(latest.day) + 1 + freshDays) * secondsPerDay;
  return {
    price: usdPerUnit(currency, latest.usd, latest.own),
    observedAt: Math.min(latest.now, until),
    source: rateSource,
    confidence: 1,
  };
}
