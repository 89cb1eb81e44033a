/** Rows for tests: every field has a fixed default, and a test names only those that it is about. */
import type { Address, Hash, TransactionRecord, TransferRecord } from '../../src/domain/model.ts';
import { itemPosition, transactionPosition } from '../../src/domain/position.ts';

/** address(1) → 0x00…01. */
export const address = (number: number): Address => `0x${number.toString(16).padStart(40, '0')}`;
/** hash(1) → 0x00…01. */
export const hash = (number: number): Hash => `0x${number.toString(16).padStart(64, '0')}`;

export interface Place {
  walletId?: number;
  chainId?: number;
  blockNumber?: number;
  transactionIndex?: number;
  /** Default: 1,700,000,000 + 12 seconds a block. */
  timestamp?: number;
  hash?: Hash;
}

function placed(at: Place) {
  const { walletId = 1, chainId = 1, blockNumber = 1, transactionIndex = 0 } = at;
  const timestamp = at.timestamp ?? 1_700_000_000 + 12 * blockNumber;
  return {
    walletId,
    chainId,
    blockNumber,
    timestamp,
    hash: at.hash ?? hash(blockNumber * 1_000 + transactionIndex),
    position: transactionPosition({ timestamp, chainId, blockNumber, transactionIndex }),
  };
}

/** A transaction that sends from address 1 to address 2 for a fee of 21,000. */
export function transactionRecord(at: Place, fields: Partial<TransactionRecord> = {}): TransactionRecord {
  return {
    ...placed(at),
    from: address(1),
    to: address(2),
    fee: 21_000n,
    category: 'SEND',
    kind: 'SEND',
    selector: null,
    functionName: null,
    isError: false,
    kindReason: null,
    functionSource: null,
    bridgeMessage: null,
    isSpam: false,
    counterparty: address(2),
    ...fields,
  };
}

/** A log's inflow of 5 units of token 0x…a0 from address 2; outflows are 5 units, too. `index`: the log's offset. */
export function transferRecord(
  at: Place & { index?: number },
  fields: Partial<TransferRecord> = {},
): TransferRecord {
  const side = fields.side ?? 'inflow';
  const transaction = placed(at);
  return {
    ...transaction,
    position: transaction.position + itemPosition({ kind: 'log', index: at.index ?? 0, batch: 0 }, side),
    side,
    standard: 'erc20',
    tokenAddress: address(0xa0),
    tokenId: null,
    amount: side === 'inflow' ? 5n : -5n,
    counterparty: address(2),
    fee: 21_000n,
    category: side === 'inflow' ? 'RECEIVE' : 'SEND',
    taxTreatment: null,
    spamReason: null,
    ...{ heldBy: null, settles: null },
    ...fields,
  };
}

/** What no price is known of yet, of a stored transfer. */
export const unpriced = {
  ...{ price: null, value: null, priceSource: null, settledPrice: null, settledPriceSource: null },
} as const;

/** 0x and 40 times the same hex digit. */
export const repeated = (digit: string): Address => `0x${digit.repeat(40)}`;
export const repeatedHash = (digit: string): Hash => `0x${digit.repeat(64)}`;
