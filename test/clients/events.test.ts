/** The client follows a wallet through whatever a network does, and Relay reads by it: a real service behind a connection that can be cut. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  Environment,
  fetchQuery,
  Network,
  Observable,
  RecordSource,
  requestSubscription,
  Store,
} from 'relay-runtime';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, createClient } from '../../packages/client/src/client.ts';
import { relayFunctions } from '../../packages/client/src/relay.ts';
import type { WatchBatch } from '../../packages/client/src/watch.ts';
import { upsertBlockchains } from '../../src/store/lookups/lookup-writes.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { blockchain, ethereum, registerWallet } from '../support/builders.ts';
import { address, hash } from '../support/records.ts';
import { withCompiledApp } from '../support/relay.ts';
import { commit, items, type TestWallet } from '../use-cases/stream-world.ts';

let api: TestApi;
let wire: Wire;
let client: Client;
let next = 0xe00;

beforeAll(async () => {
  api = await createTestApi({ graphql: 'real' });
  await upsertBlockchains(api.database, [blockchain(ethereum, 'Ethereum', 'ETH')]);
  const { port } = new URL(await api.server.listen({ host: '127.0.0.1', port: 0 }));
  wire = await openWire(Number(port));
  client = createClient({ url: wire.url, key: api.key, retries: 0 });
});
afterAll(async () => {
  await wire?.close();
  await api?.close();
});

interface Wire {
  url: string;
  /** Ends every connection, and refuses new ones until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

async function openWire(port: number): Promise<Wire> {
  const open = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(port, '127.0.0.1');
    for (const one of [near, far]) {
      open.add(one);
      one.on('error', () => {});
      one.once('close', () => {
        open.delete(one);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const cut = (): void => {
    isCut = true;
    for (const one of open) one.destroy();
  };
  return {
    url: `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : ''}`,
    cut,
    mend: () => {
      isCut = false;
    },
    close() {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

async function newWallet(): Promise<TestWallet> {
  next += 1;
  const caller = { clientId: api.clientId, keyId: 'k', scopes: [] };
  return { id: await registerWallet(api.database, caller, address(next)), address: address(next) };
}

type Batches = AsyncGenerator<WatchBatch, void, undefined>;

/** The numbers of the next events; there are some in it. */
async function numbers(batches: Batches): Promise<[number[], string]> {
  for (;;) {
    const { value } = await batches.next();
    if (value === undefined) throw new Error('there are no more batches');
    if (value.events.length > 0) return [value.events.map(({ sequence }) => sequence), value.cursor];
  }
}

test('it begins at the end, tells what comes, and goes on from any cursor', async () => {
  const wallet = await newWallet();
  const wallets = [wallet.address];
  await commit(api.database, wallet, items(1));
  const batches = client.watch({ wallets });
  const first = await batches.next();
  expect(first.value).toEqual({ events: [], cursor: expect.any(String) });
  const waiting = numbers(batches);
  await commit(api.database, wallet, items(2));
  const [told, cursor] = await waiting;
  expect(told).toEqual([2]);
  await batches.return();
  await commit(api.database, wallet, items(3));
  const again = client.watch({ wallets, after: cursor });
  expect((await numbers(again))[0]).toEqual([3]);
  await again.return();
  const all = client.watch({ wallets, after: null, types: ['transfer.added'] });
  expect((await numbers(all))[0]).toEqual([2, 3]);
  await all.return();
});

test('what happens while connections are cut is told once they are back, all of it, once', async () => {
  const wallet = await newWallet();
  await commit(api.database, wallet, items(1));
  const batches = client.watch({ wallets: [wallet.address], after: null, pollMs: 200 });
  const seen = [...(await numbers(batches))[0]];
  for (const round of [1, 2]) {
    wire.cut();
    const waiting = numbers(batches);
    await commit(api.database, wallet, items(round * 2));
    await commit(api.database, wallet, items(round * 2 + 1));
    wire.mend();
    seen.push(...(await waiting)[0]);
    if (seen.length % 2 === 0) seen.push(...(await numbers(batches))[0]);
  }
  await batches.return();
  expect(seen).toEqual([1, 2, 3, 4, 5]);
});

test('without streams it looks now and then', async () => {
  const wallet = await newWallet();
  const asked = new Set<string>();
  const pollOnly = createClient({
    ...{ url: wire.url, key: api.key },
    fetch: async (input, options) => {
      const { pathname } = new URL(String(input));
      asked.add(pathname);
      return pathname === '/graphql' ? new Response('<html>', { status: 404 }) : fetch(input, options);
    },
  });
  const batches = pollOnly.watch({ wallets: [wallet.address], pollMs: 50 });
  await batches.next();
  const waiting = numbers(batches);
  await commit(api.database, wallet, items(1));
  expect((await waiting)[0]).toEqual([1]);
  expect([...asked].sort()).toEqual(['/graphql', '/wallet/event/']);
  await batches.return();
});

test('what does not pass is thrown and says what to do; the caller can end the waiting', async () => {
  const wallet = await newWallet();
  const wallets = [wallet.address];
  await commit(api.database, wallet, items(1));
  await commit(api.database, wallet, items(2));
  await api.database.pool.query('DELETE FROM wallet_event WHERE wallet_id = $1 AND told_to < 2', [wallet.id]);
  await expect(client.watch({ wallets, after: 0 }).next()).rejects.toMatchObject({
    ...{ code: 'GONE_FROM_LOG', status: 410, message: expect.stringContaining('list') },
  });
  await expect(client.watch({ wallets: [address(0xdead)] }).next()).rejects.toMatchObject({
    code: 'WALLET_NOT_REGISTERED',
  });
  const away = createClient({ url: 'http://127.0.0.1:9', key: 'wdk_k', retries: 0 });
  await expect(away.watch({ wallets, patienceMs: 100 }).next()).rejects.toMatchObject({
    code: 'UNREACHABLE',
  });

  const controller = new AbortController();
  const batches = client.watch({ wallets, signal: controller.signal });
  await batches.next();
  const waiting = expect(batches.next()).rejects.toThrow('enough');
  controller.abort(new Error('enough'));
  await waiting;
  expect((await batches.next()).done).toBe(true);
});

const app = `
import { graphql } from 'relay-runtime';
export const list = graphql\`
  query AppListQuery($wallets: [Address!]!) { transfers(wallets: $wallets) { nodes { id hash } } }
\`;
export const watch = graphql\`
  subscription AppWatchSubscription($wallets: [Address!]!) { events(wallets: $wallets) { event { transfer { hash } } } }
\`;
`;

test('Relay reads and subscribes by it', async () => {
  const wallet = await newWallet();
  await commit(api.database, wallet, items(1));
  const variables = { wallets: [wallet.address] };
  await withCompiledApp({ source: app, language: 'javascript' }, async (directory) => {
    const compiled = async (name: string) =>
      (await import(pathToFileURL(join(directory, `${name}.graphql.js`)).href)).default;
    const { fetch, subscribe } = relayFunctions(client, (source) => Observable.create(source));
    const environment = new Environment({
      network: Network.create(fetch, subscribe),
      store: new Store(new RecordSource()),
    });
    const query = await compiled('AppListQuery');
    expect(await fetchQuery(environment, query, variables).toPromise()).toMatchObject({
      transfers: { nodes: [{ hash: hash(1) }] },
    });
    const refused = fetchQuery(environment, query, { wallets: [address(0xdead)] }).toPromise();
    await expect(refused).rejects.toMatchObject({ code: 'WALLET_NOT_REGISTERED' });

    const told: unknown[] = [];
    const { dispose } = requestSubscription(environment, {
      subscription: await compiled('AppWatchSubscription'),
      variables,
      onNext: (answer) => told.push(answer),
    });
    await expect.poll(() => told).toEqual([{ events: { event: null } }]);
    await commit(api.database, wallet, items(2));
    await expect.poll(() => told[1]).toEqual({ events: { event: { transfer: { hash: hash(2) } } } });
    dispose();
  });
});
