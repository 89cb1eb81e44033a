/** GET /wallet/value/: what a wallet was worth over time, for charts. Never paged. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { valueIntervals } from '../../../domain/time/value-points.ts';
import { valueCsv } from '../../csv/forms.ts';
import { sendWholeList, wholeListSchema } from '../../envelope.ts';
import * as parameters from '../../parameters.ts';
import { listAnswers, type RestDependencies } from '../../route-support.ts';
import { valuePointJson, valuePointSchema } from '../../wire/value-point.ts';

const querystring = parameters
  .strictFields({
    wallet: parameters.address.meta({ description: 'A registered address' }),
    from: parameters.time('The first moment (ISO 8601; UTC unless it says otherwise)', '2024-01-01'),
    to: parameters.time('The last moment; moments to come are left out', '2024-02-01'),
    interval: parameters
      .choice(parameters.named(valueIntervals), 'The step from one moment to the next, in UTC')
      .prefault('DAY'),
    currency: parameters.currency,
    ...parameters.listForm,
  })
  .refine(parameters.fromBeforeTo, parameters.fromBeforeToError);

export const valueRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    '/wallet/value/',
    {
      schema: {
        operationId: 'listValues',
        tags: ['Balances'],
        summary: 'Get the value of a wallet over time',
        description:
          'Its recognised tokens at the prices of the time: at `from`, each step after it, and `to`; at most 1,000 moments. ' +
          'Prices that are missing or old are counted, and asked for by the request: the same request shows them later.',
        querystring,
        response: listAnswers(
          'All moments, oldest first',
          wholeListSchema('ValuePointList', valuePointSchema),
        ),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { query } = request;
      return sendWholeList(dependencies, request, reply, {
        wallets: [query.wallet],
        read: () => readModel.valueHistory(caller, query),
        json: valuePointJson,
        csv: valueCsv,
      });
    },
  );
};
