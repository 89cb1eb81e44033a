import type { Rule } from '../evidence/rule.ts';

/** The wallet created a contract, whatever the constructor moved. */
export const deployment: Rule = ({ normalized }) => {
  const { transaction, wallet } = normalized;
  return transaction.to === null && transaction.from === wallet
    ? { category: 'CONTRACT_EXECUTION', kind: 'DEPLOY' }
    : null;
};
