/** /wallet/label/: the client's own names for addresses. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PublicError } from '../../errors.ts';
import { customLabelCsv } from '../csv/forms.ts';
import { envelopeSchema, sendJson, sendList } from '../envelope.ts';
import * as parameters from '../parameters.ts';
import { answers, jsonAnswer, listAnswers, noContent, type RestDependencies } from '../route-support.ts';
import { customLabelJson, customLabelSchema } from '../wire/objects/label.ts';

const name = z
  .string({ error: (issue) => (issue.input === undefined ? 'is needed' : 'must be a text') })
  .trim()
  .min(1, { error: 'must not be empty' })
  .meta({ description: 'What you call the address' });

/** As a text with commas, as answers have it, or as a list. */
const tags = z
  .union([z.string(), z.array(z.string())], { error: 'must be a text with commas, or a list of texts' })
  .transform((given) => (typeof given === 'string' ? given.split(',') : given))
  .meta({ description: 'Names, separated by commas or as a list' });

const params = z.object({ address: parameters.labelledAddress });
const labelAnswer = (description: string) => jsonAnswer(description, customLabelSchema);
const about = { tags: ['Labels'] };

const path = '/wallet/label/';
const onePath = `${path}:address/`;

export const labelRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  await server.register(listRoutes, dependencies);
  await server.register(singleRoutes, dependencies);
  await server.register(replaceRoutes, dependencies);
};

/** All of a client's labels. */
const listRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, dependencies) => {
  const { readModel, callerOf } = dependencies;

  server.post(
    path,
    {
      schema: {
        ...about,
        operationId: 'createLabel',
        summary: 'Create a label',
        description: 'An address that has a label already is a 409: replace or change it.',
        body: parameters.strictFields({ address: parameters.address, name, tags: tags.default([]) }),
        response: answers({ 201: labelAnswer('The new label') }, 409, 415),
      },
    },
    async (request, reply) => {
      const label = await readModel.createCustomLabel(callerOf(request), request.body);
      return sendJson(reply.code(201), customLabelJson(label));
    },
  );

  server.get(
    path,
    {
      schema: {
        ...about,
        operationId: 'listLabels',
        summary: 'List labels',
        description: 'Your labels by address.',
        querystring: parameters.strictFields(parameters.paging),
        response: listAnswers('A page of labels', envelopeSchema('LabelPage', customLabelSchema)),
      },
    },
    async (request, reply) => {
      const caller = callerOf(request);
      return sendList(dependencies, request, reply, request.query, {
        read: (page) => readModel.listCustomLabels(caller, page),
        json: customLabelJson,
        csv: customLabelCsv,
      });
    },
  );
};

/** Writing one label. */
const replaceRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, { readModel, callerOf }) => {
  server.put(
    onePath,
    {
      schema: {
        ...about,
        operationId: 'putLabel',
        summary: 'Create or replace a label',
        description: 'The label is as given afterwards, whether or not there was one.',
        params,
        body: parameters.strictFields({
          address: parameters.address.optional(),
          name,
          tags: tags.default([]),
        }),
        response: answers(
          { 200: labelAnswer('The replaced label'), 201: labelAnswer('The new label') },
          409,
          415,
        ),
      },
    },
    async (request, reply) => {
      const { address } = request.params;
      const { address: repeated = address, name: newName, tags: newTags } = request.body;
      if (repeated !== address) throw otherAddress();
      const input = { address, name: newName, tags: newTags };
      const { label, created } = await readModel.putCustomLabel(callerOf(request), input);
      return sendJson(reply.code(created ? 201 : 200), customLabelJson(label));
    },
  );

  server.patch(
    onePath,
    {
      schema: {
        ...about,
        operationId: 'changeLabel',
        summary: 'Change a label',
        description: 'What is not given stays as it is.',
        params,
        body: parameters
          .strictFields({ name: name.optional(), tags: tags.optional() })
          .refine((change) => change.name !== undefined || change.tags !== undefined, {
            error: 'changes nothing: give name, tags or both',
          }),
        response: answers({ 200: labelAnswer('The changed label') }, 404, 409, 415),
      },
    },
    async (request, reply) => {
      const label = await readModel.patchCustomLabel(callerOf(request), request.params.address, request.body);
      return sendJson(reply, customLabelJson(label));
    },
  );
};

/** Reading and deleting one label. */
const singleRoutes: FastifyPluginAsyncZod<RestDependencies> = async (server, { readModel, callerOf }) => {
  server.get(
    onePath,
    {
      schema: {
        ...about,
        operationId: 'getLabel',
        summary: 'Get a label',
        description: 'Your label of one address, by the address or by the id of the label.',
        params,
        response: answers({ 200: labelAnswer('The label') }, 404),
      },
    },
    async (request, reply) => {
      const label = await readModel.getCustomLabel(callerOf(request), request.params.address);
      return sendJson(reply, customLabelJson(label));
    },
  );

  server.delete(
    onePath,
    {
      schema: {
        ...about,
        operationId: 'deleteLabel',
        summary: 'Delete a label',
        description: 'The address shows under its default label again, if it has one.',
        params,
        response: answers({ 204: noContent }, 404),
      },
    },
    async (request, reply) => {
      await readModel.deleteCustomLabel(callerOf(request), request.params.address);
      return reply.code(204).send();
    },
  );
};

function otherAddress(): PublicError {
  const message = 'differs from the address in the path';
  return new PublicError('BAD_INPUT', `address: ${message}`, [{ path: 'address', message }]);
}
