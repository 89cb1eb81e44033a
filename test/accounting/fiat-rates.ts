/** Rates of states' currencies, as tests publish them: the one place that knows how they are stored. */
import type { FiatCurrency } from '../../src/domain/ids.ts';
import { fiatTokens } from '../../src/domain/money/fiat.ts';
import { Decimal } from '../../src/domain/money/money.ts';
import type { Database } from '../../src/store/connection/database.ts';
import { storePrices } from '../../src/store/prices/price-rows.ts';

/** What the European Central Bank published on a day: units of each currency for 1 EUR. */
export interface PublishedDay {
  /** Unix seconds within the day. */
  at: number;
  usd: string;
  others?: Partial<Record<Exclude<FiatCurrency, 'EUR'>, string>>;
}

const hoursOfDay = (at: number): number[] => {
  const first = Math.floor(at / 86_400) * 24;
  return Array.from({ length: 24 }, (_, hour) => first + hour);
};

export async function publishRates(database: Database, days: readonly PublishedDay[]): Promise<void> {
  const published = days.flatMap(({ at, usd, others = {} }) => [
    { at, token: fiatTokens.EUR, price: usd },
    ...Object.entries(fiatTokens).flatMap(([currency, token]) => {
      const perEuro = new Map(Object.entries(others)).get(currency);
      return perEuro === undefined ? [] : [{ at, token, price: new Decimal(usd).div(perEuro).toFixed() }];
    }),
  ]);
  await storePrices(
    database,
    published.flatMap(({ at, token, price }) =>
      hoursOfDay(at).map((hour) => ({
        ...{ ...token, hour, price, observedAt: hour * 3600 },
        ...({ source: 'chainlink', confidence: 1, provenance: {} } as const),
      })),
    ),
  );
}
