/** Clients that send half of a request, and clients that never read: connections end, and the log stays quiet. */
import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GraphqlHandler } from '../../src/graphql/server.ts';
import { watchReaders } from '../../src/http/limits/slow-clients.ts';
import { createTestApi, type TestApi } from '../support/api.ts';

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

/** More than what the buffers of two ends of a connection on one machine hold. */
const manyBytes = 24 * 2 ** 20;
/** Streams many events, or answers with one large body. */
const graphql: GraphqlHandler = {
  async handle(url, init) {
    const request = new Request(url, init);
    if (request.headers.get('accept') !== 'text/event-stream') return new Response('x'.repeat(manyBytes));
    const event = new TextEncoder().encode(`data: ${'x'.repeat(100_000)}\n\n`);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += event.length;
        if (sent < manyBytes) controller.enqueue(event);
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  },
};

let api: TestApi;
let port: number;
beforeAll(async () => {
  api = await createTestApi({ graphql, logger, limits: { writeTimeoutMs: 300 } });
  port = Number(new URL(await api.server.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => api.close());

/** Sends the text, and tells when the connection is over. What it never reads stays with the sender. */
function open(text: string, { reads }: { reads: boolean }): { socket: Socket; over: Promise<string> } {
  const parts: Buffer[] = [];
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  if (reads) socket.on('data', (data) => parts.push(data));
  const over = new Promise<string>((resolve) => {
    socket.on('error', () => {});
    socket.once('close', () => resolve(Buffer.concat(parts).toString()));
  });
  return { socket, over };
}

const serverConnections = (): Promise<number> =>
  new Promise((resolve, reject) =>
    api.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

const head = (path: string, ...headers: string[]): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    'Content-Type: application/json',
    'Content-Length: 1000',
    ...headers,
  ].join('\r\n');

describe('half of a request', () => {
  test('without a key, 500 times: answered at once, closed soon, and no error in the log', async () => {
    logged.length = 0;
    const paths = ['/graphql', '/wallet/manage/', '/wallet/label/', '/nothing', '/docs'];
    const all = Array.from({ length: 500 }, (_, index) =>
      open(`${head(paths[index % paths.length] ?? '/')}\r\n\r\n{"query":`, { reads: true }),
    );
    const answers = await Promise.all(all.map(({ over }) => over));
    const statuses = answers.map((text) => text.slice('HTTP/1.1 '.length, 'HTTP/1.1 401'.length));
    expect(new Set(statuses)).toEqual(new Set(['401', '404', '405']));
    expect(statuses.filter((status) => status === '401')).toHaveLength(300);
    expect(logged.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  });

  test('with a key, by a client that then leaves: no error in the log', async () => {
    logged.length = 0;
    for (const path of ['/graphql', '/wallet/manage/']) {
      const { socket, over } = open(`${head(path, `X-API-KEY: ${api.key}`)}\r\n\r\n{"query":`, {
        reads: true,
      });
      await expect.poll(serverConnections).toBe(1);
      await expect.poll(() => api.authenticator.isFamiliar(api.key)).toBe(true);
      socket.destroy();
      await over;
      await expect.poll(() => logged.some((line) => line.includes(`"url":"${path}"`))).toBe(true);
    }
    expect(logged.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  });
});

test.each([
  [6, 'a large answer', 'application/json'],
  [60, 'a stream of events', 'text/event-stream'],
])(
  '%i readers of %s that never read are cut',
  async (count, _name, accept) => {
    const query = encodeURIComponent('{ x }');
    const text = `GET /graphql?query=${query} HTTP/1.1\r\nHost: x\r\nAccept: ${accept}\r\nX-API-KEY: ${api.key}\r\n\r\n`;
    const all = Array.from({ length: count }, () => open(text, { reads: false }));
    await expect.poll(serverConnections).toBeGreaterThan(0);
    await expect.poll(serverConnections, { timeout: 30_000 }).toBe(0);
    for (const { socket } of all) socket.destroy();
  },
  60_000,
);

describe('what counts as taking nothing', () => {
  /** A connection as the watch sees it. */
  function setUp() {
    const server = new EventEmitter();
    let time = 0;
    const readers = watchReaders({ on: server.on.bind(server) } as Parameters<typeof watchReaders>[0], {
      ...{ timeoutMs: 1_000, now: () => time },
    });
    const socket = Object.assign(new EventEmitter(), {
      ...{ writableLength: 0, bytesWritten: 0, isCut: false },
      destroy() {
        this.isCut = true;
      },
    });
    server.emit('connection', socket);
    const pass = (milliseconds: number): boolean => {
      time += milliseconds;
      readers.check();
      return socket.isCut;
    };
    return { socket, pass };
  }

  test('bytes that wait and stay, also while more of them come', () => {
    const { socket, pass } = setUp();
    Object.assign(socket, { bytesWritten: 5_000, writableLength: 5_000 });
    expect([pass(0), pass(500)]).toEqual([false, false]);
    Object.assign(socket, { bytesWritten: 9_000, writableLength: 9_000 });
    expect([pass(499), pass(1)]).toEqual([false, true]);
  });

  test('not an idle connection, nor one that takes a little', () => {
    const { socket, pass } = setUp();
    expect([pass(10_000), pass(10_000)]).toEqual([false, false]);
    for (let taken = 1; taken < 10; taken += 1) {
      Object.assign(socket, { bytesWritten: 9_000, writableLength: 9_000 - taken });
      expect(pass(999)).toBe(false);
    }
    Object.assign(socket, { bytesWritten: 9_000, writableLength: 0 });
    expect([pass(999), pass(99_999)]).toEqual([false, false]);
  });
});
