/** One request and its whole answer: bounded in time and bytes, told apart, and without an address in any text. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ExchangeRequest, exchange } from '../../src/outgoing/exchange.ts';

let server: Server;
let base: string;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    if (request.url === '/slow') return;
    if (request.url === '/drip') {
      // The head and a part of the body at once; the rest never.
      response.write('a part');
      return;
    }
    if (request.url === '/cut') {
      response.writeHead(200, { 'content-length': '100' }).write('a part', () => response.destroy());
      return;
    }
    if (request.url === '/moved') {
      response.writeHead(302, { location: '/' }).end();
      return;
    }
    let body = '';
    for await (const piece of request) body += piece;
    response.writeHead(body === '' ? 404 : 200, { 'retry-after': '7' });
    response.end(`${request.method} ${request.headers['x-key']} ${body}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const ask = (path: string, more: Partial<ExchangeRequest> = {}) =>
  exchange({ url: base + path, redirect: 'error', timeoutMs: 60_000, maximumBytes: 1000, ...more });

test('the answer, whatever its status', async () => {
  const headers = { 'x-key': 'k' };
  const refused = await ask('/', { headers });
  expect([refused.ok, refused.status, refused.text]).toEqual([false, 404, 'GET k ']);
  expect(refused.headers.get('retry-after')).toBe('7');
  const good = await ask('/', { headers, body: '{}' });
  expect([good.ok, good.status, good.text]).toEqual([true, 200, 'POST k {}']);
});

test('an answer over the limit of bytes is no text', async () => {
  // 'POST undefined ' is 15 bytes.
  expect((await ask('/', { body: 'x'.repeat(5), maximumBytes: 20 })).text).toBe('POST undefined xxxxx');
  const over = await ask('/', { body: 'x'.repeat(6), maximumBytes: 20 });
  expect([over.status, over.text]).toEqual([200, null]);
});

describe('nothing comes of it', () => {
  test.each(['/slow', '/drip'])('%s: the time is for all of the answer', async (path) => {
    const error = { name: 'ExchangeError', message: 'no answer within 50 ms', isTimeout: true };
    await expect(ask(path, { timeoutMs: 50 })).rejects.toMatchObject(error);
  });

  test('a connection that breaks in the middle of an answer', async () => {
    const error = { name: 'ExchangeError', isTimeout: false };
    await expect(ask('/cut')).rejects.toMatchObject(error);
  });

  test('nobody listens', async () => {
    const closed = createServer().listen(0, '127.0.0.1');
    await once(closed, 'listening');
    const address = closed.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await new Promise((resolve) => closed.close(resolve));
    const error = { message: 'ECONNREFUSED', code: 'ECONNREFUSED', isTimeout: false };
    await expect(ask('', { url: `http://127.0.0.1:${port}/secret-key` })).rejects.toMatchObject(error);
  });

  test('a redirect, unless it is followed or read', async () => {
    await expect(ask('/moved')).rejects.toMatchObject({ name: 'ExchangeError', isTimeout: false });
    expect((await ask('/moved', { redirect: 'manual' })).status).toBe(302);
    expect((await ask('/moved', { redirect: 'follow' })).text).toBe('GET undefined ');
  });

  test('the caller gives up: its own reason', async () => {
    const controller = new AbortController();
    const asking = ask('/drip', { signal: controller.signal });
    controller.abort(new Error('the lease is over'));
    await expect(asking).rejects.toThrow('the lease is over');
  });
});
