/** Evidence that what arrived was claimed, and what protocols themselves logged about the wallet. */
import { toFunctionSelector } from 'viem/utils';
import type { ProtocolEvent } from '../normalize/normalized.ts';
import type { NetFlow } from './net-flow.ts';
import type { Evidence } from './rule.ts';

/** Functions whose only purpose is to pay out rewards or an airdrop. */
const claimSelectors: ReadonlySet<string> = new Set(
  [
    'claim()',
    'claim(address)',
    'claim(uint256)',
    'claim(uint256,address,uint256,bytes32[])',
    'claim(address,uint256,bytes32[])',
    'claim(uint256,bytes32[])',
    'claim(uint256,uint256,bytes32[])',
    'claimReward()',
    'claimReward(address)',
    'claimRewards()',
    'claimRewards(address)',
    'claimRewards(address[],uint256,address)',
    'claimRewards(address[],uint256,address,address)',
    'claimAllRewards(address[],address)',
    'claimAllRewardsToSelf(address[])',
    'claim_rewards()',
    'claim_rewards(address)',
    'claimComp(address)',
    'claimTokens()',
    'claimAirdrop(uint256,bytes32[])',
    'getReward()',
    'getReward(address)',
    'getReward(address,bool)',
    'getReward(address,address[])',
    'harvest()',
    'harvest(uint256)',
    'harvest(uint256,address)',
  ].map((signature) => toFunctionSelector(signature)),
);

/** The wallet itself called for rewards: a claim function, a known distributor, or the payer's own event says so. */
export function isClaim(evidence: Evidence): boolean {
  const { normalized, inflows } = evidence;
  if (!normalized.walletActed || normalized.transaction.to === normalized.wallet) return false;
  if (claimSelectors.has(normalized.transaction.input.slice(0, 10))) return true;
  return isFromRewardContract(evidence) || hasProtocolEvent(evidence, 'claim', inflows);
}

/** What arrived came from a known distributor of rewards. */
export function isFromRewardContract({ movements, context }: Evidence): boolean {
  return movements.some(
    (movement) => movement.side === 'inflow' && context.isRewardContract(movement.counterparty),
  );
}

/** A protocol logged a deposit, withdrawal or claim by the wallet, over the very amount that moved. */
export function hasProtocolEvent(
  { normalized, movements }: Evidence,
  kind: ProtocolEvent['kind'],
  flows: readonly NetFlow[],
): boolean {
  return normalized.protocolEvents.some(
    (event) =>
      event.kind === kind &&
      flows.some((flow) => flow.amount === event.amount || -flow.amount === event.amount) &&
      (event.contract === normalized.transaction.to ||
        movements.some((movement) => movement.counterparty === event.contract)),
  );
}
