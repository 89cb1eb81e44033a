/** /admin/problem/: the last requests that were refused or failed. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { formatTime } from '../../domain/time/time.ts';
import type { ProblemView } from '../../use-cases/model/admin-model.ts';
import type { CsvForm } from '../csv/columns.ts';
import { envelopeSchema, sendList } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import { listAnswers, type RestDependencies } from '../route-support.ts';
import { timestampField } from '../wire/objects/fields.ts';
import { text, time } from '../wire/objects/json.ts';
import { about, clientName, ofOwn } from './admin-words.ts';

const problemSchema = z
  .strictObject({
    at: timestampField,
    request_id: z
      .string()
      .meta({ description: 'As in the header X-Request-Id and in the log of the service' }),
    client: z.string().meta({ description: 'Whose key asked' }),
    key_id: z.string().meta({ description: 'The key; of tokens the one that minted them' }),
    operation: z.string().meta({ description: 'Method and path, or `graphql` and the root field' }),
    code: z.string().meta({ description: 'Why, as a code of errors' }),
    status: z.int().meta({ description: 'HTTP status; 200 where GraphQL answered the rest' }),
  })
  .meta({ id: 'RequestProblem', description: 'A request that was refused or failed' });

const problemJson = (problem: ProblemView): string =>
  `{"at":${time(problem.at)},"request_id":${text(problem.requestId)},"client":${text(problem.client)},` +
  `"key_id":${text(problem.keyId)},"operation":${text(problem.operation)},"code":${text(problem.code)},"status":${problem.status}}`;

const problemCsv: CsvForm<ProblemView> = {
  fileName: 'problems.csv',
  columns: [
    ['at', ({ at }) => formatTime(at)],
    ['request_id', ({ requestId }) => requestId],
    ['client', ({ client }) => client],
    ['key_id', ({ keyId }) => keyId],
    ['operation', ({ operation }) => operation],
    ['code', ({ code }) => code],
    ['status', ({ status }) => String(status)],
  ],
};

export const problemRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;

  server.get(
    '/admin/problem/',
    {
      schema: {
        ...{ ...about, operationId: 'listProblems', summary: 'What was refused or failed' },
        description: `The last requests, the newest first: of each client at most 1,000, and of those that the answering process saw since it started. Never what was asked or answered. ${ofOwn}`,
        querystring: parameters.strictFields({
          client: clientName.optional().meta({ description: 'Only of this client' }),
          key_id: z.string().max(100).optional().meta({ description: 'Only of the key with this id' }),
          code: z.string().max(100).optional().meta({ description: 'Only with this code: RATE_LIMITED' }),
          request_id: z
            .string()
            .max(100)
            .optional()
            .meta({ description: 'Only of the request with this id' }),
          ...parameters.paging,
        }),
        response: listAnswers('A page of problems', envelopeSchema('RequestProblemPage', problemSchema)),
      },
    },
    async (request, reply) => {
      const { client, key_id: keyId, code, request_id: requestId } = request.query;
      return sendList(dependencies, request, reply, request.query, {
        read: (page) => readModel.listProblems(callerOf(request), { client, keyId, code, requestId }, page),
        ...{ json: problemJson, csv: problemCsv },
      });
    },
  );
};
