/** Reference rates, as tests publish them. */
import type { FiatCurrency } from '../../src/domain/ids.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { storeFiatRates } from '../../src/store/prices/fiat-rates.ts';

/** What the European Central Bank published on a day: units of each currency for 1 EUR. */
export interface PublishedDay {
  /** Unix seconds within the day. */
  at: number;
  usd: string;
  others?: Partial<Record<Exclude<FiatCurrency, 'EUR'>, string>>;
}

export async function publishRates(database: Database, days: readonly PublishedDay[]): Promise<void> {
  const rates = days.flatMap(({ at, usd, others = {} }) => {
    const day = new Date(at * 1000).toISOString().slice(0, 10);
    const ofOthers = Object.entries(others).map(([currency, perEuro]) => ({ currency, day, perEuro }));
    return [{ currency: 'USD', day, perEuro: usd }, ...ofOthers];
  });
  await storeFiatRates(database, rates, 'ecb');
}
