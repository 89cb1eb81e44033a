/** GraphQL over HTTP: the specification's audit, subscriptions as server-sent events, and GraphiQL's page. */
import { parse, validate } from 'graphql';
import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphiqlOptions } from '../../src/graphql/graphiql.ts';
import { schema } from '../../src/graphql/schema.ts';
import type { GraphqlRequestContext } from '../../src/graphql/server.ts';
import type { Caller } from '../../src/use-cases/model/view-model.ts';
import { buildWorld, registerWallet, store, type World } from '../support/builders.ts';
import { baseUrl, createGraphqlClient, type GraphqlClient } from '../support/graphql.ts';
import { address, hash, transactionRecord, transferRecord } from '../support/records.ts';
import { eventsOf } from '../support/server-events.ts';
import { useTestDatabase } from '../support/use-database.ts';

const db = useTestDatabase();
let world: World;
let graphql: GraphqlClient;
let alice: Caller;

beforeAll(async () => {
  world = await buildWorld(db.database);
  graphql = createGraphqlClient(world);
  alice = await world.caller('alice');
});

afterAll(async () => {
  await world.readModel.close();
});

test('passes the audit of graphql-http', async () => {
  const context = { caller: alice, baseUrl, requestId: 'audit' };
  const results = await auditServer({
    url: `${baseUrl}/graphql`,
    fetchFn: (url: string, init: RequestInit = {}) => graphql.handler.handle(url, init, context),
  });
  expect(results.length).toBeGreaterThan(50);
  const failed = results.filter(({ status }) => status !== 'ok');
  expect(failed.map((result) => `${result.name}: ${'reason' in result ? result.reason : ''}`)).toEqual([]);
});

test('behind a proxy with a path prefix', async () => {
  const response = await graphql.fetch(alice, {
    url: '/wallets/api/graphql',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ blockchains { chainId } }' }),
  });
  expect(await response.json()).toEqual({
    data: { blockchains: [{ chainId: 1 }, { chainId: 137 }] },
    // The list counts as ten of its one field, and itself.
    extensions: { cost: { requested: 11, limit: 100_000, units: 1 } },
  });
});

const subscription =
  'subscription ($addresses: [Address!]!) { walletSync(addresses: $addresses) { isLoaded sync { phase percent } } }';

function subscribe(caller: Caller, addresses: string[], signal?: AbortSignal): Promise<Response> {
  return graphql.fetch(caller, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: subscription, variables: { addresses } }),
    ...(signal && { signal }),
  });
}

test('walletSync streams progress and ends when loaded', async () => {
  const wallet = address(0x51);
  const walletId = await registerWallet(db.database, alice, wallet);
  const response = await subscribe(alice, [wallet]);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
  const seen: unknown[] = [];
  for await (const { event, data } of eventsOf(response)) {
    seen.push(event === 'next' ? data : event);
    if (seen.length === 1) {
      await store(db.database, { walletId }, {}, { phase: 'BACKFILL', syncedBlock: 400, loaded: false });
    }
    if (seen.length === 2) await store(db.database, { walletId });
  }
  const state = (isLoaded: boolean, phase: string, percent: number) => ({
    data: { walletSync: { isLoaded, sync: [{ phase, percent }] } },
  });
  expect(seen).toEqual([
    state(false, 'QUEUED', 0),
    state(false, 'BACKFILL', 40),
    state(true, 'FOLLOWING', 100),
    'complete',
  ]);
});

test('a subscriber that leaves is forgotten', async () => {
  const wallet = address(0x52);
  await registerWallet(db.database, alice, wallet);
  let left = false;
  const watching: World = {
    ...world,
    readModel: {
      ...world.readModel,
      watchWallets(caller, addresses) {
        const watch = world.readModel.watchWallets(caller, addresses);
        return {
          ...watch,
          [Symbol.asyncIterator]() {
            return this;
          },
          next: () => watch.next(),
          return: async () => {
            left = true;
            return (await watch.return?.()) ?? { done: true, value: undefined };
          },
        };
      },
    },
  };
  const client = createGraphqlClient(watching);
  const response = await client.fetch(alice, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query: subscription, variables: { addresses: [wallet] } }),
  });
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await expect.poll(() => left).toBe(true);
});

/** One transfer per transaction of the wallet, one commit each. */
async function storeTransfers(walletId: number, blocks: readonly number[]): Promise<void> {
  for (const blockNumber of blocks) {
    const at = { walletId, blockNumber, hash: hash(blockNumber) };
    const history = { transactions: [transactionRecord(at)], transfers: [transferRecord(at)] };
    await store(db.database, { walletId }, history);
  }
}

const addedSubscription = (fields: string): string =>
  `subscription ($wallets: [Address!]!, $after: String) { transferAdded(wallets: $wallets, after: $after) { cursor transfer { ${fields} } } }`;

type Limits = Pick<GraphqlRequestContext, 'charge' | 'pace'>;

function subscribeAdded(query: string, variables: object, limits: Limits = {}) {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify({ query, variables }),
  };
  const context = { caller: alice, baseUrl, requestId: 'added', ...limits };
  return graphql.handler.handle(`${baseUrl}/graphql`, request, context);
}

test('transferAdded: what lies behind a transfer is read anew for each event', async () => {
  const wallet = address(0x54);
  const walletId = await registerWallet(db.database, alice, wallet);
  await store(db.database, { walletId });
  const query = addedSubscription('hash wallet { sync { percent } } transaction { hash transfers { hash } }');
  const seen: unknown[] = [];
  for await (const { data } of eventsOf(await subscribeAdded(query, { wallets: [wallet] }))) {
    seen.push(data);
    if (seen.length === 3) break;
    const block = seen.length;
    const at = { walletId, blockNumber: block, hash: hash(block) };
    const history = { transactions: [transactionRecord(at)], transfers: [transferRecord(at)] };
    await store(db.database, { walletId }, history, { syncedBlock: 250 * block });
  }
  const event = (transfer: unknown) => ({
    data: { transferAdded: { cursor: expect.any(String), transfer } },
  });
  const transferIn = (block: number, percent: number) => {
    const own = { hash: hash(block) };
    return event({ ...own, wallet: { sync: [{ percent }] }, transaction: { ...own, transfers: [own] } });
  };
  expect(seen).toEqual([event(null), transferIn(1, 25), transferIn(2, 50)]);
});

test('transferAdded: events weigh on the key by what they ask for, and come as fast as it may have them', async () => {
  const wallet = address(0x55);
  const walletId = await registerWallet(db.database, alice, wallet);
  await store(db.database, { walletId });
  const taken: string[] = [];
  const mayGoOn = Promise.withResolvers<void>();
  const limits: Limits = {
    charge: async (units) => void taken.push(`charged ${units}`),
    async pace(units) {
      taken.push(`paced ${units}`);
      if (taken.length === 4) await mayGoOn.promise;
    },
  };
  // 500 transfers of 20 fields are a little over 10,000 fields: 3 units of 5,000, one of which the request itself was.
  const plain =
    'id hash timestamp amount side price value priceSource fee category taxTreatment isError isSpam';
  const wide = `${plain} blockchain { id chainId name slug symbol imageUrl }`;
  const query = addedSubscription(`hash wallet { transfers(first: 500) { nodes { ${wide} } } }`);
  const events = eventsOf(await subscribeAdded(query, { wallets: [wallet] }, limits));
  const next = async (): Promise<string> => JSON.stringify((await events.next()).value);
  expect(await next()).toContain('"transfer":null');
  await storeTransfers(walletId, [1, 2, 3]);
  expect(await next()).toContain(hash(1));
  const second = next();
  await expect.poll(() => taken.length).toBe(4);
  // The subscription, its beginning and two transfers: whole units, the rest counts with the events that follow.
  expect(taken).toEqual(['charged 2', 'paced 2', 'paced 2', 'paced 2']);
  mayGoOn.resolve();
  expect(await second).toContain(hash(2));
  expect(await next()).toContain(hash(3));
  await events.return(undefined);
});

test("another client's wallet cannot be followed", async () => {
  const wallet = address(0x53);
  await registerWallet(db.database, alice, wallet);
  const events = [];
  for await (const event of eventsOf(await subscribe(await world.caller('bob'), [wallet])))
    events.push(event);
  expect(JSON.stringify(events)).toContain('WALLET_NOT_REGISTERED');
  expect(JSON.stringify(events)).not.toContain('QUEUED');
});

test('every error names its request, also those of parsing and validation', async () => {
  for (const query of ['{', '{ nothing }', `{ wallet(address: "0x1") { id } }`]) {
    const response = await graphql.fetch(alice, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    expect(await response.json()).toMatchObject({ errors: [{ extensions: { requestId: 'request-1' } }] });
  }
});

test('a body that is no JSON is not repeated', async () => {
  const headers = { 'content-type': 'application/json' };
  const body = `{"query": ${'x'.repeat(10_000)}`;
  const response = await graphql.fetch(alice, { method: 'POST', headers, body });
  const text = await response.text();
  expect([response.status, text.length < 300]).toEqual([400, true]);
  expect(JSON.parse(text)).toMatchObject({
    errors: [{ message: 'The request body is not JSON.', extensions: { code: 'BAD_INPUT' } }],
  });
});

test('the examples that GraphiQL opens with are valid, and leave the key to the field that all tabs share', () => {
  const tabs = graphiqlOptions.defaultTabs ?? [];
  expect(tabs.length).toBeGreaterThan(2);
  for (const { query, headers } of tabs) {
    expect(validate(schema, parse(query ?? '')), query ?? '').toEqual([]);
    expect(headers).toBeUndefined();
  }
});

/** GraphQL over HTTP, 6.3: variables and extensions of a GET are JSON in a parameter. */
test.each(['{', '}', '"', '[1', '{"a":1,}', 'undefined', '\u0000', '1', '"x"', '[]'])(
  'variables that are no JSON object, %s: 400 that says so',
  async (variables) => {
    const parameters = `query=${encodeURIComponent('{ blockchains { id } }')}&variables=${encodeURIComponent(variables)}`;
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const byGet = await graphql.fetch(alice, { url: `/graphql?${parameters}`, headers: { accept } });
      const byForm = await graphql.fetch(alice, {
        method: 'POST',
        headers: {
          accept,
          'content-type': 'application/x-www-form-urlencoded',
          'x-graphql-yoga-csrf': 'yes',
        },
        body: parameters,
      });
      for (const response of [byGet, byForm]) {
        expect([response.status, await response.json()]).toMatchObject([
          400,
          { errors: [{ extensions: { code: expect.stringMatching(/^BAD_/), requestId: 'request-1' } }] },
        ]);
      }
    }
  },
);
