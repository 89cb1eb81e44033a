/** Who holds what a wallet handed to a protocol: the account in which its lots wait. */
import { type Address, type TransactionKind, zeroAddress } from '../../domain/model.ts';
import type { TransferRow } from '../../store/history/transfer-columns.ts';

/** By chain: where validators' stakes go. The chain gives them back in nobody's name. Source: ethereum/consensus-specs. */
const depositContracts: ReadonlyMap<number, Address> = new Map([
  [1, '0x00000000219ab540356cbb839cbe05303d7705fa'],
]);

/**
 * The contract on the other side: what it gave back is of what it got. A contract that pays out for another one is not known
 * as such, so that what it pays has no known cost.
 */
export function heldByOf({ chainId, counterparty }: Pick<TransferRow, 'chainId' | 'counterparty'>): Address {
  return (counterparty === zeroAddress ? depositContracts.get(chainId) : undefined) ?? counterparty;
}

/** Whether it is borrowed, or pays back, in a transaction that is a loan's: what is neither a receipt nor the debt itself. */
export function isLoanOf(
  { taxTreatment }: Pick<TransferRow, 'taxTreatment'>,
  kind: TransactionKind,
): boolean {
  const isPlain = taxTreatment === 'ACQUISITION' || taxTreatment === 'DISPOSAL';
  return isPlain && (kind === 'BORROW' || kind === 'REPAY');
}
