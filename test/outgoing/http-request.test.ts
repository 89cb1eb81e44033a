/** What fetch does for who asks: redirects (Fetch Standard 4.4), packed answers, connections that are kept, by two real servers. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ExchangeRequest, exchange } from '../../src/outgoing/exchange.ts';

const run = promisify(execFile);

const text = '{"result":"0x1"}';
const packed: Readonly<Record<string, Buffer>> = {
  gzip: gzipSync(text),
  'x-gzip': gzipSync(text),
  deflate: deflateSync(text),
  br: brotliCompressSync(text),
  identity: Buffer.from(text),
};
/** A megabyte of nothing in a kilobyte. */
const bomb = gzipSync(Buffer.alloc(1_000_000, 32));

interface Seen {
  method: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
  port: number | undefined;
}
let seen: Seen[] = [];
const servers: Server[] = [];
let here: string;
let elsewhere: string;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = '';
  for await (const piece of request) body += piece;
  seen.push({ method: request.method, headers: request.headers, body, port: request.socket.remotePort });
  const [, word = '', rest = ''] = /^\/([^/]*)\/?(.*)$/.exec(request.url ?? '') ?? [];
  if (word === 'packed') {
    response.writeHead(200, { 'content-encoding': rest }).end(packed[rest] ?? text);
  } else if (word === 'bomb') {
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  } else if (word === 'cut') {
    // The trailer is missing, as some servers leave it.
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed.gzip?.subarray(0, -8));
  } else if (/^30\d$/.test(word)) {
    response.writeHead(Number(word), { location: decodeURIComponent(rest) }).end();
  } else response.end(text);
}

async function listen(): Promise<string> {
  const server = createServer((request, response) => void answer(request, response));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

beforeAll(async () => {
  here = await listen();
  elsewhere = await listen();
});
beforeEach(() => {
  seen = [];
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

const headers = { 'content-type': 'application/json', authorization: 'Basic a2V5', 'x-more': 'kept' };
const ask = (path: string, more: Partial<ExchangeRequest> = {}) =>
  exchange({
    ...{ url: here + path, body: '{}', headers, redirect: 'follow', timeoutMs: 60_000, maximumBytes: 1000 },
    ...more,
  });
const to = (status: number, location: string): string => `/${status}/${encodeURIComponent(location)}`;

describe('packed answers', () => {
  test.each(Object.keys(packed))('%s', async (encoding) => {
    expect((await ask(`/packed/${encoding}`)).text).toBe(text);
  });

  test('a body without its trailer is read as far as it goes', async () => {
    expect((await ask('/cut')).text).toBe(text);
  });

  test('bytes are counted after unpacking, and unpacking ends at the limit', async () => {
    expect(bomb.length).toBeLessThan(2_000);
    const { status, text: found } = await ask('/bomb', { maximumBytes: 2_000 });
    expect([status, found]).toEqual([200, null]);
  });

  test('of another kind: nothing comes of it', async () => {
    await expect(ask('/packed/zstd')).rejects.toMatchObject({ name: 'ExchangeError', isTimeout: false });
  });

  test('what is no such body', async () => {
    await expect(ask('/packed/zlib')).rejects.toMatchObject({ name: 'ExchangeError' });
  });
});

describe('redirects', () => {
  test.each([307, 308])('%i: the same request, once more', async (status) => {
    expect((await ask(to(status, '/there'))).text).toBe(text);
    expect(seen.map(({ method, body }) => [method, body])).toEqual([
      ['POST', '{}'],
      ['POST', '{}'],
    ]);
    expect(seen[1]?.headers).toMatchObject({ ...headers, 'content-length': '2' });
  });

  test.each([301, 302, 303])('%i: what was posted is asked for', async (status) => {
    expect((await ask(to(status, '/there'))).text).toBe(text);
    const [, second] = seen;
    expect([second?.method, second?.body]).toEqual(['GET', '']);
    expect(second?.headers).not.toHaveProperty('content-type');
    expect(second?.headers).toMatchObject({ authorization: headers.authorization, 'x-more': 'kept' });
  });

  test('another origin does not get the authorization', async () => {
    expect((await ask(to(307, `${elsewhere}/there`))).text).toBe(text);
    expect(seen.map(({ headers: { authorization } }) => authorization)).toEqual(['Basic a2V5', undefined]);
    expect(seen[1]?.headers).toMatchObject({ 'content-type': 'application/json', 'x-more': 'kept' });
  });

  test('six, one after the other, are too many; five are not', async () => {
    const chain = (length: number): string => (length === 0 ? '/end' : to(307, chain(length - 1)));
    expect((await ask(chain(5))).text).toBe(text);
    await expect(ask(chain(6))).rejects.toMatchObject({ name: 'ExchangeError' });
  });

  test.each(['ftp://127.0.0.1/', 'file:///etc/passwd', 'http://'])('to %s: none', async (location) => {
    await expect(ask(to(307, location))).rejects.toMatchObject({ name: 'ExchangeError' });
    expect(seen).toHaveLength(1);
  });

  test('one that is not followed is an answer, or a fault', async () => {
    expect((await ask(to(307, '/there'), { redirect: 'manual' })).status).toBe(307);
    await expect(ask(to(307, '/there'), { redirect: 'error' })).rejects.toMatchObject({
      name: 'ExchangeError',
    });
    expect(seen).toHaveLength(2);
  });
});

test('a connection is kept for the next request', async () => {
  for (let turn = 0; turn < 3; turn += 1) await ask('/');
  expect(new Set(seen.map(({ port }) => port)).size).toBe(1);
});

test('where the environment says so, requests go through its proxy', async () => {
  const file = new URL('../../src/outgoing/exchange.ts', import.meta.url).href;
  const program = `const { exchange } = await import('${file}');
    const limits = { redirect: 'error', timeoutMs: 60_000, maximumBytes: 1000 };
    console.log((await exchange({ url: 'http://node.invalid/rpc', body: '{}', ...limits })).text);`;
  const { PATH = '' } = process.env;
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: here },
  });
  // What was asked of the proxy is the whole address: it answers as to any path that it does not know.
  expect([stdout.trim(), seen[0]?.headers.host]).toEqual([text, 'node.invalid']);
});

test('who asks says who it is, and what it can unpack', async () => {
  await ask('/');
  expect(seen[0]?.headers).toMatchObject({
    ...{ 'user-agent': 'wallet-data', accept: '*/*', 'accept-encoding': 'gzip, deflate' },
  });
});

test('many at once leave nothing behind on their caller’s signal', async () => {
  const { signal } = new AbortController();
  let listeners = 0;
  const [add, remove] = [signal.addEventListener.bind(signal), signal.removeEventListener.bind(signal)];
  signal.addEventListener = (...parameters: Parameters<typeof add>) => {
    listeners += 1;
    add(...parameters);
  };
  signal.removeEventListener = (...parameters: Parameters<typeof remove>) => {
    listeners -= 1;
    remove(...parameters);
  };
  await Promise.all(Array.from({ length: 50 }, () => ask('/', { signal })));
  expect([seen.length, listeners]).toEqual([50, 0]);
});
