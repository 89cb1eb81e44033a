/** Requests that take too long, more of them than can be served, and keys that end while a request lasts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { preferredWait } from '../../src/rest/prefer.ts';
import { revokeApiKey } from '../../src/store/clients/api-key-rows.ts';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { repeated } from '../support/records.ts';

let api: TestApi;
/** A second server on the same database, whose patience is short. */
let hasty: TestApi;
let url: string;
beforeAll(async () => {
  api = await createTestApi({ graphql: 'real', limits: { concurrentRequests: 3 } });
  url = await api.server.listen({ host: '127.0.0.1', port: 0 });
  hasty = await createTestApi({
    ...{ graphql: 'real', database: api.database },
    limits: { requestTimeoutMs: 300 },
  });
});
afterAll(async () => {
  await hasty.close();
  await api.close();
});

/** Makes every statement on the table wait, until `use` is over. */
async function whileLocked(table: string, use: () => Promise<void>): Promise<void> {
  const client = await api.database.pool.connect();
  try {
    await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    await use();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

async function waitingStatements(): Promise<number> {
  const { rows } = await api.database.pool.query(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0].count;
}

describe('a request that takes too long', () => {
  test('REST: 503 with its own code, and its statement is cancelled', async () => {
    await whileLocked('custom_label', async () => {
      expect(await hasty.ask('GET', '/wallet/label/')).toMatchObject({
        status: 503,
        headers: { 'retry-after': '5' },
        json: { code: 'TIMEOUT', detail: expect.stringContaining('took too long') },
      });
      await expect.poll(waitingStatements).toBe(0);
    });
    expect((await api.ask('GET', '/wallet/label/')).status).toBe(200);
  });

  test('GraphQL: an error with that code', async () => {
    await whileLocked('registration', async () => {
      const payload = { query: '{ wallets { count } }' };
      const answer = await hasty.ask('POST', '/graphql', { payload });
      expect(answer.json).toMatchObject({
        errors: [{ extensions: { code: 'TIMEOUT', requestId: answer.headers['x-request-id'] } }],
      });
      await expect.poll(waitingStatements).toBe(0);
    });
  });
});

test('more requests than can be served: 503 at once, health unimpaired, and recovery by itself', async () => {
  const waiting: ReturnType<TestApi['ask']>[] = [];
  await whileLocked('custom_label', async () => {
    waiting.push(...[1, 2, 3].map(() => api.ask('GET', '/wallet/label/')));
    await expect.poll(waitingStatements).toBe(3);
    expect(await api.ask('GET', '/wallet/manage/')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '1' },
      json: { code: 'OVERLOADED' },
    });
    expect((await api.ask('GET', '/livez')).status).toBe(200);
    // Only a registration waits by wish.
    expect((await api.ask('GET', '/wallet/manage/', { headers: { prefer: 'wait=30' } })).status).toBe(503);
  });
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await api.ask('GET', '/wallet/manage/')).status).toBe(200);
  expect(await api.metrics.registry.metrics()).toContain('wallet_data_http_shed_total{reason="requests"} 2');
});

describe('a key that is revoked, even when nobody tells', () => {
  const wallet = repeated('7');
  beforeAll(async () => {
    const { database, clientId } = api;
    await registerWallets(database, {
      clientId,
      addresses: [wallet],
      chains: [{ chainId: 1, fromBlock: 0 }],
    });
  });

  test('ends its subscriptions, which say why', async () => {
    const { id, key } = await api.addKey();
    const query = `subscription { walletSync(addresses: ["${wallet}"]) { isLoaded } }`;
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ query }),
    });
    expect(response.status).toBe(200);
    await revokeApiKey(api.database, id);
    const events = await response.text();
    expect(events).toContain('"isLoaded":false');
    expect(events).toMatch(
      /event: next\ndata: \{"errors":\[\{"message":"The API key is not valid any more[^\n]*"UNAUTHENTICATED"[^\n]*\n\nevent: complete\n/,
    );
  });

  test('cuts a CSV stream, also one that was asked for in other letters', async () => {
    const { id, key } = await api.addKey();
    await whileLocked('transfer', async () => {
      const headers = { 'x-api-key': key, accept: 'Text/CSV' };
      const streaming = fetch(`${url}/wallet/transfer/?wallet=${wallet}`, { headers });
      await expect.poll(() => api.authenticator.isFamiliar(key)).toBe(true);
      await expect.poll(waitingStatements).toBeGreaterThan(0);
      await revokeApiKey(api.database, id);
      expect((await streaming).status).toBe(401);
    });
  });

  test('ends a request that waits', async () => {
    const { id, key } = await api.addKey();
    const waiting = fetch(`${url}/wallet/manage/`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', prefer: 'wait=30' },
      body: JSON.stringify({ address: wallet }),
    });
    await expect.poll(() => api.authenticator.isFamiliar(key)).toBe(true);
    await revokeApiKey(api.database, id);
    const response = await waiting;
    expect([response.status, await response.json()]).toMatchObject([401, { code: 'UNAUTHENTICATED' }]);
  });
});

test('a wait that the route would not keep is none to the guard either: such a request is at work', () => {
  expect(['wait=5', 'respond-async, wait="7"', 'wait=90'].map(preferredWait)).toEqual([5, 7, 30]);
  expect(['wait=30x', 'await=5', 'wait=', undefined].map(preferredWait)).toEqual([null, null, null, null]);
});
