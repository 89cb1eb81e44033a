/** Keys, limits and what errors look like, over the real server and database. */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revokeApiKey } from '../../src/store/clients/api-key-rows.ts';
import { createTestApi, type TestApi, type TestApiOptions } from '../support/api.ts';

let api: TestApi;
const logged: string[] = [];
const logger = pino(
  { level: 'debug' },
  new Writable({
    write(line, _encoding, done) {
      logged.push(String(line));
      done();
    },
  }),
);
beforeAll(async () => {
  api = await createTestApi({ logger });
});
afterAll(() => api.close());

const list = '/wallet/manage/';
const withoutKey = { 'x-api-key': '' };

async function withApi(options: TestApiOptions, use: (own: TestApi) => Promise<void>): Promise<void> {
  const own = await createTestApi(options);
  try {
    await use(own);
  } finally {
    await own.close();
  }
}

describe('keys', () => {
  test('in the header or in the query', async () => {
    expect((await api.ask('GET', list)).status).toBe(200);
    expect((await api.ask('GET', `${list}?api_key=${api.key}`, { headers: withoutKey })).status).toBe(200);
    expect((await api.ask('GET', `${list}?api_key=${api.key}`)).status).toBe(200);
  });

  test('none or a wrong one: 401 as a problem', async () => {
    const none = await api.ask('GET', list, { headers: withoutKey });
    expect(none.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(none.headers['www-authenticate']).toContain('X-API-KEY');
    expect(none).toMatchObject({
      status: 401,
      json: {
        type: 'urn:wallet-data:problem:unauthenticated',
        title: 'API key missing or not valid',
        status: 401,
        detail: expect.stringContaining('X-API-KEY'),
        code: 'UNAUTHENTICATED',
        errors: [],
        request_id: none.headers['x-request-id'],
      },
    });
    const graphql = await api.ask('POST', '/graphql', {
      headers: withoutKey,
      payload: { query: '{ blockchains { name } }' },
    });
    expect(graphql).toMatchObject({
      status: 401,
      json: {
        code: 'UNAUTHENTICATED',
        errors: [{ message: expect.stringContaining('X-API-KEY'), extensions: { code: 'UNAUTHENTICATED' } }],
      },
    });
    const wrong = await api.ask('GET', `${list}?api_key=wrong`, { headers: withoutKey });
    expect(wrong).toMatchObject({ status: 401, json: { code: 'UNAUTHENTICATED' } });
    expect((await api.ask('GET', list, { headers: { 'x-api-key': 'a-key-that-nobody-has' } })).status).toBe(
      401,
    );
  });

  test('two different ones, or one twice in the query: 400', async () => {
    expect((await api.ask('GET', `${list}?api_key=another`)).json).toMatchObject({
      status: 400,
      errors: [{ path: 'api_key' }],
    });
    const twice = `${list}?api_key=${api.key}&api_key=${api.key}`;
    expect((await api.ask('GET', twice, { headers: withoutKey })).json).toMatchObject({
      status: 400,
      errors: [{ path: 'api_key' }],
    });
  });

  test('answers are for their key alone: no cache may give them to another', async () => {
    for (const [method, path] of [
      ['GET', '/wallet/manage/'],
      ['GET', '/wallet/transfer/'],
      ['POST', '/graphql'],
    ] as const) {
      const { headers } = await api.ask(method, path);
      expect(headers['cache-control'], path).toMatch(/no-store/);
      expect(String(headers.vary).toLowerCase(), path).toContain('x-api-key');
    }
  });

  test('revoked and expired keys are refused', async () => {
    const { id, key } = await api.addKey();
    const headers = { 'x-api-key': key };
    expect((await api.ask('GET', list, { headers })).status).toBe(200);
    await revokeApiKey(api.database, id);
    api.authenticator.invalidate();
    expect((await api.ask('GET', list, { headers })).status).toBe(401);
    const expired = await api.addKey({ expiresAt: new Date(Date.now() - 1_000) });
    expect((await api.ask('GET', list, { headers: { 'x-api-key': expired.key } })).status).toBe(401);
  });

  test('every endpoint of the two APIs needs one; health and documentation do not', async () => {
    for (const path of [
      '/wallet/transfer/',
      '/wallet/transaction/',
      '/wallet/balance/',
      list,
      '/wallet/label/',
      '/graphql',
    ]) {
      expect((await api.ask('GET', path, { headers: withoutKey })).status, path).toBe(401);
    }
    for (const path of ['/livez', '/readyz', '/openapi.json', '/docs']) {
      expect((await api.ask('GET', path, { headers: withoutKey })).status, path).toBe(200);
    }
  });

  test('a key never reaches the log', async () => {
    logged.length = 0;
    const encoded = `%61pi_key=${api.key}`;
    await api.ask('GET', `${list}?page_size=3&api_key=${api.key}`, { headers: withoutKey });
    await api.ask('GET', `${list}?${encoded}`, { headers: withoutKey });
    await api.ask('GET', `/nothing?api_key=${api.key}`);
    await api.ask('GET', `/wallet/manage/%zz?api_key=${api.key}`);
    expect(logged.some((line) => line.includes('"url":"/wallet/manage/?page_size=3"'))).toBe(true);
    expect(logged.filter((line) => line.includes(api.key))).toEqual([]);
  });
});

describe('limits', () => {
  test('so many a second per key, with bursts; headers say what is left', async () => {
    let time = 1_000_000;
    const limits = { requestsPerSecond: 2, burst: 3 };
    await withApi({ limits, now: () => time }, async (own) => {
      const first = await own.ask('GET', list);
      expect(first.headers).toMatchObject({
        'ratelimit-limit': '3',
        'ratelimit-remaining': '2',
        'ratelimit-reset': '1',
      });
      await own.ask('GET', list);
      await own.ask('GET', list);
      const refused = await own.ask('GET', list);
      expect(refused).toMatchObject({
        status: 429,
        headers: { 'retry-after': '1', 'ratelimit-remaining': '0' },
        json: { code: 'RATE_LIMITED', status: 429 },
      });
      // Another key has its own bucket.
      const other = await own.addKey();
      expect((await own.ask('GET', list, { headers: { 'x-api-key': other.key } })).status).toBe(200);
      time += 500;
      expect((await own.ask('GET', list)).status).toBe(200);
    });
  });

  test('so many wrong keys a minute per address; a key in use goes on working', async () => {
    let time = 1_000_000;
    await withApi({ limits: { failedKeysPerMinute: 3 }, now: () => time }, async (own) => {
      const fresh = await own.addKey();
      const guess = () => own.ask('GET', list, { headers: { 'x-api-key': 'a-guess-of-a-key' } });
      expect((await own.ask('GET', list)).status).toBe(200);
      expect([(await guess()).status, (await guess()).status, (await guess()).status]).toEqual([
        401, 401, 401,
      ]);
      expect(await guess()).toMatchObject({
        status: 429,
        headers: { 'retry-after': '20' },
        json: { code: 'RATE_LIMITED' },
      });
      expect((await own.ask('GET', list)).status).toBe(200);
      // A key not seen before might be a lucky guess: it waits, like all others.
      expect((await own.ask('GET', list, { headers: { 'x-api-key': fresh.key } })).status).toBe(429);
      expect(
        (await own.ask('GET', list, { headers: { 'x-api-key': fresh.key }, remoteAddress: '10.0.0.9' }))
          .status,
      ).toBe(200);
      time += 20_000;
      expect((await guess()).status).toBe(401);
    });
  });
});

describe('errors', () => {
  test.each([
    ['GET', '/nothing', 404, 'NOT_FOUND'],
    ['GET', '/holding/', 404, 'NOT_FOUND'],
    ['POST', '/wallet/transfer/', 405, 'METHOD_NOT_ALLOWED'],
    ['PATCH', '/wallet/manage', 405, 'METHOD_NOT_ALLOWED'],
    ['DELETE', '/graphql', 405, 'METHOD_NOT_ALLOWED'],
    ['GET', '/wallet/%zz', 400, 'BAD_INPUT'],
    ['GET', '/wallet/transfer/', 400, 'BAD_INPUT'],
  ] as const)('%s %s: %i', async (method, url, status, code) => {
    const answer = await api.ask(method, url);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer).toMatchObject({ status, json: { status, code, request_id: expect.any(String) } });
  });

  test('405 says what is allowed', async () => {
    expect((await api.ask('PUT', '/wallet/manage/')).headers.allow).toBe('GET, HEAD, POST');
  });

  test('every wrong parameter is named, unknown ones too', async () => {
    const { status, json } = await api.ask(
      'GET',
      '/wallet/transfer/?wallet=0x1,0x2&page=0&page_size=501&order=up&side=in&from=today&min_value=-1&spam=maybe&category=Gift&token=token_x&colour=red',
    );
    expect(status).toBe(400);
    const { errors } = JSON.parse(JSON.stringify(json));
    expect(errors.map((error: { path: string }) => error.path)).toEqual([
      ...[
        'wallet',
        'wallet',
        'page',
        'page_size',
        'order',
        'token',
        'side',
        'from',
        'category',
        'min_value',
        'spam',
        'colour',
      ],
    ]);
    expect(errors.at(-1).message).toContain('is not a known query parameter');
  });

  test('the first faults are named, and how many more there are: the answer does not grow with them', async () => {
    const url = `/wallet/transfer/?wallet=0x${'1'.repeat(40)}`;
    const names = Array.from({ length: 120 }, (_, number) => `x${number}`);
    const { status, json, text } = await api.ask('GET', `${url}&${names.join('=&')}`);
    expect([status, JSON.parse(text).errors.length]).toEqual([400, 20]);
    expect(json).toMatchObject({ detail: expect.stringMatching(/; and 100 more$/) });
  });

  test('lists, names and values without number are refused before each of them is looked at', async () => {
    const url = `/wallet/transfer/?wallet=0x${'1'.repeat(40)}`;
    const kinds = await api.ask('GET', `${url}&category=${'a,'.repeat(1_000)}`);
    expect(kinds.json).toMatchObject({
      errors: [{ path: 'category', message: 'holds more than 1000 items' }],
    });
    const payload = { address: 'a', name: 'A', tags: Array.from({ length: 5_001 }, () => 1) };
    const values = await api.ask('POST', '/wallet/label/', { payload });
    expect(values.json).toMatchObject({
      errors: [{ path: 'body', message: expect.stringContaining('more than 5000 values') }],
    });
  });

  test('a range the wrong way round, an unknown chain, too many wallets', async () => {
    const one = `0x${'1'.repeat(40)}`;
    const many = Array.from({ length: 51 }, (_, index) => `0x${String(index).padStart(40, '0')}`).join(',');
    for (const [query, path] of [
      [`wallet=${one}&from=2024-02-01&to=2024-01-01`, 'from'],
      [`wallet=${one}&blockchain=atlantis`, 'blockchain'],
      [`wallet=${many}`, 'wallet'],
      ['wallet=', 'wallet'],
    ]) {
      expect((await api.ask('GET', `/wallet/transfer/?${query}`)).json).toMatchObject({
        status: 400,
        errors: [{ path }],
      });
    }
  });

  test('a body beyond the limit: 413', async () => {
    const payload = { address: 'x'.repeat(300_000) };
    expect((await api.ask('POST', list, { payload })).json).toMatchObject({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
    });
  });

  test('our own faults are masked', async () => {
    await withApi({ logger }, async (own) => {
      logged.length = 0;
      await own.database.pool.query('DROP TABLE custom_label');
      const { status, json, text } = await own.ask('GET', '/wallet/label/');
      expect([status, json]).toMatchObject([500, { code: 'INTERNAL', errors: [] }]);
      expect(text).not.toMatch(/custom_label|at .*\.ts|prisma/i);
      expect(logged.join('')).toContain('custom_label');
    });
  });

  test('a client’s own request id is kept when it is harmless', async () => {
    const kept = await api.ask('GET', '/livez', { headers: { 'x-request-id': 'trace-1.a_B' } });
    expect(kept.headers['x-request-id']).toBe('trace-1.a_B');
    const made = await api.ask('GET', '/livez', { headers: { 'x-request-id': 'a b\u0007' } });
    expect(made.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});
