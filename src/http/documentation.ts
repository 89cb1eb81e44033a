/** The description of the REST API, OpenAPI 3.1, from the schemas that validate. It is served by pages/routes.ts. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { isObject } from '../domain/is-object.ts';
import { describeShapes } from '../rest/descriptions.ts';
import { exemplify } from '../rest/request-examples.ts';
import { apiVersion } from './api-version.ts';

const description = `Wallet histories: register addresses, then read their transfers, transactions and balances.

Every request carries an API key: in the header \`X-API-KEY\`, as \`Authorization: Bearer\`, or in the query parameter \`api_key\`. Errors are RFC 9457
problems (\`application/problem+json\`) with a \`code\` and, for bad input, a list of \`errors\`.

Lists are answered in pages as JSON, and as a whole as CSV at the path of the same name with \`.csv\`: streamed, one line per item. The path of
the pages answers CSV as well, with \`format=csv\` or the header \`Accept: text/csv\`.

The header \`API-Version\` of every answer is this document's version. Fields, parameters and endpoints are only added, which
raises its second number: pass over fields that you do not know.`;

/** Whole numbers are whole numbers: the bounds of a float's exact ones say nothing about ours. */
const zodToJsonConfig: NonNullable<Parameters<typeof createJsonSchemaTransform>[0]['zodToJsonConfig']> = {
  override: ({ jsonSchema }) => {
    if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  },
};
const componentSchemas = createJsonSchemaTransformObject({ zodToJsonConfig });

/** The library lists every shape twice, as input and as output; our named shapes are all answers. What is left is described. */
function describedAnswers(document: Document): Document {
  const schemas = 'components' in document ? document.components?.schemas : undefined;
  for (const name of Object.keys(schemas ?? {})) {
    if (name.endsWith('Input')) delete schemas?.[name];
  }
  describeShapes(schemas);
  return document;
}

type Document = ReturnType<typeof componentSchemas>;

const header = (description: string, schema: { type: 'string' | 'integer'; enum?: string[] }) => ({
  description,
  schema,
});
const retryAfter = { 'Retry-After': header('Seconds to wait before the next attempt', { type: 'integer' }) };
const walletDataLoaded = {
  'Wallet-Data-Loaded': header('false while the history of one of the wallets is not loaded completely', {
    type: 'string',
    enum: ['true', 'false'],
  }),
  'Wallet-Data-Stale-Since': header(
    'Only where one of the wallets has fallen behind its chain: newer movements than of this time may be missing',
    { type: 'string' },
  ),
};

const walletDataBooked = {
  'Wallet-Data-Booked': header(
    'false while the ledger of one of the wallets waits for newer rows or corrections: the file is without them',
    { type: 'string', enum: ['true', 'false'] },
  ),
};

const walletDataAnchor = {
  'Wallet-Data-Anchor': header(
    'Of a page of JSON: give it as `anchor` with any page number, and that page is as of this answer',
    { type: 'string' },
  ),
};
/** Of /wallet/disposal/ only links carry one. */
/** Files that read ledgers as they are. */
const bookedFiles = ['form8949Csv', 'dePrivateSalesCsv', 'incomeCsv', 'ukCapitalGainsCsv'];
const anchoredLists = ['listTransfers', 'listTransactions'];

const entityTag = {
  ETag: header('Give it as `If-None-Match`, and an answer that is the same is a 304', { type: 'string' }),
};

const entriesOf = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : []);

/** A file has no pages, and its path says its form. */
const ofPages: ReadonlySet<unknown> = new Set(['page', 'page_size', 'anchor', 'format']);

function withoutPagesOfFiles(document: Document): Document {
  for (const [path, operations] of entriesOf('paths' in document ? document.paths : undefined)) {
    if (!path.endsWith('.csv')) continue;
    for (const [, operation] of entriesOf(operations)) {
      if (!isObject(operation) || !Array.isArray(operation.parameters)) continue;
      operation.parameters = operation.parameters.filter(
        (parameter: unknown) => !isObject(parameter) || !ofPages.has(parameter.name),
      );
    }
  }
  return document;
}

/** The library has no place for headers of answers, nor for examples of whole bodies. */
function withHeadersAndExamples(document: Document): Document {
  const paths = entriesOf('paths' in document ? document.paths : undefined);
  for (const [, operation] of paths.flatMap(([, path]) => entriesOf(path))) {
    if (!isObject(operation)) continue;
    exemplify(operation);
    const isAboutWallets = entriesOf(operation.parameters).some(
      ([, parameter]) => isObject(parameter) && parameter.name === 'wallet',
    );
    const isTagged = isObject(operation.responses) && '304' in operation.responses;
    for (const [status, response] of entriesOf(operation.responses)) {
      if (!isObject(response)) continue;
      if (status === '200' && isTagged) response.headers = entityTag;
      if (status === '429' || status === '503') response.headers = retryAfter;
      if (status !== '200' || !isAboutWallets) continue;
      const isAnchored = anchoredLists.some((id) => id === operation.operationId);
      response.headers = {
        ...(isTagged ? entityTag : {}),
        ...walletDataLoaded,
        ...(bookedFiles.some((id) => id === operation.operationId) ? walletDataBooked : {}),
        ...(isAnchored && isTagged ? walletDataAnchor : {}),
      };
    }
  }
  return document;
}

/** Register before the routes that it is to describe. */
export async function documentation(server: FastifyInstance, publicUrl: string | null): Promise<void> {
  await server.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Wallet Data Service',
        version: apiVersion,
        description,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: publicUrl ?? '/' }],
      components: {
        securitySchemes: {
          header: { type: 'apiKey', in: 'header', name: 'X-API-KEY' },
          bearer: { type: 'http', scheme: 'bearer' },
          query: { type: 'apiKey', in: 'query', name: 'api_key' },
        },
      },
      security: [{ header: [] }, { bearer: [] }, { query: [] }],
      tags: [
        { name: 'Wallets', description: 'Register wallets and follow their loading' },
        { name: 'History', description: 'Transfers and transactions' },
        { name: 'Balances', description: 'Balances with cost and performance' },
        { name: 'Corrections', description: 'What you say against, or beyond, the chain and the prices' },
        { name: 'Labels', description: 'Your own names for addresses' },
        { name: 'Webhooks', description: 'Events sent to you, and how they are doing' },
        { name: 'Admin', description: 'Clients, their keys and quotas, and what they use' },
        { name: 'Credentials', description: 'What pages and people ask with' },
      ],
    },
    transform: createJsonSchemaTransform({ zodToJsonConfig }),
    transformObject: (document) =>
      withHeadersAndExamples(withoutPagesOfFiles(describedAnswers(componentSchemas(document)))),
  });
}
