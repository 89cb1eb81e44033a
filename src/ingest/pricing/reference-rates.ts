/** Keeps the reference rates of states' currencies up to date, while some client's books are told in one. */
import { dayNumber, dayText, isFinalRate } from '../../domain/money/reference-days.ts';
import { errorText } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { type Clock, nowSeconds } from '../../outgoing/clock.ts';
import type { ReadEcbRates } from '../../prices/ecb/ecb-rates.ts';
import { hasReportingCurrency } from '../../store/clients/client-rows.ts';
import type { Database } from '../../store/connection/database.ts';
import { fiatYears, newestFiatDay, storeFiatRates } from '../../store/prices/fiat-rates.ts';

/** Ethereum's first block. */
const firstYear = 2015;
/** A year with fewer days of rates is asked for as a whole: there are 253 to 259 business days. */
const daysOfYear = 250;
/** Days that are asked for again: a number may be corrected. */
const againDays = 7;
/** How soon a client is served that chooses its currency. */
const lookMs = 60_000;
/** While today's rates are to come. They come at about 16:00 in Frankfurt. */
const askMs = 3_600_000;
/** After a fault; it doubles with each, up to `askMs`. */
const firstRestMs = 60_000;

/** Looks what is missing, and asks for it; answers in how many milliseconds to look again. */
export function createReferenceRates({
  database,
  readRates,
  clock,
  log,
}: {
  database: Database;
  /** null: nobody is asked. */
  readRates: ReadEcbRates | null;
  clock: Clock;
  log: Log;
}): () => Promise<number> {
  /** Past years that were asked for: what is missing there will not come. */
  const asked = new Set<number>();
  let nextAskAt = 0;
  let faults = 0;

  async function bringUpToDate(read: ReadEcbRates, today: string): Promise<void> {
    for (const { from, until, year } of await missingYears(database, asked, today)) {
      await storeFiatRates(database, await read(from, until), 'ecb');
      asked.add(year);
    }
    const newest = await newestFiatDay(database);
    // Over a weekend that of the Friday stays the newest.
    if (newest === null || isFinalRate(dayNumber(today), dayNumber(newest), dayNumber(newest))) return;
    await storeFiatRates(database, await read(dayText(dayNumber(newest) - againDays), today), 'ecb');
  }

  return async () => {
    if (readRates === null) return Number.POSITIVE_INFINITY;
    const now = clock.now();
    if (now < nextAskAt) return Math.min(nextAskAt - now, lookMs);
    if (!(await hasReportingCurrency(database))) return lookMs;
    try {
      await bringUpToDate(readRates, dayText(Math.floor(nowSeconds(clock) / 86_400)));
      faults = 0;
      nextAskAt = now + askMs;
    } catch (error) {
      faults += 1;
      nextAskAt = now + Math.min(firstRestMs * 2 ** Math.min(faults - 1, 10), askMs);
      log.warn(
        { error: errorText(error) },
        'the reference rates of currencies could not be brought up to date; it is tried again',
      );
    }
    return lookMs;
  };
}

/** Years of which less is there than was published, the newest first: books are about recent years above all. */
async function missingYears(
  database: Database,
  asked: ReadonlySet<number>,
  today: string,
): Promise<{ year: number; from: string; until: string }[]> {
  const days = new Map((await fiatYears(database)).map(({ year, days: count }) => [year, count]));
  const thisYear = Number(today.slice(0, 4));
  const years = Array.from({ length: thisYear - firstYear + 1 }, (_, index) => thisYear - index);
  return years
    .filter(
      (year) =>
        !asked.has(year) && (year === thisYear ? !days.has(year) : (days.get(year) ?? 0) < daysOfYear),
    )
    .map((year) => ({ year, from: `${year}-01-01`, until: year === thisYear ? today : `${year}-12-31` }));
}
