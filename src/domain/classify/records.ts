/** From a classified transaction to the rows of a wallet's history. Pure; the same from every source. */

import type { ChainTransaction, Hex, TransactionRecord, TransferRecord } from '../model.ts';
import { itemPosition, transactionPosition } from '../position.ts';
import { bridgeMessageOf } from './bridge-messages.ts';
import type { Classified } from './classify-transaction.ts';

export interface RecordInput {
  walletId: number;
  chainId: number;
  classified: Classified;
  /** The name of a called function by its selector, or null where it is not known; it stands where the source names none. */
  selectorName: (selector: Hex) => string | null;
}

export interface HistoryRecords {
  transaction: TransactionRecord;
  /** In position order; amounts signed. */
  transfers: TransferRecord[];
}

/** The rows of one transaction. A failed one has no transfers. */
export function toRecords(input: RecordInput): HistoryRecords {
  const { walletId, chainId, classified } = input;
  const { transaction, fee } = classified.normalized;
  const position = transactionPosition({
    timestamp: transaction.timestamp,
    chainId,
    blockNumber: transaction.blockNumber,
    transactionIndex: transaction.transactionIndex,
  });
  const selector = functionSelector(transaction);
  const shared = {
    walletId,
    chainId,
    blockNumber: transaction.blockNumber,
    timestamp: transaction.timestamp,
    hash: transaction.hash,
    fee,
    category: classified.category,
  };
  return {
    transaction: {
      ...shared,
      position,
      from: transaction.from,
      to: transaction.to,
      kind: classified.kind,
      kindReason: classified.kindReason,
      selector,
      ...namedFunction(transaction.functionName, selector, input.selectorName),
      isError: !transaction.succeeded,
      isSpam: classified.isSpam,
      counterparty: classified.counterparty,
      bridgeMessage: bridgeMessageOf(classified, chainId),
    },
    transfers: classified.movements.map(({ movement, taxTreatment, spamReason, heldBy, settles }) => ({
      ...shared,
      position: position + itemPosition(movement.item, movement.side),
      side: movement.side,
      standard: movement.standard,
      tokenAddress: movement.tokenAddress,
      tokenId: movement.tokenId,
      amount: movement.side === 'inflow' ? movement.amount : -movement.amount,
      counterparty: movement.counterparty,
      taxTreatment,
      spamReason,
      heldBy,
      settles,
    })),
  };
}

/** What the contract's own source says comes before what its selector may stand for. */
function namedFunction(
  given: string | undefined,
  selector: Hex | null,
  selectorName: RecordInput['selectorName'],
): Pick<TransactionRecord, 'functionName' | 'functionSource'> {
  if (selector === null) return { functionName: null, functionSource: null };
  if (given !== undefined) return { functionName: given, functionSource: 'explorer' };
  const name = selectorName(selector);
  return { functionName: name, functionSource: name === null ? null : 'signature' };
}

/** The first four bytes of a call's input; null for plain transfers and deployments. */
export function functionSelector(transaction: ChainTransaction): Hex | null {
  const { to, input } = transaction;
  return to !== null && input.length >= 10 ? `0x${input.slice(2, 10)}` : null;
}
