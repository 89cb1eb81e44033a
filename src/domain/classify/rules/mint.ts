import { zeroAddress } from '../../model.ts';
import { claimReason } from '../evidence/claim-evidence.ts';
import { assetOf, isNft } from '../evidence/net-flow.ts';
import { type Evidence, incomeTreatment, type Rule } from '../evidence/rule.ts';

/**
 * The wallet receives NFTs minted to it, whatever it pays; or fungible tokens minted to it while nothing but the native
 * token leaves, in a transaction of its own.
 */
export const mint: Rule = (evidence) => {
  const minted = mintedFlows(evidence);
  if (minted.some(isNft)) return { category: 'MINT', kind: 'MINT' };
  const onlyNativeLeaves = evidence.outflows.every((flow) => flow.tokenAddress === zeroAddress);
  if (minted.length === 0 || !onlyNativeLeaves || !evidence.normalized.walletActed) return null;
  const reason = evidence.outflows.length === 0 ? claimReason(evidence) : null;
  return reason === null
    ? { category: 'MINT', kind: 'MINT' }
    : { category: 'MINT', kind: 'CLAIM', treatment: incomeTreatment, reason };
};

/** Net inflows of tokens that came from the zero address. */
export function mintedFlows({ movements, inflows }: Evidence): Evidence['inflows'] {
  return inflows.filter(
    (flow) =>
      flow.standard !== 'native' &&
      movements.some(
        (movement) =>
          movement.side === 'inflow' &&
          movement.counterparty === zeroAddress &&
          movement.amount > 0n &&
          assetOf(movement) === assetOf(flow),
      ),
  );
}
