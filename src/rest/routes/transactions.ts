/** GET /wallet/transaction/: the whole history in human-readable form. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { givenFields } from '../../domain/given.ts';
import { transactionKinds } from '../../domain/model.ts';
import { envelopeSchema, pageRequestOf, sendPage } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import {
  answers,
  jsonAnswer,
  type RestDependencies,
  resolveChains,
  sayWhetherLoaded,
} from '../route-support.ts';
import { categoryChoices, transactionJson, transactionSchema } from '../wire/transaction.ts';

const kindChoices = Object.fromEntries(transactionKinds.map((kind) => [kind.toLowerCase(), kind]));

const querystring = parameters
  .strictFields({
    wallet: parameters.wallet,
    ...parameters.paging,
    order: parameters.order,
    counterparty_address: parameters.counterpartyAddress,
    from: parameters.from,
    to: parameters.to,
    blockchain: parameters.blockchain,
    category: parameters.choices(categoryChoices, 'Only these categories').optional(),
    kind: parameters.choices(kindChoices, 'Only these kinds, which are finer than categories').optional(),
    is_error: parameters.flag('Only failed transactions, or only those that did not fail'),
    spam: parameters.spam('Whether transactions that are nothing but spam are listed; include unless given'),
  })
  .refine(parameters.fromBeforeTo, parameters.fromBeforeToError);

export const transactionRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf, baseUrlOf } = dependencies;
  server.get(
    '/wallet/transaction/',
    {
      schema: {
        tags: ['History'],
        summary: 'List transactions',
        description: 'The full history of registered wallets since inception, newest first.',
        querystring,
        response: answers(
          { 200: jsonAnswer('A page of transactions', envelopeSchema(transactionSchema)) },
          404,
        ),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { query } = request;
      const chainIds = await resolveChains(dependencies, caller, query.blockchain);
      const filter = givenFields({
        counterparties: query.counterparty_address,
        chainIds,
        categories: query.category,
        kinds: query.kind,
        from: query.from,
        to: query.to,
        isError: query.is_error,
        spam: query.spam,
      });
      const [page] = await Promise.all([
        readModel.listTransactions(
          caller,
          { wallets: query.wallet, filter, order: query.order },
          pageRequestOf(query),
        ),
        sayWhetherLoaded(dependencies, caller, query.wallet, reply),
      ]);
      return sendPage(request, reply, page, transactionJson, baseUrlOf);
    },
  );
};
