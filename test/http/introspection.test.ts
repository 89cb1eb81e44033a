/** The schema without a key: all of it, by introspection and as a text, and nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildClientSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  Kind,
  lexicographicSortSchema,
  parse,
  printSchema,
} from 'graphql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { introspectionCost } from '../../src/graphql/limits/introspection-cost.ts';
import { schema } from '../../src/graphql/schema.ts';
import { createTestApi, type TestApi } from '../support/api.ts';

const committed = readFileSync(join(import.meta.dirname, '../../schema.graphql'), 'utf8');

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
});
afterAll(() => api.close());

const json = { 'content-type': 'application/json' };

/** Without a key, unless the headers have one. */
const post = (server: TestApi, payload: unknown, headers: Record<string, string> = {}) =>
  server.server.inject({
    ...{ method: 'POST', url: '/graphql', headers: { host: 'api.test', ...json, ...headers } },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const get = (query: string, headers: Record<string, string> = {}) =>
  api.server.inject({
    url: `/graphql?query=${encodeURIComponent(query)}`,
    headers: { host: 'api.test', ...headers },
  });

const wholeQuery = getIntrospectionQuery({ specifiedByUrl: true, inputValueDeprecation: true });

function schemaIn(body: string): string {
  const { data }: { data: IntrospectionQuery } = JSON.parse(body);
  return `${printSchema(lexicographicSortSchema(buildClientSchema(data)))}\n`;
}

test('introspection tells the committed schema, by POST and GET, the second time as the first', async () => {
  const answers = [
    await post(api, { query: wholeQuery }),
    await post(api, { query: wholeQuery }),
    await get(wholeQuery),
  ];
  for (const { statusCode, body } of answers) {
    expect(statusCode, body.slice(0, 300)).toBe(200);
    expect(schemaIn(body)).toBe(committed);
  }
  expect(answers[1]?.body).toBe(answers[0]?.body);
  const keyed = await post(api, { query: wholeQuery }, { 'x-api-key': api.key });
  expect(schemaIn(keyed.body)).toBe(committed);
});

test('__type and __typename, with variables and fragments, are about the schema as well', async () => {
  const query =
    'query Q($n: String!) { ...F __typename } fragment F on Query { __type(name: $n) { ... on __Type { kind } } }';
  const [enumeration, object] = [
    await post(api, { query, variables: { n: 'Side' } }),
    await post(api, { query, variables: { n: 'Wallet' } }),
  ];
  expect(JSON.parse(enumeration.body)).toEqual({ data: { __type: { kind: 'ENUM' }, __typename: 'Query' } });
  expect(JSON.parse(object.body)).toEqual({ data: { __type: { kind: 'OBJECT' }, __typename: 'Query' } });
});

const needsKey: readonly (readonly [string, string])[] = [
  ['a field', '{ wallets { count } }'],
  ['a public field', '{ blockchains { name } }'],
  ['a field beside the schema', '{ __typename blockchains { name } }'],
  ['an alias like the schema', '{ __schema: blockchains { name } }'],
  [
    'a field in a fragment',
    '{ ...F } fragment F on Query { __typename ...G } fragment G on Query { blockchains { name } }',
  ],
  ['a field in an inline fragment', '{ __typename ... on Query { ... { blockchains { name } } } }'],
  ['another operation', 'query A { __typename } query B { blockchains { name } }'],
  ['a mutation', 'mutation { __typename }'],
  ['a subscription', 'subscription { __typename }'],
  ['a fragment alone', 'fragment F on Query { __typename }'],
  ['a fragment that is not there', '{ ...F }'],
  ['types of its own', '{ __typename } type T { id: ID }'],
  ['nothing', ''],
  ['what is no document', '{ __typename'],
  ['more words than a tool needs', `{ ${'__typename '.repeat(1_100)} }`],
];

test.each(needsKey)('%s needs a key', async (_what, query) => {
  for (const answer of [await post(api, { query }), await get(query)]) {
    expect(answer.statusCode).toBe(401);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'UNAUTHENTICATED', errors: [{}] });
  }
});

test.each([
  ['a body that is not JSON', '{', {}],
  ['a batch', [{ query: '{ __typename }' }], {}],
  [
    'a form, which any page could send',
    'query={__typename}',
    { 'content-type': 'application/x-www-form-urlencoded' },
  ],
  ['text', '{ __typename }', { 'content-type': 'text/plain' }],
  ['a body of more than 16 KiB', { query: `{ __typename } ${' '.repeat(16_384)}` }, {}],
  ['a key that is not valid', { query: '{ __typename }' }, { 'x-api-key': 'wdk_0123456789_unknownunknown' }],
])('%s is refused', async (_what, payload, headers) => {
  expect((await post(api, payload, headers)).statusCode).toBe(401);
});

test('a document that runs in circles through the schema is refused, and too many names for one thing', async () => {
  const deep = `{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }`;
  const wide = `{ ${[1, 2, 3, 4, 5, 6].map((n) => `a${n}: __type(name: "Side") { name }`).join(' ')} }`;
  const circle = '{ ...F } fragment F on Query { ...F }';
  // The same name for hundreds of things is none of its aliases; 125 types × 5 fields × 10 fields × 300.
  const names = Array.from({ length: 300 }, (_, n) => `a${n}: __typename`).join(' ');
  const often = `{ __schema { types { fields { type { fields { ${names} } } } } } }`;
  for (const query of [deep, wide, circle, often]) {
    const { body } = await post(api, { query });
    expect(JSON.parse(body)).toMatchObject({ errors: [{ message: expect.any(String) }] });
    expect(JSON.parse(body)).not.toHaveProperty('data.__schema');
  }
  // Each fault repeats the long name: an answer of a hundred times the question.
  const unused = Array.from({ length: 120 }, (_, n) => `$v${n}: Int`).join(' ');
  const { body } = await post(api, { query: `query ${'N'.repeat(12_000)} (${unused}) { __typename }` });
  expect(JSON.parse(body)).toHaveProperty('errors.0.message', expect.stringMatching(/never used/));
  expect(body.length).toBeLessThan(40_000);
});

test('what is told without a key is limited per address: one unit, and the answer by its size', async () => {
  const own = await createTestApi({
    ...{ database: api.database, graphql: 'real', now: () => 1_000_000 },
    limits: { keylessUnitsPerMinute: 40 },
  });
  try {
    // 1 unit for the question; 1 to work it out, and 1 for each 5,000 fields; 1 for the answer, and 1 for each 100,000 characters.
    const [operation] = parse(wholeQuery).definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
    const fields = introspectionCost(schema, parse(wholeQuery), operation);
    const { body, statusCode } = await post(own, { query: wholeQuery });
    expect(statusCode).toBe(200);
    const ofAnswer = 1 + Math.floor(body.length / 100_000);
    const first = 1 + 1 + Math.floor(fields / 5_000) + ofAnswer;
    // The second time there is nothing to work out.
    expect((await post(own, { query: wholeQuery })).statusCode).toBe(200);
    const left = 40 - first - 1 - ofAnswer;
    expect(left).toBeGreaterThan(0);
    const answers = await Promise.all(
      Array.from({ length: left }, () => post(own, { query: '{ blockchains { name } }' })),
    );
    expect(answers.map((answer) => answer.statusCode)).toEqual(answers.map(() => 401));
    expect((await post(own, { query: '{ __typename }' })).statusCode).toBe(429);
    expect((await post(own, { query: '{ __typename }' }, { 'x-api-key': api.key })).statusCode).toBe(200);
  } finally {
    await own.close();
  }
});

test('an answer that weighs more than what is left is sent, and owed', async () => {
  const own = await createTestApi({
    ...{ database: api.database, graphql: 'real', now: () => 1_000_000 },
    limits: { keylessUnitsPerMinute: 20 },
  });
  try {
    const name = (n: number) => `a${String(n).padStart(3, '0')}${'x'.repeat(36)}`;
    const names = Array.from({ length: 160 }, (_, n) => `${name(n)}: __typename`).join(' ');
    const query = `{ __schema { types { ${names} } } }`;
    const [operation] = parse(query).definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('no operation');
    const before = 1 + 1 + Math.floor(introspectionCost(schema, parse(query), operation) / 5_000);
    const { statusCode, body } = await post(own, { query });
    expect(statusCode).toBe(200);
    const debt = before + 1 + Math.floor(body.length / 100_000) - 20;
    expect(before).toBeLessThan(20);
    expect(debt).toBeGreaterThan(0);
    // What is owed for one answer is never more than a full bucket.
    expect(Math.floor(body.length / 100_000)).toBeLessThan(20);
    const next = await post(own, { query: '{ __typename }' });
    // Twenty units come in a minute.
    expect([next.statusCode, next.headers['retry-after']]).toEqual([429, String((debt + 1) * 3)]);
  } finally {
    await own.close();
  }
});

test.each(['multipart/mixed', 'text/event-stream', 'application/graphql-response+json'])(
  'as %s: one length, and the connection is for the server to say',
  async (accept) => {
    const answer = await post(api, { query: '{ __typename }' }, { accept });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      expect.stringContaining(accept),
    ]);
    expect(answer.body).toContain('{"data":{"__typename":"Query"}}');
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.body)));
    expect(answer.headers['transfer-encoding']).toBeUndefined();
  },
);

test('/schema.graphql is the same as a text, which is sent once', async () => {
  const headers = { host: 'api.test' };
  const first = await api.server.inject({ url: '/schema.graphql', headers });
  expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(first.body).toBe(committed);
  const again = await api.server.inject({
    url: '/schema.graphql',
    headers: { ...headers, 'if-none-match': String(first.headers.etag) },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('with a key, questions about the schema weigh what they make work', async () => {
  const { json: answer } = await api.ask('POST', '/graphql', { payload: { query: wholeQuery } });
  const { data, extensions } = z
    .object({
      data: z.object({ __schema: z.object({ types: z.array(z.unknown()) }) }),
      extensions: z.object({ cost: z.object({ requested: z.int(), units: z.int() }) }),
    })
    .parse(answer);
  const fields = countOf(data);
  console.log(`the whole schema: ${fields} fields, reckoned ${extensions.cost.requested}`);
  expect(data.__schema.types.length).toBeLessThanOrEqual(250);
  // An estimate, but none that is far below.
  expect(extensions.cost.requested).toBeGreaterThan(fields / 2);
  expect(extensions.cost.units).toBe(Math.ceil(extensions.cost.requested / 5_000));
});

/** Fields of an answer. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce<number>((sum, part) => sum + countOf(part), own);
}

test('with the pages switched off, the schema needs a key, too', async () => {
  const own = await createTestApi({ database: api.database, graphql: 'real', pages: false });
  try {
    expect((await post(own, { query: '{ __typename }' })).statusCode).toBe(401);
    expect((await own.ask('GET', '/schema.graphql')).status).toBe(404);
    expect((await post(own, { query: '{ __typename }' }, { 'x-api-key': api.key })).statusCode).toBe(200);
  } finally {
    await own.close();
  }
});
