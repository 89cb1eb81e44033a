/** How a TransferRecord lies in its table: one list that the writer and the readers share. */
import {
  type Settlement,
  sides,
  spamReasons,
  type TransferRecord,
  taxTreatments,
  tokenStandards,
} from '../../../domain/model.ts';
import { afterDigits } from '../../../domain/position.ts';
import type { ColumnValue } from '../../connection/copy.ts';
import { hexOf, hexOrNull, memberOf } from '../../connection/row-types.ts';
import type { RowReader } from '../../connection/sql.ts';
import { categoryOf } from './transaction-columns.ts';

/** A stored transfer. Price and value in USD are exact decimal texts, null while unknown. */
export type TransferRow = TransferRecord & {
  price: string | null;
  value: string | null;
  priceSource: string | null;
  /** Of the token that it settles, per unit. */
  settledPrice: string | null;
  settledPriceSource: string | null;
};

/** SQL: whether a row is of a transaction. Its position is the transaction's and more hex digits, all of which sort before `afterDigits`. */
export const isItemOf = (item: string, transaction: string): string =>
  `${item}.position > ${transaction}.position AND ${item}.position < ${transaction}.position || '${afterDigits}'`;

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
  'settles_contract',
  'settles_token',
  'settles_amount',
] as const;

export const pricedTransferColumns = [
  ...transferColumns,
  ...['price', 'value', 'price_source', 'settles_price', 'settles_price_source'],
] as const;

export const transferValues = (row: TransferRecord): readonly ColumnValue[] => [
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
  row.settles?.contract ?? null,
  row.settles?.token ?? null,
  row.settles?.amount ?? null,
];

export const sideOf = memberOf(sides);
export const standardOf = memberOf(tokenStandards);
const treatmentOf = memberOf(taxTreatments);
export const spamReasonOf = memberOf(spamReasons);
export const treatmentOrNull = (text: string | null) => memberOrNull(treatmentOf, text);
export const spamReasonOrNull = (text: string | null) => memberOrNull(spamReasonOf, text);

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
    taxTreatment: treatmentOrNull(row.textOrNull()),
    spamReason: spamReasonOrNull(row.textOrNull()),
    heldBy: hexOrNull(row.textOrNull()),
    settles: readSettlement(row),
    price: row.textOrNull(),
    value: row.textOrNull(),
    priceSource: row.textOrNull(),
    settledPrice: row.textOrNull(),
    settledPriceSource: row.textOrNull(),
  };
}

/** The next three columns. */
export function readSettlement(row: RowReader): Settlement | null {
  const contract = hexOrNull(row.textOrNull());
  const token = hexOrNull(row.textOrNull());
  const amount = row.bigintOrNull();
  return contract === null || amount === null ? null : { contract, token, amount };
}

function memberOrNull<Member>(read: (text: string) => Member, text: string | null): Member | null {
  return text === null ? null : read(text);
}
