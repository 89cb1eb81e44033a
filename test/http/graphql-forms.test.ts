/** What a client may not ask in, or does not accept, is refused in words, before anything is done. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireAcceptable } from '../../src/http/graphql-forms.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { repeated } from '../support/records.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
});
afterAll(() => api.close());

const ask = (query: string, headers: Record<string, string>) =>
  api.server.inject({
    ...{ method: 'POST', url: '/graphql', payload: JSON.stringify({ query }) },
    headers: { host: 'api.test', 'content-type': 'application/json', ...headers },
  });
const label = `mutation { setCustomLabel(input: { address: "${repeated('1')}", name: "mine" }) { clientMutationId } }`;

test('a mutation whose answer is not accepted changes nothing', async () => {
  const key = { 'x-api-key': api.key };
  const refused = await ask(label, { ...key, accept: 'application/xml' });
  expect([refused.statusCode, JSON.parse(refused.body)]).toMatchObject([
    406,
    { code: 'NOT_ACCEPTABLE', errors: [{ message: expect.stringContaining('application/json') }] },
  ]);
  const labels = await api.ask('GET', '/wallet/label/');
  expect(labels.json).toMatchObject({ count: 0 });
});

test('questions about the schema, subscriptions as JSON, and bodies that are none are refused in words', async () => {
  const key = { 'x-api-key': api.key };
  const xml = { 'content-type': 'application/xml', 'x-graphql-yoga-csrf': '1' };
  const subscription = `subscription { transferAdded(wallets: ["${repeated('1')}"]) { id } }`;
  const answers = [
    await ask('{ __typename }', { accept: 'text/html' }),
    await ask('{ __typename }', { ...key, ...xml }),
    await ask(subscription, { ...key, accept: 'application/json' }),
  ];
  expect(answers.map(({ body }) => body)).not.toContain('');
  expect(answers.slice(0, 2).map(({ statusCode, body }) => [statusCode, JSON.parse(body).code])).toEqual([
    [406, 'NOT_ACCEPTABLE'],
    [415, 'UNSUPPORTED_MEDIA_TYPE'],
  ]);
});

test.each([
  undefined,
  '',
  '*/*',
  'application/*',
  'text/*;q=0.1',
  'Application/JSON; charset=utf-8',
  'text/html, application/graphql-response+json;q=0.9',
  'multipart/mixed;deferSpec=20220824, application/json',
])('%s is accepted', (accept) => {
  expect(() => requireAcceptable(accept)).not.toThrow();
});

test.each([
  'application/xml',
  'text/html',
  'image/*, text/csv',
  ';',
  'json',
  'application/json; charset=utf-16',
])('%s is not', (accept) => {
  expect(() => requireAcceptable(accept)).toThrow('GraphQL is answered as');
});
