/** GET /wallet/issue/: what is missing or doubtful in wallets' figures. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { issueCsv } from '../csv/forms.ts';
import { envelopeSchema, sendList } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import { listAnswers, type RestDependencies } from '../route-support.ts';
import { issueJson, issueSchema } from '../wire/issue.ts';

export const issueRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    '/wallet/issue/',
    {
      schema: {
        operationId: 'listIssues',
        tags: ['Balances'],
        summary: 'List what is missing or doubtful in the figures',
        description:
          'Disposals without a known cost, prices that nobody knows, balances that differ from the chain’s, and history that is ' +
          'not complete; each says what to do about it.',
        querystring: parameters.strictFields({ wallet: parameters.wallet, ...parameters.paging }),
        response: listAnswers('A page of issues', envelopeSchema('IssuePage', issueSchema)),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { wallet } = request.query;
      return sendList(dependencies, request, reply, request.query, {
        wallets: wallet,
        read: (page) => readModel.listIssues(caller, wallet, page),
        json: issueJson,
        csv: issueCsv,
      });
    },
  );
};
