import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bucketNeeds,
  hourOf,
  type PriceNeed,
  quoteBuckets,
  spreadQuotes,
} from '../../src/prices/quote/buckets.ts';
import { createQuoter } from '../../src/prices/quote/quote.ts';
import { createPriceSources, type PricesConfig } from '../../src/prices/registry.ts';
import type { PriceToken } from '../../src/prices/source/price-source.ts';
import { createPriceCounters } from '../../src/prices/source/source-counters.ts';
import { blockOf } from './support/fake-chain.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { answerCoinGecko } from './support/fake-coingecko.ts';
import { answerDefiLlama } from './support/fake-defillama.ts';
import { createFakePoolChain, type FakePool, type FakePools } from './support/fake-pools.ts';
import { type FakeServer, startFakeServer } from './support/fake-server.ts';
import { time, usdc, weth } from './support/tokens.ts';

describe('buckets', () => {
  const hour = Math.floor(time / 3600) * 3600;

  test('one per token and hour, asked for at its beginning whatever its events', () => {
    const needs: PriceNeed[] = [
      { token: weth, time: hour + 100 },
      { token: usdc, time: hour + 100 },
      { token: weth, time: hour + 3000 },
      { token: weth, time: hour + 3600 },
      { token: weth, time: hour + 1700 },
    ];
    const buckets = bucketNeeds(needs);
    expect(buckets).toEqual([
      { token: weth, hour: hourOf(time), point: { token: weth, time: hour }, needs: [0, 2, 4] },
      { token: usdc, hour: hourOf(time), point: { token: usdc, time: hour }, needs: [1] },
      { token: weth, hour: hourOf(time) + 1, point: { token: weth, time: hour + 3600 }, needs: [3] },
    ]);
  });
});

describe('a wallet of 10,000 transfers of 200 tokens over two years', () => {
  const tokens = Array.from({ length: 200 }, (_, index): PriceToken => {
    return { chainId: 1, address: `0x${(index + 1).toString(16).padStart(40, '0')}` };
  });
  /** Every token in bursts of five transfers, spread over the two years; no two tokens alike. */
  const needs = Array.from({ length: 10_000 }, (_, index): PriceNeed => {
    const token = tokens[index % 200] ?? weth;
    const burst = Math.floor(index / 1000);
    const moment =
      time - burst * 6_307_200 - (index % 200) * 29_000 - (Math.floor(index / 200) % 5) * 86_400 * 13;
    return { token, time: moment };
  });
  let isWild = false;
  /** A slow course, different for each token; or, to the same, one that swings by a third up and down within a week. */
  const priceAt = (token: string, at: number): string => {
    const number = Number.parseInt(token.slice(-4), 16);
    const swing = isWild ? 1 + Math.sin(((at / 86_400 + number) * 2 * Math.PI) / 7) / 3 : 1;
    return (number * (1 + (time - at) / 1e9) * swing).toFixed(9);
  };

  let llama: FakeServer;
  let gecko: FakeServer;
  beforeAll(async () => {
    llama = await startFakeServer((request) => {
      const coins = tokens.map(({ address }) => [
        `ethereum:${address}`,
        { priceAt: (at: number) => priceAt(address, at) },
      ]);
      return answerDefiLlama({ coins: Object.fromEntries(coins), now: time }, request);
    });
    gecko = await startFakeServer((request) => {
      const coins = tokens.map(({ address }) => [
        `ethereum/${address}`,
        (at: number) => priceAt(address, at),
      ]);
      return answerCoinGecko({ coins: Object.fromEntries(coins), now: time }, request);
    });
  });
  afterAll(async () => {
    await llama.close();
    await gecko.close();
  });

  /** Every token has a V2 pair against USDC of two million dollars at its price. */
  const poolChain = (readsManyBlocks: boolean): FakePools => ({
    ...{ chainId: 1, readsManyBlocks },
    v2Factory: '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f',
    v3Factory: '0x1f98431c8ad98523631ae4a59f267346ea31f984',
    decimals: Object.fromEntries(
      [...tokens, usdc, weth].map(({ address }) => [address, address === usdc.address ? 6 : 18]),
    ),
    pools: tokens.map(({ address }, index): FakePool => {
      const dollars = BigInt(index + 1) * 1_000_000n * 10n ** 6n;
      return {
        address: `0xb${(index + 1).toString(16).padStart(39, '0')}`,
        tokens: [address, usdc.address],
        v2: { reserves: [1_000_000n * 10n ** 18n, dollars] },
      };
    }),
  });

  const price = async (order: PricesConfig['order'], readsManyBlocks = true, rounds = 60) => {
    const counters = createPriceCounters();
    const clock = createFakeClock(time);
    const world = poolChain(readsManyBlocks);
    const reader = createFakePoolChain(world);
    const { v2Factory, v3Factory } = world;
    const sources = createPriceSources(
      {
        order,
        defillama: { url: llama.url },
        coingecko: { url: gecko.url },
        uniswap: { '1': { v2Factory, v3Factory, weth: weth.address, stablecoins: [usdc.address] } },
      },
      { fetch, clock, readerOf: () => reader, onEvent: counters.record },
    );
    // With the blocks of their moments, as the job asks.
    const buckets = bucketNeeds(needs).map(({ point, ...bucket }) => ({
      ...bucket,
      point: { ...point, block: { number: blockOf(point.time), timestamp: point.time } },
    }));
    const quoter = createQuoter({ sources, clock, onEvent: counters.record });
    const quotes = await quoteBuckets(quoter, buckets);
    // What was left over is asked for again, as the job does.
    for (let round = 1; round < rounds; round += 1) {
      const open = [...quotes.keys()].filter((index) =>
        quotes[index]?.provenance.answers.some(({ reason }) => reason === 'over-budget'),
      );
      if (open.length === 0) break;
      const again = await quoteBuckets(
        quoter,
        open.flatMap((index) => buckets[index] ?? []),
      );
      for (const [place, index] of open.entries()) {
        const quote = again[place];
        if (quote !== undefined) quotes[index] = quote;
      }
    }
    const spread = spreadQuotes(needs, buckets, quotes);
    const priced = spread.filter((quote) => quote !== null && quote.price !== null).length;
    const requests = Object.entries(counters.snapshot()).map(
      ([name, counts]) => `${name} ${counts.requests} ${JSON.stringify(counts.errors)}`,
    );
    console.info(
      `${order.join(', ')}${readsManyBlocks ? '' : ' (block by block)'}: ${buckets.length} prices for ` +
        `${priced} of ${needs.length} transfers in ${counters.totalRequests()} requests (${requests.join(', ')})`,
    );
    return { requests: counters.totalRequests(), priced, spread };
  };

  test('with DefiLlama alone', async () => {
    const { requests, priced, spread } = await price(['defillama']);
    expect(priced).toBe(10_000);
    expect(requests).toBeLessThan(100);
    for (const [index, quote] of spread.entries()) {
      expect(Math.abs((quote?.price?.observedAt ?? 0) - (needs[index]?.time ?? 0))).toBeLessThan(7200);
    }
  });

  test('with DefiLlama, checked by CoinGecko', async () => {
    const { requests, priced } = await price(['defillama', 'coingecko']);
    expect(priced).toBe(10_000);
    // A chart of each token and year, where one of each token and quarter took 1,762 in all.
    expect(requests).toBeLessThan(700);
  });

  test('with DefiLlama, checked by CoinGecko, while prices swing by more than they may disagree', async () => {
    isWild = true;
    try {
      const { requests, priced } = await price(['defillama', 'coingecko']);
      expect(priced).toBe(10_000);
      // The charts of the years, and of the quarters too.
      expect(requests).toBeLessThan(2_700);
    } finally {
      isWild = false;
    }
  });

  test('with all sources in the default order, over a node that takes batches', async () => {
    const { requests, priced } = await price(['chainlink', 'uniswap', 'defillama', 'coingecko']);
    expect(priced).toBe(10_000);
    expect(requests).toBeLessThan(1000);
  });

  test('with all sources, over a node that reads block by block', async () => {
    const { requests, priced } = await price(['chainlink', 'uniswap', 'defillama', 'coingecko'], false);
    expect(priced).toBe(10_000);
    // Two requests for each hour, and a few more: its block and the one before.
    expect(requests).toBeLessThan(21_000);
  });

  test('with CoinGecko alone it is bounded, and what is left over says so', async () => {
    const { requests, priced, spread } = await price(['coingecko'], true, 1);
    expect(requests).toBeLessThanOrEqual(300);
    expect(priced).toBeGreaterThan(1000);
    const reasons = spread.flatMap((quote) => (quote?.price === null ? [quote.reason] : []));
    expect(reasons.every((reason) => reason?.startsWith('coingecko: over-budget'))).toBe(true);
  });
});
