/** GET /wallet/income.csv: income and expenses item by item. It is a file alone, read as it is sent, and so no list. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { CsvCell } from '../../../domain/text/csv.ts';
import { formatTime } from '../../../domain/time/time.ts';
import type { EarningView } from '../../../use-cases/model/figures-model.ts';
import * as parameters from '../../parameters.ts';
import type { RestDependencies } from '../../route-support.ts';
import { fileAnswers, sendLedgerFile } from './ledger-file.ts';

const querystring = parameters
  .strictFields({
    wallet: parameters.wallet,
    from: parameters.time('At or after this time (ISO 8601; UTC unless it says otherwise)', '2025-01-01'),
    to: parameters.time('Before this time (ISO 8601; UTC unless it says otherwise)', '2026-01-01'),
    currency: parameters.currency,
    bom: parameters.listForm.bom,
  })
  .refine(parameters.fromBeforeTo, parameters.fromBeforeToError);

const columns: readonly (readonly [name: string, cell: (item: EarningView) => CsvCell])[] = [
  ['wallet', ({ wallet }) => wallet],
  ['timestamp', ({ timestamp }) => formatTime(timestamp)],
  ['chain_id', ({ chainId }) => chainId],
  ['symbol', ({ symbol }) => symbol],
  ['token_address', ({ tokenAddress }) => tokenAddress],
  ['token_id', ({ tokenId }) => (tokenId === null ? null : tokenId.toString())],
  ['received', ({ received }) => received],
  ['sent', ({ sent }) => sent],
  ['income', ({ income }) => income],
  ['expenses', ({ expenses }) => expenses],
  ['unpriced_count', ({ unpricedCount }) => unpricedCount],
  ['hash', ({ hash }) => hash],
];

const fileText = z.string().meta({
  description: 'All items, RFC 4180 with a line of column names; streamed',
});

async function* linesOf(
  pieces: AsyncGenerator<EarningView[]>,
  currency: string,
): AsyncGenerator<CsvCell[][]> {
  for await (const piece of pieces)
    yield piece.map((item) => [...columns.map(([, cell]) => cell(item)), currency]);
}

export const earningsRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    '/wallet/income.csv',
    {
      schema: {
        operationId: 'incomeCsv',
        tags: ['Balances'],
        summary: 'Get income and expenses item by item, as CSV',
        description:
          'A line for each token and transaction in which something was earned or spent, at market value then: claims, airdrops, ' +
          'rewards and interest, spending, and gas that belongs to no purchase or sale. By wallet, token and time. The lines add up to ' +
          '`income` and `expenses` of /wallet/result/ of the same `from` and `to`, by whichever cost method. `received` and `sent` are all of ' +
          'the token that moved in the transaction; interest that no transfer tells of moved nothing. `unpriced_count` counts what ' +
          'lacks a price in it, and is not in the figures. Wallets that are not booked yet are refused; where a booked one waits for newer ' +
          'rows or corrections, `Wallet-Data-Booked` is false.',
        querystring,
        response: fileAnswers('The items', fileText),
      },
    },
    async (request, reply) => {
      const { wallet: wallets, from, to, currency } = request.query;
      const read = async () => {
        const { pieces, isBooking } = await readModel.earnings(callerOf(request), {
          wallets,
          from,
          to,
          currency,
        });
        const names = [...columns.map(([name]) => name), 'currency'];
        return { name: 'income.csv', columns: names, lines: linesOf(pieces, currency), isBooking };
      };
      return sendLedgerFile(dependencies, request, reply, { wallets, read });
    },
  );
};
