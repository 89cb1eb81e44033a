/**
 * What a pool says at a block. The time-weighted price is read at the block itself: what happens within it has no weight
 * yet. Everything of the moment (spot price, reserves, depth) is read at the block before, out of reach of whoever
 * moves the pool within the transaction's own block.
 */
import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import type { Hex } from '../../domain/model.ts';
import { Decimal } from '../../domain/money/money.ts';
import { type BlockCall, decoded } from '../source/chain-reader.ts';
import { meanTick, priceFromRatio, quoteDepthV3, ratioOfTick, rootOfSqrtPriceX96 } from './uniswap-math.ts';
import type { Pool } from './uniswap-pools.ts';

const v3Abi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16, uint16, uint16, uint8, bool)',
  'function liquidity() view returns (uint128)',
  'function observe(uint32[] secondsAgos) view returns (int56[] tickCumulatives, uint160[])',
]);
const v2Abi = parseAbi(['function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32)']);
const tokenAbi = parseAbi(['function balanceOf(address) view returns (uint256)']);

export const twapSeconds = 1800;

/** A pool's price of its token in its quote token, in whole units. */
export interface PoolPrice {
  pool: Pool;
  price: Decimal;
  /** Whole quote units behind the price. */
  depth: Decimal;
  isTimeWeighted: boolean;
}

const slot0Data = encodeFunctionData({ abi: v3Abi, functionName: 'slot0' });
const liquidityData = encodeFunctionData({ abi: v3Abi, functionName: 'liquidity' });
const observeData = encodeFunctionData({ abi: v3Abi, functionName: 'observe', args: [[twapSeconds, 0]] });
const reservesData = encodeFunctionData({ abi: v2Abi, functionName: 'getReserves' });

/** The calls that `readPool` needs the results of, in this order. */
export function poolCalls(pool: Pool, blockNumber: number): BlockCall[] {
  const to = pool.address;
  const before = Math.max(0, blockNumber - 1);
  if (pool.version === 2) return [{ to, data: reservesData, blockNumber: before }];
  const balanceOf = encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args: [pool.address] });
  return [
    { to, data: observeData, blockNumber },
    { to, data: slot0Data, blockNumber: before },
    { to, data: liquidityData, blockNumber: before },
    { to: pool.quote, data: balanceOf, blockNumber: before },
  ];
}

/** Null: the pool was not there, or not in use, at that block. */
export function readPool(
  pool: Pool,
  results: readonly (Hex | null)[],
  decimals: { priced: number; quote: number },
): PoolPrice | null {
  const pricedIsToken0 = BigInt(pool.priced) < BigInt(pool.quote);
  const units = { pricedIsToken0, pricedDecimals: decimals.priced, quoteDecimals: decimals.quote };
  const toWhole = (raw: Decimal): Decimal => raw.div(new Decimal(10).pow(decimals.quote));
  if (pool.version === 2) {
    const reserves = decoded(results[0], (data) =>
      decodeFunctionResult({ abi: v2Abi, functionName: 'getReserves', data }),
    );
    if (reserves === null || reserves[0] === 0n || reserves[1] === 0n) return null;
    const [reserve0, reserve1] = [new Decimal(reserves[0].toString()), new Decimal(reserves[1].toString())];
    const price = priceFromRatio(reserve1.div(reserve0), units);
    return { pool, price, depth: toWhole(pricedIsToken0 ? reserve1 : reserve0), isTimeWeighted: false };
  }
  const state = readV3State(results);
  if (state === null) return null;
  const depth = quoteDepthV3({ ...state, quoteIsToken0: !pricedIsToken0 });
  const ratio = state.twapRatio ?? state.root.pow(2);
  const isTimeWeighted = state.twapRatio !== null;
  return { pool, price: priceFromRatio(ratio, units), depth: toWhole(depth), isTimeWeighted };
}

function readV3State(
  results: readonly (Hex | null)[],
): { root: Decimal; liquidity: bigint; quoteBalance: bigint; twapRatio: Decimal | null } | null {
  const slot0 = decoded(results[1], (data) =>
    decodeFunctionResult({ abi: v3Abi, functionName: 'slot0', data }),
  );
  const liquidity = decoded(results[2], (data) =>
    decodeFunctionResult({ abi: v3Abi, functionName: 'liquidity', data }),
  );
  const quoteBalance = decoded(results[3], (data) =>
    decodeFunctionResult({ abi: tokenAbi, functionName: 'balanceOf', data }),
  );
  if (slot0 === null || slot0[0] === 0n || liquidity === null || quoteBalance === null) return null;
  return { root: rootOfSqrtPriceX96(slot0[0]), liquidity, quoteBalance, twapRatio: readTwap(results[0]) };
}

/** Null when the pool's observations do not reach back far enough: `observe` reverts. */
function readTwap(result: Hex | null | undefined): Decimal | null {
  const observed = decoded(result, (data) =>
    decodeFunctionResult({ abi: v3Abi, functionName: 'observe', data }),
  );
  const [then, now] = observed?.[0] ?? [];
  if (then === undefined || now === undefined) return null;
  return ratioOfTick(meanTick([then, now], twapSeconds));
}
