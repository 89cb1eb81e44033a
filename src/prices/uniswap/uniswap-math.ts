/** Pure arithmetic of Uniswap pools. Ratios are Decimals of 100 digits; nothing passes through a float. */
import { Decimal } from '../../domain/money/money.ts';

const twoTo96 = new Decimal(2).pow(96);
const tickBase = new Decimal('1.0001');
/** Beyond these no pool can be. */
const maximumTick = 887_272;

/** The square root of raw token1 per raw token0, as `slot0` tells it. */
export function rootOfSqrtPriceX96(sqrtPriceX96: bigint): Decimal {
  return new Decimal(sqrtPriceX96.toString()).div(twoTo96);
}

/** Raw token1 per raw token0 at a tick: 1.0001^tick. Null beyond the range of ticks. */
export function ratioOfTick(tick: number): Decimal | null {
  return Math.abs(tick) > maximumTick ? null : tickBase.pow(tick);
}

/** The mean tick between two observations, rounded down as Uniswap's OracleLibrary does. */
export function meanTick(tickCumulatives: readonly [bigint, bigint], seconds: number): number {
  const difference = tickCumulatives[1] - tickCumulatives[0];
  const window = BigInt(seconds);
  const quotient = difference / window;
  // bigint division goes towards zero.
  return Number(difference < 0n && difference % window !== 0n ? quotient - 1n : quotient);
}

/**
 * The whole-unit price of one of a pool's tokens in the other.
 * `ratio`: raw token1 per raw token0. (ratio 2e-9, decimals 18 and 6, priced token0) → 2e-9 × 10^(18−6) = 2000.
 */
export function priceFromRatio(
  ratio: Decimal,
  pool: { pricedIsToken0: boolean; pricedDecimals: number; quoteDecimals: number },
): Decimal {
  const quotePerPriced = pool.pricedIsToken0 ? ratio : new Decimal(1).div(ratio);
  return quotePerPriced.times(new Decimal(10).pow(pool.pricedDecimals - pool.quoteDecimals));
}

/**
 * Raw quote units that stand behind a V3 pool's price: the virtual reserve of the liquidity in range, but no more than the
 * pool really holds. A pool with nothing in range has none, however large its balance.
 */
export function quoteDepthV3(pool: {
  root: Decimal;
  liquidity: bigint;
  quoteBalance: bigint;
  quoteIsToken0: boolean;
}): Decimal {
  const liquidity = new Decimal(pool.liquidity.toString());
  const virtual = pool.quoteIsToken0 ? liquidity.div(pool.root) : liquidity.times(pool.root);
  return Decimal.min(virtual, pool.quoteBalance.toString());
}
