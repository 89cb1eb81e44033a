/** GET /wallet/form-8949.csv: a form for an accountant. It is a file alone, with totals among its lines, and so no list. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  brokerReports,
  form8949Columns,
  formCurrency,
  methodProblem,
} from '../../../domain/accounting/form-8949.ts';
import { costMethods } from '../../../domain/ids.ts';
import * as parameters from '../../parameters.ts';
import type { RestDependencies } from '../../route-support.ts';
import { fileNameOf, formText, formYear, gasLines } from './form-parameters.ts';
import { fileAnswers, sendLedgerFile } from './ledger-file.ts';

const querystring = parameters.strictFields({
  wallet: parameters.wallet,
  year: formYear,
  timezone: parameters.givenText
    .meta({
      description: 'IANA name of the time zone of the year and of the dates',
      examples: ['America/New_York', 'UTC'],
    })
    .prefault('UTC'),
  cost_method: parameters.costMethod.meta({
    description: 'Accounting method; WAC is refused',
    enum: costMethods.filter((method) => methodProblem(method) === null),
  }),
  currency: parameters
    .choice({ [formCurrency]: formCurrency }, 'The form is in US dollars')
    .prefault(formCurrency),
  reported: parameters
    .choice(
      parameters.named(brokerReports),
      'What brokers reported of it on Form 1099-DA, and so the box of the form',
    )
    .prefault('nothing'),
  gas: gasLines,
  bom: parameters.listForm.bom,
});

export const formRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    '/wallet/form-8949.csv',
    {
      schema: {
        operationId: 'form8949Csv',
        tags: ['Balances'],
        summary: 'Get IRS Form 8949, as CSV',
        description:
          'Sales and other dispositions of capital assets, in cents: a line per lot that went, in Part I (short-term), Part II ' +
          '(long-term) and `unknown`, with totals by tax year. `Status` and `Note` say what to look at before filing. LIFO and ' +
          'HIFO hold only where the lots were named before each sale (26 CFR 1.1012-1(j)). WAC is refused: US law has no ' +
          'average cost for digital assets. So are wallets that are not booked yet; where a booked one waits for newer rows or ' +
          'corrections, `Wallet-Data-Booked` is false. The same as `wallet-data export --form 8949`.',
        querystring,
        response: fileAnswers('The form', formText),
      },
    },
    async (request, reply) => {
      const {
        wallet: wallets,
        year,
        timezone: timeZone,
        cost_method: costMethod,
        reported,
        gas,
      } = request.query;
      const read = async () => {
        const question = { wallets, year, timeZone, costMethod, reported, gas };
        const { lines, isBooking } = await readModel.form8949(callerOf(request), question);
        const name = fileNameOf(['form-8949', year, costMethod, timeZone]);
        return { name, columns: form8949Columns, lines, isBooking };
      };
      return sendLedgerFile(dependencies, request, reply, { wallets, read });
    },
  );
};
