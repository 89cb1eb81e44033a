/** Keys that are in the code of pages: for which pages they answer, and how much of them one address gets. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hideApiKeys } from '../../src/errors.ts';
import { createPageLimits } from '../../src/http/keys/page-keys.ts';
import { generateApiKey } from '../../src/use-cases/access/key-text.ts';
import { checkedBounds } from '../../src/use-cases/admin/key-input.ts';
import { rotateKey } from '../../src/use-cases/admin/keys.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { storeHistory, wallet } from '../support/history.ts';
import { repeated } from '../support/records.ts';

const origin = 'https://app.example.com';
const other = 'http://localhost:5173';
const bounds = { origins: [origin, other], wallets: [wallet], addressUnits: 3 };

let api: TestApi;
let key: string;
let clock = Date.UTC(2026, 0, 1);

beforeAll(async () => {
  api = await createTestApi({ graphql: 'real', trustProxy: true, now: () => clock });
  await storeHistory(api.database, api.clientId);
});
beforeEach(async () => {
  key = (await api.addKey({ publishable: bounds })).key;
});
afterAll(() => api?.close());

const transfers = `/wallet/transfer/?wallet=${wallet}&page_size=1`;
const read = (headers: Record<string, string>, url = transfers) =>
  api.ask('GET', url, { headers: { 'x-api-key': key, ...headers } });

describe('origins', () => {
  test.each([origin, other])('%s is named by the key: it alone may read the answer', async (from) => {
    const { status, headers } = await read({ origin: from });
    expect(status).toBe(200);
    expect(headers['access-control-allow-origin']).toBe(from);
    expect(String(headers.vary).split(/, */)).toContain('Origin');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  test('without an origin: ORIGIN_REQUIRED', async () => {
    const { status, json, headers } = await read({});
    expect([status, json]).toMatchObject([403, { code: 'ORIGIN_REQUIRED' }]);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test.each([
    'null',
    'https://app.example.com.evil.test',
    'https://evil-app.example.com',
    'https://sub.app.example.com',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://APP.example.com',
    'https://app.example.com/',
    '*',
    '',
  ])('%j is another one: ORIGIN_NOT_ALLOWED', async (from) => {
    const { status, json, headers } = await read({ origin: from });
    expect([status, json]).toMatchObject([403, { code: 'ORIGIN_NOT_ALLOWED' }]);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  test('the same at /graphql', async () => {
    const ask = (from: string) =>
      api.ask('POST', '/graphql', {
        headers: { 'x-api-key': key, origin: from, 'content-type': 'application/json' },
        payload: { query: '{ blockchains { slug } }' },
      });
    const { status, headers, json } = await ask(origin);
    expect([status, json]).toMatchObject([200, { data: { blockchains: expect.anything() } }]);
    expect(headers['access-control-allow-origin']).toBe(origin);
    expect(String(headers.vary)).toContain('Origin');
    expect(await ask('https://evil.test')).toMatchObject({
      status: 403,
      json: { code: 'ORIGIN_NOT_ALLOWED' },
    });
  });

  test('a preflight carries no key: any page may ask whether it may ask', async () => {
    const { status, headers } = await api.ask('OPTIONS', transfers, {
      headers: {
        origin: 'https://evil.test',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key',
      },
    });
    expect(status).toBe(204);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });
});

test('files are not to be had, by parameter, path or header', async () => {
  for (const [url, headers] of [
    [`/wallet/transfer.csv?wallet=${wallet}`, {}],
    [`/wallet/transfer/?wallet=${wallet}&format=csv`, {}],
    [`/wallet/transfer/?wallet=${wallet}`, { accept: 'text/csv' }],
  ] as const) {
    expect(await read({ origin, ...headers }, url), url).toMatchObject({ status: 403 });
  }
});

describe('limits per address', () => {
  const from = (address: string) => read({ origin, 'x-forwarded-for': address });

  test('three units a minute for each address, whatever others use', async () => {
    for (let count = 0; count < 3; count += 1) expect((await from('192.0.2.1')).status).toBe(200);
    const refused = await from('192.0.2.1');
    // 3 units a minute are one in 20 s.
    expect(refused).toMatchObject({
      status: 429,
      json: { code: 'RATE_LIMITED' },
      headers: { 'retry-after': '20' },
    });
    expect((await from('192.0.2.2')).status).toBe(200);
    clock += 20_000;
    expect((await from('192.0.2.1')).status).toBe(200);
    expect((await from('192.0.2.1')).status).toBe(429);
  });

  test('another key is not concerned, and secret keys have no such limit', async () => {
    for (let count = 0; count < 3; count += 1) await from('192.0.2.3');
    expect((await from('192.0.2.3')).status).toBe(429);
    const second = await api.addKey({ publishable: bounds });
    const headers = { origin, 'x-forwarded-for': '192.0.2.3' };
    expect(
      (await api.ask('GET', transfers, { headers: { ...headers, 'x-api-key': second.key } })).status,
    ).toBe(200);
    for (let count = 0; count < 5; count += 1) {
      expect((await api.ask('GET', transfers, { headers })).status).toBe(200);
    }
  });
});

test('refusals for a wrong origin weigh as what comes without a key', async () => {
  const small = await createTestApi({ database: api.database, limits: { keylessUnitsPerMinute: 2 } });
  try {
    const ask = async () =>
      (await small.ask('GET', transfers, { headers: { 'x-api-key': key, origin: 'https://evil.test' } }))
        .status;
    expect([await ask(), await ask(), await ask()]).toEqual([403, 403, 429]);
  } finally {
    await small.close();
  }
});

test('a rotated key is bound as the old one was', async () => {
  const old = await api.addKey({ publishable: bounds });
  const overlapEnds = new Date(Date.now() + 60_000);
  const next = await rotateKey(api.database, old.id, { overlapEnds, expiresAt: undefined });
  expect(next.key).toMatch(/^wdp_/);
  expect(next.row.publishable).toEqual(bounds);
  const headers = { 'x-api-key': next.key, origin: 'https://evil.test' };
  expect((await api.ask('GET', transfers, { headers })).status).toBe(403);
});

test('what a key may be bound to', () => {
  const check = (input: Partial<typeof bounds>) => checkedBounds({ ...bounds, ...input });
  expect(check({ wallets: [wallet, wallet], origins: [origin, origin] })).toEqual({
    ...{ wallets: [wallet], origins: [origin], addressUnits: 3 },
  });
  for (const wrong of [
    ...['*', 'null', 'https://*.example.com', 'app.example.com', 'file:///x', 'https://App.example.com'],
    ...[
      'https://app.example.com/',
      'https://app.example.com/path',
      'https://app.example.com:443',
      ' https://a.test',
    ],
  ]) {
    expect(() => check({ origins: [wrong] }), wrong).toThrow(/origins: /);
  }
  expect(() => check({ origins: [] })).toThrow('1 to 20');
  expect(() => check({ wallets: [] })).toThrow('1 to 100');
  expect(() => check({ wallets: Array.from({ length: 101 }, () => wallet) })).toThrow('1 to 100');
  expect(() => check({ addressUnits: 0 })).toThrow('address_units');
  expect(() => check({ wallets: ['0x12'] })).toThrow('is not an address');
  // The first twenty are named.
  expect(() => check({ wallets: Array.from({ length: 100 }, () => '0x12') })).toThrow(/; and 80 more$/);
});

test('its text is hidden wherever a client’s text is quoted', () => {
  const { id, key: text } = generateApiKey('publishable');
  expect(hideApiKeys(`no wallet ${text}`)).toBe(`no wallet wdp_${id}_[hidden]`);
});

test('nothing tells a wallet outside of the list from one that was never registered', async () => {
  const outside = repeated('7');
  await api.ask('POST', '/wallet/manage/', { payload: { addresses: [outside] } });
  const never = repeated('8');
  const answers: string[] = [];
  for (const address of [outside, never]) {
    clock += 60_000;
    const { status, text } = await read(
      { origin, 'x-request-id': 'same' },
      transfers.replace(wallet, address),
    );
    answers.push(`${status} ${text.replaceAll(address, 'it')}`);
  }
  expect(answers[0]).toBe(answers[1]);
  expect(answers[0]).toContain('404');
});

test('what its statements cost beyond what was weighed is owed by the address, not by the key alone', async () => {
  // Each statement takes longer than a microsecond, and so owes whole minutes of the address.
  const dear = await createTestApi({
    ...{ database: api.database, trustProxy: true, now: () => clock },
    limits: { statementMsPerUnit: 0.001, requestsPerSecond: 1e9, burst: 1e9 },
  });
  const { key: own } = await dear.addKey({ publishable: { ...bounds, addressUnits: 120 } });
  const ask = async (address: string) =>
    (await dear.ask('GET', transfers, { headers: { 'x-api-key': own, origin, 'x-forwarded-for': address } }))
      .status;
  expect([await ask('192.0.2.1'), await ask('192.0.2.1'), await ask('192.0.2.2')]).toEqual([200, 429, 200]);
  // It owes one minute's units at most.
  clock += 61_000;
  expect(await ask('192.0.2.1')).toBe(200);
  await dear.close();
});

test('what an address has used is known still, however many other limits there are', () => {
  const limits = createPageLimits(() => 0);
  const binding = (addressUnits: number) => ({
    origins: null,
    addressUnits,
    holder: 'visitor',
    mayExport: false,
  });
  // With a holder that is named, nothing of the request is looked at; owing takes a minute's units at most.
  const owed = (addressUnits: number, units: number) =>
    limits.owe('key', binding(addressUnits), { ip: '192.0.2.1' }, units);
  expect(owed(120, 150)).toBe(15);
  for (let other = 1_000; other < 1_200; other += 1) {
    owed(other, 1);
    // 30 units of the 120 a minute are owed still, which takes a quarter of it.
    expect(owed(120, 0)).toBe(15);
  }
});
