import { describe, expect, test } from 'vitest';
import type { Address } from '../../src/domain/model.ts';
import { Decimal } from '../../src/domain/money/money.ts';
import type { PriceToken } from '../../src/prices/source/price-source.ts';
import { createPriceCounters } from '../../src/prices/source/source-counters.ts';
import {
  meanTick,
  priceFromRatio,
  quoteDepthV3,
  ratioOfTick,
  rootOfSqrtPriceX96,
} from '../../src/prices/uniswap/uniswap-math.ts';
import { createUniswap, type UniswapOptions } from '../../src/prices/uniswap/uniswap-source.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { createFakePoolChain, type FakePool, type FakePools } from './support/fake-pools.ts';
import { describePriceSource } from './support/source-contract.ts';
import { elsewhere, native, spam, time, usdc, weth } from './support/tokens.ts';

const v2Factory: Address = '0x5c69bee701ef814a2b6a3edd4b1652cb9cc5aa6f';
const v3Factory: Address = '0x1f98431c8ad98523631ae4a59f267346ea31f984';
const dai: PriceToken = { chainId: 1, address: '0x6b175474e89094c44da98b954eedeac495271d0f' };
const coin: PriceToken = { chainId: 1, address: '0x1111111111111111111111111111111111111111' };
const pools = ['0xb1', '0xb2', '0xb3', '0xb4', '0xb5'].map(
  (start): Address => `0x${start.slice(2).padEnd(40, '0')}`,
);
const pool = (index: number): Address => pools[index] ?? weth.address;
const e18 = 10n ** 18n;
const e6 = 10n ** 6n;

/** USDC 4,000,000 against WETH 2,000: 2000 USD. USDC's address is the lower. */
const wethUsdc: FakePool = {
  address: pool(0),
  tokens: [usdc.address, weth.address],
  v2: { reserves: [4_000_000n * e6, 2_000n * e18] },
};

function setUp(world: Partial<FakePools>, options: Partial<UniswapOptions> = {}) {
  const chain: FakePools = {
    ...{ chainId: 1, v2Factory, v3Factory },
    decimals: { [weth.address]: 18, [usdc.address]: 6, [dai.address]: 18, [coin.address]: 18 },
    pools: [wethUsdc],
    ...world,
  };
  const reader = createFakePoolChain(chain);
  const counters = createPriceCounters();
  const clock = createFakeClock(time);
  const source = createUniswap(
    {
      chains: { '1': { v2Factory, v3Factory, weth: weth.address, stablecoins: [usdc.address, dai.address] } },
      ...options,
    },
    { readerOf: (chainId) => (chainId === 1 ? reader : null), clock, onEvent: counters.record },
  );
  return { chain, reader, counters, clock, source };
}

describePriceSource('uniswap', async () => {
  const coinWeth: FakePool = {
    address: pool(1),
    tokens: [coin.address, weth.address],
    v2: { reserves: [1_000_000n * e18, 1_000n * e18] },
  };
  const { chain, source, counters } = setUp({ pools: [wethUsdc, coinWeth] });
  return {
    ...{ source, counters, time, unknown: spam, uncovered: elsewhere },
    known: [
      { token: coin, priceUsd: '2' },
      { token: weth, priceUsd: '2000' },
    ],
    reasons: { zero: 'no-liquidity', negative: 'no-liquidity', malformed: 'no-liquidity' },
    misbehave(kind) {
      if (kind === 'malformed') chain.corrupt = (call) => (call.to === pool(1) ? '0x1234' : undefined);
      else chain.pools = [wethUsdc, { ...coinWeth, v2: { reserves: [1_000n * e18, 0n] } }];
    },
    breakDown: () => {
      chain.isDown = true;
    },
    close: async () => {},
  };
});

describe('arithmetic', () => {
  test('the square root price of a pool', () => {
    // 2^96 × 3 means a root of 3: 9 raw token1 per raw token0.
    const root = rootOfSqrtPriceX96(3n * 2n ** 96n);
    expect(root.toFixed()).toBe('3');
    const units = { pricedDecimals: 18, quoteDecimals: 6 };
    expect(priceFromRatio(root.pow(2), { pricedIsToken0: true, ...units }).toFixed()).toBe('9000000000000');
    expect(priceFromRatio(new Decimal(4), { pricedIsToken0: false, ...units }).toFixed()).toBe(
      '250000000000',
    );
  });

  test('ticks', () => {
    expect(ratioOfTick(0)?.toFixed()).toBe('1');
    expect(ratioOfTick(2)?.toFixed()).toBe('1.00020001');
    expect(ratioOfTick(200_000)?.toSignificantDigits(10).toFixed()).toBe('484680305');
    expect(
      ratioOfTick(-200_000)
        ?.times(ratioOfTick(200_000) ?? 0)
        .toSignificantDigits(30)
        .toFixed(),
    ).toBe('1');
    expect(ratioOfTick(887_273)).toBeNull();
  });

  test('the mean tick is rounded down, also below zero', () => {
    expect(meanTick([100n, 100n + 3601n], 1800)).toBe(2);
    expect(meanTick([0n, -3601n], 1800)).toBe(-3);
    expect(meanTick([0n, -3600n], 1800)).toBe(-2);
  });

  test('depth is what is in range, and not more than there is', () => {
    const root = new Decimal(2);
    const depth = (quoteBalance: bigint, quoteIsToken0: boolean) =>
      quoteDepthV3({ root, liquidity: 1000n, quoteBalance, quoteIsToken0 }).toFixed();
    expect(depth(10_000n, true)).toBe('500');
    expect(depth(10_000n, false)).toBe('2000');
    expect(depth(300n, true)).toBe('300');
  });
});

describe('uniswap', () => {
  /** A V3 pool of the coin against DAI; the coin's address is the lower, so that it is token0. */
  const coinDai = (v3: Partial<NonNullable<FakePool['v3']>>): FakePool => ({
    address: pool(2),
    tokens: [coin.address, dai.address],
    v3: {
      ...{ fee: 3000, sqrtPriceX96: 2n * 2n ** 96n, liquidity: 10n ** 24n, meanTick: 13_863 },
      balances: [10n ** 24n, 50_000n * e18],
      ...v3,
    },
  });
  const price = async (world: Partial<FakePools>, token = coin, options: Partial<UniswapOptions> = {}) => {
    const { source } = setUp(world, options);
    const [answer] = await source.historical([{ token, time, block: { number: 1000, timestamp: time } }]);
    return answer?.ok === true
      ? `${answer.observation.priceUsd.slice(0, 7)} ${answer.observation.confidence}`
      : answer?.reason;
  };

  test('the 30-minute mean where the observations allow it, else the spot price, less sure', async () => {
    // 1.0001^13863 = 3.99974…; the spot price is exactly 4.
    expect(await price({ pools: [coinDai({})] })).toBe('3.99974 0.9');
    expect(await price({ pools: [coinDai({ meanTick: null })] })).toBe('4 0.6');
  });

  test('everything of the moment is read at the block before, the mean at the block', async () => {
    const { source, reader } = setUp({ pools: [wethUsdc, coinDai({})] });
    await source.historical([{ token: coin, time, block: { number: 1000, timestamp: time } }]);
    const calls = reader.requests.flat().filter((call) => call.blockNumber !== undefined);
    const observe = '0x883bdbfd';
    for (const call of calls) expect(call.blockNumber).toBe(call.data.startsWith(observe) ? 1000 : 999);
    expect(calls.filter((call) => call.data.startsWith(observe))).toHaveLength(1);
  });

  test('the deepest pool counts, whatever its version and its quote', async () => {
    const coinWeth: FakePool = {
      address: pool(3),
      tokens: [coin.address, weth.address],
      v2: { reserves: [10_000n * e18, 100n * e18] },
    };
    // 100 WETH are 200,000 USD: deeper than 50,000 DAI. 100 ÷ 10,000 × 2000 = 20.
    expect(await price({ pools: [wethUsdc, coinWeth, coinDai({})] })).toBe('20 0.6');
    const shallow = { ...coinWeth, v2: { reserves: [200n * e18, 20n * e18] as const } };
    expect(await price({ pools: [wethUsdc, shallow, coinDai({})] })).toBe('3.99974 0.9');
  });

  test('pools under the floor do not count, nor does liquidity out of range', async () => {
    expect(await price({ pools: [coinDai({ balances: [0n, 9_999n * e18] })] })).toBe('no-liquidity');
    expect(
      await price({ pools: [coinDai({ balances: [0n, 9_999n * e18] })] }, coin, {
        minimumLiquidityUsd: 9_000,
      }),
    ).toBe('3.99974 0.9');
    expect(await price({ pools: [coinDai({ liquidity: 0n })] })).toBe('no-liquidity');
  });

  test('without a price of wrapped native a pool against it says nothing', async () => {
    const coinWeth: FakePool = {
      address: pool(3),
      tokens: [coin.address, weth.address],
      v2: { reserves: [10_000n * e18, 100n * e18] },
    };
    expect(await price({ pools: [coinWeth] })).toBe('no-liquidity');
  });

  test('a stablecoin is priced by another one, and never by itself', async () => {
    expect(await price({ pools: [wethUsdc] }, usdc)).toBe('unknown-token');
    const usdcDai: FakePool = {
      address: pool(4),
      tokens: [dai.address, usdc.address],
      v2: { reserves: [1_000_000n * e18, 1_010_000n * e6] },
    };
    // 1,000,000 DAI ÷ 1,010,000 USDC.
    expect(await price({ pools: [wethUsdc, usdcDai] }, usdc)).toBe('0.99009 0.6');
  });

  test('native is priced as wrapped native', async () => {
    expect(await price({}, native)).toBe('2000 0.6');
  });

  test('unreadable decimals leave a token without a price', async () => {
    const decimals = { [weth.address]: 18, [dai.address]: 18 };
    expect(await price({ pools: [coinDai({})], decimals })).toBe('not-supported');
  });

  test('pools are looked for once, and again after an hour', async () => {
    const { source, chain, reader, clock } = setUp({ pools: [wethUsdc] });
    const point = { token: coin, time, block: { number: 1000, timestamp: time } };
    expect(await source.historical([point])).toMatchObject([{ reason: 'unknown-token' }]);
    const asked = reader.requests.length;
    chain.pools = [wethUsdc, coinDai({})];
    expect(await source.historical([point])).toMatchObject([{ reason: 'unknown-token' }]);
    expect(reader.requests).toHaveLength(asked);
    clock.advance(3_600_000);
    expect(await source.historical([point])).toMatchObject([{ ok: true }]);
  });

  test('blocks beyond the budget are left for a later run', async () => {
    const { source, counters } = setUp({}, { maximumRequests: 10 });
    const points = Array.from({ length: 40 }, (_, index) => {
      return { token: weth, time, block: { number: 1000 + index * 10, timestamp: time } };
    });
    const answers = await source.historical(points);
    expect(answers.filter((answer) => answer.ok)).toHaveLength(5);
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'over-budget')).toHaveLength(35);
    expect(counters.totalRequests()).toBeLessThanOrEqual(11);
  });
});
