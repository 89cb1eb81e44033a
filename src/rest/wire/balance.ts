/** Token balance: section 2.9 of the specification. Figures are JSON numbers with all their digits. */
import { z } from 'zod';
import { costMethods, currencies } from '../../domain/ids.ts';
import { basisStatuses, type TokenBalanceView } from '../../read/model.ts';
import { addressField, idField } from './fields.ts';
import { numeral, numeralOrNull, orNull, plain } from './json.ts';
import { tokenJson, tokenSchema } from './token.ts';

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
  })
  .meta({ id: 'TokenBalance' });

export function balanceJson(balance: TokenBalanceView): string {
  return (
    `{"id":${plain(balance.id)},"wallet":${plain(balance.wallet)},"token":${orNull(balance.token, tokenJson)},` +
    `"balance":${numeral(balance.balance)},"price":${numeralOrNull(balance.price)},"value":${numeral(balance.value)},` +
    `"average_cost":${numeral(balance.averageCost)},"unrealized_pnl":${numeral(balance.unrealizedPnl)},` +
    `"total_realized_pnl":${numeral(balance.totalRealizedPnl)},"cost_method":${plain(balance.costMethod)},` +
    `"currency":${plain(balance.currency)},"basis_status":${plain(balance.basisStatus)}}`
  );
}
