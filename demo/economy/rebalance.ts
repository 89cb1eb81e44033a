import { encodeFunctionData } from 'viem';
import { v2PairAbi, v2RouterAbi, v3PoolAbi, v3RouterAbi } from '../contracts/abis-uniswap.ts';
import type { Chain } from '../node/chain.ts';
import type { Call } from '../node/mining.ts';
import type { Market } from './market.ts';
import {
  byBot,
  type Contracts,
  noDeadline,
  priceOf,
  sortTokens,
  sqrtPriceX96,
  type Tokens,
} from './pools.ts';
import type { Deployment, WorldPool } from './world-types.ts';

/** The swap that brings a V3 pool to the market's price: the price limit is what ends it. */
async function rebalanceV3(
  chain: Chain,
  { contracts, tokens }: Traded,
  pool: WorldPool,
  market: Market,
  time: number,
) {
  const [one, other] = sortTokens(tokens[pool.tokens[0]], tokens[pool.tokens[1]]);
  const target = sqrtPriceX96(one, other, market, time);
  const [current] = await chain.read(pool.address, v3PoolAbi, 'slot0', []);
  if (current === target) return undefined;
  const [tokenIn, tokenOut] = target < current ? [one, other] : [other, one];
  const params = {
    ...{
      tokenIn: tokenIn.address,
      tokenOut: tokenOut.address,
      fee: pool.fee,
      recipient: contracts.tradingBot,
    },
    // More than it takes: only what was used is paid.
    ...{ deadline: noDeadline, amountIn: 10n ** BigInt(tokenIn.decimals + 7), amountOutMinimum: 0n },
    sqrtPriceLimitX96: target,
  };
  const data = encodeFunctionData({ abi: v3RouterAbi, functionName: 'exactInputSingle', args: [params] });
  return { to: contracts.v3Router, data };
}

/** The swap that brings a V2 pool to the market's price: the product of the reserves stays, their quotient changes. */
async function rebalanceV2(
  chain: Chain,
  { contracts, tokens }: Traded,
  pool: WorldPool,
  market: Market,
  time: number,
) {
  const [one, other] = sortTokens(tokens[pool.tokens[0]], tokens[pool.tokens[1]]);
  const [reserveOne, reserveOther] = await chain.read(pool.address, v2PairAbi, 'getReserves', []);
  const price =
    (priceOf(one, market, time) / priceOf(other, market, time)) * 10 ** (other.decimals - one.decimals);
  const product = Number(reserveOne) * Number(reserveOther);
  const wantedOne = Math.sqrt(product / price);
  const moreOne = wantedOne - Number(reserveOne);
  // Under three thousandths the fee costs more than the move earns.
  if (Math.abs(moreOne) / wantedOne < 0.0015) return undefined;
  const path = moreOne > 0 ? [one, other] : [other, one];
  const amount = moreOne > 0 ? moreOne : product / wantedOne - Number(reserveOther);
  const data = encodeFunctionData({
    abi: v2RouterAbi,
    functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
    args: [
      ...([BigInt(Math.floor(amount / 0.997)), 0n, path.map(({ address }) => address)] as const),
      ...([contracts.tradingBot, noDeadline] as const),
    ],
  });
  return { to: contracts.v2Router, data };
}

type Traded = { readonly contracts: Contracts; readonly tokens: Tokens };

/** One transaction of the market maker's bot that brings every pool to the market's prices. */
export async function rebalancePools(
  chain: Chain,
  deployment: Deployment,
  market: Market,
  time: number,
): Promise<Call> {
  const tasks = await Promise.all(
    deployment.pools.map((pool) => {
      const rebalance = pool.version === 3 ? rebalanceV3 : rebalanceV2;
      return rebalance(chain, deployment, pool, market, time);
    }),
  );
  const wanted = tasks.filter((task) => task !== undefined);
  return byBot(deployment.contracts, wanted, 300_000n + 250_000n * BigInt(wanted.length));
}
