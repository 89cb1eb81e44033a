/** The European Central Bank's reference rates: its data API, and its file of all days. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fiatCurrencies } from '../../src/domain/ids.ts';
import { RetryableError } from '../../src/errors.ts';
import { readHistoryFile, readRatesAnswer } from '../../src/prices/ecb/ecb-csv.ts';
import { createEcbRates } from '../../src/prices/ecb/ecb-rates.ts';
import type { HttpLimits } from '../../src/prices/source/price-http.ts';
import { createPriceCounters } from '../../src/prices/source/source-counters.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { answerEcb, ecbCsv, ecbLine, type PublishedRates } from './support/fake-ecb.ts';
import { type FakeServer, startFakeServer } from './support/fake-server.ts';

const today = '2024-04-03';
const answerOf = (...lines: string[]) => readRatesAnswer(ecbCsv(...lines), today);
const fault = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return 'no fault';
};

describe('an answer of the data API', () => {
  test('has a number a line; other currencies, and what is none, are passed over', () => {
    expect(
      answerOf(
        ecbLine('USD', '2024-03-28', '1.0811'),
        ecbLine('GBP', '2024-03-28', '0.8551'),
        ecbLine('XAU', '2024-03-28', 'not ours to read'),
        ecbLine('EUR', '2024-03-28', '1'),
        ecbLine('ISK', '2024-03-28', 'NaN'),
        ecbLine('TRY', '2024-03-28', ''),
        ecbLine('IDR', today, '17157.87'),
      ),
    ).toEqual([
      { currency: 'USD', day: '2024-03-28', perEuro: '1.0811' },
      { currency: 'GBP', day: '2024-03-28', perEuro: '0.8551' },
      { currency: 'IDR', day: today, perEuro: '17157.87' },
    ]);
  });

  test('has its columns by name, in any order, quoted or not', () => {
    const text = `\uFEFFTITLE,OBS_VALUE,"TIME_PERIOD",CURRENCY\n"US dollar, ""spot""",1.0811,2024-03-28,USD\n`;
    expect(readRatesAnswer(text, today)).toEqual([{ currency: 'USD', day: '2024-03-28', perEuro: '1.0811' }]);
  });

  test('may be empty', () => {
    expect(readRatesAnswer('', today)).toEqual([]);
    expect(answerOf()).toEqual([]);
  });

  test.each([
    ['CURRENCY,OBS_VALUE\nUSD,1', 'line 1: there is no column TIME_PERIOD, but CURRENCY,OBS_VALUE'],
    [`<html>${'x'.repeat(100)}`, `line 1: there is no column CURRENCY, but <html>${'x'.repeat(34)}…`],
    ['CURRENCY,CURRENCY,TIME_PERIOD,OBS_VALUE', 'line 1: there are two columns CURRENCY'],
    ['a,"b', 'line 1: its quotes do not close: a,"b'],
    [ecbCsv('EXR,D,USD'), 'line 2: it has 3 fields, and the first line 8'],
    [ecbCsv(ecbLine('USD', '2024-02-30', '1')), "line 2: '2024-02-30' is not a day: YYYY-MM-DD is expected"],
    [ecbCsv(ecbLine('USD', '2024-03', '1')), "line 2: '2024-03' is not a day: YYYY-MM-DD is expected"],
    [ecbCsv(ecbLine('USD', '2024-04-04', '1')), 'line 2: the day 2024-04-04 has not come yet'],
    ...['0', '0.000', '-1', '1e3', '1,5', '.5', '1.', 'Infinity', '1234567890123', '1.1234567890123'].map(
      (value): [string, string] => [
        ecbCsv(ecbLine('GBP', today, '0.8'), ecbLine('USD', today, `"${value}"`)),
        `line 3: '${value}' is not a rate: a number over 0 is expected`,
      ],
    ),
    [ecbCsv(ecbLine('USD', today, '1'), ecbLine('USD', today, '2')), 'USD of 2024-04-03 is there twice'],
  ])('that is broken is an error that names the line: %j', (text, message) => {
    expect(fault(() => readRatesAnswer(text, today))).toBe(message);
  });
});

describe('the file of all days', () => {
  test('has a day a line, the newest first, and a comma at the end', () => {
    const text =
      'Date,USD,JPY,BGN,CYP,GBP, \n2024-04-02,1.0749,163.01,1.9558,N/A,0.85575,\n2024-03-28,1.0811,N/A,1.9558,N/A,0.8551,\n';
    const rates = [
      { currency: 'USD', day: '2024-04-02', perEuro: '1.0749' },
      { currency: 'JPY', day: '2024-04-02', perEuro: '163.01' },
      { currency: 'GBP', day: '2024-04-02', perEuro: '0.85575' },
      { currency: 'USD', day: '2024-03-28', perEuro: '1.0811' },
      { currency: 'GBP', day: '2024-03-28', perEuro: '0.8551' },
    ];
    expect(readHistoryFile(text, today)).toEqual(rates);
    expect(readHistoryFile(text.replaceAll(/, ?\n/g, '\r\n'), today)).toEqual(rates);
  });

  test('is read for every currency that books can be kept in', () => {
    const others = fiatCurrencies.filter((currency) => currency !== 'EUR');
    const text = `Date,USD,${others.join(',')},\n${today},${[1, ...others].map(() => '2.5').join(',')},\n`;
    expect(new Set(readHistoryFile(text, today).map(({ currency }) => currency))).toEqual(
      new Set(['USD', ...others]),
    );
  });

  test.each([
    ['', 'the file is empty'],
    ['Date,USD,\n', 'there is no day behind line 1'],
    ['PK\u0003\u0004zip', 'line 1: there is no column Date, but PK\u0003\u0004zip'],
    ['Date,JPY,\n2024-03-28,1,\n', 'line 1: there is no column USD, but Date,JPY,'],
    ['Day,USD\n2024-03-28,1\n', 'line 1: there is no column Date, but Day,USD'],
    ['Date,USD,GBP,GBP,\n', 'line 1: there are two columns GBP'],
    ['Date,USD,JPY,\n\n2024-04-02,1.07', 'line 3: it has 2 fields, and the first line 4'],
    ['Date,USD,\n2024-04-02,abc,\n', "line 2: 'abc' is not a rate: a number over 0 is expected"],
    ['Date,USD,\n02/04/2024,1,\n', "line 2: '02/04/2024' is not a day: YYYY-MM-DD is expected"],
    ['Date,USD,\n2024-04-02,1,\n2024-04-02,1,\n', 'USD of 2024-04-02 is there twice'],
    [
      'Date,USD,\n2024-04-02,1,\n0000-04-02,1,\n',
      'line 3: the day 0000-04-02 is before the first rate, of 1999',
    ],
    ['Date,USD,\n1998-12-31,1,\n', 'line 2: the day 1998-12-31 is before the first rate, of 1999'],
  ])('of another kind is an error: %j', (text, message) => {
    expect(fault(() => readHistoryFile(text, today))).toBe(message);
  });
});

describe('asking', () => {
  let server: FakeServer;
  const published: PublishedRates = {
    '2024-03-28': { USD: '1.0811', GBP: '0.8551', XDR: '0.8' },
    '2024-04-02': { USD: '1.0749', GBP: '0.85575' },
  };
  const year = { from: '2024-01-01', to: '2024-12-31' };
  beforeEach(async () => {
    server = await startFakeServer((request) => answerEcb(published, request));
  });
  afterEach(() => server.close());

  function setUp(limits: Partial<HttpLimits> = {}) {
    const clock = createFakeClock(Date.parse(`${today}T12:00:00Z`) / 1000);
    const counters = createPriceCounters();
    const source = createEcbRates(
      { url: `${server.url}/`, limits },
      { fetch, clock, onEvent: counters.record },
    );
    return { source, clock, counts: () => counters.snapshot().ecb };
  }

  test('answers what was published of these days, by one request', async () => {
    const { source, counts } = setUp();
    expect(await source.ratesOf({ from: '2024-03-28', to: '2024-04-01' })).toEqual([
      { currency: 'USD', day: '2024-03-28', perEuro: '1.0811' },
      { currency: 'GBP', day: '2024-03-28', perEuro: '0.8551' },
    ]);
    expect(server.requests.map(({ query }) => Object.fromEntries(query))).toEqual([
      { startPeriod: '2024-03-28', endPeriod: '2024-04-01', detail: 'dataonly', format: 'csvdata' },
    ]);
    expect(server.requests[0]?.headers.accept).toBe('text/csv');
    expect(counts()).toMatchObject({ requests: 1, errors: {} });
  });

  test('finds nothing where the bank has no results', async () => {
    const { source } = setUp();
    expect(await source.ratesOf({ from: '2024-03-29', to: '2024-04-01' })).toEqual([]);
    server.answer(() => ({ body: '' }));
    expect(await source.ratesOf(year)).toEqual([]);
    // Of days that are over it would be taken for good.
    await expect(source.ratesOf({ from: '2023-01-01', to: '2023-12-31' })).rejects.toThrow('it is empty');
  });

  test.each([
    [{ status: 404, body: 'no such page' }, '404 in place of rates: prices.fiat.url may be wrong'],
    [{ status: 200, body: '<html>maintenance</html>' }, 'line 1: there is no column CURRENCY'],
    [{ status: 200, body: ecbCsv(ecbLine('USD', '2024-04-04', '1')) }, 'the day 2024-04-04 has not come yet'],
  ])('takes %j for a broken answer, and asks three times', async (answer, message) => {
    const { source, clock, counts } = setUp();
    server.answer(() => answer);
    const failed = expect(source.ratesOf(year)).rejects;
    await failed.toThrow(message);
    await failed.toBeInstanceOf(RetryableError);
    expect(server.requests).toHaveLength(3);
    // Between the attempts, and for a turn: one a second after the first three.
    expect(clock.waits.slice(0, 2)).toEqual([500, 1000]);
    expect(counts().errors).toMatchObject({ malformed: 3 });
  });

  test('has what comes at the third attempt, and refuses what is too large', async () => {
    const { source } = setUp({ maximumBodyBytes: 300 });
    server.answer((request) =>
      server.requests.length < 3 ? { status: 503, body: '' } : answerEcb({ [today]: { USD: '1' } }, request),
    );
    expect(await source.ratesOf(year)).toHaveLength(1);
    server.answer(() => ({ body: ecbCsv(...Array.from({ length: 9 }, () => ecbLine('USD', today, '1'))) }));
    await expect(source.ratesOf(year)).rejects.toThrow('it is too large');
  });

  test('leaves the bank alone after five failures in a row', async () => {
    const { source, clock } = setUp();
    server.answer(() => ({ status: 500, body: '' }));
    await expect(source.ratesOf(year)).rejects.toThrow('answered 500');
    await expect(source.ratesOf(year)).rejects.toThrow('answered 500');
    await expect(source.ratesOf(year)).rejects.toThrow('is left alone for now');
    expect(server.requests).toHaveLength(5);
    clock.advance(60_000);
    server.answer((request) => answerEcb(published, request));
    expect(await source.ratesOf(year)).toHaveLength(4);
  });

  test('ends at once when the process stops', async () => {
    const { source } = setUp();
    server.answer(() => null);
    const stopping = new AbortController();
    const asked = source.ratesOf(year, stopping.signal);
    setTimeout(() => stopping.abort(new RetryableError('stopping')), 50);
    await expect(asked).rejects.toThrow('stopping');
    expect(server.requests).toHaveLength(1);
  });
});
