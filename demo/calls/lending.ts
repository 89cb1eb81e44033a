import { type Address, encodeFunctionData, maxUint256 } from 'viem';
import { farmAbi, lendingPoolAbi, stakingAbi } from '../contracts/abis.ts';
import type { Deployment } from '../economy/world-types.ts';
import type { Call } from '../node/mining.ts';

/** Stakes of LINK, and pools' shares in the farm; each contract must be approved for what goes in. */
export function createStakingCalls({ contracts: { staking, farm } }: Deployment) {
  return {
    stake: (from: Address, amount: bigint): Call => ({
      from,
      to: staking,
      data: encodeFunctionData({ abi: stakingAbi, functionName: 'stake', args: [amount] }),
    }),

    claimStakingReward: (from: Address): Call => ({
      from,
      to: staking,
      data: encodeFunctionData({ abi: stakingAbi, functionName: 'getReward' }),
    }),

    unstake: (from: Address, amount: bigint): Call => ({
      from,
      to: staking,
      data: encodeFunctionData({ abi: stakingAbi, functionName: 'withdraw', args: [amount] }),
    }),

    /** `pool`: its place in the farm. */
    depositInFarm: (from: Address, pool: number, amount: bigint): Call => ({
      from,
      to: farm,
      data: encodeFunctionData({ abi: farmAbi, functionName: 'deposit', args: [BigInt(pool), amount, from] }),
    }),

    harvestFarm: (from: Address, pool: number): Call => ({
      from,
      to: farm,
      data: encodeFunctionData({ abi: farmAbi, functionName: 'harvest', args: [BigInt(pool), from] }),
    }),

    withdrawFromFarm: (from: Address, pool: number, amount: bigint): Call => ({
      from,
      to: farm,
      data: encodeFunctionData({
        abi: farmAbi,
        functionName: 'withdraw',
        args: [BigInt(pool), amount, from],
      }),
    }),
  };
}

/** WETH as collateral, USDC as loans; the pool must be approved for what goes in. */
export function createLendingCalls({ contracts: { lendingPool }, tokens, accounts }: Deployment) {
  const [weth, usdc] = [tokens.weth.address, tokens.usdc.address];
  const variableRate = 2n;
  const call = (from: Address, data: Call['data']): Call => ({
    from,
    to: lendingPool,
    ...(data && { data }),
  });
  return {
    supplyCollateral: (from: Address, amount: bigint): Call =>
      call(
        from,
        encodeFunctionData({ abi: lendingPoolAbi, functionName: 'supply', args: [weth, amount, from, 0] }),
      ),

    withdrawCollateral: (from: Address, amount: bigint): Call =>
      call(
        from,
        encodeFunctionData({ abi: lendingPoolAbi, functionName: 'withdraw', args: [weth, amount, from] }),
      ),

    borrow: (from: Address, amount: bigint): Call =>
      call(
        from,
        encodeFunctionData({
          abi: lendingPoolAbi,
          functionName: 'borrow',
          args: [usdc, amount, variableRate, 0, from],
        }),
      ),

    /** Without an amount, all that is owed. */
    repay: (from: Address, amount: bigint = maxUint256): Call =>
      call(
        from,
        encodeFunctionData({
          abi: lendingPoolAbi,
          functionName: 'repay',
          args: [usdc, amount, variableRate, from],
        }),
      ),

    /** Basis points of the collateral's worth that may be owed. */
    setLoanThreshold: (threshold: bigint): Call =>
      call(
        accounts.deployer,
        encodeFunctionData({ abi: lendingPoolAbi, functionName: 'setThreshold', args: [threshold] }),
      ),

    liquidate: (from: Address, user: Address, debtToCover: bigint): Call =>
      call(
        from,
        encodeFunctionData({
          abi: lendingPoolAbi,
          functionName: 'liquidationCall',
          args: [weth, usdc, user, debtToCover, false],
        }),
      ),
  };
}
