/** The job that keeps the rates of states' currencies: when the bank is asked, for which days, and what happens when it does not answer. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import { RetryableError } from '../../src/errors.ts';
import { createPricingWorker } from '../../src/ingest/pricing/pricing-worker.ts';
import { createReferenceRates } from '../../src/ingest/pricing/reference-rates.ts';
import { createPricing } from '../../src/ingest/pricing/start-pricing.ts';
import { createEcbRates } from '../../src/prices/ecb/ecb-rates.ts';
import { createPriceCounters, type PriceEvent } from '../../src/prices/source/source-counters.ts';
import { ensureClient, updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { fiatCoverage, storeFiatRates } from '../../src/store/prices/fiat-rates.ts';
import { createFakeClock } from '../prices/support/fake-clock.ts';
import { answerEcb, type PublishedRates } from '../prices/support/fake-ecb.ts';
import { type FakeServer, startFakeServer } from '../prices/support/fake-server.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase({ perTest: true });

const dayMs = 86_400_000;
/** A Tuesday, after Easter; new numbers are published at about 14:00 UTC. */
const start = '2024-04-02T12:00:00Z';
const log = { debug() {}, info() {}, warn() {}, error() {} };
const minuteMs = 60_000;
const hourMs = 3_600_000;

let server: FakeServer;
let published: PublishedRates;
beforeEach(async () => {
  published = businessDays('2009-01-02', '2024-04-01');
  server = await startFakeServer((request) => answerEcb(published, request));
});
afterEach(() => server.close());

/** Without the two holidays of Easter 2024. */
function businessDays(from: string, to: string): PublishedRates {
  const days: PublishedRates = {};
  for (let at = Date.parse(from); at <= Date.parse(to); at += dayMs) {
    const day = new Date(at).toISOString().slice(0, 10);
    const isClosed = [0, 6].includes(new Date(at).getUTCDay()) || ['2024-03-29', '2024-04-01'].includes(day);
    if (!isClosed) days[day] = { USD: '1.1', GBP: '0.9', JPY: '160.5' };
  }
  return days;
}

/** The first and the last day of each question since the last look at them. */
function asked(): string[] {
  return server.requests
    .splice(0)
    .map(({ query }) => `${query.get('startPeriod')} ${query.get('endPeriod')}`);
}

/** Since Bitcoin's first block: what was bought before a chain's own first block has a cost, too. */
const years = Array.from({ length: 16 }, (_, index) => `${2009 + index}-01-01 ${2009 + index}-12-31`);

function setUp(now = start) {
  const clock = createFakeClock(Date.parse(now) / 1000);
  const events: PriceEvent[] = [];
  const warnings: { fields: object; text: string }[] = [];
  const stopping = new AbortController();
  const onEvent = (event: PriceEvent) => void events.push(event);
  const round = createReferenceRates({
    ...{ database: db.database, clock, onEvent, signal: stopping.signal },
    rates: createEcbRates({ url: server.url }, { fetch, clock, onEvent }),
    log: { debug() {}, info() {}, error() {}, warn: (fields, text) => void warnings.push({ fields, text }) },
  });
  const answers = () =>
    events.splice(0).flatMap((event) => (event.type === 'answer' ? [[event.source, event.reason]] : []));
  /** What the loop does in this time: a look each minute. */
  const pass = async (milliseconds: number): Promise<void> => {
    const until = clock.elapsed() + milliseconds;
    while (clock.elapsed() < until) {
      clock.advance(minuteMs);
      expect(await round()).toBe(minuteMs);
    }
  };
  return { clock, round, pass, answers, warnings, stopping };
}

async function choose(currency: string | null, name = 'default'): Promise<void> {
  await ensureClient(db.database, name);
  const settings: Record<string, string> = currency === null ? {} : { reportingCurrency: currency };
  await updateClientSettings(db.database, name, settings);
}

test('nobody is asked while no client keeps books in such a currency', async () => {
  const { round, pass } = setUp();
  await round();
  await choose(null);
  await choose('USD', 'dollars');
  await choose('ETH', 'coins');
  await round();
  await pass(2 * hourMs);
  expect(asked()).toEqual([]);
  expect(await fiatCoverage(db.database)).toEqual([]);
});

test('a currency that is chosen brings all years within a minute, and then each day once it is due', async () => {
  const { round, pass, clock, answers } = setUp();
  await round();
  await choose('EUR');
  await pass(minuteMs);
  expect(asked()).toEqual(years);
  expect(answers()).toEqual(years.map(() => ['ecb', null]));
  const [pounds, , dollars] = await fiatCoverage(db.database);
  const days = Object.keys(published).length;
  expect([pounds, dollars]).toEqual([
    { currency: 'GBP', first: '2009-01-02', last: '2024-03-28', days },
    { currency: 'USD', first: '2009-01-02', last: '2024-03-28', days },
  ]);

  // Thursday's is there. Whether Good Friday and Easter Monday had one nobody says: a week back, once an hour.
  await pass(hourMs);
  expect(asked()).toEqual(['2024-03-22 2024-12-31']);
  // 12:00 and some 2 hours: Tuesday's number is due.
  published['2024-04-02'] = { USD: '1.0749', GBP: '0.85575' };
  await pass(hourMs);
  expect(asked()).toEqual(['2024-03-22 2024-12-31']);
  expect((await fiatCoverage(db.database)).map(({ last }) => last)).toEqual([
    '2024-04-02',
    '2024-03-28',
    '2024-04-02',
  ]);
  // Nothing more until the next one is due: 24 hours after 14:00.
  await pass(23 * hourMs - minuteMs * 5);
  expect(asked()).toEqual([]);
  // 12:56, and 70 minutes are 14:06.
  clock.advance(70 * minuteMs);
  await round();
  expect(asked()).toEqual(['2024-03-27 2024-12-31']);
});

test('a number that was corrected within the week is seen, and a weekend has none to ask for', async () => {
  await choose('EUR');
  const friday = setUp('2024-03-22T18:00:00Z');
  published = businessDays('2009-01-02', '2024-03-22');
  await friday.round();
  expect(asked()).toHaveLength(years.length);
  // Until Monday, 14:00 UTC.
  await friday.pass(2 * 24 * hourMs);
  expect(asked()).toEqual([]);
  published['2024-03-20'] = { USD: '1.2' };
  await friday.pass(21 * hourMs);
  expect(asked().slice(0, 1)).toEqual(['2024-03-16 2024-12-31']);
  const { rows } = await db.database.pool.query(
    "SELECT per_euro::text FROM fiat_rate WHERE day = '2024-03-20' AND currency = 'USD'",
  );
  expect(rows).toEqual([{ per_euro: '1.2' }]);
});

test('years that an import left out are asked for, and once only', async () => {
  await choose('GBP');
  const rates = Object.entries(published).flatMap(([day, { USD = '' }]) =>
    day.startsWith('2017') ? [] : [{ currency: 'USD', day, perEuro: USD }],
  );
  await storeFiatRates(db.database, rates, 'import');
  published = { '2024-03-28': { USD: '1.1', GBP: '0.9' } };
  const { round, pass } = setUp('2024-03-28T18:00:00Z');
  // Of pounds none is known.
  await round();
  expect(asked()).toEqual(years);
  await pass(2 * hourMs);
  expect(asked()).toEqual([]);
  // Another currency is looked for anew.
  await choose('CHF', 'another');
  await pass(minuteMs);
  expect(asked()).toEqual(years);
});

test('a year that is answered with nothing at all is asked for again', async () => {
  await choose('EUR');
  const { round, pass, warnings } = setUp('2024-03-28T18:00:00Z');
  server.answer((request) =>
    request.query.get('startPeriod') === '2019-01-01'
      ? { status: 200, body: '' }
      : answerEcb(published, request),
  );
  await round();
  expect(warnings).toMatchObject([{ fields: { error: expect.stringContaining('it is empty') } }]);
  server.answer((request) => answerEcb(published, request));
  await pass(2 * minuteMs);
  expect(await fiatCoverage(db.database)).toContainEqual({
    ...{ currency: 'USD', first: '2009-01-02', last: '2024-03-28', days: Object.keys(published).length },
  });
});

test('a failure is told of and asked again after growing pauses; the years that came stay', async () => {
  await choose('EUR');
  const { round, pass, answers, warnings } = setUp();
  server.answer((request) =>
    request.query.get('startPeriod') === '2010-01-01'
      ? { status: 200, body: 'CURRENCY,TIME_PERIOD,OBS_VALUE\nUSD,2010-01-04,1.1\nUSD,2010-01-05,none\n' }
      : answerEcb(published, request),
  );
  await round();
  expect(asked()).toEqual(['2009-01-01 2009-12-31', ...[1, 2, 3].map(() => '2010-01-01 2010-12-31')]);
  expect(answers()).toEqual([
    ['ecb', null],
    ['ecb', 'source-down'],
  ]);
  expect(warnings).toEqual([
    {
      fields: {
        source: 'ecb',
        error: expect.stringContaining("line 3: 'none' is not a rate: a number over 0 is expected"),
      },
      text: "the rates of states' currencies could not be brought up to date; they are asked for again in 1 min",
    },
  ]);
  // Nothing of a year that is broken.
  expect((await fiatCoverage(db.database)).map(({ last }) => last)).toEqual(Array(3).fill('2009-12-31'));
  // 2, 4, 8, 16, 32 minutes, and an hour from then on.
  await pass(4 * hourMs);
  const pauses = warnings.slice(1).map(({ text }) => /in (\d+) min/.exec(text)?.[1]);
  expect(pauses.slice(0, 7)).toEqual(['2', '4', '8', '16', '32', '60', '60']);
  asked();
  server.answer((request) => answerEcb(published, request));
  await pass(hourMs);
  // The end of 2009 once more, for what was corrected.
  expect(asked()).toEqual(['2009-12-25 2009-12-31', ...years.slice(1)]);
});

test('whoever is stopped leaves at once, and tells of no failure', async () => {
  await choose('EUR');
  const { round, warnings, answers, stopping } = setUp();
  server.answer(() => null);
  setTimeout(() => stopping.abort(new RetryableError('this process is stopping')), 50);
  await expect(round()).rejects.toThrow('this process is stopping');
  expect([warnings, answers()]).toEqual([[], []]);
});

test('the worker follows the rates beside its prices, which do not wait for them, and ends both', async () => {
  const looks: AbortSignal[] = [];
  let priced = 0;
  const worker = createPricingWorker({
    ...{ database: db.database, log, owner: 'test', currentEveryMs: 10, pollMs: 10 },
    createParts: (_database, signal) => ({
      walletPricing: { run: async () => ({ priced: 0, retryInMs: Number.POSITIVE_INFINITY }) },
      currentPrices: {
        async refresh() {
          priced += 1;
          return 0;
        },
      },
      wantedPrices: async () => Number.POSITIVE_INFINITY,
      renewedPrices: async () => Number.POSITIVE_INFINITY,
      marketAirdrops: async () => Number.POSITIVE_INFINITY,
      referenceRates: () =>
        new Promise((_, reject) => {
          looks.push(signal);
          signal.addEventListener('abort', () => reject(signal.reason), { once: true });
        }),
    }),
  });
  await worker.start();
  await expect.poll(() => priced).toBeGreaterThan(3);
  expect(looks.map(({ aborted }) => aborted)).toEqual([false]);
  await worker.stop();
  expect(looks.map(({ aborted }) => aborted)).toEqual([true]);
});

test.each([
  ['ecb', ['2009-01-01 2009-12-31']],
  ['none', []],
] as const)(
  'configured as %s, a service that prices asks for %j first, and stops in the middle of it',
  async (source, first) => {
    await choose('EUR');
    const { prices } = loadConfig({
      environment: {},
      file: { chains: [], prices: { order: ['chainlink'], fiat: { source, url: server.url } } },
    });
    const counters = createPriceCounters();
    const parts = { database: db.database, chains: [], log, owner: 'test', onPriceEvent: counters.record };
    let rounds = 0;
    const onCoverage = (): void => {
      rounds += 1;
    };
    const worker = await createPricing(prices, { ...parts, onCoverage });
    await worker?.start();
    await expect.poll(() => rounds).toBeGreaterThan(0);
    if (first.length > 0) await expect.poll(() => counters.snapshot().ecb.requests).toBeGreaterThan(0);
    await expect.poll(() => server.requests.length >= first.length).toBe(true);
    await worker?.stop();
    expect(asked().slice(0, 1)).toEqual(first);
  },
);
