import { hasProtocolEvent, isClaim, isFromRewardContract } from '../claim-evidence.ts';
import { incomeTreatment, type Rule } from '../rule.ts';

/** Only value arrives. */
export const receive: Rule = (evidence) => {
  const { inflows, outflows, normalized } = evidence;
  if (inflows.length === 0 || outflows.length > 0) return null;
  if (isClaim(evidence)) return { category: 'RECEIVE', kind: 'CLAIM', treatment: incomeTreatment };
  if (!normalized.walletActed && isFromRewardContract(evidence)) {
    return { category: 'RECEIVE', kind: 'AIRDROP', treatment: incomeTreatment };
  }
  return hasProtocolEvent(evidence, 'withdraw', inflows)
    ? { category: 'RECEIVE', kind: 'WITHDRAW' }
    : { category: 'RECEIVE', kind: 'RECEIVE' };
};
