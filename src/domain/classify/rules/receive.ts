import {
  calledFunction,
  claimReason,
  isFromRewardContract,
  listedDistributor,
} from '../evidence/claim-evidence.ts';
import { calledFor } from '../evidence/functions.ts';
import { incomeTreatment, type Rule } from '../evidence/rule.ts';

/** Only value arrives. */
export const receive: Rule = (evidence) => {
  const { inflows, outflows, normalized } = evidence;
  if (inflows.length === 0 || outflows.length > 0) return null;
  const claimed = claimReason(evidence);
  if (claimed !== null) {
    return { category: 'RECEIVE', kind: 'CLAIM', treatment: incomeTreatment, reason: claimed };
  }
  if (!normalized.walletActed && isFromRewardContract(evidence)) {
    return { category: 'RECEIVE', kind: 'AIRDROP', treatment: incomeTreatment, reason: listedDistributor };
  }
  const isAskedFor = normalized.walletActed && calledFor(normalized.transaction.input) === 'withdraw';
  return isAskedFor && inflows.length === 1
    ? { category: 'RECEIVE', kind: 'WITHDRAW', treatment: () => 'HELD', reason: calledFunction }
    : { category: 'RECEIVE', kind: 'RECEIVE' };
};
