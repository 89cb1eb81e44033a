/** How many streamed answers there may be at once, per key and per process, over real connections. */
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GraphqlHandler } from '../../src/graphql/server.ts';
import { createOpenStreams } from '../../src/http/limits/open-streams.ts';
import { handleError } from '../../src/http/problems/problem.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { collectGarbage } from '../support/garbage.ts';

/** Streams that go on until they are left. */
let subscriptions = 0;
const graphql: GraphqlHandler = {
  async handle(url, init) {
    const request = new Request(url, init);
    subscriptions += 1;
    let isOver = false;
    const end = (): void => {
      if (!isOver) subscriptions -= 1;
      isOver = true;
    };
    request.signal.addEventListener('abort', end);
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(':\n\n'));
      },
      cancel: end,
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  },
};

let api: TestApi;
let url: string;
beforeAll(async () => {
  api = await createTestApi({ graphql });
  url = await api.server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => api.close());

/** A request whose connection is its own: whoever destroys the answer has left, at once and for certain. */
function get(
  address: string,
  headers: Record<string, string>,
  signal?: AbortSignal,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const asking = httpRequest(address, { headers, agent: false, ...(signal && { signal }) }, resolve);
    asking.on('error', reject).end();
  });
}

const ask = (path: string, key: string, accept: string, signal?: AbortSignal): Promise<IncomingMessage> =>
  get(url + path, { 'x-api-key': key, accept }, signal);
const subscribe = (key: string) => ask('/graphql', key, 'text/event-stream');
/** The answer to a request for a file, and the status of one that is read to its end. */
const file = (key: string, signal?: AbortSignal) => ask('/wallet/label/', key, 'text/csv', signal);
async function fileStatus(key: string): Promise<number | undefined> {
  const answer = await file(key);
  answer.resume();
  return answer.statusCode;
}

test('a key may have 100, of files and subscriptions together; one that ends makes room', async () => {
  const { key } = await api.addKey();
  const opened: IncomingMessage[] = [];
  for (let count = 1; count <= 100; count += 1) opened.push(await subscribe(key));
  expect(new Set(opened.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));

  const refused = await subscribe(key);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
  expect(await json(refused)).toMatchObject({
    code: 'RATE_LIMITED',
    detail: expect.stringMatching(/100 streams open .* end one first/),
  });
  // What was subscribed to for it has ended, too.
  await expect.poll(() => subscriptions).toBe(100);
  expect(await json(await file(key))).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  // What is no stream, and other keys, are not concerned.
  const list = await ask('/wallet/label/', key, 'application/json');
  expect(list.statusCode).toBe(200);
  list.resume();
  expect(await fileStatus(api.key)).toBe(200);

  opened.shift()?.destroy();
  await expect.poll(() => fileStatus(key)).toBe(200);
  // A file is over when it has been sent.
  for (let count = 0; count < 3; count += 1) await expect.poll(() => fileStatus(key)).toBe(200);
  // A long stream outlives the objects of its request: it must end all the same.
  for (let count = 0; count < 3; count += 1) {
    collectGarbage();
    await setImmediate();
  }
  for (const answer of opened) answer.destroy();
  await expect.poll(() => subscriptions).toBe(0);
});

test('a client that leaves before its key is known takes no place', async () => {
  const { key } = await api.addKey();
  const lock = await api.database.pool.connect();
  const waiting = async (): Promise<number> => {
    const { rows } = await api.database.pool.query(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0].count;
  };
  let received = 0;
  const countOne = (): void => {
    received += 1;
  };
  api.server.server.on('request', countOne);
  try {
    await lock.query('BEGIN; LOCK TABLE api_key IN ACCESS EXCLUSIVE MODE');
    const leaving = new AbortController();
    const left = Array.from({ length: 100 }, () => file(key, leaving.signal).catch(() => null));
    // All share one look at the key.
    await expect.poll(waiting).toBe(1);
    await expect.poll(() => received).toBe(100);
    leaving.abort();
    expect(await Promise.all(left)).toEqual(left.map(() => null));
  } finally {
    api.server.server.off('request', countOne);
    await lock.query('ROLLBACK');
    lock.release();
  }
  await expect.poll(() => fileStatus(key)).toBe(200);
  // Each was written down as given up.
  const counted =
    'wallet_data_http_request_seconds_count{method="GET",route="/wallet/label/",status="499"} 100';
  await expect.poll(() => api.metrics.registry.metrics()).toContain(counted);
});

test('a process has its own limit, whoever asks', async () => {
  const server = fastify({ forceCloseConnections: true });
  server.setErrorHandler(handleError);
  const streams = createOpenStreams({ perKey: 2, perProcess: 3 });
  const entered: string[] = [];
  server.get<{ Params: { key: string } }>('/:key', (request, reply) => {
    streams.enter(request.params.key, reply);
    entered.push(request.params.key);
    reply.hijack();
    reply.raw.writeHead(200).flushHeaders();
  });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const open = (path: string): Promise<IncomingMessage> => get(address + path, {});
  try {
    const first = await open('/a');
    await open('/a');
    expect((await open('/a')).statusCode).toBe(429);
    await open('/b');
    const refused = await open('/c');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '1']);
    expect(await json(refused)).toMatchObject({ code: 'OVERLOADED' });
    first.destroy();
    await expect.poll(async () => (await open('/c')).statusCode).toBe(200);
    expect(entered).toEqual(['a', 'a', 'b', 'c']);
  } finally {
    await server.close();
  }
});
