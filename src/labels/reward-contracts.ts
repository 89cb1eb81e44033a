/** Contracts that pay out rewards and airdrops: what comes from them is income. */
import type { Address } from '../domain/model.ts';
import { aaveRewardContracts } from './sets/aave.ts';

/** Merkl, which pays the incentives of many protocols: the same address on every chain. */
const merkl: Address = '0x3ef3d8ba38ebe18db133cec108f4d14ce00dd9ae';

const perChain: Readonly<Record<number, readonly Address[]>> = {
  // Uniswap's airdrop of UNI.
  1: ['0x090d4613473dee047c3f2706764f49e0821d256e'],
};

const known = new Map<number, ReadonlySet<Address>>();

/** The known distributors of rewards on a chain. */
export function rewardContracts(chainId: number): ReadonlySet<Address> {
  const contracts =
    known.get(chainId) ?? new Set([merkl, ...(perChain[chainId] ?? []), ...aaveRewardContracts(chainId)]);
  known.set(chainId, contracts);
  return contracts;
}
