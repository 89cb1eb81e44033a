/** GET /wallet/counterparty/: what was paid to, and received from, each counterparty. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { counterpartyTotalCsv } from '../csv/forms.ts';
import { envelopeSchema, sendList } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import { listAnswers, type RestDependencies, resolveChains } from '../route-support.ts';
import { transferFilter, transferFilterFields } from '../transfer-filter.ts';
import {
  counterpartyTotalJson,
  counterpartyTotalSchema,
  flowTotalsJson,
  flowTotalsSchema,
} from '../wire/counterparty-total.ts';

const querystring = parameters
  .strictFields({
    wallet: parameters.wallet,
    ...parameters.paging,
    ...transferFilterFields,
    currency: parameters.currency,
    spam: parameters
      .spam('Whether transfers flagged as spam count; exclude unless given')
      .prefault('exclude'),
  })
  .refine(parameters.fromBeforeTo, parameters.fromBeforeToError);

const envelope = envelopeSchema('CounterpartyTotalPage', counterpartyTotalSchema, {
  total: flowTotalsSchema,
});

export const counterpartyRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    '/wallet/counterparty/',
    {
      schema: {
        operationId: 'listCounterpartyTotals',
        tags: ['History'],
        summary: 'List totals per counterparty',
        description:
          'What registered wallets received from, and paid to, each counterparty in a time range, by token and in money; ' +
          'largest gross value first. `total` is the same over all counterparties: its `net` is the net inflow.',
        querystring,
        response: listAnswers('A page of counterparties', envelope),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { query } = request;
      const chainIds = await resolveChains(dependencies, caller, query.blockchain);
      const { wallet: wallets, currency } = query;
      const totals = { wallets, currency, filter: transferFilter(query, chainIds) };
      return sendList(dependencies, request, reply, query, {
        wallets,
        read: (page) => readModel.listCounterpartyTotals(caller, totals, page),
        ownFields: async () =>
          `"total":${flowTotalsJson(await readModel.flowTotals(caller, totals), currency)},`,
        json: counterpartyTotalJson(currency),
        csv: counterpartyTotalCsv(currency),
      });
    },
  );
};
