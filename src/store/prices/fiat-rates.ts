/**
 * Reference rates of states' currencies as the European Central Bank publishes them: what one euro is worth, each business day. Both
 * published numbers are kept; a rate in USD is their quotient.
 */
import { chunk } from '../../domain/chunk.ts';
import type { FiatCurrency } from '../../domain/ids.ts';
import { Decimal } from '../../domain/money/money.ts';
import type { Database } from '../connection/database.ts';
import { queryRows, type ReadFrom, withTransaction } from '../connection/sql.ts';
import type { Queryable } from '../history/ledger-changes.ts';
import { notePriceChange, notePricesLost } from './price-changes.ts';

/** One published number: units of the currency for one euro. */
export interface FiatRate {
  /** ISO 4217, US dollars as well; not EUR. */
  currency: string;
  /** YYYY-MM-DD. */
  day: string;
  /** Exact decimal text, more than 0. */
  perEuro: string;
}

const hoursOfDay = 24;
const secondsOfDay = 86_400;
/** A rate stands in for those of the days behind it that have none: the longest time without one is that between Christmas and New Year. */
const longestGapDays = 10;
/** So long the newest rate is that of now: over Easter none is published from Friday to Monday. */
const freshDays = 5;
/** Of a rate in USD, as of every amount that is converted. */
const significantDigits = 30;
const pieceRows = 5_000;

const dayOfHour = (hour: number): string => new Date(hour * 3_600_000).toISOString().slice(0, 10);
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / (secondsOfDay * 1000);

// ── Storing ──

/**
 * Stores what was published, and tells the ledgers that lacked it, or rest on another number. What is there already changes nothing.
 * @returns how many numbers are new, and how many are others than before
 */
export async function storeFiatRates(
  database: Database,
  rates: readonly FiatRate[],
  source: string,
): Promise<{ added: number; changed: number }> {
  const ordered = rates.toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0));
  const counts = { added: 0, changed: 0 };
  for (const piece of chunk(ordered, pieceRows)) {
    const { added, changed } = await withTransaction(database.pool, (client) =>
      storePiece(client, piece, source),
    );
    counts.added += added;
    counts.changed += changed;
  }
  return counts;
}

async function storePiece(
  client: Queryable,
  rates: readonly FiatRate[],
  source: string,
): Promise<{ added: number; changed: number }> {
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
  if (others.length === 0) return { added: 0, changed: 0 };
  await client.query(
    `INSERT INTO fiat_rate (currency, day, per_euro, source)
     SELECT currency, day, per_euro, $4 FROM unnest($1::text[], $2::date[], $3::numeric[]) given (currency, day, per_euro)
     ON CONFLICT (currency, day) DO UPDATE SET per_euro = excluded.per_euro, source = excluded.source
     WHERE fiat_rate.per_euro <> excluded.per_euro`,
    [...columns, source],
  );
  await tell(client, others, new Map(bounds));
  const added = others.filter(({ isNew }) => isNew).length;
  return { added, changed: others.length - added };
}

/** Ledgers know where a rate was missing, or was that of an earlier day. What lies between known days, or is another number, they do not. */
async function tell(
  client: Queryable,
  others: readonly { currency: string; day: string; isNew: boolean }[],
  bounds: ReadonlyMap<string, { first: string; last: string }>,
): Promise<void> {
  const isBetween = ({ currency, day }: { currency: string; day: string }): boolean => {
    const known = bounds.get(currency);
    return known !== undefined && day > known.first && day < known.last;
  };
  if (others.some((rate) => !rate.isNew || isBetween(rate))) return notePricesLost(client);
  const [first, last] = [others[0], others.at(-1)];
  if (first === undefined || last === undefined) return;
  // Up to the days before had the rate of an earlier one; those that follow have this one.
  await notePriceChange(client, [
    (dayNumber(first.day) - longestGapDays) * hoursOfDay,
    (dayNumber(last.day) + longestGapDays) * hoursOfDay,
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
    `SELECT wanted.day::text, rate.day::text, rate.usd, rate.own, coalesce((SELECT max(day) FROM fiat_rate WHERE currency = 'USD') >= wanted.day, false)
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
function isWeekendAfter(day: string, published: string): boolean {
  // 1 January 1970 was a Thursday.
  const weekday = (dayNumber(day) + 4) % 7;
  const sinceFriday = weekday === 6 ? 1 : weekday === 0 ? 2 : null;
  return dayNumber(day) - dayNumber(published) === sinceFriday;
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
    source: 'ecb',
    confidence: 1,
  };
}
