/** The server on a real port: GraphQL's mount, streams, compression, browsers, documentation, health and closing. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GraphqlHandler, GraphqlRequestContext } from '../../src/graphql/server.ts';
import { startMetricsServer } from '../../src/http/metrics/metrics.ts';
import { createTestApi, type TestApi } from '../support/api.ts';

/** Stands for the GraphQL handler: tells what reached it, and streams when asked to. */
let seen: { request: Request; body: string; context: GraphqlRequestContext } | null = null;
let streamClosed = false;
const graphql: GraphqlHandler = {
  async handle(url, init, context) {
    const request = new Request(url, init);
    seen = { request, body: await request.clone().text(), context };
    if (request.headers.get('accept') === 'text/event-stream')
      return new Response(eventStream(request.signal), stream);
    return new Response('{"data":{"a":1}}', {
      status: 202,
      headers: { 'content-type': 'application/graphql-response+json', 'x-own': 'yes' },
    });
  },
};
const stream = { headers: { 'content-type': 'text/event-stream' } };

/** One event at once, the next never: it ends when the client leaves. */
function eventStream(signal: AbortSignal): ReadableStream<Uint8Array> {
  let isWanted = true;
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('event: next\ndata: {"a":1}\n\n'));
      signal.addEventListener('abort', () => {
        streamClosed = true;
        if (isWanted) controller.close();
      });
    },
    cancel() {
      isWanted = false;
    },
  });
}

let api: TestApi;
let url: string;
let ready = true;
beforeAll(async () => {
  api = await createTestApi({
    graphql,
    checkReady: async () => {
      if (!ready) throw new Error('no database');
    },
  });
  url = await api.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api.close());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url + path, { headers: { 'x-api-key': api.key, ...headers } });

describe('/graphql', () => {
  test('status, headers and body are the handler’s; the key does not reach it', async () => {
    const response = await fetch(`${url}/graphql?api_key=${api.key}&x=1`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"query":"{ a }"}',
    });
    expect([response.status, await response.text()]).toEqual([202, '{"data":{"a":1}}']);
    expect(response.headers.get('x-own')).toBe('yes');
    expect(response.headers.get('content-type')).toBe('application/graphql-response+json; charset=utf-8');
    expect(seen?.request.url).toBe(`${url}/graphql?x=1`);
    expect(seen?.request.headers.get('x-api-key')).toBeNull();
    expect(seen?.body).toBe('{"query":"{ a }"}');
    expect(seen?.context).toMatchObject({
      baseUrl: url,
      caller: { clientId: api.clientId, scopes: ['read', 'write', 'webhooks'] },
      requestId: response.headers.get('x-request-id'),
    });
  });

  test('everything else needs one, as a problem', async () => {
    const response = await fetch(`${url}/graphql`, { method: 'POST', body: '{}' });
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'UNAUTHENTICATED' }]);
  });

  test('a body beyond the limit: 413', async () => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      body: 'x'.repeat(300_000),
      headers: { 'x-api-key': api.key },
    });
    expect([response.status, await response.json()]).toMatchObject([413, { code: 'PAYLOAD_TOO_LARGE' }]);
  });

  test('events come at once, uncompressed, and the handler learns when the client leaves', async () => {
    streamClosed = false;
    const leave = new AbortController();
    const response = await fetch(`${url}/graphql`, {
      headers: { 'x-api-key': api.key, accept: 'text/event-stream', 'accept-encoding': 'gzip' },
      signal: leave.signal,
    });
    expect(response.headers.get('content-encoding')).toBeNull();
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(new TextDecoder().decode(first?.value)).toBe('event: next\ndata: {"a":1}\n\n');
    leave.abort();
    await expect.poll(() => streamClosed).toBe(true);
  });
});

describe('browsers', () => {
  test('other sites may ask, and read what matters', async () => {
    const preflight = await fetch(`${url}/wallet/transfer/`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-api-key');
    const answer = await get('/wallet/manage/', { origin: 'https://app.example' });
    expect(answer.headers.get('access-control-expose-headers')).toContain('RateLimit-Remaining');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('large answers are compressed when asked for', async () => {
    const response = await get('/openapi.json', { 'accept-encoding': 'gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(await response.json()).toMatchObject({ openapi: '3.1.0' });
    const plain = await get('/openapi.json', { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-encoding')).toBeNull();
  });

  test('the documentation and what it loads come from here', async () => {
    for (const path of ['/docs', '/docs/']) {
      const response = await fetch(url + path);
      const html = await response.text();
      const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(
        ([, link]) => new URL(link ?? '', response.url),
      );
      expect(links.length).toBeGreaterThan(3);
      for (const link of links) {
        expect(link.origin).toBe(url);
        expect((await fetch(link)).status, link.href).toBe(200);
      }
    }
  });
});

test('OpenAPI names every endpoint, its parameters, its key and its errors', async () => {
  const document = await (await fetch(`${url}/openapi.json`)).json();
  const operations = Object.entries<object>(document.paths).map(
    ([path, methods]) => `${path} ${Object.keys(methods).join(' ')}`,
  );
  expect(operations).toEqual([
    '/wallet/transfer/ get',
    '/wallet/transfer.csv get',
    '/wallet/transaction/ get',
    '/wallet/transaction.csv get',
    '/wallet/counterparty/ get',
    '/wallet/counterparty.csv get',
    '/wallet/event/ get',
    '/wallet/balance/ get',
    '/wallet/balance.csv get',
    '/wallet/holding/ get',
    '/wallet/holding.csv get',
    '/wallet/lot/ get',
    '/wallet/lot.csv get',
    '/wallet/disposal/ get',
    '/wallet/disposal.csv get',
    '/wallet/form-8949.csv get',
    '/wallet/uk-capital-gains.csv get',
    '/wallet/de-private-sales.csv get',
    '/wallet/income.csv get',
    '/wallet/issue/ get',
    '/wallet/issue.csv get',
    '/wallet/total/ get',
    '/wallet/total.csv get',
    '/wallet/result/ get',
    '/wallet/result.csv get',
    '/wallet/value/ get',
    '/wallet/value.csv get',
    '/wallet/manage/ post get',
    '/wallet/manage.csv get',
    '/wallet/manage/{address}/ get delete',
    '/wallet/manage/{address}/reload/ post',
    '/wallet/label/ post get',
    '/wallet/label.csv get',
    '/wallet/label/{address}/ get delete put patch',
    '/wallet/correction/ post get',
    '/wallet/correction.csv get',
    '/wallet/correction/{id}/ get delete',
    '/auth/token post',
    '/wallet/webhook/ post get',
    '/wallet/webhook.csv get',
    '/wallet/webhook/{id}/ get delete patch',
    '/wallet/webhook/{id}/rotate/ post',
    '/wallet/webhook/{id}/attempts/ get',
    '/wallet/webhook/{id}/attempts.csv get',
    '/wallet/webhook/{id}/lanes/ get',
    '/wallet/webhook/{id}/lanes.csv get',
    '/wallet/webhook/{id}/test/ post',
    '/wallet/webhook/{id}/replay/ post',
    '/wallet/webhook/{id}/skip/ post',
    '/admin/client/ get post',
    '/admin/client.csv get',
    '/admin/client/{name}/ patch',
    '/admin/key/ get post',
    '/admin/key.csv get',
    '/admin/key/{id}/ patch delete',
    '/admin/key/{id}/rotate/ post',
    '/admin/usage/ get',
    '/admin/usage.csv get',
    '/admin/problem/ get',
    '/admin/problem.csv get',
    '/admin/member/ get post',
    '/admin/member.csv get',
    '/admin/member/{id}/link/ post',
    '/admin/member/{id}/ patch delete',
    '/admin/audit/ get',
    '/admin/audit.csv get',
    '/account/session/ get delete',
    '/account/session.csv get',
    '/account/session/{id}/ delete',
    '/account/ get',
    '/account/passkey/{id}/ delete',
  ]);
  expect(document.components.securitySchemes).toMatchObject({
    header: { name: 'X-API-KEY' },
    query: { name: 'api_key' },
  });
  const transfers = document.paths['/wallet/transfer/'].get;
  expect(transfers.parameters.map((parameter: { name: string }) => parameter.name)).toEqual([
    ...[
      'wallet',
      'format',
      'bom',
      'page',
      'page_size',
      'anchor',
      'order',
      'counterparty_address',
      'token',
      'side',
      'from',
      'to',
    ],
    ...['blockchain', 'category', 'min_value', 'spam'],
  ]);
  expect(Object.keys(transfers.responses)).toEqual([
    ...['200', '304', '400', '401', '403', '404', '406', '413', '429', '500', '503'],
  ]);
  expect(document.components.schemas.Transfer.required).toContain('raw_token');
});

describe('health', () => {
  test('live always, ready only with a database', async () => {
    ready = false;
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    const response = await fetch(`${url}/readyz`);
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toMatchObject([
      503,
      '5',
      { code: 'UNAVAILABLE' },
    ]);
    ready = true;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });

  test('metrics count requests by route, on a port of their own, where a worker is asked how it is', async () => {
    await get('/wallet/manage/?page_size=1');
    let isReady = false;
    const metrics = await startMetricsServer(api.metrics, { host: '127.0.0.1', port: 0 }, async () => {
      if (!isReady) throw new Error('no database');
    });
    try {
      const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
      expect(text).toMatch(
        /wallet_data_http_request_seconds_count\{method="GET",route="\/wallet\/manage\/",status="200"\} \d+/,
      );
      expect(text).toContain('process_resident_memory_bytes');
      const statusOf = async (path: string) =>
        (await fetch(`http://127.0.0.1:${metrics.port}${path}`)).status;
      expect(await statusOf('/other')).toBe(404);
      expect([await statusOf('/livez'), await statusOf('/readyz')]).toEqual([200, 503]);
      isReady = true;
      expect(await statusOf('/readyz')).toBe(200);
    } finally {
      await metrics.stop();
    }
    expect((await get('/metrics')).status).toBe(404);
  });
});

test('what is not HTTP gets a problem and no crash', async () => {
  const { port } = new URL(url);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
    const parts: string[] = [];
    socket.on('data', (data) => parts.push(String(data)));
    socket.on('end', () => resolve(parts.join('')));
    socket.on('error', reject);
  });
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer).toContain('application/problem+json');
  expect((await fetch(`${url}/livez`)).status).toBe(200);
});

test('closing ends streams and lets requests under way finish', async () => {
  const own = await createTestApi({ graphql });
  const ownUrl = await own.server.listen({ host: '127.0.0.1', port: 0 });
  const headers = { 'x-api-key': own.key };
  const response = await fetch(`${ownUrl}/graphql`, { headers: { ...headers, accept: 'text/event-stream' } });
  const waiting = fetch(`${ownUrl}/wallet/manage/`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', prefer: 'wait=30' },
    body: JSON.stringify({ address: `0x${'5'.repeat(40)}` }),
  });
  const registered = async () => (await own.ask('GET', '/wallet/manage/')).json;
  await expect.poll(registered, { timeout: 20_000 }).toMatchObject({ count: 1 });
  await own.close();
  expect(await response.text()).toContain('event: next');
  expect((await waiting).status).toBe(201);
  await expect(fetch(`${ownUrl}/livez`)).rejects.toThrow();
});

test('closing does not wait for connections that were only opened', async () => {
  const own = await createTestApi({ graphql });
  const ownUrl = new URL(await own.server.listen({ host: '127.0.0.1', port: 0 }));
  const opened = connect(Number(ownUrl.port), ownUrl.hostname);
  const ended = new Promise((resolve) => opened.on('error', () => {}).once('close', resolve));
  // Answered by the same server later than the connection was taken.
  expect((await fetch(new URL('/livez', ownUrl))).status).toBe(200);
  // Node itself would wait a minute for its first request: longer than this test may take.
  await own.close();
  await ended;
});
