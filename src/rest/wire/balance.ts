/** Token balance: section 2.9 of the specification. Figures are JSON numbers with all their digits. */
import { z } from 'zod';
import { costMethods, currencies } from '../../domain/ids.ts';
import {
  basisStatuses,
  type ReconciliationView,
  type TokenBalanceView,
} from '../../use-cases/model/figures-model.ts';
import { addressField, idField, timestampField } from './objects/fields.ts';
import { numeral, numeralOrNull, orNull, plain, textOrNull, time, timeOrNull } from './objects/json.ts';
import { rawTokenJson, rawTokenSchema, tokenJson, tokenSchema } from './objects/token.ts';

const reconciliationSchema = z
  .strictObject({
    on_chain_balance: z.number(),
    difference: z
      .number()
      .meta({ description: 'What the chain has less what is known here; 0 where they agree' }),
    block_number: z.int(),
    checked_at: timestampField,
  })
  .meta({ id: 'Reconciliation', description: 'The balance compared with the chain' });

export const balanceSchema = z
  .strictObject({
    id: idField('bal'),
    wallet: addressField,
    token: tokenSchema.nullable().meta({ description: 'null for tokens that are not recognised' }),
    balance: z.number().meta({ description: 'May be negative' }),
    price: z.number().nullable(),
    value: z.number().meta({ description: '0 without a price' }),
    average_cost: z.number().meta({ description: '0 when no cost is known' }),
    unrealized_pnl: z.number(),
    total_realized_pnl: z.number().meta({ description: 'Within the period' }),
    cost_method: z.enum(costMethods),
    currency: z.enum(currencies),
    basis_status: z.enum(basisStatuses).meta({
      description:
        'Whether the costs and prices behind these figures are known: the worst of the open lots and of what was disposed of and earned within the period',
    }),
    raw_token: rawTokenSchema,
    is_spam: z.boolean().meta({ description: 'Nothing of it came in but spam' }),
    cost_basis: z.number().meta({ description: 'Of what is held' }),
    income: z.number().meta({
      description: 'Within the period: claims, airdrops and rewards at market value',
    }),
    expenses: z.number().meta({
      description: 'Within the period: gas that belongs to no acquisition or disposal',
    }),
    price_source: z.string().nullable().meta({
      description: 'Ends in `:stale` when the price is of more than an hour before',
    }),
    priced_at: timestampField.nullable(),
    reconciliation: reconciliationSchema.nullable().meta({ description: 'null while it was not compared' }),
    blockchain: idField('blockchain'),
  })
  .meta({ id: 'TokenBalance' });

export function balanceJson(balance: TokenBalanceView): string {
  return (
    `{"id":${plain(balance.id)},"wallet":${plain(balance.wallet)},"token":${orNull(balance.token, tokenJson)},` +
    `"balance":${numeral(balance.balance)},"price":${numeralOrNull(balance.price)},"value":${numeral(balance.value)},` +
    `"average_cost":${numeral(balance.averageCost)},"unrealized_pnl":${numeral(balance.unrealizedPnl)},` +
    `"total_realized_pnl":${numeral(balance.totalRealizedPnl)},"cost_method":${plain(balance.costMethod)},` +
    `"currency":${plain(balance.currency)},"basis_status":${plain(balance.basisStatus)},"raw_token":${rawTokenJson(balance.rawToken)},` +
    `"is_spam":${balance.isSpam},"cost_basis":${numeral(balance.costBasis)},"income":${numeral(balance.income)},` +
    `"expenses":${numeral(balance.expenses)},` +
    `"price_source":${textOrNull(balance.priceSource)},"priced_at":${timeOrNull(balance.pricedAt)},` +
    `"reconciliation":${orNull(balance.reconciliation, reconciliationJson)},"blockchain":${plain(balance.blockchain.id)}}`
  );
}

const reconciliationJson = (found: ReconciliationView): string =>
  `{"on_chain_balance":${numeral(found.onChainBalance)},"difference":${numeral(found.difference)},` +
  `"block_number":${found.blockNumber},"checked_at":${time(found.checkedAt)}}`;
