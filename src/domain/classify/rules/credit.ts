import type { Rule } from '../evidence/rule.ts';
import { smallestStakeWei } from '../evidence/stakes.ts';

/** Validator withdrawals, block rewards and genesis allocations, which have no transaction. */
export const credit: Rule = ({ normalized }) => {
  const { credits } = normalized;
  if (credits.length === 0) return null;
  const isWithdrawal = credits.every((item) => item.kind === 'withdrawal');
  const genesisIndexes = new Set(credits.filter((item) => item.kind === 'genesis').map((item) => item.index));
  const rewardIndexes = new Set(credits.filter((item) => item.kind === 'reward').map((item) => item.index));
  return {
    category: 'RECEIVE',
    kind: isWithdrawal ? 'WITHDRAW' : 'RECEIVE',
    treatment: ({ item, amount }) => {
      if (rewardIndexes.has(item.index)) return 'INCOME';
      if (genesisIndexes.has(item.index)) return 'ACQUISITION';
      // The stake was still the wallet's while the chain held it.
      return amount < smallestStakeWei ? 'INCOME' : 'HELD';
    },
  };
};
