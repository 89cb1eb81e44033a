/** GET /wallet/total/ and /wallet/result/: what wallets are worth and earned, over tokens and NFTs. Never paged. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { resultsCsv, walletTotalsCsv } from '../../csv/total-forms.ts';
import { sendWholeList, wholeListSchema } from '../../envelope.ts';
import * as parameters from '../../parameters.ts';
import { listAnswers, type RestDependencies } from '../../route-support.ts';
import { resultsJson, resultsSchema } from '../../wire/results.ts';
import { walletTotalsJson, walletTotalsSchema } from '../../wire/wallet-totals.ts';

const querystring = parameters.strictFields({
  wallet: parameters.wallet,
  period: parameters.period,
  cost_method: parameters.costMethod,
  currency: parameters.currency,
  ...parameters.listForm,
});

const resultQuery = parameters
  .strictFields({
    wallet: parameters.wallet,
    from: parameters.time('At or after this time (ISO 8601; UTC unless it says otherwise)', '2025-01-01'),
    to: parameters.time('Before this time (ISO 8601; UTC unless it says otherwise)', '2026-01-01'),
    cost_method: parameters.costMethod,
    currency: parameters.currency,
    ...parameters.listForm,
  })
  .refine(parameters.fromBeforeTo, parameters.fromBeforeToError);

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

  server.get(
    '/wallet/result/',
    {
      schema: {
        operationId: 'listResults',
        tags: ['Balances'],
        summary: 'Get what was realised, earned and spent between two moments',
        description:
          'One row of all the wallets together, such as for a calendar year: from the moment `from` until before `to`. It adds up to ' +
          '/wallet/disposal/ of the same `from` and `to`.',
        querystring: resultQuery,
        response: listAnswers('The results', wholeListSchema('ResultsList', resultsSchema)),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { wallet: wallets, from, to, cost_method: costMethod, currency } = request.query;
      const asked = { from, to, costMethod, currency };
      return sendWholeList(dependencies, request, reply, {
        wallets,
        read: async () => [{ ...asked, ...(await readModel.resultsBetween(caller, { wallets, ...asked })) }],
        json: resultsJson,
        csv: resultsCsv,
      });
    },
  );
};
