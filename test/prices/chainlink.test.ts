import { describe, expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { type ChainlinkOptions, createChainlink } from '../../src/prices/chainlink/chainlink-source.ts';
import type { PricePoint } from '../../src/prices/source/price-source.ts';
import { createPriceCounters } from '../../src/prices/source/source-counters.ts';
import { blockOf, createFakeChain, type FakeChain, type FakePhase } from './support/fake-chain.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { describePriceSource } from './support/source-contract.ts';
import { elsewhere, native, spam, time, usdc, weth } from './support/tokens.ts';

const ethFeed: Address = '0x005f4ec3df9cbd43714fe2740f5e3616155c5b84';
const usdcFeed: Address = '0x008fffffd4afb6115b954bd326cbe7b4ba576818';
const linkFeed: Address = '0x00c54b0dba8d0aa9f8c1c0ee3f0e0ad2e8c1f1f1';
const link = { chainId: 1, address: '0x514910771af9ca656af840dff83e8264ecf986ca' } as const;
const hour = 3600;

function setUp(world: Partial<FakeChain>, options: Partial<ChainlinkOptions> = {}) {
  const chain: FakeChain = { chainId: 1, feeds: {}, ...world };
  const reader = createFakeChain(chain);
  const clock = createFakeClock(time);
  const counters = createPriceCounters();
  const source = createChainlink(
    {
      feeds: { '1': { [native.address]: ethFeed, [usdc.address]: usdcFeed, [link.address]: linkFeed } },
      wrappedNative: { 1: weth.address },
      ...options,
    },
    { readerOf: (chainId) => (chainId === 1 ? reader : null), clock, onEvent: counters.record },
  );
  return { chain, reader, clock, counters, source };
}

const dollars = (usd: number): bigint => BigInt(Math.round(usd * 1e8));
/** One round an hour, ending at `end`. */
const hourly = (count: number, end: number, answerAt: (index: number) => bigint): FakePhase =>
  Array.from({ length: count }, (_, index) => ({
    answer: answerAt(index),
    updatedAt: end - (count - 1 - index) * hour,
  }));
const at = (moment: number): PricePoint => ({
  token: native,
  time: moment,
  block: { number: blockOf(moment), timestamp: moment },
});

describePriceSource('chainlink', async () => {
  const { chain, source, counters } = setUp({
    feeds: {
      [ethFeed]: { decimals: 8, phases: [[{ answer: 201_234_567_891n, updatedAt: time - 60 }]] },
      [usdcFeed]: { decimals: 8, phases: [[{ answer: 99_980_000n, updatedAt: time - 20 * hour }]] },
    },
  });
  return {
    ...{ source, counters, time, unknown: spam, uncovered: elsewhere },
    known: [
      { token: weth, priceUsd: '2012.34567891' },
      { token: usdc, priceUsd: '0.9998' },
    ],
    misbehave(kind) {
      const answers = { zero: 0n, negative: -5n, malformed: 1n };
      const feed = { decimals: 8, phases: [[{ answer: answers[kind], updatedAt: time - 60 }]] };
      if (kind === 'malformed') delete chain.feeds[ethFeed];
      else chain.feeds[ethFeed] = feed;
    },
    breakDown: () => {
      chain.isDown = true;
    },
    close: async () => {},
  };
});

describe('chainlink at blocks', () => {
  const phase = hourly(48, time, (index) => dollars(2000 + index));

  test('the answer that stood at the block', async () => {
    const { source } = setUp({ feeds: { [ethFeed]: { decimals: 8, phases: [phase] } } });
    const answers = await source.historical([at(time), at(time - 1), at(time - 10 * hour + 5)]);
    expect(answers.map((answer) => answer.ok && answer.observation)).toMatchObject([
      { priceUsd: '2047', observedAt: time },
      // The block of one second before is the same, 12 seconds long; a node answers as of the block's end.
      { priceUsd: time % 12 === 0 ? '2046' : '2047', observedAt: time - 1 },
      { priceUsd: '2037', observedAt: time - 10 * hour + 5 },
    ]);
  });

  test('decimals are the feed’s own', async () => {
    const answer = 1_234_567_890_123_456_789n;
    const { source } = setUp({
      feeds: { [ethFeed]: { decimals: 18, phases: [[{ answer, updatedAt: time }]] } },
    });
    const [result] = await source.historical([at(time)]);
    expect(result).toMatchObject({ ok: true, observation: { priceUsd: '1.234567890123456789' } });
  });

  test('an answer older than the heartbeat is stale', async () => {
    const feeds = {
      [ethFeed]: { decimals: 8, phases: [[{ answer: dollars(2000), updatedAt: time - 2 * hour }]] },
    };
    const [daily] = await setUp({ feeds }).source.historical([at(time)]);
    expect(daily).toMatchObject({ ok: true });
    const { source } = setUp(
      { feeds },
      { feeds: { '1': { [native.address]: { feed: ethFeed, heartbeatSeconds: hour } } } },
    );
    const [strict] = await source.historical([at(time)]);
    const detail = `feed ${ethFeed} was last updated 7200 s before`;
    expect(strict).toEqual({ ok: false, reason: 'too-stale', detail });
    const [now] = await source.current([weth]);
    expect(now).toEqual({ ok: false, reason: 'too-stale', detail });
  });

  test('before its first answer a feed has none', async () => {
    const { source } = setUp({ feeds: { [ethFeed]: { decimals: 8, phases: [phase] } } });
    const [answer] = await source.historical([at(time - 400 * 24 * hour)]);
    expect(answer).toMatchObject({ ok: false, reason: 'too-stale' });
  });

  test('a feed in ETH is multiplied with the one that prices ETH', async () => {
    const feeds = {
      [ethFeed]: {
        decimals: 8,
        description: 'ETH / USD',
        phases: [[{ answer: dollars(2000), updatedAt: time }]],
      },
      [linkFeed]: {
        decimals: 18,
        description: 'LINK / ETH',
        phases: [[{ answer: 7_000_000_000_000_000n, updatedAt: time }]],
      },
    };
    const point = { ...at(time), token: link };
    expect(await setUp({ feeds }).source.historical([point])).toMatchObject([
      { ok: true, observation: { priceUsd: '14' } },
    ]);
    const alone = setUp({ feeds }, { feeds: { '1': { [link.address]: linkFeed } } });
    expect(await alone.source.historical([point])).toMatchObject([{ ok: false, reason: 'not-supported' }]);
  });

  test('many blocks are one request where the node can, and rounds are searched where it cannot', async () => {
    const feeds = { [ethFeed]: { decimals: 8, phases: [phase] } };
    const points = phase.flatMap((round) =>
      round === null ? [] : [at(round.updatedAt + 24), at(round.updatedAt + 600)],
    );
    const batching = setUp({ feeds, readsManyBlocks: true });
    const single = setUp({ feeds });
    const expected = points.map((_, index) => String(2000 + Math.floor(index / 2)));
    for (const { source } of [batching, single]) {
      const answers = await source.historical(points);
      expect(answers.map((answer) => answer.ok && answer.observation.priceUsd)).toEqual(expected);
    }
    expect(batching.counters.totalRequests()).toBe(2);
    expect(single.counters.totalRequests()).toBeLessThan(15);
  });
});

describe('chainlink by rounds, on a node without old state', () => {
  const isArchive = false;
  const prices = async (
    chain: Partial<FakeChain>,
    moments: readonly number[],
  ): Promise<(string | false)[]> => {
    const { source } = setUp({ ...chain, isArchive });
    const answers = await source.historical(moments.map(at));
    return answers.map((answer) => answer.ok && answer.observation.priceUsd);
  };

  test('finds the round that stood at each moment', async () => {
    const phase = hourly(1000, time, (index) => dollars(1000 + index));
    const feeds = { [ethFeed]: { decimals: 8, phases: [phase] } };
    const moments = [
      time,
      time - 1,
      time + 5,
      time - 500 * hour,
      time - 500 * hour + 1799,
      time - 999 * hour,
    ];
    expect(await prices({ feeds }, moments)).toEqual(['1999', '1998', '1999', '1499', '1499', '1000']);
    expect(await prices({ feeds }, [time - 999 * hour - 1])).toEqual([false]);
  });

  test.each([true, false])('crosses changes of phase (aggregators named: %s)', async (namesAggregators) => {
    const feeds = {
      [ethFeed]: {
        decimals: 8,
        namesAggregators,
        phases: [
          hourly(100, time - 300 * hour, (index) => dollars(1000 + index)),
          hourly(7, time - 290 * hour, (index) => dollars(2000 + index)),
          hourly(50, time, (index) => dollars(3000 + index)),
        ],
      },
    };
    const moments = [
      time,
      time - 49 * hour,
      time - 290 * hour,
      time - 296 * hour,
      time - 298 * hour,
      time - 310 * hour,
    ];
    expect(await prices({ feeds }, moments)).toEqual(['3049', '3000', '2006', '2000', '1099', '1089']);
  });

  test('between two phases the last answer ages like any other', async () => {
    const feeds = {
      [ethFeed]: {
        decimals: 8,
        phases: [hourly(10, time - 100 * hour, () => dollars(1000)), hourly(10, time, () => dollars(2000))],
      },
    };
    expect(await prices({ feeds }, [time - 90 * hour])).toEqual(['1000']);
    expect(await prices({ feeds }, [time - 70 * hour])).toEqual([false]);
  });

  test('steps over rounds that were never completed', async () => {
    const phase = hourly(64, time, (index) => dollars(1000 + index));
    for (const gap of [15, 16, 31, 32, 33, 47]) phase[gap] = null;
    const feeds = { [ethFeed]: { decimals: 8, phases: [phase] } };
    const moments = phase.flatMap((round) => (round === null ? [] : [round.updatedAt]));
    const expected = phase.flatMap((round) => (round === null ? [] : [String(round.answer / 100_000_000n)]));
    expect(await prices({ feeds }, moments)).toEqual(expected);
  });

  test('ten thousand moments of one feed are some hundred requests', async () => {
    const phase = hourly(20_000, time, (index) => dollars(1000 + (index % 50)));
    const { source, counters } = setUp({ feeds: { [ethFeed]: { decimals: 8, phases: [phase] } }, isArchive });
    const moments = Array.from({ length: 10_000 }, (_, index) => time - index * 2 * hour - (index % 60));
    const answers = await source.historical(moments.map(at));
    const expected = moments.map((moment) => {
      const index = 19_999 - Math.ceil((time - moment) / hour);
      return String(1000 + (index % 50));
    });
    // The last moments lie a few seconds before the first round of the hour they count.
    expect(answers.slice(0, 9_999).map((answer) => answer.ok && answer.observation.priceUsd)).toEqual(
      expected.slice(0, 9_999),
    );
    console.info(`chainlink, 10,000 moments by rounds: ${counters.totalRequests()} requests`);
    expect(counters.totalRequests()).toBeLessThan(500);
  });
});
