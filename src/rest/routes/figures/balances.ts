/** GET /wallet/balance/: current balances with cost and performance. Never paged. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { givenFields } from '../../../domain/given.ts';
import { tokenBalanceOrders } from '../../../use-cases/model/figures-model.ts';
import { balanceCsv } from '../../csv/forms.ts';
import { sendWholeList, wholeListSchema } from '../../envelope.ts';
import * as parameters from '../../parameters.ts';
import { listAnswers, type RestDependencies, resolveChains } from '../../route-support.ts';
import { balanceJson, balanceSchema } from '../../wire/balance.ts';

const orderChoices = Object.fromEntries(tokenBalanceOrders.map((order) => [order.toLowerCase(), order]));

const querystring = parameters.strictFields({
  wallet: parameters.wallet,
  period: parameters.period,
  cost_method: parameters.costMethod,
  currency: parameters.currency,
  blockchain: parameters.blockchain,
  token: parameters.token,
  spam: parameters.spam('Whether tokens that only came as spam are listed; exclude unless given'),
  hide_zero: parameters.flag('Leave out tokens that are all sold'),
  order_by: parameters
    .choice(
      orderChoices,
      'What the rows are sorted by; token: by wallet as given, chain, native tokens, symbol. What has no price comes last',
    )
    .prefault('value'),
  order: parameters
    .choice({ desc: 'DESC', asc: 'ASC' } as const, 'desc unless given, but asc by token')
    .optional(),
  ...parameters.listForm,
});

export const balanceRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    '/wallet/balance/',
    {
      schema: {
        operationId: 'listBalances',
        tags: ['Balances'],
        summary: 'Get token balances and performance',
        description:
          'One row per wallet and fungible token that has a balance or was ever disposed of. Not paged. Until prices and ' +
          'cost basis are known, `price` is null and the other figures in money are 0, which `basis_status` tells apart from a true 0.',
        querystring,
        response: listAnswers('All balances', wholeListSchema('TokenBalanceList', balanceSchema)),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { query } = request;
      const chainIds = await resolveChains(dependencies, caller, query.blockchain);
      const list = {
        wallets: query.wallet,
        period: query.period,
        costMethod: query.cost_method,
        currency: query.currency,
        filter: givenFields({ chainIds, tokens: query.token, spam: query.spam, hideZero: query.hide_zero }),
        ...givenFields({ orderBy: query.order_by, order: query.order }),
      };
      return sendWholeList(dependencies, request, reply, {
        wallets: query.wallet,
        read: () => readModel.listBalances(caller, list),
        json: balanceJson,
        csv: balanceCsv,
      });
    },
  );
};
