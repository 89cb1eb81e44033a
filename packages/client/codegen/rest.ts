/** The types of the REST API, made of its OpenAPI document. */
import fastify from 'fastify';
import openapiTS, { astToString } from 'openapi-typescript';
import { documentation } from '../../../src/http/documentation.ts';
import { restRoutes } from '../../../src/rest/routes/routes.ts';

const notAsked = (): never => {
  throw new Error('Routes are only described here.');
};

/** The document that the service answers at /openapi.json. It needs no service: routes are registered, and none is asked. */
export async function openapiDocument(): Promise<string> {
  const server = fastify();
  await documentation(server, null);
  await server.register(restRoutes, {
    readModel: Object.create(null),
    callerOf: notAsked,
    baseUrlOf: notAsked,
  });
  await server.ready();
  const text = JSON.stringify(server.swagger());
  await server.close();
  return text;
}

/** The document with one entry for all refusals of an operation: each is a problem, and five times as much text says no more. */
function withoutRefusals(text: string): string {
  const problem = { $ref: '#/components/schemas/Problem' };
  const refused = {
    description: 'A refusal: the status says of which kind, and `code` why',
    content: { 'application/problem+json': { schema: problem } },
  };
  return JSON.stringify(JSON.parse(text), (key, value) =>
    key === 'responses'
      ? {
          ...Object.fromEntries(Object.entries(value).filter(([status]) => /^2/.test(status))),
          default: refused,
        }
      : value,
  );
}

/** Not `readonly`: openapi-fetch takes a list that is for an object of numbers. */
export const restModule = async (): Promise<string> =>
  astToString(await openapiTS(withoutRefusals(await openapiDocument()), { alphabetize: true }));
