/** GET /wallet/balance/: current balances with cost and performance. Never paged. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { givenFields } from '../../domain/given.ts';
import { costMethods, currencies, type Period } from '../../domain/ids.ts';
import { sendJson } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import {
  answers,
  jsonAnswer,
  type RestDependencies,
  resolveChains,
  sayWhetherLoaded,
} from '../route-support.ts';
import { balanceJson, balanceSchema } from '../wire/balance.ts';
import { list } from '../wire/json.ts';

const periodChoices = {
  D: 'DAY',
  W: 'WEEK',
  M: 'MONTH',
  '3M': 'THREE_MONTHS',
  YTD: 'YTD',
  '1YR': 'YEAR',
  Max: 'MAX',
} as const satisfies Record<string, Period>;

const named = <Name extends string>(names: readonly Name[]): Record<string, Name> =>
  Object.fromEntries(names.map((name) => [name, name]));

const querystring = parameters.strictFields({
  wallet: parameters.wallet,
  period: parameters
    .choice<Period>(periodChoices, 'Period of the realised profit and loss, ending now')
    .prefault('Max'),
  cost_method: parameters
    .choice(named(costMethods), 'Accounting method; WAC: weighted average cost')
    .prefault('FIFO'),
  currency: parameters.choice(named(currencies), 'Currency of the figures').prefault('USD'),
  blockchain: parameters.blockchain,
  token: parameters.token,
  spam: parameters.spam('Whether tokens that only came as spam are listed; exclude unless given'),
  hide_zero: parameters.flag('Leave out tokens that are all sold'),
});

export const balanceRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    '/wallet/balance/',
    {
      schema: {
        tags: ['Balances'],
        summary: 'Get token balances and performance',
        description:
          'One row per wallet and fungible token that has a balance or was ever disposed of. Not paged. Until prices and ' +
          'cost basis are known, `price` is null and the other figures in money are 0.',
        querystring,
        response: answers(
          { 200: jsonAnswer('All balances', z.strictObject({ results: z.array(balanceSchema) })) },
          404,
        ),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { query } = request;
      const chainIds = await resolveChains(dependencies, caller, query.blockchain);
      const [balances] = await Promise.all([
        readModel.listBalances(caller, {
          wallets: query.wallet,
          period: query.period,
          costMethod: query.cost_method,
          currency: query.currency,
          filter: givenFields({ chainIds, tokens: query.token, spam: query.spam, hideZero: query.hide_zero }),
        }),
        sayWhetherLoaded(dependencies, caller, query.wallet, reply),
      ]);
      return sendJson(reply, `{"results":${list(balances, balanceJson)}}`);
    },
  );
};
