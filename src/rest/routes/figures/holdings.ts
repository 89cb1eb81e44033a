/** GET /wallet/holding/: what wallets held at a moment, with cost and value. Never paged. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { givenFields } from '../../../domain/given.ts';
import { holdingCsv } from '../../csv/ledger-forms.ts';
import { sendWholeList, wholeListSchema } from '../../envelope.ts';
import * as parameters from '../../parameters.ts';
import { listAnswers, type RestDependencies, resolveChains } from '../../route-support.ts';
import { holdingJson, holdingSchema } from '../../wire/holding.ts';

const querystring = parameters.strictFields({
  wallet: parameters.wallet,
  at: parameters.time(
    'The moment (ISO 8601; UTC unless it says otherwise, a date alone is its first second); what happened in that second counts',
    '2025-12-31T23:59:59Z',
  ),
  cost_method: parameters.costMethod,
  currency: parameters.currency,
  blockchain: parameters.blockchain,
  token: parameters.token,
  ...parameters.listForm,
});

export const holdingRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    '/wallet/holding/',
    {
      schema: {
        operationId: 'listHoldings',
        tags: ['Balances'],
        summary: 'Get holdings at a moment',
        description:
          'One row per wallet and token or NFT that was held or owed then, as at the end of a year: what it was worth at the prices of the time, and what ' +
          'it had cost. By wallet, the most valuable first. Not paged. The ledger is booked up to then, with the prices and corrections of ' +
          'today; what has a price that is old, or none, is asked for by the request: the same request shows it later. Wallets that are not booked yet are refused.',
        querystring,
        response: listAnswers('All holdings', wholeListSchema('HoldingList', holdingSchema), 409),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const {
        wallet: wallets,
        at,
        cost_method: costMethod,
        currency,
        token: tokens,
        blockchain,
      } = request.query;
      const chainIds = await resolveChains(dependencies, caller, blockchain);
      const filter = givenFields({ chainIds, tokens });
      return sendWholeList(dependencies, request, reply, {
        wallets,
        read: () => readModel.holdings(caller, { wallets, at, costMethod, currency, filter }),
        json: holdingJson,
        csv: holdingCsv,
      });
    },
  );
};
