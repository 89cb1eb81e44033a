/** The protocols of the simulated chain, as they are put on it. */
import { type Address, concatHex, encodeAbiParameters, encodeDeployData, type Hex } from 'viem';
import { farmAbi, lendingPoolAbi, rewardDistributorAbi, stakingAbi, vaultAbi } from '../contracts/abis.ts';
import { accountAddresses } from '../node/accounts.ts';
import { tokenPlans } from './token-plans.ts';

type Compiled = (contract: string) => Hex;

/** Where rewards are claimed, staked for and farmed, where is lent, and the vault. */
export function protocolDeployments(
  compiled: Compiled,
  addresses: Readonly<Record<'weth' | 'usdc' | 'dai' | 'link' | 'reward', Address>>,
  collateralFeed: Address,
) {
  const { deployer } = accountAddresses;
  return {
    rewardDistributor: [
      deployer,
      // 0.00002 a second is about 52 for a month.
      concatHex([
        compiled('RewardDistributor'),
        encodeAbiParameters(rewardDistributorAbi[0].inputs, [addresses.reward, 20_000_000_000_000n]),
      ]),
    ],
    // About 8 % a year, in the reward token.
    staking: [
      deployer,
      encodeDeployData({
        abi: stakingAbi,
        bytecode: compiled('StakingRewards'),
        args: [addresses.link, addresses.reward, 11_400_000_000n],
      }),
    ],
    farm: [
      deployer,
      encodeDeployData({ abi: farmAbi, bytecode: compiled('Farm'), args: [addresses.reward] }),
    ],
    lendingPool: [
      deployer,
      encodeDeployData({
        abi: lendingPoolAbi,
        bytecode: compiled('LendingPool'),
        args: [addresses.weth, addresses.usdc, collateralFeed],
      }),
    ],
    vaultShare: [
      deployer,
      encodeDeployData({
        abi: vaultAbi,
        bytecode: compiled('Vault'),
        args: [addresses.dai, tokenPlans.vaultShare[0], tokenPlans.vaultShare[1]],
      }),
    ],
  } as const;
}
