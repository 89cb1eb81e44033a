/** How much one client may store, and what it is told: over both APIs, and by many requests at once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createClient, updateClientSettings } from '../../src/store/clients/client-rows.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { storeLookups } from '../support/history.ts';
import { address } from '../support/records.ts';

let api: TestApi;
let nextAddress = 1;
let nextClient = 1;
beforeAll(async () => {
  api = await createTestApi({
    graphql: 'real',
    clientLimits: { wallets: 5, labels: 4, corrections: 3, webhooks: 2 },
  });
  await storeLookups(api.database);
});
afterAll(() => api.close());

interface Client {
  name: string;
  headers: { 'x-api-key': string };
}

async function freshClient(settings: Record<string, string> = {}): Promise<Client> {
  const name = `client-${nextClient++}`;
  await createClient(api.database, name);
  await updateClientSettings(api.database, name, settings);
  const { key } = await api.addKey({ client: name });
  return { name, headers: { 'x-api-key': key } };
}

const fresh = () => address(nextAddress++);
const register = ({ headers }: Client, ...wallets: string[]) =>
  api.ask('POST', '/wallet/manage/', { payload: { address: wallets.join(',') }, headers });
const label = ({ headers }: Client, wallet: string, method: 'POST' | 'PUT' = 'POST') =>
  api.ask(method, method === 'POST' ? '/wallet/label/' : `/wallet/label/${wallet}/`, {
    payload: { address: wallet, name: 'x', tags: [] },
    headers,
  });
const addLot = ({ headers }: Client, wallet: string) =>
  api.ask('POST', '/wallet/correction/', {
    payload: {
      ...{
        kind: 'OPENING_LOT',
        wallet,
        blockchain: '1',
        quantity: '1',
        acquired_at: '2020-01-01',
        cost: '1',
      },
      token_address: '0x0000000000000000000000000000000000000000',
    },
    headers,
  });
const countOf = z.object({ count: z.int() });
const walletsOf = async ({ headers }: Client): Promise<number> =>
  countOf.parse((await api.ask('GET', '/wallet/manage/', { headers })).json).count;

test('wallets: no more than the limit, what is there stays, and one that leaves makes room', async () => {
  const client = await freshClient();
  const [first = '', ...others] = [fresh(), fresh(), fresh(), fresh()];
  expect((await register(client, first, ...others)).status).toBe(201);
  // Two more would be six: neither is taken.
  const refused = await register(client, fresh(), fresh());
  expect(refused).toMatchObject({ status: 409, json: { code: 'LIMIT_REACHED', status: 409 } });
  expect(refused.text).toContain('at most 5 wallets');
  expect(refused.text).toContain('MAX_WALLETS_PER_CLIENT');
  expect(await walletsOf(client)).toBe(4);
  expect((await register(client, fresh())).status).toBe(201);
  expect((await register(client, fresh())).status).toBe(409);
  // Registering again what is registered adds nothing.
  expect((await register(client, first)).status).toBe(200);
  await api.ask('DELETE', `/wallet/manage/${first}/?still_mine=false`, { headers: client.headers });
  expect((await register(client, fresh())).status).toBe(201);
  // Another client has its own.
  expect((await register(await freshClient(), first)).status).toBe(201);
});

test('over GraphQL', async () => {
  const client = await freshClient({ walletLimit: '1' });
  const ask = (query: string) => api.ask('POST', '/graphql', { payload: { query }, headers: client.headers });
  const two = await ask(
    `mutation { registerWallets(input: { addresses: ["${fresh()}", "${fresh()}"] }) { wallets { id } } }`,
  );
  expect(two.json).toMatchObject({
    errors: [
      { message: expect.stringContaining('at most 1 wallets'), extensions: { code: 'LIMIT_REACHED' } },
    ],
  });
  expect(await walletsOf(client)).toBe(0);
});

test('a limit of its own takes the place of the configured one', async () => {
  const [more, less] = [await freshClient({ walletLimit: '7' }), await freshClient({ walletLimit: '2' })];
  const seven = Array.from({ length: 7 }, fresh);
  expect((await register(more, ...seven)).status).toBe(201);
  expect((await register(more, fresh())).status).toBe(409);
  expect((await register(less, ...seven.slice(0, 3))).status).toBe(409);
  expect((await register(less, ...seven.slice(0, 2))).status).toBe(201);
});

describe('of many requests at once, only as many as there is room for', () => {
  test('wallets', async () => {
    const client = await freshClient();
    const answers = await Promise.all(Array.from({ length: 20 }, () => register(client, fresh())));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    expect(statuses.filter((status) => status === 409)).toHaveLength(15);
    expect(await walletsOf(client)).toBe(5);
  });

  test('labels, new and put', async () => {
    const client = await freshClient();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_none, index) => label(client, fresh(), index % 2 === 0 ? 'POST' : 'PUT')),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(4);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(16);
    const { json } = await api.ask('GET', '/wallet/label/', { headers: client.headers });
    expect(json).toMatchObject({ count: 4 });
    // One that is there may still be changed.
    const stored = z.object({ results: z.array(z.object({ address: z.string() })) }).parse(json).results[0];
    expect((await label(client, stored?.address ?? '', 'PUT')).status).toBe(200);
    expect((await label(client, stored?.address ?? '')).json).toMatchObject({ code: 'CONFLICT' });
  });

  test('corrections, of several wallets', async () => {
    const client = await freshClient();
    const wallets = [fresh(), fresh()];
    await register(client, ...wallets);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_none, index) => addLot(client, wallets[index % 2] ?? '')),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const { status, json } of answers.filter((answer) => answer.status !== 201)) {
      expect({ status, json }).toMatchObject({ status: 409, json: { code: 'LIMIT_REACHED' } });
    }
  });
});

test('registering weighs ten units, a read one', async () => {
  const own = await createTestApi({
    ...{ graphql: 'real', database: api.database, now: () => 1_000_000_000 },
    limits: { requestsPerSecond: 1, burst: 25 },
  });
  try {
    const left = async (ask: Promise<{ headers: Record<string, unknown> }>) =>
      Number((await ask).headers['ratelimit-remaining']);
    expect(await left(own.ask('GET', '/wallet/manage/'))).toBe(24);
    expect(await left(own.ask('POST', '/wallet/manage/', { payload: { address: fresh() } }))).toBe(14);
    const query = `mutation { registerWallets(input: { addresses: ["${fresh()}"] }) { clientMutationId } }`;
    const answer = await own.ask('POST', '/graphql', { payload: { query } });
    expect(answer.json).toMatchObject({ extensions: { cost: { units: 10 } } });
  } finally {
    await own.close();
  }
});

describe('texts that do not look like what they are', () => {
  // As JSON text: a request's own encoder would not write half a surrogate pair as bytes.
  const bodies = ['\\ud83d', 'x\\u202Egnp', 'Bin\\u200Bance', '\\u0000'];

  test.each(bodies)('a label named %s is refused over REST', async (text) => {
    const payload = `{"address":"${fresh()}","name":"a${text}","tags":["b"]}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await api.ask('POST', '/wallet/label/', { payload, headers });
    expect(answer).toMatchObject({ status: 400, json: { code: 'BAD_INPUT', errors: [{ path: 'name' }] } });
    const tagged = payload.replace(`"a${text}"`, '"a"').replace('"b"', `"b${text}"`);
    expect(await api.ask('POST', '/wallet/label/', { payload: tagged, headers })).toMatchObject({
      status: 400,
      json: { errors: [{ path: 'tags' }] },
    });
  });

  test.each(bodies)('a label named %s is refused over GraphQL', async (text) => {
    const query =
      'mutation ($n: String!) { setCustomLabel(input: { address: "0x00000000000000000000000000000000000000f1", name: $n }) { clientMutationId } }';
    const answer = await api.ask('POST', '/graphql', {
      payload: `{"query":${JSON.stringify(query)},"variables":{"n":"a${text}"}}`,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.json).toMatchObject({ errors: [{ extensions: { code: 'BAD_INPUT' } }] });
  });

  test('a note of a correction, too', async () => {
    const client = await freshClient();
    const wallet = fresh();
    await register(client, wallet);
    const payload =
      `{"kind":"OPENING_LOT","wallet":"${wallet}","blockchain":"1","token_address":"0x0000000000000000000000000000000000000000",` +
      '"quantity":"1","acquired_at":"2020-01-01","cost":"1","note":"a\\ud83d"}';
    const headers = { ...client.headers, 'content-type': 'application/json' };
    const answer = await api.ask('POST', '/wallet/correction/', { payload, headers });
    expect(answer).toMatchObject({ status: 400, json: { errors: [{ path: 'note' }] } });
  });
});
