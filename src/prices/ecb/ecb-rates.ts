/** The reference rates of the European Central Bank, from its data API (no key): one request for each range of days. */
import type { FiatRate } from '../../domain/money/fiat.ts';
import { rateSource } from '../../domain/money/price-sources.ts';
import { utcDay } from '../../domain/time/time.ts';
import { type Clock, nowSeconds } from '../../outgoing/clock.ts';
import type { Fetch } from '../../outgoing/exchange.ts';
import {
  createHttpClient,
  defaultHttpLimits,
  type HttpLimits,
  type TextAnswer,
} from '../source/price-http.ts';
import type { PriceEventHandler } from '../source/source-counters.ts';
import { readRatesAnswer } from './ecb-csv.ts';

/** Both included, YYYY-MM-DD. */
export interface DayRange {
  from: string;
  to: string;
}

export interface EcbOptions {
  /** Default https://data-api.ecb.europa.eu */
  url?: string | undefined;
  limits?: Partial<HttpLimits>;
}

export interface EcbDependencies {
  /** In place of the network: what tests answer. */
  fetch?: Fetch | undefined;
  clock: Clock;
  onEvent?: PriceEventHandler;
}

export interface EcbRates {
  readonly host: string;
  /**
   * All rates that were published of these days, of the currencies that books can be kept in.
   *
   * @throws RetryableError or PermanentError, which say why there are none; the signal's reason
   */
  ratesOf(days: DayRange, signal?: AbortSignal): Promise<FiatRate[]>;
}

/** Daily numbers (`D`) of all currencies against the euro, as reference rates (`SP00`, `A`). */
const path = '/service/data/EXR/D..EUR.SP00.A';
/** All of a year is half a megabyte; all since 2009 are eighteen requests. */
const limitsOfEcb: HttpLimits = { ...defaultHttpLimits, timeoutMs: 30_000, requestsPerSecond: 1, burst: 3 };

export function createEcbRates(options: EcbOptions, dependencies: EcbDependencies): EcbRates {
  const { clock } = dependencies;
  const http = createHttpClient({
    source: rateSource,
    baseUrl: (options.url ?? 'https://data-api.ecb.europa.eu').replace(/\/+$/, ''),
    headers: { accept: 'text/csv' },
    limits: { ...limitsOfEcb, ...options.limits },
    ...dependencies,
  });
  return {
    host: http.host,
    ratesOf: ({ from, to }, signal) =>
      http.getText({
        path,
        query: { startPeriod: from, endPeriod: to, detail: 'dataonly', format: 'csvdata' },
        ...(signal === undefined ? {} : { signal }),
        read: (answer) => readAnswer(answer, { to, today: utcDay(nowSeconds(clock)) }),
      }),
  };
}

function readAnswer({ status, text }: TextAnswer, { to, today }: { to: string; today: string }): FiatRate[] {
  if (text === null) throw new Error('it is too large');
  // So it says that nothing was published in these days.
  if (status === 404 && /no results? found/i.test(text)) return [];
  if (status >= 400) throw new Error(`${status} in place of rates: prices.fiat.url may be wrong`);
  // Of days to come nothing may be there. That there is nothing of those that are over the bank says in words.
  if (text.trim() === '' && to < today) throw new Error('it is empty');
  return readRatesAnswer(text, today);
}
