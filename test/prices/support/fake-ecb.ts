import type { FakeAnswer, FakeRequest } from './fake-server.ts';

/** What the bank has published: by day, units of each currency for one euro. */
export type PublishedRates = Record<string, Record<string, string>>;

const columns = 'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE';

/** A line of the data API's CSV. */
export const ecbLine = (currency: string, day: string, value: string): string =>
  `EXR.D.${currency}.EUR.SP00.A,D,${currency},EUR,SP00,A,${day},${value}`;

export const ecbCsv = (...lines: string[]): string => [columns, ...lines, ''].join('\r\n');

/** data-api.ecb.europa.eu: the days from `startPeriod` to `endPeriod`, both included; 404 where there are none. */
export function answerEcb(published: PublishedRates, { path, query }: FakeRequest): FakeAnswer {
  if (path !== '/service/data/EXR/D..EUR.SP00.A' || query.get('format') !== 'csvdata') {
    return { status: 404, body: 'no such path' };
  }
  const [from, to] = [query.get('startPeriod') ?? '', query.get('endPeriod') ?? ''];
  const lines = Object.entries(published)
    .filter(([day]) => day >= from && day <= to)
    .flatMap(([day, rates]) =>
      Object.entries(rates).map(([currency, value]) => ecbLine(currency, day, value)),
    );
  if (lines.length === 0) return { status: 404, body: 'No results found.' };
  return { headers: { 'content-type': 'text/csv' }, body: ecbCsv(...lines) };
}
