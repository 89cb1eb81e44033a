/** How a TransferRecord lies in its table: one list that the writer and the readers share. */
import {
  sides,
  spamReasons,
  type TransferRecord,
  taxTreatments,
  tokenStandards,
  transactionCategories,
} from '../../domain/model.ts';
import type { CopyValue } from '../connection/copy.ts';
import { hexOf, hexOrNull, memberOf } from '../connection/row-types.ts';
import type { RowReader } from '../connection/sql.ts';

/** A stored transfer. Price and value in USD are exact decimal texts, null while unknown. */
export type TransferRow = TransferRecord & {
  price: string | null;
  value: string | null;
  priceSource: string | null;
};

/** What loading writes; the price columns are filled by others. */
export const transferColumns = [
  'wallet_id',
  'position',
  'chain_id',
  'block_number',
  'timestamp',
  'hash',
  'side',
  'standard',
  'token_address',
  'token_id',
  'amount',
  'counterparty',
  'fee',
  'category',
  'tax_treatment',
  'spam_reason',
  'held_by',
] as const;

export const pricedTransferColumns = [...transferColumns, 'price', 'value', 'price_source'] as const;

export const transferValues = (row: TransferRecord): readonly CopyValue[] => [
  row.walletId,
  row.position,
  row.chainId,
  row.blockNumber,
  row.timestamp,
  row.hash,
  row.side,
  row.standard,
  row.tokenAddress,
  row.tokenId,
  row.amount,
  row.counterparty,
  row.fee,
  row.category,
  row.taxTreatment,
  row.spamReason,
  row.heldBy,
];

const sideOf = memberOf(sides);
const standardOf = memberOf(tokenStandards);
const categoryOf = memberOf(transactionCategories);
const treatmentOf = memberOf(taxTreatments);
const spamReasonOf = memberOf(spamReasons);

export function readTransfer(row: RowReader): TransferRow {
  return {
    walletId: row.integer(),
    position: row.text(),
    chainId: row.integer(),
    blockNumber: row.integer(),
    timestamp: row.integer(),
    hash: hexOf(row.text()),
    side: sideOf(row.text()),
    standard: standardOf(row.text()),
    tokenAddress: hexOf(row.text()),
    tokenId: row.bigintOrNull(),
    amount: row.bigint(),
    counterparty: hexOf(row.text()),
    fee: row.bigint(),
    category: categoryOf(row.text()),
    taxTreatment: memberOrNull(treatmentOf, row.textOrNull()),
    spamReason: memberOrNull(spamReasonOf, row.textOrNull()),
    heldBy: hexOrNull(row.textOrNull()),
    price: row.textOrNull(),
    value: row.textOrNull(),
    priceSource: row.textOrNull(),
  };
}

function memberOrNull<Member>(read: (text: string) => Member, text: string | null): Member | null {
  return text === null ? null : read(text);
}
