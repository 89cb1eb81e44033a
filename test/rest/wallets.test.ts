/** Registering wallets over REST. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApi, type TestApi } from '../support/api.ts';
import { commitAll, storeLookups } from '../support/history.ts';
import { address, repeated, transactionRecord } from '../support/records.ts';

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
  await storeLookups(api.database);
});
afterAll(() => api.close());

const registration = z.object({
  results: z.array(z.strictObject({ id: z.int(), address: z.string(), is_loaded: z.boolean() })),
});
const register = (text: string, headers: Record<string, string> = {}) =>
  api.ask('POST', '/wallet/manage/', { payload: { address: text }, headers });
const problem = z.object({
  code: z.string(),
  errors: z.array(z.object({ path: z.string(), message: z.string() })),
});

describe('POST /wallet/manage/', () => {
  test('new wallets: 201, in the order given, duplicates once, lower case out', async () => {
    const { status, json } = await register(
      `${address(2)},${address(1).replace('0x', '0X')} , ${address(2)}`,
    );
    expect(status).toBe(201);
    const { results } = registration.parse(json);
    expect(results.map((record) => [record.address, record.is_loaded])).toEqual([
      [address(2), false],
      [address(1), false],
    ]);
    expect(Object.keys(results[0] ?? {})).toEqual(['id', 'address', 'is_loaded']);
  });

  test('the same again: 200 and the same records; with a new one among them: 201', async () => {
    const first = await register(address(3));
    const again = await register(address(3));
    expect([first.status, again.status]).toEqual([201, 200]);
    expect(again.json).toEqual(first.json);
    expect((await register(`${address(3)},${address(4)}`)).status).toBe(201);
  });

  test('a checksummed address is taken, a wrong checksum is not', async () => {
    const good = await register('0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045');
    expect(registration.parse(good.json).results[0]?.address).toBe(
      '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
    );
    const bad = await register('0xd8da6BF26964aF9D7eEd9e03E53415D37aA96045');
    expect(bad.status).toBe(400);
    expect(problem.parse(bad.json).errors).toEqual([
      {
        path: 'address',
        message: expect.stringContaining(
          "'0xd8da6BF26964aF9D7eEd9e03E53415D37aA96045' has a wrong EIP-55 checksum",
        ),
      },
    ]);
  });

  test('every bad address is named, and nothing is registered', async () => {
    const { status, json } = await register(`${address(99)},0x12,hello`);
    expect(status).toBe(400);
    expect(problem.parse(json)).toMatchObject({
      code: 'BAD_INPUT',
      errors: [
        { path: 'address', message: expect.stringContaining("'0x12'") },
        { path: 'address', message: expect.stringContaining("'hello'") },
      ],
    });
    const list = await api.ask('GET', '/wallet/manage/');
    expect(list.text).not.toContain(address(99));
  });

  test('ten are taken, eleven refused', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => address(1_000 + index)).join(',');
    const eleven = await register(many(11));
    expect([eleven.status, problem.parse(eleven.json).errors]).toEqual([
      400,
      [{ path: 'address', message: 'holds 11 addresses: at most 10 are allowed' }],
    ]);
    expect((await register(many(10))).status).toBe(201);
    // Eleven texts, ten addresses.
    expect((await register(`${many(10)},${address(1_000)}`)).status).toBe(200);
  });

  test.each([
    ['an empty list', { address: '' }, 'address'],
    ['blanks', { address: '  ' }, 'address'],
    ['a comma too many', { address: `${repeated('a')},` }, 'address'],
    ['no address', {}, 'address'],
    ['not a text', { address: 12 }, 'address'],
    ['an unknown field', { address: repeated('a'), chain: 1 }, 'chain'],
    ['a list', [], 'body'],
  ])('%s: 400', async (_name, payload, path) => {
    const { status, json } = await api.ask('POST', '/wallet/manage/', { payload });
    expect([status, problem.parse(json).errors.map((error) => error.path)]).toEqual([400, [path]]);
  });

  test('only JSON is taken', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const form = await api.ask('POST', '/wallet/manage/', { headers, payload: `address=${address(1)}` });
    expect([form.status, form.json]).toMatchObject([415, { code: 'UNSUPPORTED_MEDIA_TYPE' }]);
    const broken = await api.ask('POST', '/wallet/manage/', {
      headers: { 'content-type': 'application/json' },
      payload: '{"address":',
    });
    expect([broken.status, broken.json]).toMatchObject([400, { code: 'BAD_INPUT' }]);
    const nothing = await api.ask('POST', '/wallet/manage/');
    expect([nothing.status, nothing.json]).toMatchObject([400, { code: 'BAD_INPUT' }]);
  });

  test('a key without the scope write may not register', async () => {
    const reader = await api.addKey({ scopes: ['read'] });
    const { status, json } = await register(address(5), { 'x-api-key': reader.key });
    expect([status, json]).toMatchObject([403, { code: 'FORBIDDEN' }]);
  });

  test('Prefer: wait=N holds the answer until the wallet is loaded', async () => {
    const own = await createTestApi();
    try {
      await storeLookups(own.database);
      const ask = own.ask('POST', '/wallet/manage/', {
        payload: { address: address(7) },
        headers: { prefer: 'wait=20' },
      });
      const registered = async () => (await own.ask('GET', '/wallet/manage/')).text;
      await expect.poll(registered, { timeout: 20_000 }).toContain(address(7));
      await commitAll(own.database, { transactions: [], transfers: [] }, true);
      const { status, json, headers } = await ask;
      expect(status).toBe(201);
      expect(headers['preference-applied']).toBe('wait=20');
      expect(registration.parse(json).results).toMatchObject([{ address: address(7), is_loaded: true }]);
    } finally {
      await own.close();
    }
  });

  test('a wait that is over answers as things stand', async () => {
    const { status, json, headers } = await register(address(8), { prefer: 'respond-async, wait="0"' });
    expect([status, headers['preference-applied']]).toEqual([201, 'wait=0']);
    expect(registration.parse(json).results).toMatchObject([{ is_loaded: false }]);
  });
});

describe('GET and DELETE', () => {
  test('the list has the progress of each chain', async () => {
    const { json } = await api.ask('GET', '/wallet/manage/?page_size=1');
    expect(json).toMatchObject({ previous: null, next: 'http://api.test/wallet/manage/?page_size=1&page=2' });
    const { results } = z.object({ results: z.array(z.looseObject({})) }).parse(json);
    expect(results).toMatchObject([
      {
        is_loaded: false,
        sync: [
          {
            blockchain: { chain_id: 1 },
            phase: 'QUEUED',
            percent: 0,
            synced_block: null,
            head_block: null,
            warnings: [],
            error: null,
            updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
          },
        ],
      },
    ]);
  });

  test('an unregistered wallet is no longer readable', async () => {
    await register(address(9));
    const url = `/wallet/transfer/?wallet=${address(9)}`;
    expect((await api.ask('GET', url)).status).toBe(200);
    const deleted = await api.ask('DELETE', `/wallet/manage/${address(9)}`);
    expect([deleted.status, deleted.text]).toEqual([204, '']);
    expect(await api.ask('GET', url)).toMatchObject({ status: 404, json: { code: 'WALLET_NOT_REGISTERED' } });
    expect((await api.ask('DELETE', `/wallet/manage/${address(9)}/`)).status).toBe(404);
    expect((await api.ask('DELETE', '/wallet/manage/0x12/')).status).toBe(400);
  });

  test('a client sees only its own wallets', async () => {
    await register(address(10));
    const other = await api.addKey({ client: 'other' });
    const headers = { 'x-api-key': other.key };
    expect((await api.ask('GET', '/wallet/manage/', { headers })).json).toMatchObject({
      count: 0,
      results: [],
    });
    expect((await api.ask('GET', `/wallet/balance/?wallet=${address(10)}`, { headers })).status).toBe(404);
    expect((await api.ask('DELETE', `/wallet/manage/${address(10)}/`, { headers })).status).toBe(404);
  });
});

describe('POST /wallet/manage/{address}/reload/', () => {
  const reload = (wallet: string, key: string) =>
    api.ask('POST', `/wallet/manage/${wallet}/reload/`, { headers: { 'x-api-key': key } });

  test('who runs the service has a wallet loaded anew: 202, it waits again, and it is written down', async () => {
    const { id: walletId } = registration.parse((await register(address(60))).json).results[0] ?? { id: 0 };
    // None of the others is due before it.
    await api.database.pool.query(
      "UPDATE sync SET next_run_at = now() + interval '1 hour' WHERE wallet_id <> $1",
      [walletId],
    );
    await commitAll(
      api.database,
      { transactions: [transactionRecord({ walletId, blockNumber: 5 })], transfers: [] },
      true,
    );
    const operator = await api.addKey({ scopes: ['admin'] });
    const { status, headers, json } = await reload(address(60), operator.key);
    expect([status, json]).toEqual([202, { id: walletId, address: address(60), is_loaded: false }]);
    // 10,000 units are allowed at once, and it weighs as much as registering: ten.
    expect(headers['ratelimit-remaining']).toBe('9990');
    const ofWallet = (await api.ask('GET', `/wallet/manage/?wallet=${address(60)}`)).json;
    expect(ofWallet).toMatchObject({ results: [{ sync: [{ phase: 'QUEUED', synced_block: null }] }] });
    const { rows } = await api.database.pool.query(
      "SELECT actor_kind, actor_id, subject FROM audit_entry WHERE action = 'wallet_reloaded'",
    );
    expect(rows).toEqual([{ actor_kind: 'key', actor_id: operator.id, subject: address(60) }]);
  });

  test('other keys may not, and what is not registered cannot be; nothing is written down', async () => {
    await register(address(61));
    const refused = await reload(address(61), api.key);
    expect([refused.status, problem.partial().parse(refused.json).code]).toEqual([403, 'FORBIDDEN']);
    const operator = await api.addKey({ scopes: ['admin'] });
    const unknown = await reload(address(62), operator.key);
    expect(unknown.status).toBe(404);
    expect(unknown.json).toMatchObject({
      code: 'WALLET_NOT_REGISTERED',
      detail: expect.stringContaining(address(62)),
    });
    const subjects = [address(61), address(62)];
    const { rows } = await api.database.pool.query(
      'SELECT action FROM audit_entry WHERE subject = ANY ($1)',
      [subjects],
    );
    expect(rows).toEqual([]);
  });
});

describe('reading a wallet that is not registered', () => {
  test.each(['transfer', 'transaction', 'balance'])('GET /wallet/%s/: 404 naming it', async (resource) => {
    const { status, json } = await api.ask(
      'GET',
      `/wallet/${resource}/?wallet=${address(1)},${repeated('b')}`,
    );
    expect(status).toBe(404);
    expect(json).toMatchObject({
      code: 'WALLET_NOT_REGISTERED',
      detail: expect.stringContaining(repeated('b')),
      errors: [{ path: 'wallet', message: `${repeated('b')} is not registered` }],
    });
  });
});

describe('one wallet, and some of them', () => {
  test('GET /wallet/manage/{address}/ is the item of the list', async () => {
    await register(address(21));
    const { json } = await api.ask('GET', `/wallet/manage/?wallet=${address(21)}`);
    const { results } = z.object({ count: z.literal(1), results: z.array(z.looseObject({})) }).parse(json);
    expect(results).toMatchObject([{ address: address(21), is_loaded: false, stale_since: null }]);
    const one = await api.ask('GET', `/wallet/manage/${address(21)}/`);
    expect([one.status, one.json]).toEqual([200, results[0]]);
  });

  test('the filter `wallet`: those, in the order asked, in pages and as CSV', async () => {
    for (const number of [22, 23]) await register(address(number));
    const query = `wallet=${address(23)},${address(22)}`;
    const first = await api.ask('GET', `/wallet/manage/?${query}&page_size=1`);
    expect(first.json).toMatchObject({
      ...{ count: 2, results: [{ address: address(23) }] },
      next: `http://api.test/wallet/manage/?${query}&page_size=1&page=2`,
    });
    const { text } = await api.ask('GET', `/wallet/manage/?${query}`, { headers: { accept: 'text/csv' } });
    const rows = text.trimEnd().split('\r\n').slice(1);
    expect(rows.map((row) => row.split(',')[1])).toEqual([address(23), address(22)]);
  });

  test('one that is not registered: 404 naming it; none: 400', async () => {
    for (const path of [`/wallet/manage/${repeated('d')}/`, `/wallet/manage/?wallet=${repeated('d')}`]) {
      expect(await api.ask('GET', path)).toMatchObject({
        ...{ status: 404, json: { code: 'WALLET_NOT_REGISTERED', errors: [{ path: 'wallet' }] } },
      });
    }
    expect((await api.ask('GET', '/wallet/manage/0x12/')).status).toBe(400);
  });
});
