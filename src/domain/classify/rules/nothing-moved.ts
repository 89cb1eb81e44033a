import type { Rule, Verdict } from '../evidence/rule.ts';

/** Nothing is left once spam and round trips are set aside: an approval, a call, or spam alone. */
export const nothingMoved: Rule = ({ normalized, movements, inflows, outflows, onlyAirdropSpam }) => {
  if (inflows.length > 0 || outflows.length > 0) return null;
  return { category: 'CONTRACT_EXECUTION', kind: kindOf() };

  function kindOf(): Verdict['kind'] {
    if (movements.length > 0) return 'CONTRACT_EXECUTION';
    if (onlyAirdropSpam) return 'AIRDROP';
    const { approvals, walletActed } = normalized;
    if (approvals.length === 0 || !walletActed) return 'CONTRACT_EXECUTION';
    return approvals.every((approval) => approval.isRevoke) ? 'REVOKE' : 'APPROVE';
  }
};
