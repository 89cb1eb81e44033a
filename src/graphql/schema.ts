/** The executable schema. Importing a type's file adds it to the builder. */
import { lexicographicSortSchema, printSchema } from 'graphql';
import { builder } from './builder/builder.ts';
import { addDigits } from './builder/digits.ts';
import { descriptions } from './descriptions/all.ts';
import { describeSchema } from './descriptions/describe.ts';
import './types/admin/admin.ts';
import './types/admin/admin-changes.ts';
import './types/blockchain.ts';
import './types/figures/correction.ts';
import './types/figures/correction-preview.ts';
import './types/counterparty.ts';
import './types/counterparty-total.ts';
import './types/custom-label.ts';
import './types/admin/member.ts';
import './types/admin/member-changes.ts';
import './types/nft.ts';
import './types/token.ts';
import './types/figures/results.ts';
import './types/figures/token-balance.ts';
import './types/transaction.ts';
import './types/transfer.ts';
import './types/transfer-added.ts';
import './types/wallet-event.ts';
import './types/admin/request-problem.ts';
import './types/admin/service-state.ts';
import './types/figures/holding.ts';
import './types/figures/value-history.ts';
import './types/wallet.ts';
import './types/webhook.ts';
import './types/webhook-mutations.ts';
import './types/figures/wallet-totals.ts';

export const schema = builder.toSchema();
addDigits(schema);
describeSchema(schema, descriptions);

/** The schema's text as it is committed in schema.graphql. */
export function schemaText(): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
