/** What was paid to, and received from, a counterparty (docs/design.md, "REST"). Figures are JSON numbers with all their digits. */
import { z } from 'zod';
import { type Currency, currencies } from '../../domain/ids.ts';
import type {
  CounterpartyTokenTotalView,
  CounterpartyTotalView,
  FlowTotalsView,
} from '../../use-cases/model/figures-model.ts';
import { counterpartyJson, counterpartySchema } from './objects/counterparty.ts';
import { list, numeral, orNull, plain } from './objects/json.ts';
import { rawTokenJson, rawTokenSchema, tokenJson, tokenSchema } from './objects/token.ts';

const flowFields = {
  inflow: z.number().meta({ description: 'Value received, in the currency' }),
  outflow: z.number().meta({ description: 'Value paid, in the currency; positive' }),
  net: z.number().meta({ description: 'inflow − outflow' }),
  unpriced_count: z.int().meta({ description: 'Transfers without a price, which the sums leave out' }),
  currency: z.enum(currencies),
};

export const flowTotalsSchema = z
  .strictObject(flowFields)
  .meta({ id: 'FlowTotals', description: 'All transfers that the filters let through' });

const tokenTotalSchema = z
  .strictObject({
    token: tokenSchema
      .nullable()
      .meta({ description: 'null for NFTs and for tokens that are not recognised' }),
    raw_token: rawTokenSchema,
    inflow: z.number().meta({ description: 'Quantity received' }),
    outflow: z.number().meta({ description: 'Quantity paid; positive' }),
    net: z.number().meta({ description: 'inflow − outflow' }),
  })
  .meta({ id: 'CounterpartyTokenTotal' });

export const counterpartyTotalSchema = z
  .strictObject({
    counterparty: counterpartySchema,
    transfer_count: z.int(),
    ...flowFields,
    by_token: z.array(tokenTotalSchema),
  })
  .meta({ id: 'CounterpartyTotal' });

export const flowTotalsJson = (flow: FlowTotalsView, currency: Currency): string =>
  `{${flowJson(flow, currency)}}`;

export const counterpartyTotalJson =
  (currency: Currency) =>
  (total: CounterpartyTotalView): string =>
    `{"counterparty":${counterpartyJson(total.counterparty)},"transfer_count":${total.transferCount},` +
    `${flowJson(total, currency)},"by_token":${list(total.byToken, tokenTotalJson)}}`;

function flowJson({ inflow, outflow, net, unpricedCount }: FlowTotalsView, currency: Currency): string {
  return (
    `"inflow":${numeral(inflow)},"outflow":${numeral(outflow)},"net":${numeral(net)},` +
    `"unpriced_count":${unpricedCount},"currency":${plain(currency)}`
  );
}

function tokenTotalJson({ token, rawToken, inflow, outflow, net }: CounterpartyTokenTotalView): string {
  return (
    `{"token":${orNull(token, tokenJson)},"raw_token":${rawTokenJson(rawToken)},"inflow":${numeral(inflow)},` +
    `"outflow":${numeral(outflow)},"net":${numeral(net)}}`
  );
}
