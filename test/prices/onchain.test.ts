/**
 * Against a real node with real Uniswap pools and aggregators: what the adapters say equals what this file computes itself
 * from the words of raw calls.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TokenKey, World } from '../../demo/economy/world-types.ts';
import type { Anvil } from '../../demo/node/anvil.ts';
import { lowerAddress } from '../../src/domain/address.ts';
import { type Hex, zeroAddress } from '../../src/domain/model.ts';
import { Decimal } from '../../src/domain/money/money.ts';
import { createChainlink } from '../../src/prices/chainlink/chainlink-source.ts';
import type { PriceAnswer, PricePoint } from '../../src/prices/source/price-source.ts';
import { createUniswap } from '../../src/prices/uniswap/uniswap-source.ts';
import { createTestWorld } from '../support/world.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { blockTime, createNodeReader, type NodeReaderOptions, rpcBatch } from './support/node-reader.ts';

let anvil: Anvil;
let world: World;
/** Some blocks of the two years, oldest first, with their times. */
let blocks: { number: number; timestamp: number }[];

beforeAll(async () => {
  ({ anvil, world } = await createTestWorld({ seed: 3, transactions: 900 }));
  const first = world.startBlock + 60;
  const numbers = Array.from(
    { length: 12 },
    (_, index) => first + Math.floor((index * (world.endBlock - first)) / 11),
  );
  blocks = await Promise.all(
    numbers.map(async (number) => ({ number, timestamp: (await blockTime(anvil.rpcUrl, number)) ?? 0 })),
  );
});
afterAll(() => anvil?.stop());

const selectors = {
  latestRoundData: '0xfeaf968c',
  slot0: '0x3850c7bd',
  getReserves: '0x0902f1ac',
  /** observe([1800, 0]) */
  observe: `0x883bdbfd${[0x20, 2, 1800, 0].map((word) => word.toString(16).padStart(64, '0')).join('')}`,
} as const;

/** The 32-byte words of a raw call's answer, as signed numbers; null when it reverted. */
async function callWords(to: string, data: string, block: number): Promise<bigint[] | null> {
  const [result] = await rpcBatch(anvil.rpcUrl, [['eth_call', [{ to, data }, `0x${block.toString(16)}`]]]);
  if (typeof result !== 'string') return null;
  const words = result.slice(2).match(/.{64}/g) ?? [];
  return words.map((word) => BigInt.asIntN(256, BigInt(`0x${word}`)));
}

const dependencies = (options: Partial<NodeReaderOptions> = {}) => {
  const reader = createNodeReader(anvil.rpcUrl, { chainId: world.chainId, ...options });
  return { readerOf: () => reader, clock: createFakeClock(world.endTime) };
};
/** In the simulation feeds are brought up to date every few days. */
const slowFeed = (feed: string) => ({ feed, heartbeatSeconds: 30 * 86_400 });
const chainlink = (options: Partial<NodeReaderOptions> = {}) => {
  const { byToken, nativeUsd } = world.feeds;
  const feeds = [[zeroAddress, nativeUsd], ...Object.entries(byToken)].map(([token, feed]) => [
    token,
    slowFeed(feed ?? ''),
  ]);
  return createChainlink({ feeds: { [world.chainId]: Object.fromEntries(feeds) } }, dependencies(options));
};
const uniswap = (
  options: Partial<NodeReaderOptions> = {},
  factories: Partial<World['uniswap']> = world.uniswap,
) => {
  const { weth, stablecoins } = world.uniswap;
  const chain = { v2Factory: factories.v2Factory, v3Factory: factories.v3Factory, weth, stablecoins };
  return createUniswap({ chains: { [world.chainId]: chain } }, dependencies(options));
};
const pointOf = (key: TokenKey, block: { number: number; timestamp: number }): PricePoint => ({
  token: { chainId: world.chainId, address: lowerAddress(world.tokens[key].address) },
  time: block.timestamp,
  block,
});
const priceOf = (answer: PriceAnswer | undefined): string => {
  if (answer?.ok !== true) throw new Error(answer?.detail ?? 'no answer');
  return answer.observation.priceUsd;
};
const poolOf = (version: 2 | 3, ...keys: [TokenKey, TokenKey]): Hex => {
  const pool = world.pools.find(
    (one) => one.version === version && keys.every((key) => one.tokens.includes(key)),
  );
  if (pool === undefined) throw new Error(`no V${version} pool of ${keys}`);
  return pool.address;
};
/** The order in which a pool keeps two tokens. */
const isFirst = (key: TokenKey, other: TokenKey): boolean =>
  BigInt(world.tokens[key].address) < BigInt(world.tokens[other].address);

/** Whole quote tokens per whole token, from raw token1 per raw token0. */
function wholePrice(ratio: Decimal, key: TokenKey, quote: TokenKey): Decimal {
  const scale = new Decimal(10).pow(world.tokens[key].decimals - world.tokens[quote].decimals);
  return isFirst(key, quote) ? ratio.times(scale) : scale.div(ratio);
}

/** By the pool's 30-minute mean tick at the block: e^(tick × ln 1.0001). Null: observations too young. */
async function meanPrice(key: TokenKey, quote: TokenKey, block: number): Promise<Decimal | null> {
  const words = await callWords(poolOf(3, key, quote), selectors.observe, block);
  if (words === null) return null;
  // Offsets and lengths: [0x40, …, 2, then, now, …].
  const [, , , then = 0n, now = 0n] = words;
  const tick = Math.floor(Number(now - then) / 1800);
  return wholePrice(new Decimal('1.0001').ln().times(tick).exp(), key, quote);
}

/** By the pool's spot price at a block. */
async function spotPrice(key: TokenKey, quote: TokenKey, block: number): Promise<Decimal> {
  const [root = 0n] = (await callWords(poolOf(3, key, quote), selectors.slot0, block)) ?? [];
  return wholePrice(new Decimal((root * root).toString()).div((2n ** 192n).toString()), key, quote);
}

async function reservePrice(key: TokenKey, quote: TokenKey, block: number): Promise<Decimal> {
  const [reserve0 = 0n, reserve1 = 0n] =
    (await callWords(poolOf(2, key, quote), selectors.getReserves, block)) ?? [];
  return wholePrice(new Decimal(reserve1.toString()).div(reserve0.toString()), key, quote);
}

const digits = (value: Decimal | string, count: number): string =>
  new Decimal(value).toSignificantDigits(count).toFixed();

describe('chainlink on a real node', () => {
  const keys = ['weth', 'usdc', 'dai', 'link', 'wbtc'] as const satisfies readonly TokenKey[];

  test('the feed’s answer at the block', async () => {
    const points = blocks.flatMap((block) => keys.map((key) => pointOf(key, block)));
    const answers = await chainlink().historical(points);
    for (const [index, block] of blocks.entries()) {
      for (const [position, key] of keys.entries()) {
        const words = await callWords(world.tokens[key].feed ?? '', selectors.latestRoundData, block.number);
        // Eight decimals, moved by text.
        const text = String(words?.[1]).padStart(9, '0');
        const expected = `${text.slice(0, -8)}.${text.slice(-8)}`.replace(/\.?0+$/, '');
        expect(priceOf(answers[index * keys.length + position])).toBe(expected);
      }
    }
  });

  test('without old state the rounds give the same, across the changes of phase', async () => {
    const points = blocks.flatMap((block) => keys.map((key) => pointOf(key, block)));
    const atBlocks = await chainlink().historical(points);
    const byRounds = await chainlink({ withoutOldState: true }).historical(points);
    expect(byRounds.map(priceOf)).toEqual(atBlocks.map(priceOf));
    const phases = new Set<bigint>();
    for (const block of blocks) {
      const [roundId = 0n] =
        (await callWords(world.feeds.nativeUsd, selectors.latestRoundData, block.number)) ?? [];
      phases.add(roundId >> 64n);
    }
    expect(phases.size).toBeGreaterThan(1);
  });

  test('native has the price of its own feed, a token without a feed has none', async () => {
    const [block] = blocks;
    if (block === undefined) throw new Error('no block');
    const native = { ...pointOf('weth', block), token: { chainId: world.chainId, address: zeroAddress } };
    const [one, other, none] = await chainlink().historical([
      native,
      pointOf('weth', block),
      pointOf('meme', block),
    ]);
    expect(priceOf(one)).toBe(priceOf(other));
    expect(none).toMatchObject({ ok: false, reason: 'unknown-token' });
  });
});

describe('uniswap on a real node', () => {
  const [v3Only, v2Only] = [
    () => ({ v3Factory: world.uniswap.v3Factory }),
    () => ({ v2Factory: world.uniswap.v2Factory }),
  ];

  test('V3: the mean of 30 minutes at the block, in one step and in two', async () => {
    const points = blocks.flatMap((block) =>
      (['weth', 'uni', 'wbtc'] as const).map((key) => pointOf(key, block)),
    );
    const answers = await uniswap({}, v3Only()).historical(points);
    let means = 0;
    for (const [index, { number }] of blocks.entries()) {
      const weth = await meanPrice('weth', 'usdc', number);
      if (weth === null) continue;
      means += 1;
      expect(digits(priceOf(answers[index * 3]), 25)).toBe(digits(weth, 25));
      for (const [offset, key] of [
        [1, 'uni'],
        [2, 'wbtc'],
      ] as const) {
        const inWeth = await meanPrice(key, 'weth', number);
        if (inWeth === null) continue;
        expect(digits(priceOf(answers[index * 3 + offset]), 25)).toBe(digits(inWeth.times(weth), 25));
      }
    }
    expect(means).toBeGreaterThan(5);
  });

  test('V3: the spot price of the block before while the pool is younger than 30 minutes', async () => {
    let number = world.startBlock;
    while ((await callWords(poolOf(3, 'weth', 'usdc'), selectors.slot0, number))?.[0] === undefined)
      number += 1;
    // Created, then filled in the same block or the next ones.
    const young = { number: number + 3, timestamp: (await blockTime(anvil.rpcUrl, number + 3)) ?? 0 };
    expect(await meanPrice('weth', 'usdc', young.number)).toBeNull();
    const [answer] = await uniswap({}, v3Only()).historical([pointOf('weth', young)]);
    expect(priceOf(answer)).toBe(digits(await spotPrice('weth', 'usdc', young.number - 1), 30));
    expect(answer).toMatchObject({ observation: { confidence: 0.6 } });
  });

  test('V2: the reserves of the block before, in one step and in two', async () => {
    const points = blocks.flatMap((block) =>
      (['weth', 'meme', 'reward'] as const).map((key) => pointOf(key, block)),
    );
    const answers = await uniswap({}, v2Only()).historical(points);
    for (const [index, { number }] of blocks.entries()) {
      const before = number - 1;
      // Of the two pairs of WETH the one with more dollars in it counts.
      const inUsdc = await reservePrice('weth', 'usdc', before);
      const inDai = await reservePrice('weth', 'dai', before);
      const weth = (await quoteReserve('usdc', before)).gt(await quoteReserve('dai', before))
        ? inUsdc
        : inDai;
      expect(priceOf(answers[index * 3])).toBe(digits(weth, 30));
      for (const [offset, key] of [
        [1, 'meme'],
        [2, 'reward'],
      ] as const) {
        const inWeth = await reservePrice(key, 'weth', before);
        expect(priceOf(answers[index * 3 + offset])).toBe(digits(inWeth.times(weth), 30));
      }
    }
  });

  async function quoteReserve(stablecoin: 'usdc' | 'dai', block: number): Promise<Decimal> {
    const words = (await callWords(poolOf(2, 'weth', stablecoin), selectors.getReserves, block)) ?? [];
    const raw = words[isFirst(stablecoin, 'weth') ? 0 : 1] ?? 0n;
    return new Decimal(raw.toString()).div(new Decimal(10).pow(world.tokens[stablecoin].decimals));
  }

  test('block by block, in one batch, and by time alone the answers are the same', async () => {
    const points = blocks
      .slice(0, 4)
      .flatMap((block) => (['weth', 'link', 'meme'] as const).map((key) => pointOf(key, block)));
    const batched = await uniswap().historical(points);
    const single = await uniswap({ withoutBatches: true }).historical(points);
    const byTime = await uniswap().historical(points.map(({ token, time }) => ({ token, time })));
    expect(single).toEqual(batched);
    expect(byTime).toEqual(batched);
  });

  test('what moves a pool within a block does not move the price at that block', async () => {
    const { rpcUrl } = anvil;
    const { exchange } = world.accounts;
    const pair = poolOf(2, 'weth', 'usdc');
    const amount = (10n ** 14n).toString(16).padStart(64, '0');
    const transfer = `0xa9059cbb${pair.slice(2).toLowerCase().padStart(64, '0')}${amount}`;
    // One after the other: the calls of a batch run at once.
    const ask = async (method: string, ...params: unknown[]) =>
      (await rpcBatch(rpcUrl, [[method, params]]))[0];
    const send = (to: string, data: string) =>
      ask('eth_sendTransaction', { from: exchange, to, data, gas: '0x30d40' });
    await ask('anvil_impersonateAccount', exchange);
    await ask('evm_setAutomine', false);
    // An empty block first: the two before the move are then alike.
    await ask('evm_mine');
    // 100 million dollars for nothing, made count by sync(): WETH looks dearer.
    await send(world.tokens.usdc.address, transfer);
    await send(pair, '0xfff6cae9');
    await ask('evm_mine');
    const moved = Number(await ask('eth_blockNumber'));
    await ask('evm_mine');
    await ask('evm_setAutomine', true);
    const at = async (number: number): Promise<string> => {
      const block = { number, timestamp: (await blockTime(rpcUrl, number)) ?? 0 };
      const [answer] = await uniswap({}, v2Only()).historical([pointOf('weth', block)]);
      return priceOf(answer);
    };
    expect(await at(moved)).toBe(await at(moved - 1));
    expect(await at(moved + 1)).toBe(digits(await reservePrice('weth', 'usdc', moved), 30));
    expect(new Decimal(await at(moved + 1)).div(await at(moved)).toNumber()).toBeGreaterThan(2);
  });
});
