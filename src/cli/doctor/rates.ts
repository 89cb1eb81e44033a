/** The rates of states' currencies: whether those that clients keep their books in are there. Nobody is asked but the database. */
import type { Config } from '../../config.ts';
import { rateSource } from '../../domain/money/price-sources.ts';
import { findReportingCurrencies } from '../../store/clients/client-rows.ts';
import { openDatabase } from '../../store/connection/database.ts';
import { newestFiatDay } from '../../store/prices/fiat-rates.ts';
import { inspectDatabase } from '../../store/schema/inspect.ts';
import type { Running } from '../terminal/running.ts';
import { databaseOf } from './database.ts';
import { type Finding, finding } from './findings.ts';

/** Over Easter none is published for five days. */
const freshDays = 6;
const dayMs = 86_400_000;

/** Nothing where no client keeps books in such a currency, or nothing has a price. */
export async function lookAtRates(config: Config, beside: Running | null): Promise<Finding[]> {
  const url = databaseOf(config, beside);
  if (url === null || config.prices.order.length === 0) return [];
  // That it cannot be reached, or is older, is told by the look at it.
  const facts = await inspectDatabase(url).catch(() => null);
  if (facts === null || facts.nextMigration !== null) return [];
  const database = await openDatabase({ url, maximumConnections: 1 });
  try {
    const currencies = await findReportingCurrencies(database);
    if (currencies.length === 0) return [];
    return [ratesFinding(config.prices.fiat.source, currencies, await newestFiatDay(database), facts.now)];
  } finally {
    await database.close();
  }
}

/** `now`: unix milliseconds. */
export function ratesFinding(
  source: Config['prices']['fiat']['source'],
  currencies: readonly string[],
  newest: string | null,
  now: number,
): Finding {
  const about = `rates ${source === rateSource ? source : 'import'}`;
  const books = `books are kept in ${currencies.join(', ')}`;
  if (newest !== null && now - Date.parse(`${newest}T00:00:00Z`) < (freshDays + 1) * dayMs) {
    return finding(about, 'ok', `the newest are of ${newest}; ${books}`);
  }
  const advice =
    source === rateSource
      ? 'a worker asks for them, if it has sources of prices and reaches the bank: see its log, or import them (`rates import`)'
      : 'import them (`rates import`), or set prices.fiat.source';
  const state = newest === null ? 'there are none' : `the newest are of ${newest}`;
  return finding(about, 'warning', `${state}, and ${books}: ${advice}`);
}
