/** /admin/: clients, their keys and quotas, and what they use. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelopeSchema, sendJson, sendList } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import { answers, jsonAnswer, listAnswers, type RestDependencies } from '../route-support.ts';
import { apiKeyCsv, clientCsv } from './admin-csv.ts';
import { problemRoutes } from './admin-problems.ts';
import {
  apiKeyJson,
  apiKeySchema,
  clientJson,
  clientSchema,
  newApiKeyJson,
  newApiKeySchema,
} from './admin-shapes.ts';
import { usageRoutes } from './admin-usage.ts';
import { about, clientName, ofOwn } from './admin-words.ts';

const ofAll = 'Needs the scope `admin`.';
const quota = z.int().min(1).max(999_999_999_999);

export const adminRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  await server.register(clientListRoutes, dependencies);
  await server.register(clientRoutes, dependencies);
  await server.register(keyListRoutes, dependencies);
  await server.register(keyRoutes, dependencies);
  await server.register(keyEndRoutes, dependencies);
  await server.register(usageRoutes, dependencies);
  await server.register(problemRoutes, dependencies);
};

const clientPath = '/admin/client/';
const clientAnswer = (description: string) => jsonAnswer(description, clientSchema);

const clientListRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;

  server.get(
    clientPath,
    {
      schema: {
        ...{
          ...about,
          operationId: 'listClients',
          summary: 'List clients',
          description: `All, oldest first. ${ofAll}`,
        },
        querystring: parameters.strictFields(parameters.paging),
        response: listAnswers('A page of clients', envelopeSchema('ClientPage', clientSchema)),
      },
    },
    async (request, reply) =>
      sendList(dependencies, request, reply, request.query, {
        read: (page) => readModel.listClients(callerOf(request), page),
        ...{ json: clientJson, csv: clientCsv },
      }),
  );
};

const clientRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, { readModel, callerOf }) => {
  server.post(
    clientPath,
    {
      schema: {
        ...{
          ...about,
          operationId: 'createClient',
          summary: 'Create a client',
          description: `It has no key yet. ${ofAll}`,
        },
        body: parameters.strictFields({
          name: z.string().meta({ description: '1 to 64 letters, digits, hyphens, underscores and dots' }),
        }),
        response: answers({ 201: clientAnswer('The new client') }, 409, 415),
      },
    },
    async (request, reply) =>
      sendJson(
        reply.code(201),
        clientJson(await readModel.createClient(callerOf(request), request.body.name)),
      ),
  );

  server.patch(
    `${clientPath}:name/`,
    {
      schema: {
        ...{ ...about, operationId: 'setClientSettings', summary: 'Change settings of a client' },
        description: `Quotas of its keys, what it may store, and how it is booked: all of its wallets are booked again. ${ofAll}`,
        params: z.object({ name: clientName }),
        body: parameters.strictFields({
          settings: z
            .record(z.string(), z.string())
            .meta({ description: 'Those to change, as texts; a number is taken back by `none`' }),
        }),
        response: answers({ 200: clientAnswer('The client as it is then') }, 404, 415),
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      const client = await readModel.setClientSettings(callerOf(request), name, request.body.settings);
      return sendJson(reply, clientJson(client));
    },
  );
};

const keyPath = '/admin/key/';
const newKeyAnswer = { 201: jsonAnswer('The key, shown once', newApiKeySchema) };

const newKeyBody = parameters.strictFields({
  client: clientName,
  name: z.string().meta({ description: 'What it is for: 1 to 100 characters' }),
  scopes: z.array(z.string()).max(10).optional().meta({
    description:
      'Some of read, write, webhooks, keys, admin; default read and write, of a publishable key read',
  }),
  expires_at: parameters.time('When it ends (ISO 8601); left out: never').optional(),
  daily_quota: quota.optional().meta({ description: 'Units per UTC day; left out: as its client may' }),
  monthly_quota: quota.optional().meta({ description: 'Units per UTC month; left out: as its client may' }),
  publishable: parameters
    .strictFields({
      origins: z
        .array(z.string())
        .max(100)
        .meta({ description: 'Of the pages that it is for, as browsers send them: 1 to 20' }),
      wallets: z.array(z.string()).max(1_000).meta({ description: 'What it may read: 1 to 100 addresses' }),
      address_units: z
        .int()
        .optional()
        .meta({ description: 'Units that one address may use a minute; default 120' }),
    })
    .optional()
    .meta({ description: 'Makes it a key for the code of pages: it may only read' }),
});

const keyListRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;

  server.get(
    keyPath,
    {
      schema: {
        ...{
          ...about,
          operationId: 'listApiKeys',
          summary: 'List API keys',
          description: `Oldest first. ${ofOwn}`,
        },
        querystring: parameters.strictFields({
          client: clientName.optional().meta({ description: 'Only of this client' }),
          ...parameters.paging,
        }),
        response: listAnswers('A page of keys', envelopeSchema('ApiKeyPage', apiKeySchema)),
      },
    },
    async (request, reply) => {
      const { client } = request.query;
      return sendList(dependencies, request, reply, request.query, {
        read: (page) => readModel.listApiKeys(callerOf(request), { client }, page),
        ...{ json: apiKeyJson, csv: apiKeyCsv },
      });
    },
  );

  server.post(
    keyPath,
    {
      schema: {
        ...{ ...about, operationId: 'createApiKey', summary: 'Create an API key' },
        description: `It is shown once: only a hash of it is stored. The scope admin is given by whoever has it. ${ofOwn}`,
        body: newKeyBody,
        response: answers(newKeyAnswer, 404, 409, 415),
      },
    },
    async (request, reply) => {
      const { client, name, scopes, expires_at: expiresAt, publishable } = request.body;
      const { daily_quota: dailyQuota, monthly_quota: monthlyQuota } = request.body;
      const made = await readModel.createApiKey(callerOf(request), {
        ...{ client, name, scopes, expiresAt, dailyQuota, monthlyQuota },
        ...(publishable && {
          publishable: {
            ...{ origins: publishable.origins, wallets: publishable.wallets },
            addressUnits: publishable.address_units,
          },
        }),
      });
      return sendJson(reply.code(201), newApiKeyJson(made));
    },
  );
};

const keyParams = z.object({ id: z.string().max(100).meta({ description: 'The id of a key' }) });

const onePath = `${keyPath}:id/`;
const keyAnswer = { 200: jsonAnswer('The key as it is then', apiKeySchema) };

const keyRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, { readModel, callerOf }) => {
  server.patch(
    onePath,
    {
      schema: {
        ...{ ...about, operationId: 'updateApiKey', summary: 'Change the end or the quotas of a key' },
        description: `What is left out stays; null takes it off. Quotas are for the scope \`admin\`. ${ofOwn}`,
        params: keyParams,
        body: parameters.strictFields({
          expires_at: parameters
            .time('When it ends (ISO 8601); null: never')
            .nullable()
            .optional()
            .meta({ description: 'When it ends (ISO 8601); null: never' }),
          daily_quota: quota
            .nullable()
            .optional()
            .meta({ description: 'Units per UTC day; null: as its client may' }),
          monthly_quota: quota
            .nullable()
            .optional()
            .meta({ description: 'Units per UTC month; null: as its client may' }),
        }),
        response: answers(keyAnswer, 404, 415),
      },
    },
    async (request, reply) => {
      const { expires_at: expiresAt, daily_quota: dailyQuota, monthly_quota: monthlyQuota } = request.body;
      const change = { expiresAt, dailyQuota, monthlyQuota };
      const key = await readModel.updateApiKey(callerOf(request), request.params.id, change);
      return sendJson(reply, apiKeyJson(key));
    },
  );

  server.post(
    `${onePath}rotate/`,
    {
      schema: {
        ...{ ...about, operationId: 'rotateApiKey', summary: 'Make a key in the place of another' },
        description: `With the same rights; the old one is valid until the overlap is over. ${ofOwn}`,
        params: keyParams,
        body: parameters.strictFields({
          overlap: z
            .int()
            .min(0)
            .default(86_400)
            .meta({ description: 'Seconds: at most 90 days, default one day' }),
          expires_at: parameters
            .time('When the new one ends (ISO 8601); left out: it lasts as long as the old one was to')
            .optional(),
        }),
        response: answers(newKeyAnswer, 404, 415),
      },
    },
    async (request, reply) => {
      const { overlap: overlapSeconds, expires_at: expiresAt } = request.body;
      const caller = callerOf(request);
      const made = await readModel.rotateApiKey(caller, request.params.id, { overlapSeconds, expiresAt });
      return sendJson(reply.code(201), newApiKeyJson(made));
    },
  );
};

const keyEndRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, { readModel, callerOf }) => {
  server.delete(
    onePath,
    {
      schema: {
        ...{ ...about, operationId: 'revokeApiKey', summary: 'Revoke a key' },
        description: `Everywhere within five seconds, with its tokens and its open streams. ${ofOwn}`,
        params: keyParams,
        response: answers(keyAnswer, 404),
      },
    },
    async (request, reply) =>
      sendJson(reply, apiKeyJson(await readModel.revokeApiKey(callerOf(request), request.params.id))),
  );
};
