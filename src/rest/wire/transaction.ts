/** Transaction: section 2.8 of the specification. */
import { z } from 'zod';
import { type TransactionCategory, transactionCategories } from '../../domain/model.ts';
import { toFixed4 } from '../../domain/money.ts';
import type { TransactionView } from '../../read/model.ts';
import { categoryWireNames } from '../../read/page-links.ts';
import { blockchainJson, blockchainSchema } from './blockchain.ts';
import { counterpartyJson, counterpartySchema } from './counterparty.ts';
import { addressField, fixed4Field, hashField, idField, timestampField } from './fields.ts';
import { plain, textOrNull, time } from './json.ts';

/** Categories by the names that the wire has for them, for the filters. */
export const categoryChoices: Readonly<Record<string, TransactionCategory>> = Object.fromEntries(
  transactionCategories.map((category) => [categoryWireNames[category], category]),
);

export const transactionSchema = z
  .strictObject({
    id: idField('tx'),
    hash: hashField,
    wallet: addressField,
    timestamp: timestampField,
    block_number: z.int(),
    fee: fixed4Field('Network fee that the wallet paid, in the native token'),
    tx_category: z.enum(categoryWireNames),
    function: z.string().nullable().meta({
      description: 'Name of the called function, else its 4-byte selector; null for plain transfers',
    }),
    is_error: z.boolean(),
    counterparty: counterpartySchema,
    blockchain: blockchainSchema,
  })
  .meta({ id: 'Transaction' });

export function transactionJson(transaction: TransactionView, baseUrl: string): string {
  return (
    `{"id":${plain(transaction.id)},"hash":${plain(transaction.hash)},"wallet":${plain(transaction.wallet)},` +
    `"timestamp":${time(transaction.timestamp)},"block_number":${transaction.blockNumber},` +
    `"fee":${plain(toFixed4(transaction.fee))},"tx_category":${plain(categoryWireNames[transaction.category])},` +
    `"function":${textOrNull(transaction.function)},"is_error":${transaction.isError},` +
    `"counterparty":${counterpartyJson(transaction.counterparty)},"blockchain":${blockchainJson(transaction.blockchain, baseUrl)}}`
  );
}
