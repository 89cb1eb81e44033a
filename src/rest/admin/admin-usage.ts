/** /admin/usage/: what keys used. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelopeSchema, sendList } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import { listAnswers, type RestDependencies } from '../route-support.ts';
import { usageCsv } from './admin-csv.ts';
import { usageJson, usageSchema } from './admin-shapes.ts';
import { about, clientName, ofOwn } from './admin-words.ts';

export const usageRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;
  const day = z.iso.date();

  server.get(
    '/admin/usage/',
    {
      schema: {
        ...{ ...about, operationId: 'listUsage', summary: 'What keys used' },
        description: `By UTC day, key and operation, the newest day first: up to a minute ago, kept for 400 days. ${ofOwn}`,
        querystring: parameters.strictFields({
          client: clientName.optional().meta({ description: 'Only of this client' }),
          key_id: z.string().max(100).optional().meta({ description: 'Only of the key with this id' }),
          first_day: day.optional().meta({ description: 'From this UTC day on' }),
          last_day: day.optional().meta({ description: 'Up to this UTC day, and with it' }),
          ...parameters.paging,
        }),
        response: listAnswers('A page of what was used', envelopeSchema('KeyUsagePage', usageSchema)),
      },
    },
    async (request, reply) => {
      const { client, key_id: keyId, first_day: from, last_day: to } = request.query;
      return sendList(dependencies, request, reply, request.query, {
        read: (page) => readModel.listUsage(callerOf(request), { client, keyId, from, to }, page),
        ...{ json: usageJson, csv: usageCsv },
      });
    },
  );
};
