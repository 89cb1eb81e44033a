/** GET /wallet/transfer/: the audit trail. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { givenFields } from '../../domain/given.ts';
import { envelopeSchema, pageRequestOf, sendPage } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import {
  answers,
  jsonAnswer,
  type RestDependencies,
  resolveChains,
  sayWhetherLoaded,
} from '../route-support.ts';
import { categoryChoices } from '../wire/transaction.ts';
import { transferJson, transferSchema } from '../wire/transfer.ts';

const querystring = parameters
  .strictFields({
    wallet: parameters.wallet,
    ...parameters.paging,
    order: parameters.order,
    counterparty_address: parameters.counterpartyAddress,
    token: parameters.token,
    side: parameters
      .choice({ inflow: 'inflow', outflow: 'outflow' } as const, 'Only this direction')
      .optional(),
    from: parameters.from,
    to: parameters.to,
    blockchain: parameters.blockchain,
    category: parameters
      .choices(categoryChoices, 'Only transfers of transactions of these categories')
      .optional(),
    min_value: parameters.minValue,
    spam: parameters.spam('Whether transfers flagged as spam are listed; include unless given'),
  })
  .refine(parameters.fromBeforeTo, parameters.fromBeforeToError);

export const transferRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf, baseUrlOf } = dependencies;
  server.get(
    '/wallet/transfer/',
    {
      schema: {
        tags: ['History'],
        summary: 'List transfers',
        description: 'Inflows and outflows of registered wallets, newest first.',
        querystring,
        response: answers({ 200: jsonAnswer('A page of transfers', envelopeSchema(transferSchema)) }, 404),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { query } = request;
      const chainIds = await resolveChains(dependencies, caller, query.blockchain);
      const filter = givenFields({
        counterparties: query.counterparty_address,
        tokens: query.token,
        chainIds,
        side: query.side,
        from: query.from,
        to: query.to,
        categories: query.category,
        minValue: query.min_value,
        spam: query.spam,
      });
      const [page] = await Promise.all([
        readModel.listTransfers(
          caller,
          { wallets: query.wallet, filter, order: query.order },
          pageRequestOf(query),
        ),
        sayWhetherLoaded(dependencies, caller, query.wallet, reply),
      ]);
      return sendPage(request, reply, page, transferJson, baseUrlOf);
    },
  );
};
