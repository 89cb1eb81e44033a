/** /account/: who asks, where they are signed in, and their passkeys. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelopeSchema, sendJson, sendList } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import { answers, jsonAnswer, listAnswers, type RestDependencies } from '../route-support.ts';
import { sessionCsv } from './member-csv.ts';
import {
  identityJson,
  identitySchema,
  memberJson,
  memberSchema,
  sessionJson,
  sessionSchema,
} from './member-shapes.ts';

const about = { tags: ['Credentials'] };
const ofMembers = 'Of another member: for the scope `admin`, or `keys` for the own client.';
const sessionPath = '/account/session/';
const idParams = (what: string) =>
  z.object({
    id: z
      .string()
      .max(2_000)
      .meta({ description: `The id of a ${what}` }),
  });

export const accountRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  await server.register(sessionRoutes, dependencies);

  server.get(
    '/account/',
    {
      schema: {
        ...{ ...about, operationId: 'getIdentity', summary: 'Who asks' },
        description: 'The client, and who has signed in. Not for publishable keys and tokens.',
        response: answers({ 200: jsonAnswer('Who asks, and what they may', identitySchema) }),
      },
    },
    async (request, reply) => sendJson(reply, await identityJson(await readModel.whoAmI(callerOf(request)))),
  );

  server.delete(
    '/account/passkey/:id/',
    {
      schema: {
        ...{ ...about, operationId: 'removePasskey', summary: 'Remove a passkey' },
        description: `One of your own. ${ofMembers}`,
        params: idParams('passkey'),
        response: answers({ 200: jsonAnswer('The member as it is then', memberSchema) }, 404),
      },
    },
    async (request, reply) =>
      sendJson(reply, memberJson(await readModel.removePasskey(callerOf(request), request.params.id))),
  );
};

const sessionRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;

  server.get(
    sessionPath,
    {
      schema: {
        ...{ ...about, operationId: 'listSessions', summary: 'Where you are signed in' },
        description: `The session that was used last first. ${ofMembers}`,
        querystring: parameters.strictFields({
          member: z
            .string()
            .max(100)
            .optional()
            .meta({ description: 'Of the member with this id; default: you' }),
          ...parameters.paging,
        }),
        response: listAnswers('A page of sessions', envelopeSchema('SessionPage', sessionSchema)),
      },
    },
    async (request, reply) => {
      const { member } = request.query;
      return sendList(dependencies, request, reply, request.query, {
        read: (page) => readModel.listSessions(callerOf(request), { member }, page),
        ...{ json: sessionJson, csv: sessionCsv },
      });
    },
  );

  server.delete(
    `${sessionPath}:id/`,
    {
      schema: {
        ...{ ...about, operationId: 'endSession', summary: 'Sign a browser out' },
        description: `Everywhere within five seconds: one of your own. ${ofMembers}`,
        params: idParams('session'),
        response: answers({ 200: jsonAnswer('The session as it was', sessionSchema) }, 404),
      },
    },
    async (request, reply) =>
      sendJson(reply, sessionJson(await readModel.endSession(callerOf(request), request.params.id))),
  );

  server.delete(
    sessionPath,
    {
      schema: {
        ...{ ...about, operationId: 'endOtherSessions', summary: 'Sign all other browsers out' },
        description: 'All of your sessions but the one that asks.',
        response: answers({
          200: jsonAnswer(
            'How many ended',
            z
              .strictObject({ count: z.int().meta({ description: 'How many' }) })
              .meta({ id: 'EndedSessions', description: 'How many sessions ended' }),
          ),
        }),
      },
    },
    async (request, reply) =>
      sendJson(reply, `{"count":${await readModel.endOtherSessions(callerOf(request))}}`),
  );
};
