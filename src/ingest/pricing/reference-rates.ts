/**
 * Keeps the reference rates of states' currencies, as soon as some client keeps its books in one: first all of the years in which anything
 * can have been bought, then what is published each business day.
 */
import type { FiatCurrency } from '../../domain/ids.ts';
import { rateSource } from '../../domain/money/price-sources.ts';
import { dayNumber, isWeekend } from '../../domain/time/reference-days.ts';
import { dayText, secondsPerDay, utcDay } from '../../domain/time/time.ts';
import { errorText } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { type Clock, nowSeconds } from '../../outgoing/clock.ts';
import { pauseAfter } from '../../outgoing/retry.ts';
import type { DayRange, EcbRates } from '../../prices/ecb/ecb-rates.ts';
import type { PriceEventHandler } from '../../prices/source/source-counters.ts';
import { findReportingCurrencies } from '../../store/clients/client-rows.ts';
import type { Database } from '../../store/connection/database.ts';
import { findFiatHoles, storeFiatRates } from '../../store/prices/fiat-rates.ts';

export interface ReferenceRateParts {
  database: Database;
  rates: EcbRates;
  clock: Clock;
  log: Log;
  onEvent?: PriceEventHandler;
  /** Aborted: what is under way ends. */
  signal: AbortSignal;
}

interface State extends ReferenceRateParts {
  /** The currencies of the last look. */
  chosen: string;
  /** By the clock that never goes back. */
  dueAt: number;
  /** Looks in a row that failed. */
  failures: number;
  /** Years that were asked for as a whole: what was missing in them then was not published. */
  readonly askedYears: Set<number>;
}

/** How often it is looked whether a client has chosen another currency. */
const lookEveryMs = 60_000;
/** How often new rates are asked for while some are due. */
const askEveryMs = 3_600_000;
const pauses = { firstPauseMs: 60_000, longestPauseMs: askEveryMs };
/** The year of Bitcoin's first block: no chain is older, but an opening lot may have been bought long before its chain's own first block. */
const firstDay = '2009-01-01';
/** Rates are published at about 16:00 in Frankfurt, which is 14:00 UTC in summer. */
const publishedAtHour = 14;
/** So many days back are asked for again: a number may have been corrected. */
const correctedDays = 7;

/** Does what is due; answers in how many milliseconds to look again. What cannot be had is told of, and asked for again after a pause. */
export function createReferenceRates(parts: ReferenceRateParts): () => Promise<number> {
  const state: State = { ...parts, chosen: '', dueAt: 0, failures: 0, askedYears: new Set() };
  return async () => {
    const currencies = await findReportingCurrencies(state.database);
    const chosen = currencies.join();
    const isDue = chosen !== state.chosen || state.clock.elapsed() >= state.dueAt;
    if (chosen !== state.chosen) state.askedYears.clear();
    state.chosen = chosen;
    if (currencies.length > 0 && isDue) await look(state, currencies);
    return lookEveryMs;
  };
}

async function look(state: State, currencies: readonly FiatCurrency[]): Promise<void> {
  const { clock, log, signal } = state;
  const today = utcDay(nowSeconds(clock));
  try {
    for (const range of await missingRanges(state, currencies, today)) {
      await fetchRange(state, range);
    }
    state.failures = 0;
    state.dueAt = clock.elapsed() + askEveryMs;
  } catch (error) {
    signal.throwIfAborted();
    state.failures += 1;
    const pauseMs = pauseAfter(state.failures, pauses);
    state.dueAt = clock.elapsed() + pauseMs;
    log.warn(
      { source: rateSource, error: errorText(error) },
      `the rates of states' currencies could not be brought up to date; they are asked for again in ${Math.round(pauseMs / 60_000)} min`,
    );
  }
}

/** What to ask for, in order: none where all is there that should be. */
async function missingRanges(
  { database, clock, askedYears }: State,
  currencies: readonly FiatCurrency[],
  today: string,
): Promise<DayRange[]> {
  const numbered = ['USD', ...currencies.filter((currency) => currency !== 'EUR')];
  const holes = await findFiatHoles(database, numbered, firstDay);
  // Behind the newest of all of them nothing is known. A currency that ends long before it has a hole up to there.
  const end = holes.reduce(
    (newest, { from, to }) => (to === null ? laterOf(newest, from) : newest),
    firstDay,
  );
  const starts = new Map<number, string>();
  for (const { from, to } of holes) {
    if (to === null && from >= daysBefore(end, correctedDays)) continue;
    for (let year = yearOf(from); year <= yearOf(to ?? end); year += 1) {
      if (!askedYears.has(year)) starts.set(year, startOf(year));
    }
  }
  if (end <= lastPublishedDay(nowSeconds(clock))) {
    const start = laterOf(daysBefore(end, correctedDays), firstDay);
    for (let year = yearOf(start); year <= yearOf(today); year += 1) {
      const from = starts.get(year) ?? laterOf(start, startOf(year));
      starts.set(year, from);
    }
  }
  return [...starts]
    .sort(([one], [other]) => one - other)
    .map(([year, from]) => ({ from, to: `${year}-12-31` }));
}

async function fetchRange(state: State, range: DayRange): Promise<void> {
  const { database, rates, log, onEvent, signal, askedYears } = state;
  const found = await rates.ratesOf(range, signal).catch((error: unknown) => {
    if (!signal.aborted) onEvent?.({ type: 'answer', source: rateSource, reason: 'source-down' });
    throw error;
  });
  onEvent?.({ type: 'answer', source: rateSource, reason: null });
  signal.throwIfAborted();
  const { added, changed, first, last } = await storeFiatRates(database, found, rateSource);
  if (added + changed > 0) {
    log.info({ source: rateSource, added, changed, first, last }, "rates of states' currencies came in");
  }
  const year = yearOf(range.from);
  if (range.from === startOf(year)) askedYears.add(year);
}

/** The last business day whose rates should be there. Which days are holidays nobody tells: on one it is asked in vain. */
function lastPublishedDay(now: number): string {
  let day = Math.floor((now - publishedAtHour * 3600) / secondsPerDay);
  while (isWeekend(day)) day -= 1;
  return dayText(day);
}

const daysBefore = (day: string, days: number): string => dayText(dayNumber(day) - days);
const yearOf = (day: string): number => Number(day.slice(0, 4));
const startOf = (year: number): string => `${year}-01-01`;
const laterOf = (one: string, other: string): string => (one > other ? one : other);
