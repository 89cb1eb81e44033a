import { type Address, encodeFunctionData, maxUint128, zeroAddress } from 'viem';
import { positionManagerAbi, v2RouterAbi, v3RouterAbi } from '../contracts/abis-uniswap.ts';
import { fullRange, noDeadline } from '../economy/pools.ts';
import type { Deployment } from '../economy/world-types.ts';
import type { Call } from '../node/mining.ts';

const path = (weth: Address, tokenIn: Address, tokenOut: Address) =>
  tokenIn === weth || tokenOut === weth ? [tokenIn, tokenOut] : [tokenIn, weth, tokenOut];

/**
 * Swaps on Uniswap V2. Whoever swaps a token must have approved the router first. No minimum is asked for: nobody here
 * races anybody.
 */
export function createV2SwapCalls({ contracts, tokens }: Deployment) {
  const weth = tokens.weth.address;
  const { v2Router } = contracts;
  return {
    swapV2EtherForToken: (from: Address, tokenOut: Address, wei: bigint): Call => ({
      from,
      to: v2Router,
      value: wei,
      data: encodeFunctionData({
        abi: v2RouterAbi,
        functionName: 'swapExactETHForTokensSupportingFeeOnTransferTokens',
        args: [0n, path(weth, weth, tokenOut), from, noDeadline],
      }),
    }),

    swapV2TokenForEther: (from: Address, tokenIn: Address, amount: bigint): Call => ({
      from,
      to: v2Router,
      data: encodeFunctionData({
        abi: v2RouterAbi,
        functionName: 'swapExactTokensForETHSupportingFeeOnTransferTokens',
        args: [amount, 0n, path(weth, tokenIn, weth), from, noDeadline],
      }),
    }),

    /** By way of WETH, unless one of the two is WETH. */
    swapV2TokenForToken: (from: Address, tokenIn: Address, tokenOut: Address, amount: bigint): Call => ({
      from,
      to: v2Router,
      data: encodeFunctionData({
        abi: v2RouterAbi,
        functionName: 'swapExactTokensForTokens',
        args: [amount, 0n, path(weth, tokenIn, tokenOut), from, noDeadline],
      }),
    }),
  };
}

/** Swaps on Uniswap V3, whose router must be approved. */
export function createV3SwapCalls({ contracts, tokens }: Deployment) {
  const weth = tokens.weth.address;
  const { v3Router } = contracts;
  const single = (
    tokenIn: Address,
    tokenOut: Address,
    fee: number,
    recipient: Address,
    amountIn: bigint,
  ) => ({
    ...{ tokenIn, tokenOut, fee, recipient, amountIn },
    ...{ deadline: noDeadline, amountOutMinimum: 0n, sqrtPriceLimitX96: 0n },
  });
  return {
    /** `fee` names the pool: 500 or 3000. */
    swapV3Single: (
      from: Address,
      tokenIn: Address,
      tokenOut: Address,
      fee: number,
      amount: bigint,
    ): Call => ({
      from,
      to: v3Router,
      data: encodeFunctionData({
        abi: v3RouterAbi,
        functionName: 'exactInputSingle',
        args: [single(tokenIn, tokenOut, fee, from, amount)],
      }),
    }),

    swapV3EtherForToken: (from: Address, tokenOut: Address, fee: number, wei: bigint): Call => ({
      from,
      to: v3Router,
      value: wei,
      data: encodeFunctionData({
        abi: v3RouterAbi,
        functionName: 'exactInputSingle',
        args: [single(weth, tokenOut, fee, from, wei)],
      }),
    }),

    /** A multicall: swap to WETH that stays in the router, then unwrap it to the wallet. */
    swapV3TokenForEther: (from: Address, tokenIn: Address, fee: number, amount: bigint): Call => {
      const swap = encodeFunctionData({
        abi: v3RouterAbi,
        functionName: 'exactInputSingle',
        // The zero address stands for the router itself.
        args: [single(tokenIn, weth, fee, zeroAddress, amount)],
      });
      const unwrap = encodeFunctionData({ abi: v3RouterAbi, functionName: 'unwrapWETH9', args: [0n, from] });
      const data = encodeFunctionData({
        abi: v3RouterAbi,
        functionName: 'multicall',
        args: [[swap, unwrap]],
      });
      return { from, to: v3Router, data };
    },
  };
}

/** Liquidity on Uniswap. The V2 router, or the V3 position manager, must be approved for the token. */
export function createLiquidityCalls({ contracts, tokens }: Deployment) {
  const weth = tokens.weth.address;
  const { v2Router, positionManager } = contracts;
  return {
    /** Ether and a token into their V2 pool; what is too much of the ether comes back by an internal call. */
    addLiquidityV2: (from: Address, token: Address, amount: bigint, wei: bigint): Call => ({
      from,
      to: v2Router,
      value: wei,
      data: encodeFunctionData({
        abi: v2RouterAbi,
        functionName: 'addLiquidityETH',
        args: [token, amount, 0n, 0n, from, noDeadline],
      }),
    }),

    /** The pool's own token must be approved for the router. */
    removeLiquidityV2: (from: Address, token: Address, liquidity: bigint): Call => ({
      from,
      to: v2Router,
      data: encodeFunctionData({
        abi: v2RouterAbi,
        functionName: 'removeLiquidityETH',
        args: [token, liquidity, 0n, 0n, from, noDeadline],
      }),
    }),

    /** Ether and a token into a V3 position over all prices: an NFT for the wallet. */
    addLiquidityV3: (from: Address, token: Address, fee: number, amount: bigint, wei: bigint): Call => {
      const tokenFirst = token.toLowerCase() < weth.toLowerCase();
      const [token0, token1] = tokenFirst ? [token, weth] : [weth, token];
      const [amount0Desired, amount1Desired] = tokenFirst ? [amount, wei] : [wei, amount];
      const position = {
        ...{ token0, token1, fee, ...fullRange(fee), amount0Desired, amount1Desired },
        ...{ amount0Min: 0n, amount1Min: 0n, recipient: from, deadline: noDeadline },
      };
      const mint = encodeFunctionData({ abi: positionManagerAbi, functionName: 'mint', args: [position] });
      const refund = encodeFunctionData({ abi: positionManagerAbi, functionName: 'refundETH' });
      const data = encodeFunctionData({
        abi: positionManagerAbi,
        functionName: 'multicall',
        args: [[mint, refund]],
      });
      return { from, to: positionManager, data, value: wei, gas: 900_000n };
    },

    /** Takes everything out of a V3 position, as WETH and token, and burns the NFT. */
    removeLiquidityV3: (from: Address, tokenId: bigint, liquidity: bigint): Call => {
      const decrease = encodeFunctionData({
        abi: positionManagerAbi,
        functionName: 'decreaseLiquidity',
        args: [{ tokenId, liquidity, amount0Min: 0n, amount1Min: 0n, deadline: noDeadline }],
      });
      const collect = encodeFunctionData({
        abi: positionManagerAbi,
        functionName: 'collect',
        args: [{ tokenId, recipient: from, amount0Max: maxUint128, amount1Max: maxUint128 }],
      });
      const burn = encodeFunctionData({ abi: positionManagerAbi, functionName: 'burn', args: [tokenId] });
      const steps = [decrease, collect, burn];
      const data = encodeFunctionData({ abi: positionManagerAbi, functionName: 'multicall', args: [steps] });
      return { from, to: positionManager, data };
    },
  };
}
