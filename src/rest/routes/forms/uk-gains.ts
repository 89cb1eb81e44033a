/** GET /wallet/uk-capital-gains.csv: a computation for an accountant. It is a file alone, with totals among its lines, and so no list. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { type UkLine, ukColumns } from '../../../domain/accounting/section-104/uk-lines.ts';
import { chunk } from '../../../domain/chunk.ts';
import * as parameters from '../../parameters.ts';
import type { RestDependencies } from '../../route-support.ts';
import { fileNameOf } from './form-parameters.ts';
import { fileAnswers, sendLedgerFile } from './ledger-file.ts';

const querystring = parameters.strictFields({
  wallet: parameters.wallet,
  year: parameters
    .wholeNumber(1970, 2099)
    .meta({
      ...{ type: 'integer', minimum: 1970, maximum: 2099 },
      description: 'Only the tax year that begins on 6 April of this year: 2024 is 2024/25',
    })
    .optional(),
  bom: parameters.listForm.bom,
});

const fileText = z.string().meta({
  description: 'The whole computation, RFC 4180 with a line of column names',
});

const linesInPiece = 1_000;

async function* inPieces(lines: readonly UkLine[]): AsyncGenerator<UkLine[]> {
  yield* chunk(lines, linesInPiece);
}

export const ukGainsRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    '/wallet/uk-capital-gains.csv',
    {
      schema: {
        operationId: 'ukCapitalGainsCsv',
        tags: ['Balances'],
        summary: 'Get capital gains for the United Kingdom, as CSV',
        description:
          'A line for each kind of token and day on which some was disposed of, in pounds: identified with what was acquired on the ' +
          'same day, then in the 30 days after, then with the section 104 pool, which is one for all wallets and chains. Each disposal ' +
          'of an NFT is a line of its own, at its own cost; so is each gift (`NO_DISPOSAL`), which no total counts. Network fees are disposals. Days are ' +
          'those of London; a tax year begins on 6 April. Fees of disposing and the parts of the cost are rounded half-even to pence and ' +
          'add up to the allowable cost. ' +
          'What changes its form without a disposal takes its share of the pool along, after what the day bought and before what it ' +
          'sold, as far as the day does not undo it. `Status` and `Note` say what to look at before filing: `BASIS_UNKNOWN` or `BASIS_UNPRICED`, ' +
          'where something that the line takes cost nobody knows what (it counts as nothing; unknown comes before unpriced), and ' +
          '`PROCEEDS_UNKNOWN`, without a gain. Totals of each tax year stand below its lines and count those that have a gain; a gain of ' +
          '0 is among the gains. For 2024/25 they are told to 29 and from 30 October 2024, too. ' +
          'Name all wallets of the person: those that tokens were moved to or from as between own wallets ' +
          'must be among them. The client’s books must be in pounds (`reportingCurrency`). Wallets that are not booked yet are ' +
          'refused, and histories of more than 50,000 transactions and transfers: `wallet-data export --form uk` takes those.',
        querystring,
        response: fileAnswers('The computation', fileText),
      },
    },
    async (request, reply) => {
      const { wallet: wallets, year } = request.query;
      const read = async () => {
        const lines = await readModel.ukCapitalGains(callerOf(request), { wallets, year });
        const name = fileNameOf(['uk-capital-gains', year]);
        // It is made of what is stored now, booked or not.
        return { name, columns: ukColumns, lines: inPieces(lines), isBooking: false };
      };
      return sendLedgerFile(dependencies, request, reply, { wallets, read });
    },
  );
};
