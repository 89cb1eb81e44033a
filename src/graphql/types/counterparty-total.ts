import { counterpartyParameters, restPaths } from '../../use-cases/pages/page-links.ts';
import { builder } from '../builder/builder.ts';
import { connectionArguments, connectionCost, connectionType, readPage } from '../builder/connections.ts';
import { Currency } from '../builder/enums.ts';
import { given } from '../builder/input-values.ts';
import { Counterparty, CounterpartyTokenTotal, CounterpartyTotal, RawToken, Token } from '../builder/refs.ts';
import { TransferFilter } from './transfer.ts';

CounterpartyTotal.implement({
  description: 'What was received from, and paid to, one counterparty.',
  fields: (t) => ({
    counterparty: t.expose('counterparty', { type: Counterparty }),
    transferCount: t.exposeInt('transferCount'),
    inflow: t.expose('inflow', { type: 'Decimal', description: 'In the currency asked for.' }),
    outflow: t.expose('outflow', { type: 'Decimal', description: 'In the currency asked for; positive.' }),
    net: t.expose('net', { type: 'Decimal', description: 'inflow − outflow.' }),
    unpricedCount: t.exposeInt('unpricedCount', {
      description: 'Transfers that have no price and are left out.',
    }),
    byToken: t.field({
      type: [CounterpartyTokenTotal],
      complexity: { field: 1, multiplier: 5 },
      resolve: ({ byToken }) => [...byToken],
    }),
  }),
});

CounterpartyTokenTotal.implement({
  description: 'Quantities of one token; in and out are positive.',
  fields: (t) => ({
    token: t.expose('token', { type: Token, nullable: true }),
    rawToken: t.expose('rawToken', { type: RawToken }),
    inflow: t.expose('inflow', { type: 'Decimal' }),
    outflow: t.expose('outflow', { type: 'Decimal' }),
    net: t.expose('net', { type: 'Decimal' }),
  }),
});

const CounterpartyTotalConnection = connectionType('CounterpartyTotal', CounterpartyTotal, { links: true });

builder.queryField('counterpartyTotals', (t) =>
  t.field({
    type: CounterpartyTotalConnection,
    nullable: true,
    description:
      'How much was paid to, and received from, each counterparty in a time range; largest gross value first. Spam is left ' +
      'out unless `filter.spam` says otherwise.',
    args: {
      wallets: t.arg({ type: ['Address'], required: true }),
      filter: t.arg({ type: TransferFilter }),
      currency: t.arg({ type: Currency, defaultValue: 'USD' }),
      ...connectionArguments,
    },
    complexity: connectionCost,
    resolve: (_root, args, { readModel, caller, baseUrl }) => {
      const { wallets, currency } = args;
      const filter = { spam: 'EXCLUDE' as const, ...given(args.filter) };
      const request = { wallets, filter, currency: currency ?? 'USD' };
      return readPage(args, (page) => readModel.listCounterpartyTotals(caller, request, page), {
        baseUrl,
        path: restPaths.counterparties,
        parameters: (pageSize) => counterpartyParameters(request, pageSize),
      });
    },
  }),
);
