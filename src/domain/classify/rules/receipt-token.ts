import { zeroAddress } from '../../model.ts';
import type { NetFlow } from '../net-flow.ts';
import { isNft } from '../net-flow.ts';
import type { Evidence, Rule } from '../rule.ts';
import { mintedFlows } from './mint.ts';

/**
 * A fungible token minted to the wallet, or burned from what it gave, against another fungible token and with no swap
 * in the receipt: a share of a pool, vault or lending market was bought or given back. So it is where an NFT that stands
 * for a position is burned: nobody bought it.
 */
export const receiptToken: Rule = (evidence) => {
  const { inflows, outflows, normalized } = evidence;
  if (normalized.swapContracts.length > 0) return null;
  if (!inflows.some((flow) => !isNft(flow)) || outflows.length === 0) return null;
  const isDeposit =
    outflows.some((flow) => !isNft(flow)) && mintedFlows(evidence).some((flow) => !isNft(flow));
  if (isDeposit) return { category: 'CONTRACT_EXECUTION', kind: 'DEPOSIT' };
  const isWithdrawal = outflows.some((flow) =>
    isNft(flow) ? isBurnedNft(flow, evidence) : isBurned(flow, evidence),
  );
  return isWithdrawal ? { category: 'CONTRACT_EXECUTION', kind: 'WITHDRAW' } : null;
};

/** Burned by the wallet itself, or by the pool that it handed the share to: the whole amount went to the zero address. */
function isBurned(flow: NetFlow, { normalized }: Evidence): boolean {
  return (normalized.burnedAmounts.get(flow.tokenAddress) ?? 0n) >= -flow.amount;
}

function isBurnedNft(flow: NetFlow, { movements }: Evidence): boolean {
  return movements.some(
    (movement) =>
      movement.side === 'outflow' &&
      movement.counterparty === zeroAddress &&
      movement.tokenAddress === flow.tokenAddress &&
      movement.tokenId === flow.tokenId,
  );
}
