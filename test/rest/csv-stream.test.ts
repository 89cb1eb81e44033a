/** A long list as CSV over a real connection: all of it, page by page, and no further than the client wants. */
import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../support/api.ts';
import { statementsOf } from '../support/builders.ts';
import { storeLookups } from '../support/history.ts';
import { registerTestWallet, storeTestRows } from '../support/loaded-wallet.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';

/** Pages of 500; far more text than the buffers of a connection hold. */
const transferCount = 40_000;
const pageCount = transferCount / 500;

let api: TestApi;
let walletId: number;
let port: number;

/** One transfer in each of the blocks. */
function rowsOf(blocks: readonly number[]) {
  const places = blocks.map((blockNumber) => ({ walletId, blockNumber, hash: hash(blockNumber) }));
  return {
    transactions: places.map((at) => transactionRecord(at)),
    transfers: places.map((at) => transferRecord(at)),
  };
}
const blocksFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => first + index);

beforeAll(async () => {
  api = await createTestApi();
  await storeLookups(api.database);
  walletId = await registerTestWallet(api.database, 1);
  await storeTestRows(api.database, 1, rowsOf(blocksFrom(1, transferCount)));
  await api.server.listen({ port: 0, host: '127.0.0.1' });
  const at = api.server.server.address();
  port = typeof at === 'object' && at !== null ? at.port : 0;
});
afterAll(() => api.close());

/** A response that is not read yet. */
function open(headers: Record<string, string> = {}): Promise<http.IncomingMessage> {
  return new Promise((resolve, reject) => {
    const path = `/wallet/transfer/?wallet=${address(1)}&order=asc`;
    const all = { 'x-api-key': api.key, accept: 'text/csv', ...headers };
    http.get({ port, path, headers: all, agent: false }, resolve).once('error', reject);
  });
}

const isTransferPage = (statement: string): boolean => /\bFROM transfer\b/.test(statement);

/** Connections that the server holds. */
const connections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    api.server.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
const busyDatabaseConnections = (): number => api.database.pool.totalCount - api.database.pool.idleCount;

test('every row once and in order, also while new ones arrive', async () => {
  const response = await open();
  // Nothing is read here until the new rows are stored: the server stands still somewhere in the middle.
  await storeTestRows(api.database, 1, rowsOf(blocksFrom(transferCount + 1, 600)));
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) text += chunk;
  const lines = text.split('\r\n').slice(1, -1);
  expect(lines.map((line) => line.split(',')[2])).toEqual(
    blocksFrom(1, transferCount).map((block) => hash(block)),
  );
});

test.each([{}, { 'accept-encoding': 'gzip' }])(
  'a client that leaves ends the reading: %o',
  async (headers) => {
    const statements = await statementsOf(async () => {
      const response = await open(headers);
      expect(response.headers['content-encoding']).toBe(headers['accept-encoding']);
      await new Promise((resolve) => response.once('data', resolve));
      response.destroy();
      await expect.poll(connections, { timeout: 20_000 }).toBe(0);
      await expect.poll(busyDatabaseConnections).toBe(0);
    });
    const pages = statements.filter(isTransferPage).length;
    expect(pages).toBeGreaterThan(0);
    expect(pages).toBeLessThan(pageCount);
    // Whatever is asked next, nothing of the file is read any more.
    const later = await statementsOf(() => api.ask('GET', '/wallet/manage/'));
    expect(later.filter(isTransferPage)).toEqual([]);
  },
  60_000,
);

test.each([{}, { 'accept-encoding': 'gzip' }])(
  'a fault in the middle breaks the connection: %o',
  async (headers) => {
    const response = await open(headers);
    // The server is held up by a client that does not read; then its pages cannot be read any more.
    await api.database.pool.query('ALTER TABLE transfer RENAME TO transfer_away');
    try {
      const read = async () => {
        for await (const _chunk of response);
      };
      await expect(read()).rejects.toMatchObject({ code: 'ECONNRESET' });
      expect(response.complete).toBe(false);
    } finally {
      await api.database.pool.query('ALTER TABLE transfer_away RENAME TO transfer');
    }
  },
  60_000,
);
