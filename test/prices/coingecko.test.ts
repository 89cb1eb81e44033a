import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CoinGeckoOptions, createCoinGecko } from '../../src/prices/coingecko/coingecko-source.ts';
import { coingeckoAccess } from '../../src/prices/coingecko/coingecko-wire.ts';
import type { PriceSource, PriceToken } from '../../src/prices/source/price-source.ts';
import { createPriceCounters, type PriceCounters } from '../../src/prices/source/source-counters.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { answerCoinGecko, type FakeCoinGecko } from './support/fake-coingecko.ts';
import { type FakeServer, startFakeServer } from './support/fake-server.ts';
import { describePriceSource } from './support/source-contract.ts';
import { elsewhere, native, spam, time, usdc, weth } from './support/tokens.ts';

const wethKey = `ethereum/${weth.address}`;
const usdcKey = `ethereum/${usdc.address}`;
const day = 86_400;

interface Setup {
  server: FakeServer;
  world: FakeCoinGecko;
  source: PriceSource;
  counters: PriceCounters;
  clock: ReturnType<typeof createFakeClock>;
}

async function setUp(options: Partial<CoinGeckoOptions> = {}): Promise<Setup> {
  const world: FakeCoinGecko = { coins: {}, now: time };
  const server = await startFakeServer((request) => answerCoinGecko(world, request));
  const clock = createFakeClock(time);
  const counters = createPriceCounters();
  const source = createCoinGecko({ url: server.url, ...options }, { fetch, clock, onEvent: counters.record });
  return { server, world, source, counters, clock };
}

describePriceSource('coingecko', async () => {
  const { server, world, source, counters } = await setUp();
  world.coins = { [wethKey]: () => '2012.345678901234567891', [usdcKey]: () => '9.998e-1' };
  return {
    ...{ source, counters, time, unknown: spam, uncovered: elsewhere },
    known: [
      { token: weth, priceUsd: '2012.345678901234567891' },
      { token: usdc, priceUsd: '0.9998' },
    ],
    misbehave(kind) {
      if (kind !== 'malformed') {
        world.coins[wethKey] = () => (kind === 'zero' ? '0.0' : '-3');
        return;
      }
      server.answer((request) => {
        if (request.path.startsWith('/simple/')) {
          return { body: { [weth.address]: { usd: { amount: 1 } }, [usdc.address]: { usd: 0.9998 } } };
        }
        if (request.path.includes(weth.address)) return { body: { prices: 'none' } };
        return answerCoinGecko(world, request);
      });
    },
    breakDown: () => server.answer(() => ({ status: 503, body: 'unavailable' })),
    close: server.close,
  };
});

describe('coingecko: keys and hosts', () => {
  test('each kind of key has its own host and header', () => {
    expect(coingeckoAccess({ apiKey: 'CG-1' })).toEqual({
      plan: 'demo',
      baseUrl: 'https://api.coingecko.com/api/v3',
      headers: { 'x-cg-demo-api-key': 'CG-1' },
    });
    expect(coingeckoAccess({ apiKey: 'CG-1', plan: 'pro' })).toEqual({
      plan: 'pro',
      baseUrl: 'https://pro-api.coingecko.com/api/v3',
      headers: { 'x-cg-pro-api-key': 'CG-1' },
    });
    expect(coingeckoAccess({ apiKey: 'CG-1', url: 'https://pro-api.coingecko.com/api/v3/' }).headers).toEqual(
      {
        'x-cg-pro-api-key': 'CG-1',
      },
    );
    expect(coingeckoAccess({}).headers).toEqual({});
  });

  test('a key on the other host is refused before anything is sent', () => {
    const mixed = () =>
      coingeckoAccess({ apiKey: 'CG-1', plan: 'pro', url: 'https://api.coingecko.com/api/v3' });
    expect(mixed).toThrow(
      'CoinGecko: a pro key does not work on api.coingecko.com; use https://pro-api.coingecko.com/api/v3',
    );
  });

  test('the key travels in the header only', async () => {
    const { server, source } = await setUp({ apiKey: 'CG-secret' });
    await source.current([weth]);
    expect(server.requests[0]?.headers['x-cg-demo-api-key']).toBe('CG-secret');
    expect(server.requests[0]?.query.toString()).not.toContain('CG-secret');
    await server.close();
  });
});

describe('coingecko', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await setUp();
  });
  afterEach(() => setup.server.close());

  test('charts are asked for in ranges that it answers by the hour', async () => {
    setup.world.coins = { [wethKey]: (at) => String(at / 3600) };
    const points = [0, 1, 40, 80, 100, 300].map((days) => ({ token: weth, time: time - days * day }));
    const answers = await setup.source.historical(points);
    for (const [index, answer] of answers.entries()) {
      if (!answer.ok) throw new Error(answer.detail);
      expect(Math.abs(answer.observation.observedAt - (points[index]?.time ?? 0))).toBeLessThanOrEqual(1800);
      expect(answer.observation.priceUsd).toBe(String(answer.observation.observedAt / 3600));
    }
    const ranges = setup.server.requests.map(
      ({ query }) => Number(query.get('to')) - Number(query.get('from')),
    );
    // Now, a day, 40 and 80 days; 100 days; 300. None shorter than two days, for a day or less may come by five minutes.
    expect(ranges).toEqual([80 * day + 7200, 2 * day, 2 * day]);
  });

  test('a price a day is too coarse for a moment in the day', async () => {
    setup.server.answer(() => {
      const midnight = Math.floor(time / day) * day;
      return { body: { prices: [midnight, midnight + day].map((at) => [at * 1000, 2000]) } };
    });
    const [answer] = await setup.source.historical([
      { token: weth, time: Math.floor(time / day) * day + 12 * 3600 },
    ]);
    expect(answer).toMatchObject({ ok: false, reason: 'too-stale' });
  });

  test.each([{}, { prices: null }, { prices: [] }, { prices: [[1, null], ['x', 2], []] }])(
    'a chart of %j has no price',
    async (body) => {
      setup.server.answer(() => ({ body }));
      const [answer] = await setup.source.historical([{ token: weth, time }]);
      expect(answer).toMatchObject({ ok: false, reason: 'too-stale' });
    },
  );

  test('with an empty chart a native coin near midnight takes the daily snapshot', async () => {
    const midnight = Math.floor(time / day) * day;
    setup.world.coins = { ethereum: () => null, 'ethereum@midnight': () => '1999.5' };
    const points = [midnight + 1800, midnight + 4000].map((at) => ({ token: native, time: at }));
    const answers = await setup.source.historical(points);
    expect(answers[0]).toMatchObject({ ok: true, observation: { priceUsd: '1999.5', observedAt: midnight } });
    expect(answers[1]).toMatchObject({ ok: false, reason: 'too-stale' });
    expect(setup.server.requests.at(-1)?.query.get('date')).toBe('14-11-2023');
  });

  test.each([{}, { market_data: null }, { market_data: {} }, { market_data: { current_price: { eur: 3 } } }])(
    'a snapshot of %j has no price',
    async (body) => {
      setup.server.answer(({ path }) => ({ body: path.endsWith('/history') ? body : { prices: [] } }));
      const [answer] = await setup.source.historical([{ token: native, time: Math.floor(time / day) * day }]);
      expect(answer).toMatchObject({ ok: false, reason: 'too-stale' });
      expect(setup.server.requests).toHaveLength(2);
    },
  );

  test('an unknown contract is asked for once, whatever the number of its moments', async () => {
    const points = [0, 200, 400].map((days) => ({ token: spam, time: time - days * day }));
    const answers = await setup.source.historical(points);
    expect(answers.map((answer) => !answer.ok && answer.reason)).toEqual(Array(3).fill('unknown-token'));
    await setup.source.current([spam]);
    expect(setup.server.requests).toHaveLength(1);
  });

  test('a bare 404 says nothing of the coin: another server answers there', async () => {
    setup.server.answer(() => ({ status: 404, body: '<html>not found</html>' }));
    const [answer] = await setup.source.historical([{ token: weth, time }]);
    expect(answer).toMatchObject({ ok: false, reason: 'source-down' });
  });

  test('a batch that the plan refuses is cut, and the next one is smaller from the start', async () => {
    const tokens = Array.from({ length: 20 }, (_, index): PriceToken => {
      return { chainId: 1, address: `0x${index.toString(16).padStart(40, 'b')}` };
    });
    setup.world.coins = Object.fromEntries(tokens.map((token) => [`ethereum/${token.address}`, () => '3']));
    setup.world.maximumAddresses = 5;
    expect((await setup.source.current(tokens)).every((answer) => answer.ok)).toBe(true);
    // 20 refused, 10 refused, 5 + 5, 10 refused, 5 + 5.
    expect(setup.server.requests).toHaveLength(7);
    expect((await setup.source.current(tokens)).every((answer) => answer.ok)).toBe(true);
    expect(setup.server.requests).toHaveLength(11);
  });

  test('without a time of its own a price is less sure', async () => {
    setup.world.coins = { [wethKey]: () => '2000', ethereum: () => '2001' };
    const [timed] = await setup.source.current([native]);
    setup.world.hideUpdateTimes = true;
    const [untimed] = await setup.source.current([weth]);
    expect(timed).toMatchObject({ ok: true, observation: { observedAt: time - 60, confidence: 0.9 } });
    expect(untimed).toMatchObject({ ok: true, observation: { observedAt: time, confidence: 0.7 } });
  });

  const limited = { status: { error_code: 429, error_message: "You've exceeded the Rate Limit." } };
  test.each([
    ['with status 429', { status: 429, body: limited }],
    ['with status 200', { status: 200, body: limited }],
    ['with Retry-After', { status: 429, body: limited, headers: { 'retry-after': '30' } }],
  ])('waits and asks again when told of the rate limit %s', async (_name, refusal) => {
    setup.world.coins = { [wethKey]: () => '2000' };
    let asked = 0;
    setup.server.answer((request) => {
      asked += 1;
      return asked === 1 ? refusal : answerCoinGecko(setup.world, request);
    });
    const [answer] = await setup.source.current([weth]);
    expect(answer).toMatchObject({ ok: true });
    expect(setup.clock.waits[0]).toBe('headers' in refusal ? 30_000 : 10_000);
    expect(setup.counters.snapshot().coingecko.errors).toEqual({ 'rate-limited': 1 });
  });

  test.each([
    ['401', { status: 401, body: { status: { error_code: 10002, error_message: 'missing key' } } }],
    ['400 for the wrong host', { status: 400, body: { status: { error_code: 10011 } } }],
    ['400 without a status object', { status: 400, body: { error_code: 10010 } }],
  ])('a key refused by %s is not tried again', async (_name, refusal) => {
    setup.server.answer(() => refusal);
    for (const token of [weth, usdc]) {
      const [past] = await setup.source.historical([{ token, time }]);
      const [now] = await setup.source.current([token]);
      expect(past).toMatchObject({ ok: false, reason: 'source-down' });
      expect(now).toMatchObject({ ok: false, reason: 'source-down' });
    }
    expect(setup.server.requests).toHaveLength(1);
  });

  test('a time beyond the plan is no fault of the key', async () => {
    const body = {
      error: { status: { error_code: 10012, error_message: 'exceeds the allowed time range' } },
    };
    setup.world.coins = { [wethKey]: () => '2000' };
    setup.server.answer((request) =>
      Number(request.query.get('from')) < time - 365 * day
        ? { status: 401, body }
        : answerCoinGecko(setup.world, request),
    );
    const answers = await setup.source.historical(
      [400, 1].map((days) => ({ token: weth, time: time - days * day })),
    );
    expect(answers[0]).toMatchObject({ ok: false, reason: 'not-supported' });
    expect(answers[1]).toMatchObject({ ok: true });
  });

  test('a moment within the plan is answered, whatever is asked for with it', async () => {
    const body = {
      error: { status: { error_code: 10012, error_message: 'exceeds the allowed time range' } },
    };
    setup.world.coins = { [wethKey]: () => '2000' };
    setup.server.answer((request) =>
      Number(request.query.get('from')) < time - 365 * day
        ? { status: 401, body }
        : answerCoinGecko(setup.world, request),
    );
    // One range of 80 days has them all; its beginning is beyond the plan.
    const answers = await setup.source.historical(
      [400, 390, 360, 340, 320].map((days) => ({ token: weth, time: time - days * day })),
    );
    expect(answers.map((answer) => answer.ok)).toEqual([false, false, true, true, true]);
    expect(setup.server.requests.length).toBeLessThanOrEqual(4);
  });

  test('asked whether it agrees, it answers by the midnight before: one chart of the year', async () => {
    setup.world.coins = { [wethKey]: (at) => (at % day === 0 ? '2000' : '2100') };
    const claim = { lowestUsd: '1900', highestUsd: '2150', tolerance: '0.1' };
    // At the very midnight its price is not there yet: that of the midnight before is the answer.
    const midnight = Math.floor(time / day) * day;
    const moments = [0, 40, 130, 220, 300].map((days) => midnight - days * day + (days === 0 ? 0 : 7_200));
    const points = moments.map((moment) => ({ token: weth, time: moment, claim }));
    const answers = await setup.source.historical(points);
    expect(answers.map((answer) => answer.ok && answer.observation)).toMatchObject(
      [1, 40, 130, 220, 300].map((days) => ({ priceUsd: '2000', observedAt: midnight - days * day })),
    );
    expect(setup.server.requests).toHaveLength(1);
    // The same days are not asked for again.
    await setup.source.historical([{ token: weth, time: midnight - 41 * day + 10 * 3600, claim }]);
    expect(setup.server.requests).toHaveLength(1);
  });

  test.each([
    ['1800', '2300'],
    ['1700', '1750'],
  ])('where its day does not agree with %s to %s, its hour answers', async (lowestUsd, highestUsd) => {
    setup.world.coins = { [wethKey]: (at) => (at % day === 0 ? '2000' : '2100') };
    const claim = { lowestUsd, highestUsd, tolerance: '0.1' };
    const noon = Math.floor(time / day) * day - 12 * 3600;
    const [answer] = await setup.source.historical([{ token: weth, time: noon, claim }]);
    expect(answer).toMatchObject({ ok: true, observation: { priceUsd: '2100', observedAt: noon } });
    expect(setup.server.requests).toHaveLength(2);
  });

  test('charts beyond the budget are left for a later run', async () => {
    await setup.server.close();
    setup = await setUp({ maximumRequests: 2 });
    setup.world.coins = { [wethKey]: () => '2000' };
    const points = [0, 100, 200, 300].map((days) => ({ token: weth, time: time - days * day }));
    const answers = await setup.source.historical(points);
    expect(answers.filter((answer) => answer.ok)).toHaveLength(2);
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'over-budget')).toHaveLength(2);
    expect(setup.server.requests).toHaveLength(2);
  });
});
