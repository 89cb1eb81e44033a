import { type Address, type Movement, type TaxTreatment, zeroAddress } from '../../model.ts';
import type { NetFlow } from '../evidence/net-flow.ts';
import { assetOf, isMade, isNft } from '../evidence/net-flow.ts';
import type { Evidence, Rule } from '../evidence/rule.ts';
import { tokenLogs } from '../evidence/token-logs.ts';
import { mintedFlows } from './mint.ts';

/**
 * A fungible token minted to the wallet, or burned from what it gave, against another fungible token and with no swap
 * in the receipt: a share of a pool, vault or lending market was bought or given back. So it is where an NFT that stands
 * for a position is burned: nobody bought it.
 */
export const receiptToken: Rule = (evidence) => {
  const { inflows, outflows, normalized } = evidence;
  if (!inflows.some((flow) => !isNft(flow)) || outflows.length === 0) return null;
  const isDeposit =
    outflows.some((flow) => !isNft(flow)) && mintedFlows(evidence).some((flow) => !isNft(flow));
  const isWithdrawal = outflows.some((flow) =>
    isNft(flow) ? isBurnedNft(flow, evidence) : isBurned(flow, evidence),
  );
  // One share for another: neither is what the other stands for.
  if (isDeposit && isWithdrawal) return null;
  if (normalized.swapContracts.length > 0 && !isHandedOver(isDeposit, evidence)) return null;
  if (isDeposit)
    return { category: 'CONTRACT_EXECUTION', kind: 'DEPOSIT', treatment, reason: 'a share was minted' };
  return isWithdrawal
    ? { category: 'CONTRACT_EXECUTION', kind: 'WITHDRAW', treatment, reason: 'a share was burned' }
    : null;

  /** One token for its share is the same money elsewhere; several for one are liquidity, which is a trade. */
  function treatment({ side, tokenAddress }: Movement): TaxTreatment {
    const given = isDeposit ? outflows : outflows.filter((flow) => isBurned(flow, evidence));
    const taken = isDeposit ? mintedFlows(evidence) : inflows;
    const [gives, takes] = [onlyToken(given), onlyToken(taken)];
    const isPart = tokenAddress === (side === 'inflow' ? takes : gives);
    if (gives !== null && takes !== null && isPart) return 'CARRY';
    return side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL';
  }
};

/**
 * Whether all that was given for a share went to the contract of the share, or all that was got for it came from there. Then what is
 * exchanged in the transaction is the vault's own: many sell what they have earned whenever somebody comes or goes. Where the share's
 * own contract exchanges, the share itself was bought or sold.
 */
function isHandedOver(isDeposit: boolean, evidence: Evidence): boolean {
  const { inflows, outflows, movements, normalized } = evidence;
  const shares = isDeposit ? mintedFlows(evidence) : outflows.filter((flow) => isBurned(flow, evidence));
  const share = onlyToken(shares);
  if (share === null || normalized.swapContracts.includes(share)) return false;
  const others = isDeposit ? outflows : inflows;
  if (isSoldByVault(share, others, evidence)) return false;
  const side = isDeposit ? 'outflow' : 'inflow';
  return movements.every(
    (movement) =>
      movement.side !== side ||
      movement.tokenAddress === share ||
      !others.some(({ tokenAddress }) => tokenAddress === movement.tokenAddress) ||
      movement.counterparty === share,
  );
}

/** Whether the vault itself exchanges what was given to it, or what it pays out: nine tenths of it, at least, go to, or come from, a pool. */
function isSoldByVault(vault: Address, flows: Evidence['inflows'], { normalized }: Evidence): boolean {
  const { logs, swapContracts } = normalized;
  const isExchange = ({ from, to }: { from: Address; to: Address }): boolean =>
    (from === vault && swapContracts.includes(to)) || (to === vault && swapContracts.includes(from));
  return flows.some(({ tokenAddress, amount }) =>
    tokenLogs(logs).some(
      (log) =>
        log.token === tokenAddress &&
        isExchange(log) &&
        log.amount * 10n >= (amount < 0n ? -amount : amount) * 9n,
    ),
  );
}

/** The one fungible token that moved; null: none, several, or an NFT. */
function onlyToken([only, other]: readonly NetFlow[]): Address | null {
  return only === undefined || other !== undefined || isNft(only) ? null : only.tokenAddress;
}

/** Burned by the wallet itself, or by the pool that it handed the share to: the whole amount went to the zero address. */
function isBurned(flow: NetFlow, { normalized, context }: Evidence): boolean {
  // Routers unwrap on their way.
  if (flow.tokenAddress === context.wrappedNative) return false;
  return isMade(flow, normalized);
}

function isBurnedNft(flow: NetFlow, { movements }: Evidence): boolean {
  return movements.some(
    (movement) =>
      movement.side === 'outflow' &&
      movement.counterparty === zeroAddress &&
      assetOf(movement) === assetOf(flow),
  );
}
