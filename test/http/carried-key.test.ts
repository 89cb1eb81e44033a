/** The three places of a key: each is enough, two must agree, and none of them is repeated anywhere. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../support/api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
});
afterAll(() => api.close());

const path = '/wallet/manage/';
const ask = (headers: Record<string, string>, query = '') =>
  api.server.inject({ url: path + query, headers: { host: 'api.test', ...headers } });

test.each([
  ['Bearer', (key: string) => ({ authorization: `Bearer ${key}` })],
  ['bearer in any case, with blanks', (key: string) => ({ authorization: `bEARER   ${key} ` })],
  ['both headers, alike', (key: string) => ({ authorization: `Bearer ${key}`, 'x-api-key': key })],
  [
    'another scheme, for a proxy in front',
    (key: string) => ({ authorization: 'Basic dTpw', 'x-api-key': key }),
  ],
  [
    'a token of a proxy in front, which is no key of ours',
    (key: string) => ({
      authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1In0.c2lnbmF0dXJl',
      'x-api-key': key,
    }),
  ],
])('%s: is known', async (_what, headersOf) => {
  const answer = await ask(headersOf(api.key));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers.vary).toContain('Authorization');
  const graphql = await api.server.inject({
    ...{ method: 'POST', url: '/graphql', payload: { query: '{ wallets { count } }' } },
    headers: { host: 'api.test', ...headersOf(api.key) },
  });
  expect(JSON.parse(graphql.body)).toMatchObject({ data: { wallets: { count: 0 } } });
});

test('two keys that differ are refused, whichever is good', async () => {
  const { key: other } = await api.addKey();
  const answers = [
    await ask({ 'x-api-key': api.key, authorization: `Bearer ${other}` }),
    await ask({ authorization: `Bearer ${api.key}` }, `?api_key=${other}`),
    await ask({ 'x-api-key': api.key }, `?api_key=${other}`),
  ];
  const said = answers.map(({ statusCode, body }) => {
    const { code, detail } = JSON.parse(body);
    return [statusCode, code, detail];
  });
  expect(said).toEqual([
    [400, 'BAD_INPUT', 'X-API-KEY and Authorization hold different keys: send one.'],
    [400, 'BAD_INPUT', 'Authorization and api_key hold different keys: send one.'],
    [400, 'BAD_INPUT', 'X-API-KEY and api_key hold different keys: send one.'],
  ]);
  for (const { body } of answers)
    for (const key of [api.key, other]) expect(body).not.toContain(key.slice(-20));
});

test.each([
  ['Basic alone', { authorization: 'Basic dTpw' }],
  ['Bearer with nothing', { authorization: 'Bearer ' }],
  ['a token that cannot be a key', { authorization: 'Bearer eyJhbGciOi.eyJzdWIi.c2ln' }],
  ['a token of nobody', { authorization: 'Bearer wdk_0123456789_unknownunknown' }],
])('%s is a 401 that names both schemes', async (_what, headers) => {
  const { statusCode, headers: answered } = await ask(headers);
  expect(statusCode).toBe(401);
  expect(answered['www-authenticate']).toBe(
    'ApiKey realm="wallet-data", header="X-API-KEY", Bearer realm="wallet-data"',
  );
});
