/** GET /wallet/transaction/: the whole history in human-readable form. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { messageForm, messageFormHint } from '../../domain/crossing-end.ts';
import { givenFields } from '../../domain/given.ts';
import { transactionKinds } from '../../domain/model.ts';
import { bridgeMessageFilterDescription } from '../../use-cases/model/figures-model.ts';
import { transactionCsv } from '../csv/forms.ts';
import { envelopeSchema, sendList } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import { listAnswers, type RestDependencies, resolveChains } from '../route-support.ts';
import { categoryChoices, transactionJson, transactionSchema } from '../wire/transaction.ts';

const kindChoices = Object.fromEntries(transactionKinds.map((kind) => [kind.toLowerCase(), kind]));

const bridgeMessage = parameters.givenText
  .regex(messageForm, { error: messageFormHint })
  .meta({ description: bridgeMessageFilterDescription, example: 'across:1:2345' })
  .optional();

const querystring = parameters
  .strictFields({
    wallet: parameters.wallet,
    ...parameters.anchoredPaging,
    order: parameters.order,
    counterparty_address: parameters.counterpartyAddress,
    not_counterparty_address: parameters.notCounterpartyAddress,
    from: parameters.from,
    to: parameters.to,
    blockchain: parameters.blockchain,
    category: parameters.choices(categoryChoices, 'Only these categories').optional(),
    kind: parameters.choices(kindChoices, 'Only these kinds, which are finer than categories').optional(),
    is_error: parameters.flag('Only failed transactions, or only those that did not fail'),
    spam: parameters.spam('Whether transactions that are nothing but spam are listed; include unless given'),
    hash: parameters.hash('Only the transaction with this hash, on whatever chain').optional(),
    bridge_message: bridgeMessage,
  })
  .refine(parameters.fromBeforeTo, parameters.fromBeforeToError);

export const transactionRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    '/wallet/transaction/',
    {
      schema: {
        operationId: 'listTransactions',
        tags: ['History'],
        summary: 'List transactions',
        description: 'The full history of registered wallets since inception, newest first.',
        querystring,
        response: listAnswers('A page of transactions', envelopeSchema('TransactionPage', transactionSchema)),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { query } = request;
      const chainIds = await resolveChains(dependencies, caller, query.blockchain);
      const filter = givenFields({
        counterparties: query.counterparty_address,
        notCounterparties: query.not_counterparty_address,
        chainIds,
        categories: query.category,
        kinds: query.kind,
        from: query.from,
        to: query.to,
        isError: query.is_error,
        spam: query.spam,
        hash: query.hash,
        bridgeMessage: query.bridge_message,
      });
      const list = { wallets: query.wallet, filter, order: query.order };
      return sendList(dependencies, request, reply, query, {
        wallets: query.wallet,
        read: (page) => readModel.listDetailedTransactions(caller, list, page),
        json: transactionJson,
        csv: transactionCsv,
      });
    },
  );
};
