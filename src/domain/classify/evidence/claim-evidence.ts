/** Evidence that what arrived was claimed, from whom it came and what was called for; events: claims.ts. */
import { calledFor } from './functions.ts';
import type { Evidence } from './rule.ts';

/** Why what arrived counts as claimed by the wallet itself; null: it does not. */
export function claimReason(evidence: Evidence): string | null {
  const { normalized } = evidence;
  if (!normalized.walletActed || normalized.transaction.to === normalized.wallet) return null;
  if (isFromRewardContract(evidence)) return listedDistributor;
  return calledFor(normalized.transaction.input) === 'claim' ? calledFunction : null;
}

/** Reasons as they are shown. */
export const listedDistributor = 'a listed distributor paid';
export const calledFunction = 'the called function';

/** What arrived came from a known distributor of rewards. */
export function isFromRewardContract({ movements, context }: Evidence): boolean {
  return movements.some(
    (movement) => movement.side === 'inflow' && context.isRewardContract(movement.counterparty),
  );
}
