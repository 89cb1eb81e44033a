/** The net of a transaction per token or NFT, gas ignored: what categories are decided on. */
import type { Address, Movement, TokenStandard } from '../../model.ts';
import type { NormalizedTransaction } from '../../normalize/normalized.ts';

export interface NetFlow {
  tokenAddress: Address;
  tokenId: bigint | null;
  standard: TokenStandard;
  /** Signed, never 0. */
  amount: bigint;
}

/** One name for a token, or for an NFT. */
export const assetOf = ({ tokenAddress, tokenId }: Pick<NetFlow, 'tokenAddress' | 'tokenId'>): string =>
  `${tokenAddress}:${tokenId ?? ''}`;

const signedAmount = ({ side, amount }: Movement): bigint => (side === 'inflow' ? amount : -amount);

/** Nets per (token, token id); what came and went in equal amounts is gone. In order of first appearance. */
export function netFlows(movements: readonly Movement[]): NetFlow[] {
  const flows = new Map<string, NetFlow>();
  for (const movement of movements) {
    const key = assetOf(movement);
    const known = flows.get(key);
    flows.set(key, {
      tokenAddress: movement.tokenAddress,
      tokenId: movement.tokenId,
      standard: movement.standard,
      amount: (known?.amount ?? 0n) + signedAmount(movement),
    });
  }
  return [...flows.values()].filter((flow) => flow.amount !== 0n);
}

/** Whether so much of the token was minted where it arrives, or burned where it leaves (a negative amount). */
export function isMade(
  { tokenAddress, amount }: Pick<NetFlow, 'tokenAddress' | 'amount'>,
  { mintedAmounts, burnedAmounts }: Pick<NormalizedTransaction, 'mintedAmounts' | 'burnedAmounts'>,
): boolean {
  return amount < 0n
    ? (burnedAmounts.get(tokenAddress) ?? 0n) >= -amount
    : (mintedAmounts.get(tokenAddress) ?? 0n) >= amount;
}

/** The same of one movement. */
export const isMadeMovement = (
  movement: Movement,
  made: Pick<NormalizedTransaction, 'mintedAmounts' | 'burnedAmounts'>,
): boolean => isMade({ tokenAddress: movement.tokenAddress, amount: signedAmount(movement) }, made);

export function isNft(flow: { standard: TokenStandard }): boolean {
  return flow.standard === 'erc721' || flow.standard === 'erc1155';
}
