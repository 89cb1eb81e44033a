/** /wallet/webhook/: where a client wants events sent to. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { walletEventTypes } from '../../../domain/event-types.ts';
import { webhookCsv } from '../../csv/webhook-forms.ts';
import { envelopeSchema, sendJson, sendList } from '../../envelope.ts';
import * as parameters from '../../parameters.ts';
import { answers, jsonAnswer, listAnswers, noContent, type RestDependencies } from '../../route-support.ts';
import {
  webhookJson,
  webhookSchema,
  webhookWithSecretJson,
  webhookWithSecretSchema,
} from '../../wire/webhook.ts';
import { movingRoutes } from './webhook-move-routes.ts';
import { about, onePath, params, path, wallets } from './webhook-parameters.ts';

const url = parameters.givenText.meta({
  description: 'https, on a port and at an address that the service may send to; at most 2,000 characters',
  examples: ['https://example.com/hooks/wallet-data'],
});
const description = parameters.givenText.meta({ description: 'Your own words; at most 200 characters' });
const types = z
  .array(z.enum(walletEventTypes, { error: `must be one of: ${walletEventTypes.join(', ')}` }), {
    error: 'must be a list of types',
  })
  .meta({
    description:
      'Types of events; empty: all but wallet.progress and transfer.finalized, also those that will be added',
  });
const chainIds = z
  .array(z.int({ error: 'must be a chain id' }).min(1).max(2_147_483_647), {
    error: 'must be a list of chain ids',
  })
  .meta({ description: 'Only of these chains, by their ids of EIP-155; empty: all' });

const tokens = z
  .array(parameters.address, { error: 'must be a list of contracts' })
  .meta({ description: 'Only of these contracts, on any chain; all zero: native tokens; empty: all' });
const minValue = z
  .string({ error: 'must be an amount as a text, or null for all' })
  .nullable()
  .meta({
    description: 'In US dollars: transfers worth less, or of no known price, are not sent; null: all',
    examples: ['1000'],
  });

const webhookAnswer = (about: string) => jsonAnswer(about, webhookSchema);

export const webhookRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  await server.register(listRoutes, dependencies);
  await server.register(singleRoutes, dependencies);
  await server.register(changingRoutes, dependencies);
  await server.register(movingRoutes, dependencies);
};

const listRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  server.post(
    path,
    {
      schema: {
        ...about,
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description:
          'Events of your wallets are sent there from now on, and a test event at once. The answer holds the secret that signs them, ' +
          'which is shown only here. The key needs the scopes `webhooks` and `read`.',
        body: parameters.strictFields({
          url,
          description: description.optional(),
          types: types.optional(),
          chain_ids: chainIds.optional(),
          token: tokens.optional(),
          min_value: minValue.optional(),
          wallet: wallets.optional(),
        }),
        response: answers({ 201: jsonAnswer('The new webhook', webhookWithSecretSchema) }, 404, 409, 415),
      },
    },
    async (request, reply) => {
      const { chain_ids: chains, min_value: minValue, token, wallet, ...given } = request.body;
      const created = await readModel.createWebhook(callerOf(request), {
        ...given,
        ...{ chainIds: chains, minValue, tokens: token, wallets: wallet },
      });
      return sendJson(reply.code(201), webhookWithSecretJson(created.webhook, created.secret));
    },
  );

  server.get(
    path,
    {
      schema: {
        ...about,
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'Yours, oldest first, with how they are doing.',
        querystring: parameters.strictFields(parameters.paging),
        response: listAnswers('A page of webhooks', envelopeSchema('WebhookPage', webhookSchema)),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      return sendList(dependencies, request, reply, request.query, {
        read: (page) => readModel.listWebhooks(caller, page),
        json: webhookJson,
        csv: webhookCsv,
      });
    },
  );
};

/** One webhook as it is. */
const singleRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, { readModel, callerOf }) => {
  server.get(
    onePath,
    {
      schema: {
        ...about,
        operationId: 'getWebhook',
        summary: 'Get a webhook',
        description: 'How it is set, and how it is doing.',
        params,
        response: answers({ 200: webhookAnswer('The webhook') }, 404),
      },
    },
    async (request, reply) =>
      sendJson(reply, webhookJson(await readModel.getWebhook(callerOf(request), request.params.id))),
  );

  server.delete(
    onePath,
    {
      schema: {
        ...about,
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Nothing is sent any more; an event that is under way may still arrive.',
        params,
        response: answers({ 204: noContent }, 404),
      },
    },
    async (request, reply) => {
      await readModel.deleteWebhook(callerOf(request), request.params.id);
      return reply.code(204).send();
    },
  );
};

/** Changing one. */
const changingRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, { readModel, callerOf }) => {
  server.patch(
    onePath,
    {
      schema: {
        ...about,
        operationId: 'changeWebhook',
        summary: 'Change a webhook',
        description:
          'What is not given stays. `enabled: true` enables it again and tries at once what waits or is paused; `false` stops it, and ' +
          'keeps its place. Wallets that come are followed from now on.',
        params,
        body: parameters.strictFields({
          url: url.optional(),
          description: description.optional(),
          types: types.optional(),
          chain_ids: chainIds.optional(),
          token: tokens.optional(),
          min_value: minValue.optional(),
          wallet: wallets.optional(),
          enabled: z
            .boolean({ error: 'must be true or false' })
            .meta({ description: 'Whether events are sent' })
            .optional(),
        }),
        response: answers({ 200: webhookAnswer('The changed webhook') }, 404, 415),
      },
    },
    async (request, reply) => {
      const { chain_ids: chains, min_value: minValue, token, wallet, ...given } = request.body;
      const change = { ...given, chainIds: chains, minValue, tokens: token, wallets: wallet };
      const webhook = await readModel.updateWebhook(callerOf(request), request.params.id, change);
      return sendJson(reply, webhookJson(webhook));
    },
  );

  server.post(
    `${onePath}rotate/`,
    {
      schema: {
        ...about,
        operationId: 'rotateWebhookSecret',
        summary: 'Give a webhook a new secret',
        description:
          'For 24 hours both sign, so that receivers can be changed over. The new one is shown only here.',
        params,
        response: answers(
          { 200: jsonAnswer('The webhook with its new secret', webhookWithSecretSchema) },
          404,
        ),
      },
    },
    async (request, reply) => {
      const { webhook, secret } = await readModel.rotateWebhookSecret(callerOf(request), request.params.id);
      return sendJson(reply, webhookWithSecretJson(webhook, secret));
    },
  );
};
