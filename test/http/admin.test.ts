/** The admin API: clients, keys and quotas, and what was used; by REST and by GraphQL. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ensureClient } from '../../src/store/clients/client-rows.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { storeHistory, wallet } from '../support/history.ts';

const day = Date.UTC(2026, 0, 31);
let clock = day;
let api: TestApi;
let admin: string;
/** Of the client acme, whose keys it manages. */
let owner: string;

beforeAll(async () => {
  api = await createTestApi({ graphql: 'real', now: () => clock, readModelNow: () => clock });
  await storeHistory(api.database, api.clientId);
  admin = (await api.addKey({ scopes: ['read', 'admin'] })).key;
  owner = (await api.addKey({ client: 'acme', scopes: ['read', 'keys'] })).key;
});
afterAll(() => api?.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const call = (key: string, method: Method, url: string, payload?: object) =>
  api.ask(method, url, { headers: { 'x-api-key': key }, ...(payload === undefined ? {} : { payload }) });
const ask = async (key: string, query: string): Promise<unknown> =>
  (
    await api.ask('POST', '/graphql', {
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      payload: { query },
    })
  ).json;

const made = z.object({ key: z.string(), api_key: z.object({ id: z.string() }) });
async function makeKey(maker: string, body: object): Promise<{ key: string; id: string }> {
  const { json } = await call(maker, 'POST', '/admin/key/', { name: 'test', ...body });
  const { key, api_key: row } = made.parse(json);
  return { key, id: row.id };
}

describe('clients', () => {
  test('made, listed, set', async () => {
    expect(await call(admin, 'POST', '/admin/client/', { name: 'shop' })).toMatchObject({
      status: 201,
      json: { name: 'shop', settings: {} },
    });
    expect((await call(admin, 'POST', '/admin/client/', { name: 'shop' })).status).toBe(409);
    expect((await call(admin, 'POST', '/admin/client/', { name: 'a b' })).status).toBe(400);
    const settings = { dailyQuota: '700', deposits: 'realize' };
    expect(await call(admin, 'PATCH', '/admin/client/shop/', { settings })).toMatchObject({
      status: 200,
      json: { settings },
    });
    const taken = await call(admin, 'PATCH', '/admin/client/shop/', { settings: { dailyQuota: 'none' } });
    expect(taken.json).toMatchObject({ settings: { deposits: 'realize' } });
    for (const wrong of [
      { dailyQuota: '0' },
      { deposits: 'maybe' },
      { colour: 'red' },
      { walletLimit: '-1' },
    ]) {
      expect((await call(admin, 'PATCH', '/admin/client/shop/', { settings: wrong })).status).toBe(400);
    }
    expect((await call(admin, 'PATCH', '/admin/client/nobody/', { settings: {} })).status).toBe(404);
    const listed = await call(admin, 'GET', '/admin/client/');
    const names = z.object({ results: z.array(z.object({ name: z.string() })) }).parse(listed.json);
    expect(names.results.map(({ name }) => name)).toEqual(['default', 'acme', 'shop']);
  });

  test('only for the scope admin', async () => {
    for (const key of [owner, api.key]) {
      expect((await call(key, 'GET', '/admin/client/')).status).toBe(403);
      expect((await call(key, 'POST', '/admin/client/', { name: 'mine' })).status).toBe(403);
      expect((await call(key, 'PATCH', '/admin/client/acme/', { settings: {} })).status).toBe(403);
    }
  });
});

describe('keys', () => {
  test('made, used, changed, rotated, revoked', async () => {
    const { key, id } = await makeKey(admin, { client: 'acme', daily_quota: 50 });
    expect(key).toMatch(new RegExp(`^wdk_${id}_`));
    expect((await call(key, 'GET', '/wallet/manage/')).status).toBe(200);
    const row = {
      id,
      client: 'acme',
      kind: 'secret',
      scopes: ['read', 'write'],
      state: 'valid',
      daily_quota: 50,
    };
    const listed = await call(admin, 'GET', '/admin/key/?client=acme');
    expect(listed.json).toMatchObject({ results: expect.arrayContaining([expect.objectContaining(row)]) });
    expect(listed.text).not.toContain(key);

    const change = { daily_quota: null, monthly_quota: 900, expires_at: '2026-02-01T00:00:00Z' };
    expect(await call(admin, 'PATCH', `/admin/key/${id}/`, change)).toMatchObject({
      status: 200,
      json: change,
    });
    const past = { expires_at: '2026-01-30' };
    expect((await call(admin, 'PATCH', `/admin/key/${id}/`, past)).status).toBe(400);

    const ended = await call(admin, 'DELETE', `/admin/key/${id}/`);
    expect(ended.json).toMatchObject({ id, state: 'revoked' });
    api.authenticator.invalidate();
    expect((await call(key, 'GET', '/wallet/manage/')).status).toBe(401);
    expect((await call(admin, 'DELETE', `/admin/key/${id}/`)).status).toBe(404);
    expect((await call(admin, 'POST', `/admin/key/${id}/rotate/`, {})).status).toBe(404);
  });

  test('a publishable one, bound as it is said', async () => {
    const publishable = { origins: ['https://app.example.com'], wallets: [wallet], address_units: 5 };
    const { key } = await makeKey(admin, { client: 'default', publishable });
    expect(key).toMatch(/^wdp_/);
    const url = `/wallet/transfer/?wallet=${wallet}`;
    expect((await call(key, 'GET', url)).status).toBe(403);
    const headers = { 'x-api-key': key, origin: 'https://app.example.com' };
    expect((await api.ask('GET', url, { headers })).status).toBe(200);
    for (const wrong of [
      { publishable: { ...publishable, origins: ['*'] } },
      { publishable: { ...publishable, wallets: [] } },
      { publishable, scopes: ['read', 'write'] },
      { scopes: ['everything'] },
      { scopes: [] },
      { name: '' },
      { daily_quota: 0 },
    ]) {
      const body = { name: 'test', client: 'default', ...wrong };
      expect([wrong, (await call(admin, 'POST', '/admin/key/', body)).status]).toEqual([wrong, 400]);
    }
  });

  test('the scope keys is for the own client: another and its keys are none at all', async () => {
    const { id } = await makeKey(owner, { client: 'acme' });
    expect((await call(owner, 'DELETE', `/admin/key/${id}/`)).status).toBe(200);
    const other = await makeKey(admin, { client: 'default' });
    expect((await call(owner, 'POST', '/admin/key/', { client: 'default', name: 'x' })).status).toBe(404);
    expect((await call(owner, 'DELETE', `/admin/key/${other.id}/`)).status).toBe(404);
    expect((await call(owner, 'PATCH', `/admin/key/${other.id}/`, {})).status).toBe(404);
    expect((await call(owner, 'POST', `/admin/key/${other.id}/rotate/`, {})).status).toBe(404);
    expect((await call(owner, 'GET', '/admin/key/?client=default')).status).toBe(404);
    expect((await call(owner, 'GET', '/admin/usage/?client=default')).status).toBe(404);
    const { text } = await call(owner, 'GET', '/admin/key/');
    expect(text).not.toContain(other.id);
    expect(text).not.toContain('"client":"default"');
  });

  test('nobody gives himself more than he has', async () => {
    const own = await makeKey(owner, { client: 'acme' });
    expect(
      (await call(owner, 'POST', '/admin/key/', { client: 'acme', name: 'x', scopes: ['admin'] })).status,
    ).toBe(403);
    expect((await call(owner, 'PATCH', `/admin/key/${own.id}/`, { daily_quota: 1_000_000 })).status).toBe(
      403,
    );
    expect(
      (await call(owner, 'POST', '/admin/key/', { client: 'acme', name: 'x', daily_quota: 9 })).status,
    ).toBe(403);
    // A copy of a key with more is more.
    const higher = await makeKey(admin, { client: 'acme', scopes: ['admin'] });
    expect((await call(owner, 'POST', `/admin/key/${higher.id}/rotate/`, {})).status).toBe(404);
    expect((await call(owner, 'DELETE', `/admin/key/${higher.id}/`)).status).toBe(404);
  });

  test('what bounds a key bounds those that it makes', async () => {
    const bounded = await makeKey(admin, { client: 'acme', scopes: ['keys'], daily_quota: 70 });
    const { id } = await makeKey(bounded.key, { client: 'acme' });
    expect((await call(owner, 'GET', '/admin/key/?client=acme&page_size=100')).json).toMatchObject({
      results: expect.arrayContaining([expect.objectContaining({ id, daily_quota: 70 })]),
    });
  });

  test('keys that are made in a loop have an end, whether they are revoked or rotated', async () => {
    const { id: clientId } = await ensureClient(api.database, 'busy');
    const { key, id } = await api.addKey({ client: 'busy', scopes: ['keys'] });
    const { pool } = api.database;
    const store = (from: number, to: number) =>
      pool.query(
        `INSERT INTO api_key (id, client_id, name, hash, scopes, revoked_at)
         SELECT 'busy' || number, $1, 'x', decode(md5(number::text), 'hex'), '{read}', now() FROM generate_series($2::int, $3::int) number`,
        [clientId, from, to],
      );
    const make = () => call(key, 'POST', '/admin/key/', { client: 'busy', name: 'next' });
    const rotate = () => call(key, 'POST', `/admin/key/${id}/rotate/`, { overlap: 3_600 });
    await store(1, 998);
    expect((await make()).status).toBe(201);
    expect(await make()).toMatchObject({ status: 409, json: { code: 'LIMIT_REACHED' } });
    // Each of a thousand can be rotated once a day.
    expect((await rotate()).status).toBe(201);
    await store(1_001, 2_000);
    expect(await rotate()).toMatchObject({ status: 409, json: { code: 'LIMIT_REACHED' } });
    await pool.query(`UPDATE api_key SET created_at = '2026-01-01' WHERE client_id = $1`, [clientId]);
    expect((await make()).status).toBe(201);
  });

  test('tokens and publishable keys manage nothing, whoever minted them', async () => {
    const minted = await call(admin, 'POST', '/auth/token', { wallets: [wallet], scopes: ['read'] });
    const { token } = z.object({ token: z.string() }).parse(minted.json);
    const headers = { 'x-api-key': '', authorization: `Bearer ${token}` };
    expect((await api.ask('GET', '/admin/key/', { headers })).status).toBe(403);
    expect((await call(admin, 'POST', '/auth/token', { wallets: [wallet], scopes: ['admin'] })).status).toBe(
      403,
    );
  });
});

describe('what was used', () => {
  test('by day, key and operation, as it was charged', async () => {
    const { key, id } = await makeKey(admin, { client: 'default' });
    const list = `/wallet/transfer/?wallet=${wallet}`;
    // What a process has counted it stores once a minute, and when it ends.
    const other = await createTestApi({ database: api.database, graphql: 'real', now: () => clock });
    const headers = { 'x-api-key': key };
    // 100 items are a unit, 101 two (docs/limits.md, "Units").
    await other.ask('GET', `${list}&page_size=100`, { headers });
    await other.ask('GET', `${list}&page_size=101`, { headers });
    await other.ask('POST', '/graphql', {
      headers: { ...headers, 'content-type': 'application/json' },
      payload: { query: `{ transfers(wallets: ["${wallet}"], first: 1) { nodes { id } } }` },
    });
    clock += 86_400_000;
    await other.ask('GET', `${list}&page_size=500`, { headers });
    await other.ask('GET', '/nowhere/', { headers });
    await other.close();
    expect((await call(admin, 'GET', `/admin/usage/?key_id=${id}`)).json).toMatchObject({
      count: 3,
      results: [
        { day: '2026-02-01', client: 'default', operation: 'GET /wallet/transfer/', requests: 1, units: 5 },
        { day: '2026-01-31', operation: 'GET /wallet/transfer/', requests: 2, units: 3 },
        { day: '2026-01-31', operation: 'graphql transfers', requests: 1, units: 1 },
      ],
    });
    const one = await call(
      admin,
      'GET',
      `/admin/usage/?key_id=${id}&first_day=2026-02-01&last_day=2026-02-01`,
    );
    expect(one.json).toMatchObject({ count: 1 });
    const csv = await call(admin, 'GET', `/admin/usage.csv?key_id=${id}`);
    expect(csv.text.split('\r\n').slice(0, 2)).toEqual([
      'day,client,key_id,operation,requests,units',
      `2026-02-01,default,${id},GET /wallet/transfer/,1,5`,
    ]);
    expect((await call(admin, 'GET', '/admin/usage/?first_day=2026-02-30')).status).toBe(400);
    const { json } = await call(owner, 'GET', `/admin/usage/?key_id=${id}`);
    expect(json).toMatchObject({ count: 0 });
  });

  test('pages of events by their size, and messages of agents', async () => {
    const { key, id } = await makeKey(admin, { client: 'default' });
    const other = await createTestApi({ database: api.database, graphql: 'real', now: () => clock });
    const headers = { 'x-api-key': key };
    // Five hundred events are five units, as five hundred items of any list.
    await other.ask('GET', `/wallet/event/?wallet=${wallet}&limit=500`, { headers });
    await other.ask('GET', `/wallet/event/?wallet=${wallet}`, { headers });
    const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const accept = 'application/json, text/event-stream';
    await other.ask('POST', '/mcp', { headers: { ...headers, accept }, payload });
    await other.close();
    const { json } = await call(admin, 'GET', `/admin/usage/?key_id=${id}`);
    const listed = z.object({ results: z.array(z.looseObject({ operation: z.string() })) }).parse(json);
    const used = new Map(listed.results.map((row) => [row.operation, row]));
    expect(used.get('GET /wallet/event/')).toMatchObject({ requests: 2, units: 6 });
    expect(used.get('POST /mcp')).toMatchObject({ requests: 1, units: 1 });
  });

  test('what is older than 400 days goes', async () => {
    const { pool } = api.database;
    await pool.query(
      `INSERT INTO key_usage_day VALUES ('old', '2024-12-31', 'x', 1, 1, 1), ('kept', '2025-12-31', 'x', 1, 1, 1)`,
    );
    clock = Date.UTC(2026, 1, 5);
    const other = await createTestApi({ database: api.database, now: () => clock });
    await other.ask('GET', '/wallet/manage/');
    await other.close();
    const { rows } = await pool.query(`SELECT key_id FROM key_usage_day WHERE operation = 'x'`);
    expect(rows).toEqual([{ key_id: 'kept' }]);
  });
});

test('GraphQL does the same', async () => {
  const answer = await ask(
    admin,
    `mutation { createClient(input: { name: "graph" }) { client { name settings { name value } } }
       createApiKey(input: { client: "graph", name: "laptop", dailyQuota: 70, scopes: ["read"] }) { key apiKey { id state dailyQuota } } }`,
  );
  const { data } = z
    .object({
      data: z.object({ createApiKey: z.object({ key: z.string(), apiKey: z.object({ id: z.string() }) }) }),
    })
    .parse(answer);
  const { id } = data.createApiKey.apiKey;
  expect(answer).toMatchObject({
    data: {
      createClient: { client: { name: 'graph', settings: [] } },
      createApiKey: { apiKey: { state: 'VALID', dailyQuota: 70 } },
    },
  });
  expect((await call(data.createApiKey.key, 'GET', '/wallet/manage/')).status).toBe(200);
  expect(
    await ask(
      admin,
      `mutation { setClientSettings(input: { client: "graph", settings: [{ name: "labelLimit", value: "5" }] }) { client { settings { name value } } }
         updateApiKey(input: { id: "${id}", dailyQuota: null, monthlyQuota: 80 }) { apiKey { dailyQuota monthlyQuota } }
         rotateApiKey(input: { id: "${id}", overlapSeconds: 60 }) { key apiKey { client scopes } }
         revokeApiKey(input: { id: "${id}" }) { apiKey { state } } }`,
    ),
  ).toMatchObject({
    data: {
      setClientSettings: { client: { settings: [{ name: 'labelLimit', value: '5' }] } },
      updateApiKey: { apiKey: { dailyQuota: null, monthlyQuota: 80 } },
      rotateApiKey: { key: expect.stringMatching(/^wdk_/), apiKey: { client: 'graph', scopes: ['read'] } },
      revokeApiKey: { apiKey: { state: 'REVOKED' } },
    },
  });
  expect(
    await ask(
      admin,
      '{ clients(first: 1) { count nodes { name } } apiKeys(client: "graph", first: 5) { count next } }',
    ),
  ).toMatchObject({ data: { clients: { nodes: [{ name: 'default' }] }, apiKeys: { count: 2 } } });
  for (const quota of ['1.5', '-1', '1e30', '0']) {
    const wrong = `mutation { createApiKey(input: { client: "graph", name: "x", dailyQuota: ${quota} }) { key } }`;
    expect(JSON.stringify(await ask(admin, wrong)), quota).toContain('BAD_INPUT');
  }
  expect(JSON.stringify(await ask(owner, '{ clients { count } }'))).toContain('FORBIDDEN');
  expect(JSON.stringify(await ask(api.key, '{ apiKeyUsage { count } }'))).toContain('FORBIDDEN');
});

describe('problems of requests', () => {
  const pageOf = z.object({ results: z.array(z.record(z.string(), z.unknown())) });
  const problems = async (key: string, query: string) =>
    pageOf.parse((await call(key, 'GET', `/admin/problem/?${query}`)).json).results;

  test('noted with operation, code, status and key, of REST and GraphQL, and of keys that are refused; nobody else sees them', async () => {
    const { key, id } = await makeKey(admin, { client: 'acme' });
    const as = (name: string) => ({ headers: { 'x-api-key': key, 'x-request-id': name } });
    await api.ask('GET', '/wallet/transfer/?wallet=secret-text', as('rest-1'));
    const body = { payload: { query: '{ totals(wallets: ["0x1"]) { netWorth } }' } };
    await api.ask('POST', '/graphql', { ...as('graph-1'), ...body });
    const whole = { payload: { query: '{ clients { count } blockchains { id } }' } };
    await api.ask('POST', '/graphql', { ...as('graph-2'), ...whole });
    await api.ask('GET', '/wallet/manage/', as('fine'));
    const publishable = { origins: ['https://app.example.com'], wallets: [wallet] };
    const page = await makeKey(admin, { client: 'acme', publishable });
    const elsewhere = { 'x-api-key': page.key, origin: 'https://evil.example.com', 'x-request-id': 'page-1' };
    await api.ask('GET', `/wallet/transfer/?wallet=${wallet}`, { headers: elsewhere });

    const found = await problems(owner, `key_id=${id}`);
    const shown = found.map((one) => [one.request_id, one.operation, one.code, one.status, one.client]);
    expect(shown).toEqual([
      ['graph-2', 'graphql several', 'FORBIDDEN', 200, 'acme'],
      ['graph-1', 'graphql', 'BAD_INPUT', 200, 'acme'],
      ['rest-1', 'GET /wallet/transfer/', 'BAD_INPUT', 400, 'acme'],
    ]);
    expect(JSON.stringify(found)).not.toContain('secret-text');
    expect(await problems(admin, 'request_id=page-1')).toMatchObject([{ key_id: page.id, status: 403 }]);
    expect(await problems(owner, 'code=NOT_FOUND&request_id=rest-1')).toEqual([]);
    expect(await problems(owner, 'request_id=fine')).toEqual([]);
    expect((await call(owner, 'GET', '/admin/problem/?client=default')).status).toBe(404);
    expect((await call(api.key, 'GET', '/admin/problem/')).status).toBe(403);
    const query = `{ requestProblems(keyId: "${id}", first: 1) { count nodes { requestId client code } pageInfo { hasNextPage } } }`;
    expect(await ask(owner, query)).toMatchObject({
      data: {
        requestProblems: {
          ...{ count: 3, nodes: [{ requestId: 'graph-2', client: 'acme', code: 'FORBIDDEN' }] },
          pageInfo: { hasNextPage: true },
        },
      },
    });
  });
});

test('who asks is told its client and scopes; the state of the service is for the scope admin', async () => {
  expect(await ask(owner, '{ me { client scopes } }')).toMatchObject({
    data: { me: { client: 'acme', scopes: ['read', 'keys'] } },
  });
  expect(JSON.stringify(await ask(owner, '{ serviceState { asOf } }'))).toContain('FORBIDDEN');
  const query =
    '{ serviceState { staleLedgers chains { blockchain { chainId } isEnabled disabledReason readBlock failedReads phases { phase wallets } } } }';
  // The one wallet of the history is loaded on Ethereum, which no follower reads for all.
  expect(await ask(admin, query)).toMatchObject({
    data: {
      serviceState: {
        chains: expect.arrayContaining([
          {
            ...{ blockchain: { chainId: 1 }, isEnabled: true, disabledReason: null, readBlock: null },
            ...{ failedReads: 0, phases: [{ phase: expect.any(String), wallets: 1 }] },
          },
        ]),
      },
    },
  });
});
