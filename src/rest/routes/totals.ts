/** GET /wallet/total/: what wallets are worth and earned, over tokens and NFTs. Never paged. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { walletTotalsCsv } from '../csv/forms.ts';
import { sendWholeList, wholeListSchema } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import { listAnswers, type RestDependencies } from '../route-support.ts';
import { walletTotalsJson, walletTotalsSchema } from '../wire/wallet-totals.ts';

const querystring = parameters.strictFields({
  wallet: parameters.wallet,
  period: parameters.period,
  cost_method: parameters.costMethod,
  currency: parameters.currency,
  ...parameters.listForm,
});

export const totalRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    '/wallet/total/',
    {
      schema: {
        operationId: 'listTotals',
        tags: ['Balances'],
        summary: 'Get what wallets are worth and earned',
        description:
          'One row per wallet, over all its tokens and NFTs; with several wallets one more, whose `wallet` is null, of all ' +
          'together. Results add up to the exports of the same period.',
        querystring,
        response: listAnswers('All totals', wholeListSchema('WalletTotalsList', walletTotalsSchema)),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { wallet: wallets, period, cost_method: costMethod, currency } = request.query;
      return sendWholeList(dependencies, request, reply, {
        wallets,
        read: async () => {
          const totals = await readModel.walletTotals(caller, { wallets, period, costMethod, currency });
          return wallets.length === 1 ? totals.wallets : [...totals.wallets, totals.overall];
        },
        json: walletTotalsJson,
        csv: walletTotalsCsv,
      });
    },
  );
};
