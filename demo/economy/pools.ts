import { type Address, encodeFunctionData, type Hex, maxUint256 } from 'viem';
import { farmAbi, tokenAbi, tradingBotAbi, vaultAbi, wethAbi } from '../contracts/abis.ts';
import {
  positionManagerAbi,
  v2FactoryAbi,
  v2RouterAbi,
  v3FactoryAbi,
  v3PoolAbi,
} from '../contracts/abis-uniswap.ts';
import { accountAddresses } from '../node/accounts.ts';
import type { Chain } from '../node/chain.ts';
import type { Call } from '../node/mining.ts';
import type { MineNext } from './deploy.ts';
import { type Market, unitsWorth } from './market.ts';
import type { Deployment, TokenKey, WorldPool, WorldToken } from './world-types.ts';

/** Far enough that no deadline of a swap is ever over. */
export const noDeadline = 4_102_444_800n;

/** Each pool, and how many dollars lie on each side of it. */
const poolPlans: readonly {
  version: 2 | 3;
  fee: number;
  tokens: readonly [TokenKey, TokenKey];
  sideUsd: number;
}[] = [
  { version: 2, fee: 3000, tokens: ['weth', 'usdc'], sideUsd: 6_000_000 },
  { version: 2, fee: 3000, tokens: ['weth', 'dai'], sideUsd: 3_000_000 },
  { version: 2, fee: 3000, tokens: ['weth', 'link'], sideUsd: 2_000_000 },
  { version: 2, fee: 3000, tokens: ['weth', 'meme'], sideUsd: 250_000 },
  { version: 2, fee: 3000, tokens: ['weth', 'tax'], sideUsd: 250_000 },
  { version: 2, fee: 3000, tokens: ['weth', 'reward'], sideUsd: 400_000 },
  { version: 3, fee: 500, tokens: ['weth', 'usdc'], sideUsd: 8_000_000 },
  { version: 3, fee: 500, tokens: ['usdc', 'dai'], sideUsd: 4_000_000 },
  { version: 3, fee: 3000, tokens: ['weth', 'wbtc'], sideUsd: 4_000_000 },
  { version: 3, fee: 3000, tokens: ['weth', 'uni'], sideUsd: 2_000_000 },
  { version: 3, fee: 3000, tokens: ['weth', 'link'], sideUsd: 2_000_000 },
];

const { marketMaker, deployer, exchange } = accountAddresses;
/** The market maker's contract holds the stock and owns the pools' liquidity: one transaction does many things. */
export type BotTask = { readonly to: Address; readonly data: Hex };

/** One transaction in which the market maker's contract does all these things. */
export function byBot(contracts: Contracts, tasks: readonly BotTask[], gas: bigint): Call {
  const data = encodeFunctionData({
    abi: tradingBotAbi,
    functionName: 'execute',
    args: [tasks.map(({ to }) => to), tasks.map((task) => task.data)],
  });
  return { from: marketMaker, to: contracts.tradingBot, data, gas };
}

export type Tokens = Deployment['tokens'];
export type Contracts = Deployment['contracts'];

/** The widest range of a V3 position: liquidity at every price, as a V2 pool has. */
export function fullRange(fee: number): { tickLower: number; tickUpper: number } {
  const spacing = fee === 500 ? 10 : 60;
  const limit = Math.floor(887_272 / spacing) * spacing;
  return { tickLower: -limit, tickUpper: limit };
}

/** V3 keeps the two tokens of a pool in the order of their addresses. */
export function sortTokens<T extends { readonly address: Address }>(one: T, other: T): readonly [T, T] {
  return one.address.toLowerCase() < other.address.toLowerCase() ? [one, other] : [other, one];
}

export function priceOf(token: WorldToken, market: Market, time: number): number {
  if (token.asset === null) throw new Error(`${token.symbol} has no market.`);
  return market.priceUsd(token.asset, time);
}

/** The square root of the price of token0 in token1, base units, as V3 writes it. */
export function sqrtPriceX96(token0: WorldToken, token1: WorldToken, market: Market, time: number): bigint {
  const price = priceOf(token0, market, time) / priceOf(token1, market, time);
  return BigInt(Math.floor(Math.sqrt(price * 10 ** (token1.decimals - token0.decimals)) * 2 ** 96));
}

/** Gives the market maker's bot and the exchange what they trade with, and lets the routers take it from the bot. */
async function stockUp(mineNext: MineNext, contracts: Contracts, tokens: Tokens) {
  const minted = [
    'usdc',
    'dai',
    'link',
    'uni',
    'wbtc',
    'meme',
    'tax',
    'reward',
    'legacy',
    'rebasing',
  ] as const;
  const mint = (key: TokenKey, to: Address, units: bigint): Call => ({
    from: deployer,
    to: tokens[key].address,
    data: encodeFunctionData({
      abi: tokenAbi,
      functionName: 'mint',
      args: [to, units * 10n ** BigInt(tokens[key].decimals)],
    }),
  });
  const weth = tokens.weth.address;
  const deposit = encodeFunctionData({ abi: wethAbi, functionName: 'deposit' });
  const botWei = 500_000n * 10n ** 18n;
  const stock = encodeFunctionData({
    abi: tokenAbi,
    functionName: 'transfer',
    args: [contracts.tradingBot, botWei],
  });
  await mineNext(minted.map((key) => mint(key, contracts.tradingBot, 10_000_000_000n)));
  await mineNext(minted.map((key) => mint(key, exchange, 1_000_000_000n)));
  await mineNext([
    mint('reward', contracts.rewardDistributor, 1_000_000n),
    mint('reward', contracts.staking, 1_000_000n),
    mint('reward', contracts.farm, 1_000_000n),
    mint('usdc', contracts.lendingPool, 10_000_000n),
    { from: marketMaker, to: weth, data: deposit, value: botWei },
    { from: marketMaker, to: weth, data: stock },
    { from: exchange, to: weth, data: deposit, value: 10_000n * 10n ** 18n },
  ]);
  const traded = [...new Set(poolPlans.flatMap((plan) => plan.tokens))];
  const approve = (key: TokenKey, spender: Address): BotTask => ({
    to: tokens[key].address,
    data: encodeFunctionData({ abi: tokenAbi, functionName: 'approve', args: [spender, maxUint256] }),
  });
  const vault = tokens.vaultShare.address;
  // The vault's first shares: a vault without any would give all its interest to whoever comes next.
  const firstShares = encodeFunctionData({
    abi: vaultAbi,
    functionName: 'deposit',
    args: [50_000n * 10n ** 18n, contracts.tradingBot],
  });
  const spenders = [contracts.v2Router, contracts.v3Router, contracts.positionManager];
  const tasks = [
    ...spenders.flatMap((spender) => traded.map((key) => approve(key, spender))),
    approve('dai', vault),
    { to: vault, data: firstShares },
  ];
  await mineNext([byBot(contracts, tasks, 4_000_000n)]);
}

type Side = { readonly token: WorldToken; readonly amount: bigint };

function addV2(contracts: Contracts, one: Side, other: Side): BotTask[] {
  const data = encodeFunctionData({
    abi: v2RouterAbi,
    functionName: 'addLiquidity',
    args: [
      ...([one.token.address, other.token.address, one.amount, other.amount, 0n, 0n] as const),
      ...([contracts.tradingBot, noDeadline] as const),
    ],
  });
  return [{ to: contracts.v2Router, data }];
}

function addV3(contracts: Contracts, fee: number, one: Side, other: Side, sqrtPrice: bigint): BotTask[] {
  const [token0, token1] = [one.token.address, other.token.address];
  const create = encodeFunctionData({
    abi: positionManagerAbi,
    functionName: 'createAndInitializePoolIfNecessary',
    args: [token0, token1, fee, sqrtPrice],
  });
  const mint = encodeFunctionData({
    abi: positionManagerAbi,
    functionName: 'mint',
    args: [
      {
        ...{ token0, token1, fee, ...fullRange(fee) },
        ...{ amount0Desired: one.amount, amount1Desired: other.amount, amount0Min: 0n, amount1Min: 0n },
        ...{ recipient: contracts.tradingBot, deadline: noDeadline },
      },
    ],
  });
  return [
    { to: contracts.positionManager, data: create },
    { to: contracts.positionManager, data: mint },
  ];
}

/** The pools whose shares the farm takes, in its order, and what it pays for one of them: about 20 % a year. */
export const farmed = ['usdc', 'dai', 'link'] as const satisfies readonly TokenKey[];
const farmRates = [340_000_000_000_000_000n, 340_000_000_000n, 940_000_000_000n];

function farmPools(contracts: Contracts, pools: readonly WorldPool[]): Call[] {
  return farmed.map((key, index) => {
    const pool = pools.find(({ version, tokens }) => version === 2 && tokens[1] === key);
    if (pool === undefined) throw new Error(`There is no V2 pool of ${key}.`);
    const args = [pool.address, farmRates[index] ?? 0n] as const;
    const data = encodeFunctionData({ abi: farmAbi, functionName: 'add', args });
    return { from: deployer, to: contracts.farm, data };
  });
}

/** Opens every pool at the market's price. */
export async function openPools(
  chain: Chain,
  mineNext: MineNext,
  deployed: { contracts: Contracts; tokens: Tokens },
  market: Market,
  time: number,
): Promise<WorldPool[]> {
  const { contracts, tokens } = deployed;
  await stockUp(mineNext, contracts, tokens);
  const pools: WorldPool[] = [];
  for (const { version, fee, tokens: keys, sideUsd } of poolPlans) {
    const [one, other] = sortTokens(tokens[keys[0]], tokens[keys[1]]);
    const side = (token: WorldToken): Side => ({
      token,
      amount: unitsWorth(sideUsd, priceOf(token, market, time), token.decimals),
    });
    if (version === 2) {
      await mineNext([byBot(contracts, addV2(contracts, side(one), side(other)), 4_000_000n)]);
      const address = await chain.read(contracts.v2Factory, v2FactoryAbi, 'getPair', [
        one.address,
        other.address,
      ]);
      pools.push({ address, version, fee, tokens: keys });
    } else {
      const sqrtPrice = sqrtPriceX96(one, other, market, time);
      await mineNext([
        byBot(contracts, addV3(contracts, fee, side(one), side(other), sqrtPrice), 8_000_000n),
      ]);
      const address = await chain.read(contracts.v3Factory, v3FactoryAbi, 'getPool', [
        one.address,
        other.address,
        fee,
      ]);
      pools.push({ address, version, fee, tokens: keys });
    }
  }
  await mineNext(farmPools(contracts, pools));
  // A time-weighted price needs more than the one observation that a new pool keeps.
  const grow = encodeFunctionData({
    abi: v3PoolAbi,
    functionName: 'increaseObservationCardinalityNext',
    args: [60],
  });
  const v3Pools = pools.filter(({ version }) => version === 3);
  await mineNext([
    byBot(
      contracts,
      v3Pools.map(({ address }) => ({ to: address, data: grow })),
      10_000_000n,
    ),
  ]);
  return pools;
}
