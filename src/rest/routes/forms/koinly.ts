/** GET /wallet/koinly.csv: a wallet's history as Koinly reads it. It is a file alone, read as it is sent, and so no list. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { koinlyColumns } from '../../../domain/exports/koinly.ts';
import * as parameters from '../../parameters.ts';
import { type RestDependencies, resolveChains } from '../../route-support.ts';
import { fileAnswers, sendLedgerFile } from './ledger-file.ts';

const querystring = parameters
  .strictFields({
    wallet: parameters.address.meta({
      description: `One registered address: Koinly has a wallet for each file. ${parameters.orName}`,
    }),
    blockchain: parameters.blockchain,
    from: parameters.from,
    to: parameters.to,
    currency: parameters.currency,
    bom: parameters.listForm.bom,
  })
  .refine(parameters.fromBeforeTo, parameters.fromBeforeToError);

const fileText = z.string().meta({
  description: 'All lines, RFC 4180 with a line of column names; streamed',
});

export const koinlyRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    '/wallet/koinly.csv',
    {
      schema: {
        operationId: 'koinlyCsv',
        tags: ['History'],
        summary: 'Get a wallet’s history for Koinly, as CSV',
        description:
          'Koinly’s universal template, oldest first: a line for each trade, deposit and withdrawal, with labels of Koinly. Spam and tokens that ' +
          'stand for debts are left out. Received less sent less fees of a token are what the wallet itself has of it. A symbol stands alone ' +
          'where the token is listed; other tokens are named `SYMBOL-chain-address`, to be mapped in Koinly once. Net worth is in ' +
          '`currency`, empty where no price is known. A move between own wallets is a withdrawal here and a deposit in the other wallet’s file: Koinly ' +
          'makes one transfer of the two. The same as `wallet-data export --form koinly`.',
        querystring,
        response: fileAnswers('The lines', fileText),
      },
    },
    async (request, reply) => {
      const { wallet, blockchain, from, to, currency } = request.query;
      const caller = callerOf(request);
      const read = async () => {
        const chainIds = await resolveChains(dependencies, caller, blockchain);
        const lines = await readModel.koinlyLines(caller, { wallet, currency, chainIds, from, to });
        return { name: `koinly-${wallet}.csv`, columns: koinlyColumns, lines };
      };
      return sendLedgerFile(dependencies, request, reply, { wallets: [wallet], read });
    },
  );
};
