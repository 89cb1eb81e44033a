/** GET /wallet/issue/: what is missing or doubtful in wallets' figures. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { envelopeSchema, pageRequestOf, sendPage } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import { answers, jsonAnswer, type RestDependencies, sayWhetherLoaded } from '../route-support.ts';
import { issueJson, issueSchema } from '../wire/issue.ts';

export const issueRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf, baseUrlOf } = dependencies;
  server.get(
    '/wallet/issue/',
    {
      schema: {
        tags: ['Balances'],
        summary: 'List what is missing or doubtful in the figures',
        description:
          'Disposals without a known cost, prices that nobody knows, balances that differ from the chain’s, and history that is ' +
          'not complete; each says what to do about it.',
        querystring: parameters.strictFields({ wallet: parameters.wallet, ...parameters.paging }),
        response: answers({ 200: jsonAnswer('A page of issues', envelopeSchema(issueSchema)) }, 404),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { wallet } = request.query;
      const [page] = await Promise.all([
        readModel.listIssues(caller, wallet, pageRequestOf(request.query)),
        sayWhetherLoaded(dependencies, caller, wallet, reply),
      ]);
      return sendPage(request, reply, page, issueJson, baseUrlOf);
    },
  );
};
