/** GET /wallet/lot/ and /wallet/disposal/: what stands behind average costs and realised results. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { givenFields } from '../../../domain/given.ts';
import { disposalCsv, lotCsv } from '../../csv/ledger-forms.ts';
import { envelopeSchema, sendList } from '../../envelope.ts';
import * as parameters from '../../parameters.ts';
import { listAnswers, type RestDependencies } from '../../route-support.ts';
import { disposalJson, disposalSchema, lotJson, lotSchema } from '../../wire/lot.ts';

const lotFields = {
  wallet: parameters.wallet,
  ...parameters.paging,
  token: parameters.token,
  cost_method: parameters.costMethod,
  currency: parameters.currency,
};
const lotQuery = parameters.strictFields(lotFields);
const disposalQuery = parameters
  .strictFields({
    ...lotFields,
    ...parameters.linkedPaging,
    period: parameters.period,
    from: parameters.from,
    to: parameters.to,
    is_error: parameters.flag('Only the fees of failed transactions, or only what happened in others'),
  })
  .refine(parameters.fromBeforeTo, parameters.fromBeforeToError);

export const lotRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    '/wallet/lot/',
    {
      schema: {
        operationId: 'listLots',
        tags: ['Balances'],
        summary: 'List open lots',
        description:
          'What the wallets hold, as it was acquired, by token and oldest first, NFTs included: what `average_cost` and ' +
          '`cost_basis` of balances are made of. Empty until the ledger has booked the wallet.',
        querystring: lotQuery,
        response: listAnswers('A page of open lots', envelopeSchema('LotPage', lotSchema)),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { query } = request;
      const { wallet: wallets, token: tokens, cost_method: costMethod, currency } = query;
      const list = { wallets, costMethod, currency, ...givenFields({ tokens }) };
      return sendList(dependencies, request, reply, query, {
        wallets,
        read: (page) => readModel.listWalletLots(caller, list, page),
        json: lotJson,
        csv: lotCsv,
      });
    },
  );

  server.get(
    '/wallet/disposal/',
    {
      schema: {
        operationId: 'listDisposals',
        tags: ['Balances'],
        summary: 'List disposals',
        description:
          'What was sold, spent or paid as a network fee in the period, or between `from` and `to` within it, newest first, each with the lot that it was taken from, ' +
          'NFTs included. The gains of a token add up to `total_realized_pnl` of its balance.',
        querystring: disposalQuery,
        response: listAnswers('A page of disposals', envelopeSchema('DisposalPage', disposalSchema)),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { query } = request;
      const { wallet: wallets, token: tokens, cost_method: costMethod, currency, period } = query;
      const optional = givenFields({ tokens, isError: query.is_error, from: query.from, to: query.to });
      const list = { wallets, costMethod, currency, period, ...optional };
      return sendList(dependencies, request, reply, query, {
        wallets,
        read: (page) => readModel.listWalletDisposals(caller, list, page),
        json: disposalJson,
        csv: disposalCsv,
      });
    },
  );
};
