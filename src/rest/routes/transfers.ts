/** GET /wallet/transfer/: the audit trail. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { transferCsv } from '../csv/forms.ts';
import { envelopeSchema, sendList } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import { listAnswers, type RestDependencies, resolveChains } from '../route-support.ts';
import { transferFilter, transferFilterFields } from '../transfer-filter.ts';
import { transferJson, transferSchema } from '../wire/transfer.ts';

const querystring = parameters
  .strictFields({
    wallet: parameters.wallet,
    ...parameters.anchoredPaging,
    order: parameters.order,
    ...transferFilterFields,
    spam: parameters.spam('Whether transfers flagged as spam are listed; include unless given'),
  })
  .refine(parameters.fromBeforeTo, parameters.fromBeforeToError);

export const transferRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    '/wallet/transfer/',
    {
      schema: {
        operationId: 'listTransfers',
        tags: ['History'],
        summary: 'List transfers',
        description: 'Inflows and outflows of registered wallets, newest first.',
        querystring,
        response: listAnswers('A page of transfers', envelopeSchema('TransferPage', transferSchema)),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { query } = request;
      const chainIds = await resolveChains(dependencies, caller, query.blockchain);
      const list = {
        wallets: query.wallet,
        filter: transferFilter(query, chainIds),
        order: query.order,
      };
      return sendList(dependencies, request, reply, query, {
        wallets: query.wallet,
        read: (page) => readModel.listTransfers(caller, list, page),
        json: transferJson,
        csv: transferCsv,
        lastCsvColumn: {
          name: 'booked_as',
          cells: (transfers) => readModel.bookingsOfTransfers(caller, transfers),
        },
      });
    },
  );
};
