/** The data portal of the European Central Bank: its reference rates, daily, without a key. */
import { z } from 'zod';
import type { FiatRate } from '../../domain/money/reference-days.ts';
import type { Clock } from '../../outgoing/clock.ts';
import type { Fetch } from '../../outgoing/exchange.ts';
import { createHttpClient, defaultHttpLimits, type HttpLimits } from '../source/price-http.ts';
import { readPortalAnswer } from './rate-texts.ts';

export interface EcbOptions {
  /** Default https://data-api.ecb.europa.eu */
  url?: string | undefined;
  limits?: Partial<HttpLimits>;
}

export interface EcbDependencies {
  /** In place of the network: what tests answer. */
  fetch?: Fetch | undefined;
  clock: Clock;
}

/** All that was published from one day to another, YYYY-MM-DD, both included. Throws RetryableError. */
export type ReadEcbRates = (from: string, until: string) => Promise<FiatRate[]>;

/** Daily, every currency, against the euro, the reference rate, as such. */
const series = 'D..EUR.SP00.A';

const ratesSchema = z.array(z.object({ currency: z.string(), day: z.string(), perEuro: z.string() }));

export function createEcbRates({ url, limits }: EcbOptions, dependencies: EcbDependencies): ReadEcbRates {
  const http = createHttpClient({
    baseUrl: (url ?? 'https://data-api.ecb.europa.eu').replace(/\/+$/, ''),
    headers: { accept: 'text/csv' },
    limits: { ...defaultHttpLimits, ...limits },
    parse: readPortalAnswer,
    ...dependencies,
  });
  return (from, until) =>
    http.get({
      path: `/service/data/EXR/${series}`,
      query: { startPeriod: from, endPeriod: until, detail: 'dataonly', format: 'csvdata' },
      read({ status, json }) {
        // Days on which none was published.
        if (status === 404) return [];
        if (status >= 400) throw new TypeError(`${http.host} refused the question (${status})`);
        return ratesSchema.parse(json).filter(({ day }) => day >= from && day <= until);
      },
    });
}
