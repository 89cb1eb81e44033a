/** What a wallet held of a token or NFT at a moment. Figures are JSON numbers with all their digits, as in balances. */
import { z } from 'zod';
import { basisStatuses } from '../../use-cases/model/figures-model.ts';
import type { HoldingView } from '../../use-cases/model/value-model.ts';
import { timestampField } from './objects/fields.ts';
import { numeral, numeralOrNull, plain, time, timeOrNull } from './objects/json.ts';
import { itemFields, itemJson, requestFields, requestJson } from './objects/ledger-item.ts';

export const holdingSchema = z
  .strictObject({
    ...itemFields,
    at: timestampField.meta({ description: 'The moment asked for' }),
    balance: z.number().meta({
      description:
        'What the wallet had and what protocols held of it; may be negative, where history is missing',
    }),
    held_amount: z.number().meta({ description: 'The part of `balance` that protocols held' }),
    in_transit_amount: z
      .number()
      .meta({ description: 'The part of `held_amount` that was on its way over a bridge' }),
    debt: z.number().meta({ description: 'What was owed, negative or 0, and no part of `balance`' }),
    price: z
      .number()
      .nullable()
      .meta({ description: 'The newest that is known of up to then; null: none is' }),
    priced_at: timestampField.nullable().meta({ description: 'Of which moment the price is' }),
    is_price_stale: z.boolean().meta({
      description: 'It is of more than an hour before; one of the hour was asked for by this request',
    }),
    value: z.number().meta({ description: '0 without a price' }),
    debt_value: z
      .number()
      .meta({ description: 'What was owed was worth so much, negative; 0 without a price' }),
    cost_basis: z.number().meta({ description: 'What the lots that were open had cost' }),
    average_cost: z.number().meta({ description: '0 when no cost is known' }),
    unrealized_pnl: z.number().meta({ description: '0 without a price' }),
    basis_status: z.enum(basisStatuses).meta({
      description:
        'COMPLETE; MISSING: the cost of something is not known and counts as 0; UNPRICED: a price or a rate is not known',
    }),
    ...requestFields,
  })
  .meta({ id: 'Holding', description: 'What a wallet held of a token or NFT at a moment' });

export function holdingJson(holding: HoldingView, baseUrl: string): string {
  return (
    `{${itemJson(holding, baseUrl)},"at":${time(holding.at)},"balance":${numeral(holding.balance)},` +
    `"held_amount":${numeral(holding.heldAmount)},"in_transit_amount":${numeral(holding.inTransitAmount)},` +
    `"debt":${numeral(holding.debt)},"price":${numeralOrNull(holding.price)},"priced_at":${timeOrNull(holding.pricedAt)},` +
    `"is_price_stale":${holding.isPriceStale},"value":${numeral(holding.value)},"debt_value":${numeral(holding.debtValue)},` +
    `"cost_basis":${numeral(holding.costBasis)},"average_cost":${numeral(holding.averageCost)},` +
    `"unrealized_pnl":${numeral(holding.unrealizedPnl)},"basis_status":${plain(holding.basisStatus)},${requestJson(holding)}}`
  );
}
