/** GET /wallet/journal.txt: the history of wallets and their ledgers' results for hledger. It is plain text, read as it is sent. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { sendTexts } from '../../csv/stream.ts';
import * as parameters from '../../parameters.ts';
import type { RestDependencies } from '../../route-support.ts';
import { beginFile, fileAnswers } from './ledger-file.ts';

const querystring = parameters
  .strictFields({
    wallet: parameters.wallet,
    from: parameters.from,
    to: parameters.to,
    cost_method: parameters.costMethod,
    currency: parameters.currency,
  })
  .refine(parameters.fromBeforeTo, parameters.fromBeforeToError);

const fileText = z.string().meta({ description: 'The whole journal, UTF-8; streamed' });

export const journalRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    '/wallet/journal.txt',
    {
      schema: {
        operationId: 'journalText',
        tags: ['Balances'],
        summary: 'Get a double-entry journal for hledger',
        description:
          'Plain text, oldest first: an entry for each transaction, which sums to zero. What moved is posted in its token at what it was worth then ' +
          'in `currency` (`@@`); income, expenses and gains are those of the ledger, so that `hledger bal Income:Gains` of a year (UTC) is ' +
          '`realized_pnl` of /wallet/result/ with the other sign. Spam and tokens that stand for debts are left out; what has no price stands ' +
          'against `Equity:Unpriced`. Wallets that are not booked yet are refused; where a booked one waits for newer rows or corrections, ' +
          '`Wallet-Data-Booked` is false. The same as `wallet-data export --form hledger`.',
        querystring,
        response: fileAnswers('The journal', fileText, 'text/plain'),
      },
    },
    async (request, reply) => {
      const { wallet: wallets, from, to, cost_method: costMethod, currency } = request.query;
      const question = { wallets, costMethod, currency, from, to };
      const read = () => readModel.journal(callerOf(request), question);
      const { texts } = await beginFile(dependencies, request, reply, { wallets, read });
      return sendTexts(reply, { name: 'wallets.journal', texts });
    },
  );
};
