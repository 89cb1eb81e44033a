/** From what single flows are to what the whole transaction was, and how each flow is booked. */
import type { Address, Movement, TaxTreatment, TransactionKind } from '../model.ts';
import type { Claim, Claims } from './claims.ts';
import type { FlowMeaning } from './evidence/family.ts';
import { isNft } from './evidence/net-flow.ts';
import type { Evidence } from './evidence/rule.ts';

export interface Meaning {
  kind: TransactionKind;
  /** The claim that decided. */
  claim: Claim;
}

/**
 * What the transaction was by its claims; null where they do not decide: what they leave unexplained is a trade of its own.
 */
export function meaningOf(claims: Claims, evidence: Evidence): Meaning | null {
  if (claims.size === 0) return null;
  const all = [...claims.values()];
  const found = (is: FlowMeaning): Claim | undefined => all.find((claim) => claim.is === is);
  if (isTrade(claims, evidence)) return null;
  const deposit = found('deposit') ?? found('join');
  const withdrawal = found('withdraw') ?? found('exit');
  const receipt = found('receipt');
  const debt = found('debt');
  const candidates: readonly (readonly [TransactionKind, Claim | undefined | false])[] = [
    ['BRIDGE_OUT', found('bridge-out')],
    ['BRIDGE_IN', found('bridge-in')],
    ['MIGRATE', found('migrate')],
    ['LIQUIDATION', found('liquidation')],
    ['BORROW', found('borrow')],
    ['REPAY', found('repay')],
    ['DEPOSIT', hasReceipt(claims, 'inflow') && (deposit ?? receipt)],
    ['WITHDRAW', hasReceipt(claims, 'outflow') && (withdrawal ?? receipt)],
    ['WITHDRAW', found('request')],
    ['DEPOSIT', deposit],
    ['WITHDRAW', withdrawal],
    ['REPAY', debt],
    [hasNftProceeds() ? 'NFT_BUY' : 'SWAP', found('proceeds')],
    ['CLAIM', found('reward')],
    [evidence.normalized.walletActed ? 'CLAIM' : 'AIRDROP', found('airdrop')],
  ];
  for (const [kind, claim] of candidates) {
    if (claim !== undefined && claim !== false) return { kind, claim };
  }
  return null;

  function hasNftProceeds(): boolean {
    return [...claims].some(([{ tokenId }, { is }]) => is === 'proceeds' && tokenId !== null);
  }
}

const hasReceipt = (claims: Claims, side: Movement['side']): boolean =>
  [...claims].some(([movement, { is }]) => is === 'receipt' && movement.side === side);

/** Something unexplained left and something unexplained arrived, or a swap explains what the claims do not. */
function isTrade(claims: Claims, { movements, inflows, outflows, normalized }: Evidence): boolean {
  const isExplained = (tokenAddress: string, tokenId: bigint | null): boolean =>
    movements.some(
      (movement) =>
        movement.tokenAddress === tokenAddress && movement.tokenId === tokenId && claims.has(movement),
    );
  const rest = (flows: Evidence['inflows']): number =>
    flows.filter((flow) => !isExplained(flow.tokenAddress, flow.tokenId)).length;
  const [restIn, restOut] = [rest(inflows), rest(outflows)];
  if (restIn > 0 && restOut > 0) return true;
  const hasNft = [...inflows, ...outflows].some(isNft);
  const isBridge = [...claims.values()].some(({ is }) => is === 'bridge-out' || is === 'bridge-in');
  // Whoever deposits is paid for what a vault earned and sold meanwhile.
  const isPaidBeside = restOut === 0 && hasReceipt(claims, 'inflow') && outflows.length > 0;
  if (isBridge || hasNft || isPaidBeside) return false;
  const isBoth = inflows.length > 0 && outflows.length > 0;
  return normalized.swapContracts.length > 0 && restIn + restOut > 0 && isBoth;
}

/** How a claimed flow is booked. Liquidity of several tokens is a trade: what comes out of a pool is not what went in. */
export function claimedTreatment(movement: Movement, claims: Claims): TaxTreatment | null {
  const claim = claims.get(movement);
  if (claim === undefined) return null;
  const plain = movement.side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL';
  const all = [...claims];
  const receipts = all.filter(([, { is }]) => is === 'receipt');
  const isPooled = all.some(([, { is }]) => is === 'join' || is === 'exit');
  switch (claim.is) {
    case 'bridge-out':
    case 'bridge-in':
    case 'migrate':
      return 'CARRY';
    case 'deposit':
    case 'withdraw':
      if (receipts.length > 0 || claim.isOfAnother) return 'CARRY';
      return claim.is === 'withdraw' && all.some(([, { is }]) => is === 'interest') ? 'INCOME' : 'HELD';
    case 'request':
      return 'HELD';
    case 'receipt':
      return isPooled ? plain : 'CARRY';
    case 'debt':
      return 'LIABILITY';
    case 'interest':
    case 'reward':
    case 'airdrop':
      return movement.side === 'inflow' ? 'INCOME' : plain;
    case 'join':
    case 'exit':
    case 'borrow':
    case 'repay':
    case 'liquidation':
    case 'proceeds':
      return plain;
  }
}

/**
 * The contract in whose account a claimed flow is booked: what it holds, what it lent, or what it takes to another chain. It is the one that logs, wherever its
 * tokens go to or come from: vaults keep them in strategies, gauges pay from other addresses. null: the flow is neither.
 */
export function claimedHolder(movement: Movement, claims: Claims): Address | null {
  const claim = claims.get(movement);
  if (claim === undefined) return null;
  if (claim.is === 'borrow' || claim.is === 'repay' || claim.is === 'bridge-out') return claim.holder;
  const treatment = claimedTreatment(movement, claims);
  return treatment === 'HELD' ? claim.holder : null;
}
