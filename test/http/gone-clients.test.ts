/** Clients that have left before their request is looked at, or before it is answered: which is no fault of ours. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** As pino writes levels: 20 is debug, 50 an error. */
const errors = (): string[] => logged.filter((line) => /"level":[56]0/.test(line));

let api: TestApi;
let port: number;
/** As when a connection is reset while its request waits to be looked at. */
let cutsAtOnce = true;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real', logger });
  api.server.server.prependListener('request', ({ socket }) => {
    if (cutsAtOnce) socket.destroy();
  });
  port = Number(new URL(await api.server.listen({ host: '127.0.0.1', port: 0 })).port);
});
afterAll(() => api.close());

test.each([
  ['without a key', '/wallet/manage/', ''],
  ['with a key that is none', '/wallet/manage/', 'X-API-KEY: nothing-that-was-ever-a-key\r\n'],
  ['of GraphQL', '/graphql?query={__typename}', 'X-API-KEY: nothing-that-was-ever-a-key\r\n'],
  ['for nothing', '/nothing', ''],
  ['for a page', '/docs', ''],
  ['for an image', `/image/${'0'.repeat(64)}`, ''],
])('a request %s is no error in the log', async (_name, path, header) => {
  logged.length = 0;
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: api.test\r\n${header}\r\n`);
  await once(socket, 'close');
  const isNoted = (): boolean => logged.some((line) => line.includes('"msg":"request"'));
  await expect.poll(isNoted).toBe(true);
  // The hooks of the request may still run when its connection has been noted as closed.
  await api.ask('GET', '/wallet/manage/');
  expect(errors()).toEqual([]);
});

test('who leaves during a query is told of at debug, and is no failure', async () => {
  logged.length = 0;
  cutsAtOnce = false;
  const blocker = await api.database.pool.connect();
  try {
    await blocker.query('BEGIN; LOCK TABLE registration IN ACCESS EXCLUSIVE MODE');
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    const body = JSON.stringify({ query: '{ wallets(first: 1) { nodes { id } } }' });
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: api.test\r\nX-API-KEY: ${api.key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
    const waiting = `SELECT count(*)::int FROM pg_locks WHERE NOT granted AND relation = 'registration'::regclass`;
    await expect.poll(async () => (await blocker.query(waiting)).rows).toEqual([{ count: 1 }]);
    socket.destroy();
    const left = (): string[] => logged.filter((line) => line.includes('the client left'));
    await expect.poll(left).toEqual([expect.stringContaining('"level":20')]);
  } finally {
    await blocker.query('ROLLBACK');
    blocker.release();
  }
  await api.ask('GET', '/wallet/manage/');
  expect(errors()).toEqual([]);
});
