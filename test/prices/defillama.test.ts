import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDefiLlama, type DefiLlamaOptions } from '../../src/prices/defillama/defillama-source.ts';
import type { PriceAnswer, PriceSource, PriceToken } from '../../src/prices/source/price-source.ts';
import { createPriceCounters, type PriceCounters } from '../../src/prices/source/source-counters.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { answerDefiLlama, type FakeCoin, type FakeDefiLlama } from './support/fake-defillama.ts';
import { type FakeServer, startFakeServer } from './support/fake-server.ts';
import { describePriceSource } from './support/source-contract.ts';
import { elsewhere, native, spam, time, usdc, weth } from './support/tokens.ts';

const wethId = `ethereum:${weth.address}`;
const usdcId = `ethereum:${usdc.address}`;
const fixed = (price: string | null, more: Partial<FakeCoin> = {}): FakeCoin => ({
  priceAt: () => price,
  ...more,
});

interface Setup {
  server: FakeServer;
  world: FakeDefiLlama;
  source: PriceSource;
  counters: PriceCounters;
  clock: ReturnType<typeof createFakeClock>;
}

async function setUp(options: Partial<DefiLlamaOptions> = {}): Promise<Setup> {
  const world: FakeDefiLlama = { coins: {}, now: time };
  const server = await startFakeServer((request) => answerDefiLlama(world, request));
  const clock = createFakeClock(time);
  const counters = createPriceCounters();
  const source = createDefiLlama({ url: server.url, ...options }, { fetch, clock, onEvent: counters.record });
  return { server, world, source, counters, clock };
}

describePriceSource('defillama', async () => {
  const { server, world, source, counters } = await setUp();
  world.coins = { [wethId]: fixed('2012.345678901234567891'), [usdcId]: fixed('9.998e-1') };
  return {
    ...{ source, counters, time, unknown: spam, uncovered: elsewhere },
    known: [
      { token: weth, priceUsd: '2012.345678901234567891' },
      { token: usdc, priceUsd: '0.9998' },
    ],
    misbehave(kind) {
      const prices = { zero: '0', negative: '-2012.3', malformed: '"about two thousand"' };
      world.coins[wethId] = fixed(prices[kind]);
      if (kind !== 'malformed') return;
      server.answer((request) => {
        const answer = answerDefiLlama({ ...world, coins: { [usdcId]: fixed('0.9998') } }, request);
        const broken = { [wethId]: { symbol: 'WETH', prices: 'none', price: [] } };
        return { body: { coins: { ...broken, ...coinsOf(answer?.body) } } };
      });
    },
    breakDown: () => server.answer(() => ({ status: 503, body: 'unavailable' })),
    close: server.close,
  };
});

function coinsOf(body: unknown): object {
  return typeof body === 'object' && body !== null && 'coins' in body && typeof body.coins === 'object'
    ? (body.coins ?? {})
    : {};
}

describe('defillama', () => {
  let setup: Setup;
  beforeEach(async () => {
    setup = await setUp();
  });
  afterEach(() => setup.server.close());

  const historical = (token: PriceToken, at = time, more = {}): Promise<PriceAnswer[]> =>
    setup.source.historical([{ token, time: at, ...more }]);

  test('finds its coins whatever the letter case of the keys', async () => {
    setup.world.coins = { [wethId]: fixed('2000') };
    setup.world.upperCaseKeys = true;
    const upper: PriceToken = { chainId: 1, address: '0xC02AAA39B223FE8D0A0E5C4F27EAD9083C756CC2' };
    expect((await historical(upper))[0]).toMatchObject({ ok: true, observation: { priceUsd: '2000' } });
    expect((await setup.source.current([weth]))[0]).toMatchObject({
      ok: true,
      observation: { priceUsd: '2000' },
    });
  });

  test('native coins go by their CoinGecko id, which for Polygon depends on the time', async () => {
    setup.world.coins = {
      'coingecko:ethereum': fixed('2000'),
      'coingecko:matic-network': fixed('0.8'),
      'coingecko:polygon-ecosystem-token': fixed('0.4'),
    };
    const matic: PriceToken = { chainId: 137, address: native.address };
    const answers = await setup.source.historical([
      { token: native, time },
      { token: matic, time },
      { token: matic, time: 1_730_000_000 },
    ]);
    expect(answers.map((answer) => answer.ok && answer.observation.priceUsd)).toEqual(['2000', '0.8', '0.4']);
  });

  test('takes the observation nearest to each moment, and none that is too far', async () => {
    setup.world.coins = { [wethId]: { priceAt: (at) => String(at - time), offsetSeconds: 900 } };
    const points = [3600, 7200].map((offset) => ({ token: weth, time: time + offset, withinSeconds: 900 }));
    const answers = await setup.source.historical(points);
    expect(answers.map((answer) => answer.ok && answer.observation)).toMatchObject([
      { priceUsd: '3600', observedAt: time + 4500 },
      { priceUsd: '7200', observedAt: time + 8100 },
    ]);
    const [strict] = await historical(weth, time + 3600, { withinSeconds: 899 });
    expect(strict).toEqual({
      ok: false,
      reason: 'too-stale',
      detail: "DefiLlama's nearest price is 900 s away",
    });
  });

  test('a coin that it knows, but not then, is stale and not unknown', async () => {
    setup.world.coins = { [wethId]: { priceAt: (at) => (at < time ? '2000' : null) } };
    const answers = await setup.source.historical([
      { token: weth, time: time - 100_000 },
      { token: weth, time: time + 100_000 },
    ]);
    expect(answers[0]).toMatchObject({ ok: true });
    expect(answers[1]).toMatchObject({ ok: false, reason: 'too-stale' });
  });

  test('refuses a coin that counts other decimals than the contract', async () => {
    setup.world.coins = { [usdcId]: fixed('0.000000000001', { decimals: 18 }) };
    const token = { ...usdc, decimals: 6 };
    const wrong = {
      ok: false,
      reason: 'wrong-decimals',
      detail: 'DefiLlama counts 18 decimals, the contract 6',
    };
    expect(await historical(token)).toEqual([wrong]);
    expect(await setup.source.current([token])).toEqual([wrong]);
  });

  test('an unknown coin is asked for again only after a while, in the past by the hour', async () => {
    await setup.source.current([spam]);
    await setup.source.current([spam]);
    expect(setup.server.requests).toHaveLength(1);
    await historical(spam, time);
    await historical(spam, time + 10);
    expect(setup.server.requests).toHaveLength(2);
    await historical(spam, time + 86_400);
    expect(setup.server.requests).toHaveLength(3);
    setup.clock.advance(6 * 3600_000);
    await setup.source.current([spam]);
    await historical(spam, time);
    expect(setup.server.requests).toHaveLength(5);
  });

  test.each([400, 500])(
    'a token that makes the server answer %i costs only its own price',
    async (status) => {
      const tokens = Array.from({ length: 40 }, (_, index): PriceToken => {
        return { chainId: 1, address: `0x${index.toString(16).padStart(40, 'a')}` };
      });
      const poison = `ethereum:${tokens[13]?.address}`;
      setup.world.coins = Object.fromEntries(
        tokens.map((token) => [`ethereum:${token.address}`, fixed('1.5')]),
      );
      setup.server.answer((request) => {
        const isPoisoned = (request.path + request.query.get('coins')).includes(poison);
        return isPoisoned ? { status, body: { message: 'bad coin' } } : answerDefiLlama(setup.world, request);
      });
      const answers = await setup.source.historical(tokens.map((token) => ({ token, time })));
      expect(answers.flatMap((answer, index) => (answer.ok ? [] : [index]))).toEqual([13]);
      expect(
        (await setup.source.current(tokens)).flatMap((answer, index) => (answer.ok ? [] : [index])),
      ).toEqual([13]);
      expect(setup.server.requests.length).toBeLessThan(40);
    },
  );

  test('a question that is too long is cut, even for a single coin', async () => {
    setup.world.coins = { [wethId]: fixed('2000') };
    setup.server.answer((request) =>
      (request.query.get('coins')?.length ?? 0) > 600
        ? { status: 414, body: '' }
        : answerDefiLlama(setup.world, request),
    );
    const points = Array.from({ length: 150 }, (_, index) => ({ token: weth, time: time - index * 3600 }));
    const answers = await setup.source.historical(points);
    expect(answers.every((answer) => answer.ok)).toBe(true);
    expect(setup.server.requests.length).toBeLessThanOrEqual(15);
  });

  test('five hundred moments of one coin are three requests', async () => {
    setup.world.coins = { [wethId]: { priceAt: (at) => String(at) } };
    const points = Array.from({ length: 500 }, (_, index) => ({ token: weth, time: time - index * 3600 }));
    const answers = await setup.source.historical(points);
    expect(answers.map((answer) => answer.ok && answer.observation.priceUsd)).toEqual(
      points.map((point) => String(point.time)),
    );
    expect(setup.server.requests).toHaveLength(3);
  });
});
