/** Clients that have left before their request is looked at: it has no address any more, which is no fault of ours. */
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

let api: TestApi;
let port: number;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real', logger });
  // As when a connection is reset while its request waits to be looked at.
  api.server.server.prependListener('request', ({ socket }) => socket.destroy());
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
  await expect.poll(isNoted, { timeout: 10_000 }).toBe(true);
  // The hooks of the request may still run when its connection has been noted as closed.
  await api.ask('GET', '/wallet/manage/');
  expect(logged.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});
