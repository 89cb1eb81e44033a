/** /wallet/webhook/{id}/…: how far a webhook is, what became of attempts, and moving it. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { attemptCsv, laneCsv } from '../../csv/webhook-forms.ts';
import { envelopeSchema, sendJson, sendList } from '../../envelope.ts';
import * as parameters from '../../parameters.ts';
import { answers, jsonAnswer, listAnswers, type RestDependencies } from '../../route-support.ts';
import { attemptJson, attemptSchema, laneJson, laneSchema } from '../../wire/webhook.ts';
import { about, onePath, params, wallets } from './webhook-parameters.ts';

const testSchema = z
  .strictObject({
    event_id: z.string().meta({ description: 'The header webhook-id of the test event' }),
  })
  .meta({ id: 'WebhookTest', description: 'A test event that is about to be sent' });

const replaySchema = z
  .strictObject({ lanes: z.int().meta({ description: 'How many wallets are sent again' }) })
  .meta({ id: 'WebhookReplay', description: 'A replay that has begun' });

const skippedSchema = z
  .strictObject({
    event_id: z.string().meta({ description: 'Of the event that was given up' }),
    event_type: z.string().meta({ description: 'Its type' }),
    sequence: z.int().meta({ description: 'Its number' }),
  })
  .meta({ id: 'SkippedEvent', description: 'An event that is not sent any more' });

export const movingRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  await server.register(lookingRoutes, dependencies);
  await server.register(testRoutes, dependencies);
  await server.register(replayRoutes, dependencies);
};

const lookingRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.get(
    `${onePath}attempts/`,
    {
      schema: {
        ...about,
        operationId: 'listWebhookAttempts',
        summary: 'List what became of attempts',
        description:
          'Newest first: failures, the success that ends them, tests, and what was skipped, of seven days and at most 1,000. Events that ' +
          'arrive at once are counted (`delivered`), not listed.',
        params,
        querystring: parameters.strictFields(parameters.paging),
        response: listAnswers('A page of attempts', envelopeSchema('WebhookAttemptPage', attemptSchema)),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { id } = request.params;
      return sendList(dependencies, request, reply, request.query, {
        read: (page) => readModel.listWebhookAttempts(caller, id, page),
        json: attemptJson,
        csv: attemptCsv,
      });
    },
  );

  server.get(
    `${onePath}lanes/`,
    {
      schema: {
        ...about,
        operationId: 'listWebhookLanes',
        summary: 'List how far each wallet is sent',
        description: 'Those that are paused first, then those that wait, then all others.',
        params,
        querystring: parameters.strictFields(parameters.paging),
        response: listAnswers('A page of lanes', envelopeSchema('WebhookLanePage', laneSchema)),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const { id } = request.params;
      return sendList(dependencies, request, reply, request.query, {
        read: (page) => readModel.listWebhookLanes(caller, id, page),
        json: laneJson,
        csv: laneCsv,
      });
    },
  );
};

const testRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, { readModel, callerOf }) => {
  server.post(
    `${onePath}test/`,
    {
      schema: {
        ...about,
        operationId: 'testWebhook',
        summary: 'Send a test event',
        description: 'Once, as `endpoint.test`. What became of it is in the attempts, by its id.',
        params,
        response: answers({ 202: jsonAnswer('It is about to be sent', testSchema) }, 404),
      },
    },
    async (request, reply) => {
      const { eventId } = await readModel.testWebhook(callerOf(request), request.params.id);
      return sendJson(reply.code(202), JSON.stringify({ event_id: eventId }));
    },
  );
};

const replayRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, { readModel, callerOf }) => {
  server.post(
    `${onePath}replay/`,
    {
      schema: {
        ...about,
        operationId: 'replayWebhook',
        summary: 'Send events again',
        description:
          'From a time, or behind a number of one wallet; under the same ids. Events are kept for 30 days: a lane that is set before ' +
          'them goes on with the oldest.',
        params,
        body: parameters.strictFields({
          from: parameters.time('Events stored at this time or later (ISO 8601)').optional(),
          after: z
            .int({ error: 'must be the number of an event, or 0 for all that are kept' })
            .min(0)
            .meta({ description: 'Events behind this number; names one wallet' })
            .optional(),
          wallet: wallets.optional(),
        }),
        response: answers({ 202: jsonAnswer('It has begun', replaySchema) }, 404, 415),
      },
    },
    async (request, reply) => {
      const { from, after, wallet } = request.body;
      const afterSequence = after === undefined ? undefined : BigInt(after);
      const input = { from, afterSequence, wallets: wallet };
      const { lanes } = await readModel.replayWebhook(callerOf(request), request.params.id, input);
      return sendJson(reply.code(202), JSON.stringify({ lanes }));
    },
  );

  server.post(
    `${onePath}skip/`,
    {
      schema: {
        ...about,
        operationId: 'skipWebhookEvent',
        summary: 'Go past an event that fails',
        description:
          'The lane of the wallet goes on with the next event; a receiver sees by `previous` that it lacks one. It is noted among the attempts.',
        params,
        body: parameters.strictFields({ wallet: parameters.address }),
        response: answers({ 200: jsonAnswer('What was skipped', skippedSchema) }, 404, 409, 415),
      },
    },
    async (request, reply) => {
      const { wallet } = request.body;
      const skipped = await readModel.skipWebhookEvent(callerOf(request), request.params.id, wallet);
      const { eventId, eventType, sequence } = skipped;
      return sendJson(
        reply,
        `{"event_id":${JSON.stringify(eventId)},"event_type":${JSON.stringify(eventType)},"sequence":${sequence}}`,
      );
    },
  );
};
