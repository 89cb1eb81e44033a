/** GET /wallet/de-private-sales.csv: a form for an accountant in Germany. It is a file alone, with totals among its lines, and so no list. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { privateSaleColumns, privateSaleCurrency } from '../../../domain/accounting/de-private-sales.ts';
import * as parameters from '../../parameters.ts';
import type { RestDependencies } from '../../route-support.ts';
import { fileNameOf, formText, formYear, gasLines } from './form-parameters.ts';
import { fileAnswers, sendLedgerFile } from './ledger-file.ts';

const querystring = parameters.strictFields({
  wallet: parameters.wallet,
  year: formYear,
  currency: parameters
    .choice({ [privateSaleCurrency]: privateSaleCurrency }, 'The form is in euros')
    .prefault(privateSaleCurrency),
  gas: gasLines,
  bom: parameters.listForm.bom,
});

export const privateSaleRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    '/wallet/de-private-sales.csv',
    {
      schema: {
        operationId: 'dePrivateSalesCsv',
        tags: ['Balances'],
        summary: "Get Germany's private sales (§ 23 EStG), as CSV",
        description:
          'What was disposed of, in euros and cents, first in, first out and wallet by wallet, for the form SO: a line per lot that went, ' +
          'under `TAXABLE` (held for no more than a year), `EXEMPT` and `UNKNOWN`, by days of Europe/Berlin, with totals by year. ' +
          'Whether the taxable gain is below the limit (Freigrenze) is said, and applied nowhere. `Status` and `Note` say what to look at ' +
          "before filing. Refused unless EUR is the client's reporting currency, and for wallets that are not booked yet; where a booked " +
          'one waits for newer rows or corrections, `Wallet-Data-Booked` is false. The same as `wallet-data export --form de`.',
        querystring,
        response: fileAnswers('The form', formText),
      },
    },
    async (request, reply) => {
      const { wallet: wallets, year, gas } = request.query;
      const read = async () => {
        const { lines, isBooking } = await readModel.dePrivateSales(callerOf(request), {
          ...{ wallets, year, gas },
        });
        const name = fileNameOf(['de-private-sales', year]);
        return { name, columns: privateSaleColumns, lines, isBooking };
      };
      return sendLedgerFile(dependencies, request, reply, { wallets, read });
    },
  );
};
