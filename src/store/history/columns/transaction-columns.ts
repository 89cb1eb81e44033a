/** How a TransactionRecord lies in its table: one list that the writer and the readers share. */
import {
  functionSources,
  type TransactionRecord,
  transactionCategories,
  transactionKinds,
} from '../../../domain/model.ts';
import type { ColumnValue } from '../../connection/copy.ts';
import { hexOf, hexOrNull, memberOf } from '../../connection/row-types.ts';
import type { RowReader } from '../../connection/sql.ts';

export type TransactionRow = TransactionRecord;

export const transactionColumns = [
  'wallet_id',
  'position',
  'chain_id',
  'block_number',
  'timestamp',
  'hash',
  'from_address',
  'to_address',
  'fee',
  'category',
  'kind',
  'selector',
  'function_name',
  'is_error',
  'is_spam',
  'counterparty',
  'kind_reason',
  'function_source',
  'bridge_message',
] as const;

export const transactionValues = (row: TransactionRecord): readonly ColumnValue[] => [
  row.walletId,
  row.position,
  row.chainId,
  row.blockNumber,
  row.timestamp,
  row.hash,
  row.from,
  row.to,
  row.fee,
  row.category,
  row.kind,
  row.selector,
  row.functionName,
  row.isError,
  row.isSpam,
  row.counterparty,
  row.kindReason,
  row.functionSource,
  row.bridgeMessage,
];

export const categoryOf = memberOf(transactionCategories);
export const kindOf = memberOf(transactionKinds);
const functionSourceOf = memberOf(functionSources);
const sourceOf = (text: string | null) => (text === null ? null : functionSourceOf(text));

export const readTransaction = (row: RowReader): TransactionRow => ({
  walletId: row.integer(),
  position: row.text(),
  chainId: row.integer(),
  blockNumber: row.integer(),
  timestamp: row.integer(),
  hash: hexOf(row.text()),
  from: hexOf(row.text()),
  to: hexOrNull(row.textOrNull()),
  fee: row.bigint(),
  category: categoryOf(row.text()),
  kind: kindOf(row.text()),
  selector: hexOrNull(row.textOrNull()),
  functionName: row.textOrNull(),
  isError: row.boolean(),
  isSpam: row.boolean(),
  counterparty: hexOf(row.text()),
  kindReason: row.textOrNull(),
  functionSource: sourceOf(row.textOrNull()),
  bridgeMessage: row.textOrNull(),
});
