/**
 * What the two APIs charge for what they read. The counters of the wallet say a million transfers, of which none are stored: so
 * the price is seen to be known before anything is read.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { registerWallets } from '../../src/store/sync/registrations.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { repeated } from '../support/records.ts';

const wallet = repeated('1');
const rows = 1_000_000;
let home: TestApi;
beforeAll(async () => {
  home = await createTestApi({ graphql: 'real' });
  const { database, clientId } = home;
  const chains = [{ chainId: 1, fromBlock: 0 }];
  await registerWallets(database, { clientId, addresses: [wallet], chains });
  await database.pool.query(
    `INSERT INTO counter (wallet_id, chain_id, transaction_count, transfer_count)
     SELECT id, 1, $1, $1 FROM wallet`,
    [rows],
  );
});
afterAll(() => home.close());

/** Units that a request takes off a bucket that does not fill again. */
async function unitsOf(
  use: (api: TestApi, key: string) => Promise<unknown>,
  burst = 1_000_000,
): Promise<number> {
  const api = await createTestApi({
    ...{ graphql: 'real', database: home.database },
    ...{ limits: { requestsPerSecond: 1, burst }, now: () => 0 },
  });
  try {
    const { key } = await home.addKey();
    await use(api, key);
    const probe = await api.ask('GET', '/wallet/manage/', { headers: { 'x-api-key': key } });
    return burst - Number(probe.headers['ratelimit-remaining']) - 1;
  } finally {
    await api.close();
  }
}

const rest = (path: string) =>
  unitsOf(async (api, key) => {
    const answer = await api.ask('GET', path, { headers: { 'x-api-key': key } });
    expect(answer.status).toBe(200);
  });

const graphql = (query: string) =>
  unitsOf(async (api, key) => {
    const answer = await api.ask('POST', '/graphql', { headers: { 'x-api-key': key }, payload: { query } });
    expect(answer).toMatchObject({ status: 200, json: { data: expect.anything() } });
    expect(answer.text).not.toContain('"errors"');
  });

const own = `wallets: ["${wallet}"]`;
/** A unit for each 10,000 rows. */
const all = rows / 10_000;

test.each<[string, string, number]>([
  ['a page', `{ transfers(${own}) { count nodes { id } } }`, 1],
  // The totals, and nothing by token as there are none.
  ['totals', `{ counterpartyTotals(${own}, first: 1) { nodes { inflow } } }`, 1 + all],
  [
    'totals in another currency',
    `{ counterpartyTotals(${own}, currency: ETH) { nodes { inflow } } }`,
    1 + all + all / 4,
  ],
  [
    'totals fifteen times',
    `{ ${Array.from({ length: 15 }, (_, index) => `a${index}: counterpartyTotals(${own}, first: 1) { nodes { inflow } }`).join(' ')} }`,
    1 + 15 * all,
  ],
  ['a search', `{ transfers(${own}, first: 1, filter: { side: INFLOW }) { nodes { id } } }`, 1 + all / 10],
  // Looks at the transfers and the transactions.
  [
    'sums with spam',
    `{ tokenBalances(${own}, first: 1, filter: { spam: INCLUDE }) { nodes { id } } }`,
    1 + 2 * all,
  ],
])('GraphQL: %s', async (_name, query, units) => {
  expect(await graphql(query)).toBe(units);
});

test.each<[string, string, number]>([
  ['a page', '/wallet/transfer/', 1],
  // The totals of each counterparty, and of all.
  ['totals', '/wallet/counterparty/', 1 + 2 * all],
  ['a search', '/wallet/transfer/?side=inflow', 1 + all / 10],
  ['a search of transactions', '/wallet/transaction/?kind=swap', 1 + all / 10],
  ['sums with spam', '/wallet/balance/?spam=include', 1 + 2 * all],
  ['a chart', '/wallet/value/?from=2025-01-01&to=2025-01-02', 1],
])('REST: %s', async (_name, path, units) => {
  expect(await rest(`${path}${path.includes('?') ? '&' : '?'}wallet=${wallet}`)).toBe(units);
});

test('what the key cannot pay is refused before it is read, with when to try again', async () => {
  const payload = { query: `{ counterpartyTotals(${own}, first: 1) { nodes { inflow } } }` };
  await unitsOf(async (api, key) => {
    const headers = { 'x-api-key': key };
    expect((await api.ask('POST', '/graphql', { headers, payload })).status).toBe(200);
    // Of 150 units 49 are left; the request takes one, and 100 are needed. The refusal is one, too: the executor finds it after the plan.
    expect(await api.ask('POST', '/graphql', { headers, payload })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '53' },
      json: { errors: [{ extensions: { code: 'RATE_LIMITED' } }] },
    });
    expect(await api.ask('GET', `/wallet/counterparty/?wallet=${wallet}`, { headers })).toMatchObject({
      status: 429,
      json: { code: 'RATE_LIMITED' },
    });
  }, 50 + all);
});

test('while a key’s statements wait, other keys are answered', async () => {
  const { database } = home;
  const { key: other } = await home.addKey({ client: 'somebody else' });
  const client = await database.pool.connect();
  const asked: Promise<unknown>[] = [];
  try {
    await client.query('BEGIN; LOCK TABLE transfer IN ACCESS EXCLUSIVE MODE');
    const fields = Array.from(
      { length: 15 },
      (_, index) => `a${index}: transfers(${own}, first: ${index + 1}) { nodes { id } }`,
    );
    const payload = { query: `{ ${fields.join(' ')} }` };
    for (let turn = 0; turn < 20; turn += 1) asked.push(home.ask('POST', '/graphql', { payload }));
    await expect
      .poll(async () => {
        // A transaction keeps what it has seen of other sessions.
        await client.query('SELECT pg_stat_clear_snapshot()');
        const { rows: waiting } = await client.query(
          "SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return waiting[0].count;
      })
      .toBe(8);
    expect((await home.ask('GET', '/wallet/label/', { headers: { 'x-api-key': other } })).status).toBe(200);
  } finally {
    await client.query('ROLLBACK');
    client.release();
    await Promise.all(asked);
  }
});

test('the head of a file weighs as its first page does, which is read for it', async () => {
  const units = await unitsOf(async (api, key) => {
    const headers = { 'x-api-key': key, accept: 'text/csv' };
    const path = `/wallet/transfer/?wallet=${wallet}`;
    expect(await api.server.inject({ method: 'HEAD', url: path, headers })).toMatchObject({
      statusCode: 200,
    });
  });
  // 500 lines.
  expect(units).toBe(5);
});
