/** Who holds what a wallet handed to a protocol: the account in which its lots wait. */
import { type Address, type TransactionKind, zeroAddress } from '../../domain/model.ts';
import type { TransferRow } from '../../store/history/columns/transfer-columns.ts';

/** By chain: where validators' stakes go. The chain gives them back in nobody's name. Source: ethereum/consensus-specs. */
const depositContracts: ReadonlyMap<number, Address> = new Map([
  [1, '0x00000000219ab540356cbb839cbe05303d7705fa'],
]);

/**
 * The contract that an event names, whatever addresses the tokens go to and come from; else the one on the other side, as far
 * as that is known: what another contract gives back then has no known cost.
 */
export function heldByOf({
  chainId,
  counterparty,
  heldBy,
}: Pick<TransferRow, 'chainId' | 'counterparty' | 'heldBy'>): Address {
  if (heldBy !== null) return heldBy;
  return (counterparty === zeroAddress ? depositContracts.get(chainId) : undefined) ?? counterparty;
}

/**
 * Who lent it, in a transaction that is a loan's: what is neither a receipt nor the debt itself is borrowed, or pays back. Of a
 * token that stands for a debt it is the token, which counts where no loan came with it. null: it is no loan.
 */
export function lenderOf(
  {
    taxTreatment,
    heldBy,
    counterparty,
    tokenAddress,
  }: Pick<TransferRow, 'taxTreatment' | 'heldBy' | 'counterparty' | 'tokenAddress'>,
  kind: TransactionKind,
): Address | null {
  if (taxTreatment === 'LIABILITY') return heldBy ?? tokenAddress;
  const isPlain = taxTreatment === 'ACQUISITION' || taxTreatment === 'DISPOSAL';
  return isPlain && (kind === 'BORROW' || kind === 'REPAY') ? (heldBy ?? counterparty) : null;
}
