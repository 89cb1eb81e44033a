/** Limits per key over real servers that share one database: units per second, quotas, and what requests weigh. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKeyLimits } from '../../src/http/limits/key-limits.ts';
import { type BucketRequest, takeUnits } from '../../src/store/clients/key-usage.ts';
import { createTestApi, type TestApi, type TestApiOptions } from '../support/api.ts';

const list = '/wallet/manage/';
let home: TestApi;
beforeAll(async () => {
  home = await createTestApi();
});
afterAll(() => home.close());

/** Servers on the same database, each a process's worth of state. */
async function withServers(
  count: number,
  options: TestApiOptions,
  use: (servers: TestApi[]) => Promise<void>,
): Promise<void> {
  const shared = { sharedUsage: true, database: home.database, ...options };
  const servers = await Promise.all(Array.from({ length: count }, () => createTestApi(shared)));
  try {
    await use(servers);
  } finally {
    for (const server of servers) await server.close();
  }
}

const statusOf = async (server: TestApi, key: string, url = list): Promise<number> =>
  (await server.ask('GET', url, { headers: { 'x-api-key': key } })).status;
const count = (statuses: readonly number[], status: number): number =>
  statuses.filter((one) => one === status).length;

test('two servers together let through a burst and the rate, not twice that', async () => {
  const { key } = await home.addKey();
  const [perSecond, burst] = [10, 60];
  await withServers(2, { limits: { requestsPerSecond: perSecond, burst } }, async (servers) => {
    const startedAt = performance.now();
    const statuses = await Promise.all(
      servers.flatMap((server) => Array.from({ length: 150 }, () => statusOf(server, key))),
    );
    const seconds = (performance.now() - startedAt) / 1000;
    const passed = count(statuses, 200);
    expect(count(statuses, 429)).toBe(300 - passed);
    expect(passed).toBeLessThanOrEqual(burst + Math.ceil(perSecond * seconds));
    // Each may hold back a piece, a twentieth of the burst, that it has not spent.
    expect(passed).toBeGreaterThanOrEqual(burst - (2 * burst) / 20);
  });
});

test('a quota per day holds over servers, and says when it begins anew', async () => {
  const { key } = await home.addKey({ quotas: { daily: 12 } });
  await withServers(2, { limits: { requestsPerSecond: 20, burst: 20 } }, async ([first, second]) => {
    if (first === undefined || second === undefined) throw new Error('two servers are needed');
    const statuses: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      statuses.push(await statusOf(first, key), await statusOf(second, key));
    }
    // With pieces of one unit, each server knows of all but the other's last.
    expect(count(statuses, 200)).toBeGreaterThanOrEqual(12);
    expect(count(statuses, 200)).toBeLessThanOrEqual(13);
    const refused = await first.ask('GET', list, { headers: { 'x-api-key': key } });
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'ratelimit-policy': '20;w=1;burst=20, 12;w=86400' },
      json: { code: 'QUOTA_EXCEEDED', detail: expect.stringContaining('12 units') },
    });
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(86_400);
  });
});

test('what was used of a quota is stored when a server closes', async () => {
  const { id, key } = await home.addKey({ quotas: { monthly: 100 } });
  await withServers(1, {}, async ([server]) => {
    if (server === undefined) throw new Error('a server is needed');
    for (let turn = 0; turn < 3; turn += 1) expect(await statusOf(server, key)).toBe(200);
  });
  const { rows } = await home.database.pool.query(
    'SELECT day_units, month_units FROM key_usage WHERE key_id = $1',
    [id],
  );
  expect(rows).toEqual([{ day_units: '3', month_units: '3' }]);
});

test('the day and the month of a quota end at midnight UTC', async () => {
  const { id: keyId } = await home.addKey();
  const time = Date.UTC(2026, 0, 30, 23, 59, 50);
  const limits = createKeyLimits({
    ...{ perSecond: 10, burst: 10, now: () => time },
    shared: { take: (request) => takeUnits(home.database, request) },
  });
  const take = (daily: number | null, monthly: number | null) =>
    limits.take({ keyId, quotas: { daily, monthly } }, 2);
  expect(await take(3, 3)).toMatchObject({ allowed: true, exceeded: null });
  expect(await take(3, null)).toMatchObject({ allowed: false, exceeded: 'daily', retryAfterSeconds: 10 });
  expect(await take(null, 3)).toMatchObject({
    ...{ allowed: false, exceeded: 'monthly' },
    // 10 s of the 30th and all of the 31st.
    retryAfterSeconds: 10 + 86_400,
  });
});

test('while the database does not answer, a process counts for itself, and tells it later', async () => {
  let errors = 0;
  let isAway = true;
  const told: number[] = [];
  const limits = createKeyLimits({
    ...{ perSecond: 1, burst: 2, now: () => 0 },
    shared: {
      take: async ({ spent }) => {
        if (isAway) throw new Error('away');
        told.push(spent);
        return { granted: 0, left: 2, dayUnits: spent, monthUnits: spent };
      },
    },
    onError: () => {
      errors += 1;
    },
  });
  const key = { keyId: 'a', quotas: { daily: null, monthly: null } };
  const levels = [await limits.take(key, 1), await limits.take(key, 1), await limits.take(key, 1)];
  expect(levels.map(({ allowed }) => allowed)).toEqual([true, true, false]);
  // Asked once, and then not again for a while.
  expect(errors).toBe(1);
  await expect(limits.flush()).rejects.toThrow('away');
  isAway = false;
  await limits.flush();
  await limits.flush();
  expect(told).toEqual([2]);
});

test('an answer that comes late counts once, and quotas hold meanwhile', async () => {
  const { id: keyId } = await home.addKey();
  const { pool } = home.database;
  let time = 0;
  let questions = 0;
  const limits = createKeyLimits({
    // A piece is one unit: 20 / 20.
    ...{ perSecond: 1, burst: 20, now: () => time },
    shared: {
      take: (request) => {
        questions += 1;
        return takeUnits(home.database, request);
      },
    },
  });
  const take = () => limits.take({ keyId, quotas: { daily: 3, monthly: null } }, 1);
  expect(await take()).toMatchObject({ allowed: true });
  const lock = await pool.connect();
  try {
    await lock.query('BEGIN');
    await lock.query('SELECT FROM key_usage WHERE key_id = $1 FOR UPDATE', [keyId]);
    // The second and third are let through without an answer. The fourth is over the quota, told or not.
    expect(await take()).toMatchObject({ allowed: true });
    expect(await take()).toMatchObject({ allowed: true });
    expect(await take()).toMatchObject({ allowed: false, exceeded: 'daily' });
    expect(questions).toBe(2);
  } finally {
    await lock.query('ROLLBACK');
    lock.release();
  }
  // Waits for the late answer, which has counted the first, and tells of the second and third.
  await limits.flush();
  const { rows } = await pool.query('SELECT day_units FROM key_usage WHERE key_id = $1', [keyId]);
  expect(rows).toEqual([{ day_units: '3' }]);
  expect(questions).toBe(3);
  // The unit that came late is there to be spent, after the pause, without a question.
  time += 1_000;
  expect(await limits.take({ keyId, quotas: { daily: null, monthly: null } }, 1)).toMatchObject({
    allowed: true,
  });
  expect(questions).toBe(3);
});

test('a page weighs a unit for each 100 items that it may hold', async () => {
  const options: TestApiOptions = { limits: { requestsPerSecond: 1, burst: 100 }, sharedUsage: false };
  await withServers(1, { ...options, now: () => 0 }, async ([server]) => {
    if (server === undefined) throw new Error('a server is needed');
    const { key } = await home.addKey();
    const remaining = async (url: string): Promise<number> => {
      const { headers } = await server.ask('GET', url, { headers: { 'x-api-key': key } });
      return Number(headers['ratelimit-remaining']);
    };
    const start = await remaining(list);
    expect(start).toBe(99);
    expect(await remaining(`${list}?page_size=500`)).toBe(94);
  });
});

test('a GraphQL operation weighs its cost, which its answer says', async () => {
  const options: TestApiOptions = { graphql: 'real', limits: { requestsPerSecond: 1, burst: 3 } };
  await withServers(1, { ...options, sharedUsage: false, now: () => 0 }, async ([server]) => {
    if (server === undefined) throw new Error('a server is needed');
    const ask = (query: string) =>
      server.ask('POST', '/graphql', { headers: { accept: 'application/json' }, payload: { query } });
    // wallets 1 + 500 × (nodes 1 + 10 fields) = 5,501: over 5,000, so two units.
    const aliases = 'abcdefghij'.split('').map((name) => `${name}: address`);
    const heavy = `{ wallets(first: 500) { nodes { ${aliases.join(' ')} } } }`;
    const answer = await ask(heavy);
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'ratelimit-remaining': '1' },
      json: { extensions: { cost: { requested: 5501, limit: 100_000, units: 2 } } },
    });
    // One unit is left: enough for the request, not for what it asks.
    expect(await ask(heavy)).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1', 'ratelimit-remaining': '0' },
      json: { errors: [{ extensions: { code: 'RATE_LIMITED' } }] },
    });
  });
});

test('what is owed is paid first, in all processes, and counts for the quotas', async () => {
  const { id: keyId } = await home.addKey();
  const key = { keyId, quotas: { daily: null, monthly: null } };
  const shared = { take: (request: BucketRequest) => takeUnits(home.database, request) };
  const [one, other] = [1, 2].map(() =>
    createKeyLimits({ perSecond: 0.001, burst: 20, now: () => 0, shared }),
  );
  if (one === undefined || other === undefined) throw new Error('two processes are needed');
  expect(await one.take(key, 5)).toMatchObject({ allowed: true, remaining: 15 });
  // 15 are left: 10 are lacking, which come back in 10,000 s.
  expect(one.owe(key, 25)).toBe(10_000);
  expect(await one.take(key, 1)).toMatchObject({ allowed: false, remaining: 0, retryAfterSeconds: 11_000 });
  await one.flush();
  expect(await other.take(key, 1)).toMatchObject({ allowed: false });
  const usage = `SELECT day_units, extract(epoch FROM full_at - now())::int AS seconds FROM key_usage WHERE key_id = $1`;
  const stored = async () => (await home.database.pool.query(usage, [keyId])).rows[0];
  // 30 units at a thousandth of a unit a second, less what has come back since.
  expect(await stored()).toMatchObject({ day_units: '30' });
  expect((await stored()).seconds).toBeGreaterThan(29_000);
  expect((await stored()).seconds).toBeLessThanOrEqual(30_000);
});

test('no more than ten bursts are owed', async () => {
  const { id: keyId } = await home.addKey();
  const key = { keyId, quotas: { daily: null, monthly: null } };
  for (const shared of [null, { take: (request: BucketRequest) => takeUnits(home.database, request) }]) {
    const limits = createKeyLimits({ perSecond: 0.001, burst: 2, now: () => 0, shared });
    expect(limits.owe(key, 1_000_000)).toBe(20_000);
    await limits.flush();
    // 20 to come back, and one to take.
    expect(await limits.take(key, 1)).toMatchObject({ allowed: false, retryAfterSeconds: 21_000 });
  }
});

test('more than a burst takes a whole one, and the rest is owed', async () => {
  const key = { keyId: 'a', quotas: { daily: null, monthly: null } };
  const limits = createKeyLimits({ perSecond: 1, burst: 20, now: () => 0, shared: null });
  expect(await limits.take(key, 50)).toMatchObject({ allowed: true });
  expect(await limits.take(key, 1)).toMatchObject({ allowed: false, retryAfterSeconds: 31 });
});
