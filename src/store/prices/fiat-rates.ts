/**
 * Reference rates of states' currencies as the European Central Bank publishes them: what one euro is worth, each business day. Both
 * published numbers are kept; a rate in USD is their quotient.
 */
import { chunk } from '../../domain/chunk.ts';
import type { FiatCurrency } from '../../domain/ids.ts';
import type { FiatRate } from '../../domain/money/fiat.ts';
import { Decimal } from '../../domain/money/money.ts';
import { rateSource } from '../../domain/money/price-sources.ts';
import type { Database } from '../connection/database.ts';
import { queryRows, type ReadFrom } from '../connection/sql.ts';
import type { Queryable } from '../history/ledger-changes.ts';
import { notePriceChange, notePricesLost } from './price-changes.ts';

const hoursOfDay = 24;
const secondsOfDay = 86_400;
/** A rate stands in for those of the days behind it that have none: the longest time without one is that between Christmas and New Year. */
const longestGapDays = 10;
/** So many days lie between two that have one at most, but for what is missing: over Easter five. */
const longestHolidayDays = 7;
/** So long the newest rate is that of now: over Easter none is published from Friday to Monday. */
const freshDays = 5;
/** Of a rate in USD, as of every amount that is converted. */
const significantDigits = 30;
/** More than a year has: either all of it is there, or nothing. */
const pieceRows = 20_000;

const dayOfHour = (hour: number): string => new Date(hour * 3_600_000).toISOString().slice(0, 10);
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / (secondsOfDay * 1000);

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
 * Stores what was published, and tells the ledgers that lacked it, or rest on another number. What is there already changes nothing.
 * @param rates of each currency and day one
 * @param source `ecb`, or `import`
 */
export async function storeFiatRates(
  database: Database,
  rates: readonly FiatRate[],
  source: string,
): Promise<StoredFiatRates> {
  const ordered = rates.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
  const stored: StoredFiatRates = { added: 0, changed: 0, first: null, last: null };
  for (const piece of chunk(ordered, pieceRows)) {
    const others = await database.transaction((client) => storePiece(client, piece, source));
    const added = others.filter(({ isNew }) => isNew).length;
    stored.added += added;
    stored.changed += others.length - added;
    stored.first ??= others[0]?.day ?? null;
    stored.last = others.at(-1)?.day ?? stored.last;
  }
  return stored;
}

/** A number that is not as it was. */
interface OtherRate {
  currency: string;
  day: string;
  isNew: boolean;
}

async function storePiece(
  client: Queryable,
  rates: readonly FiatRate[],
  source: string,
): Promise<OtherRate[]> {
  const columns = [
    rates.map(({ currency }) => currency),
    rates.map(({ day }) => day),
    rates.map(({ perEuro }) => perEuro),
  ];
  // One after the other: what each finds there is there when it writes.
  await client.query("SELECT pg_advisory_xact_lock(hashtext('fiat_rate'))");
  const bounds = await queryRows(
    client,
    'SELECT currency, min(day)::text, max(day)::text FROM fiat_rate GROUP BY currency',
    [],
    (row) => [row.text(), { first: row.text(), last: row.text() }] as const,
  );
  const others = await queryRows(
    client,
    `SELECT given.currency, given.day::text, rate.day IS NULL
     FROM unnest($1::text[], $2::date[], $3::numeric[]) given (currency, day, per_euro)
     LEFT JOIN fiat_rate rate ON rate.currency = given.currency AND rate.day = given.day
     WHERE rate.per_euro IS DISTINCT FROM given.per_euro ORDER BY given.day`,
    columns,
    (row) => ({ currency: row.text(), day: row.text(), isNew: row.boolean() }),
  );
  if (others.length === 0) return [];
  await client.query(
    `INSERT INTO fiat_rate (currency, day, per_euro, source)
     SELECT currency, day, per_euro, $4 FROM unnest($1::text[], $2::date[], $3::numeric[]) given (currency, day, per_euro)
     ON CONFLICT (currency, day) DO UPDATE SET per_euro = excluded.per_euro, source = excluded.source
     WHERE fiat_rate.per_euro <> excluded.per_euro`,
    [...columns, source],
  );
  await tell(client, others, new Map(bounds));
  return others;
}

/**
 * Ledgers know where a rate was missing, or was that of an earlier day. What lies between known days, is of a weekend, or is another
 * number, they do not.
 */
async function tell(
  client: Queryable,
  others: readonly OtherRate[],
  bounds: ReadonlyMap<string, { first: string; last: string }>,
): Promise<void> {
  const isSurprise = ({ currency, day, isNew }: OtherRate): boolean => {
    const known = bounds.get(currency);
    return (
      !isNew || sinceFriday(day) !== null || (known !== undefined && day > known.first && day < known.last)
    );
  };
  if (others.some(isSurprise)) return notePricesLost(client);
  // The days before it that had the rate of an earlier one may have been holidays: now that is known.
  const from = others.map(({ currency, day }) => {
    const known = bounds.get(currency);
    return known !== undefined && day > known.last ? dayNumber(known.last) + 1 : dayNumber(day);
  });
  const until = others.map(({ day }) => dayNumber(day) + longestGapDays);
  await notePriceChange(
    client,
    [...from, ...until].map((day) => day * hoursOfDay),
  );
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
       (SELECT max(usd.day) FROM ${publishedDays} WHERE usd.currency = 'USD') >= wanted.day
     FROM unnest($2::date[]) wanted (day) CROSS JOIN LATERAL (
       SELECT usd.day, usd.per_euro AS usd, own.per_euro AS own FROM ${publishedDays}
       WHERE usd.currency = 'USD' AND usd.day <= wanted.day AND usd.day >= wanted.day - ${longestGapDays}
       ORDER BY usd.day DESC LIMIT 1
     ) rate`,
    [currency, [...byDay.keys()]],
    (row) => {
      const [day, published] = [row.text(), row.text()];
      const price = usdPerUnit(currency, row.text(), row.text());
      return { day, price, isOwn: row.boolean() || isWeekendAfter(day, published) };
    },
  );
  return found.flatMap(({ day, price, isOwn }) =>
    (byDay.get(day) ?? []).map((hour) => ({ hour, price, isOwn })),
  );
}

/** Saturday or Sunday, and the rate is the Friday's: on these days none is published. */
const isWeekendAfter = (day: string, published: string): boolean =>
  dayNumber(day) - dayNumber(published) === sinceFriday(day);

/** How many days a Saturday or Sunday lies behind its Friday; null: it is another day. */
function sinceFriday(day: string): number | null {
  // 1 January 1970 was a Thursday.
  const weekday = (dayNumber(day) + 4) % 7;
  return weekday === 6 ? 1 : weekday === 0 ? 2 : null;
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
  const until = (dayNumber(latest.day) + 1 + freshDays) * secondsOfDay;
  return {
    price: usdPerUnit(currency, latest.usd, latest.own),
    observedAt: Math.min(latest.now, until),
    source: rateSource,
    confidence: 1,
  };
}
