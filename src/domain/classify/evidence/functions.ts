/**
 * What called functions say by their names, where no event speaks: the last resort before the shape of the flows. Only names
 * of one meaning stand here: `exit`, `execute` and `claim` of a queue say nothing of principal.
 */
import { toFunctionSelector } from 'viem/utils';
import type { Hex } from '../../model.ts';

export type CalledFor = 'deposit' | 'withdraw' | 'claim';

const signatures: Readonly<Record<CalledFor, readonly string[]>> = {
  deposit: [
    'stake()',
    'stake(uint256)',
    'stake(address,uint256)',
    'stake(uint256,address)',
    'stake(uint256,uint256)',
    'stakeFor(address,uint256)',
    'deposit(uint256)',
    'deposit(uint256,uint256)',
    'deposit(uint256,uint256,address)',
    'deposit(uint256,address)',
    'deposit(address,uint256)',
    'deposit(address,uint256,address)',
    'depositAll()',
    'depositFor(address,uint256)',
    'depositETH()',
    'lock(uint256)',
    'lock(uint256,uint256)',
    'lock(address,uint256)',
    'createLock(uint256,uint256)',
    'createLockFor(uint256,uint256,address)',
    'create_lock(uint256,uint256)',
    'increaseAmount(uint256)',
    'increaseAmount(uint256,uint256)',
    'increase_amount(uint256)',
    'delegate(address,uint256)',
    'save(uint192)',
    'add_collateral(uint256)',
    'addCollateral(uint256)',
    'supply(address,uint256)',
    'supply(address,uint256,address,uint16)',
  ],
  withdraw: [
    'unstake()',
    'unstake(uint256)',
    'unstake(uint256,address)',
    'unstake(address,uint256)',
    'unstakeAndClaim(uint256)',
    'withdraw(uint256)',
    'withdraw(uint256,uint256)',
    'withdraw(uint256,uint256,address)',
    'withdraw(uint256,address)',
    'withdraw(address,uint256)',
    'withdraw(address,uint256,address)',
    'withdrawAll()',
    'withdrawDelegated(address,address)',
    'emergencyWithdraw(uint256)',
    'unlock(uint256)',
    'redeem(uint256)',
    'redeem(uint256,address,address)',
    'remove_collateral(uint256)',
    'removeCollateral(uint256)',
  ],
  claim: [
    'claim()',
    'claim(address)',
    'claim(address,address)',
    'claim(address[])',
    'claim(address[],address)',
    'claim(uint256)',
    'claim(uint256[])',
    'claim(uint256,bytes32[])',
    'claim(uint256,uint256,bytes32[])',
    'claim(uint256,address,uint256,bytes32[])',
    'claim(address,uint256,bytes32[])',
    'claim(address,address,uint256,bytes32[])',
    'claim(address[],address[],uint256[],bytes32[][])',
    'claimAll()',
    'claimMany(address[])',
    'claimFees()',
    'claimReward()',
    'claimReward(address)',
    'claimRewards()',
    'claimRewards(address)',
    'claimRewards(address[])',
    'claimRewards(address[],address)',
    'claimRewards(address[],uint256,address)',
    'claimRewards(address[],uint256,address,address)',
    'claimAllRewards(address[],address)',
    'claimAllRewardsToSelf(address[])',
    'claim_rewards()',
    'claim_rewards(address)',
    'claim_rewards(address,address)',
    'claimComp(address)',
    'claimTokens()',
    'claimAirdrop(uint256,bytes32[])',
    'getReward()',
    'getReward(address)',
    'getReward(address,bool)',
    'getReward(address,address)',
    'getReward(address,address[])',
    'getReward(uint256)',
    'getReward(uint256,address[])',
    'getRewards(address,address[])',
    'getRewards(address[])',
    'harvest()',
    'harvest(uint256)',
    'harvest(address)',
    'harvest(uint256,address)',
  ],
};

/** Every signature that means something here. */
export const calledSignatures: readonly string[] = Object.values(signatures).flat();

const bySelector: ReadonlyMap<string, CalledFor> = new Map(
  (['deposit', 'withdraw', 'claim'] as const).flatMap((meaning) =>
    signatures[meaning].map((signature) => [toFunctionSelector(signature), meaning] as const),
  ),
);

const multicallSelectors: ReadonlySet<string> = new Set(
  ['multicall(bytes[])', 'multicall(uint256,bytes[])', 'multicall(bytes32,bytes[])'].map((signature) =>
    toFunctionSelector(signature),
  ),
);

/** More calls than this are not looked at. */
const mostCalls = 64;

/** What the called function is for; of several in one call what all that are known are for. null: not known. */
export function calledFor(input: Hex): CalledFor | null {
  const selector = input.slice(0, 10);
  if (!multicallSelectors.has(selector)) return bySelector.get(selector) ?? null;
  const found = new Set(innerSelectors(input).map((inner) => bySelector.get(inner)));
  found.delete(undefined);
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

/** The selectors of the calls in a `bytes[]`, wherever it stands in the head. */
function innerSelectors(input: Hex): string[] {
  const data = input.slice(10);
  const word = (index: number): number => {
    const digits = data.slice(index * 64, index * 64 + 64);
    // An offset or a count that is larger lies outside of the data anyway.
    const value = /^0{56}[0-9a-f]{8}$/i.test(digits) ? Number.parseInt(digits.slice(56), 16) : 0;
    return value > data.length ? 0 : value;
  };
  const head = [0, 1].map(word).find((offset) => offset >= 32 && offset % 32 === 0 && offset <= 64);
  if (head === undefined) return [];
  const start = head / 32;
  const count = Math.min(word(start), mostCalls);
  return Array.from({ length: count }, (_, index) => {
    const place = (start + 1) * 64 + word(start + 1 + index) * 2 + 64;
    return `0x${data.slice(place, place + 8)}`;
  });
}
