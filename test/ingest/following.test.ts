/** Following a chain for all wallets at once, on a real node behind a proxy that counts. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import type { Address } from '../../src/domain/model.ts';
import { openDatabase } from '../../src/store/connection/database.ts';
import { type NodeProxy, type ProxiedCall, startNodeProxy, without } from '../chains/support/node-proxy.ts';
import { loadFresh, prepare, readHead } from '../chaos/support/chain-state.ts';
import { type Loader, type LoaderOptions, startLoader } from '../chaos/support/loader.ts';
import { pollFor, waitUntilSynced } from '../chaos/support/snapshot.ts';
import { startWorkerProcess, type WorkerProcess } from '../chaos/support/worker-process.ts';
import { statementsOf } from '../support/builders.ts';
import { askNode } from '../support/explorer-fake/chain-index.ts';
import { createDatabase } from '../support/postgres.ts';
import { address } from '../support/records.ts';

const chainId = 31337;
const confirmations = 8;
// Anvil's first account.
const payer = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
/** Passes what it is paid on to the address in its call data: CALL(GAS, CALLDATALOAD(0), CALLVALUE, 0, 0, 0, 0). */
const forwarderCode = '0x600f80600b6000396000f36000600060006000346000355af100';

let anvil: Anvil;
let proxy: NodeProxy;
let forwarder: string;
let database: { url: string; drop: () => Promise<void> };
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  anvil = await startAnvil({ chainId });
  proxy = await startNodeProxy(anvil.rpcUrl);
  const { contractAddress } = await send({ data: forwarderCode });
  forwarder = contractAddress;
});
afterAll(async () => {
  await proxy?.stop();
  await anvil?.stop();
});
beforeEach(async () => {
  proxy.interfere({});
  database = await createDatabase();
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
  await database.drop();
});

async function send(transaction: object): Promise<{ contractAddress: string; blockNumber: number }> {
  const receipt: { contractAddress: string; blockNumber: string } = JSON.parse(
    JSON.stringify(await askNode(anvil.rpcUrl, 'eth_sendTransactionSync', [{ from: payer, ...transaction }])),
  );
  return { ...receipt, blockNumber: Number(receipt.blockNumber) };
}

const pay = (to: string, wei = 5) => send({ to, value: `0x${wei.toString(16)}` });
/** Paid by a contract: no transaction and no log names the receiver. */
const forward = (to: string, wei = 7) =>
  send({ to: forwarder, value: `0x${wei.toString(16)}`, data: `0x${to.slice(2).padStart(64, '0')}` });

const chainOf = (rpc: string) => ({
  ...{ chainId, name: 'Test', slug: 'test', symbol: 'ETH', rpc: [rpc], confirmations, pollSeconds: 0.1 },
});

async function follow(
  wallets: readonly Address[],
  options: Pick<LoaderOptions, 'onFollowed' | 'log'> = {},
): Promise<Loader> {
  const chain = chainOf(proxy.url);
  await prepare(database.url, chain, wallets);
  const loader = await startLoader({ databaseUrl: database.url, chain, owner: 'test', ...options });
  stops.push(loader.stop);
  await followsAll(loader.database);
  return loader;
}

type Pool = Loader['database'];

/** Until every wallet follows, and the cursor stands at the node's head. */
async function followsAll({ pool }: Pool): Promise<void> {
  await pollFor('all wallets follow at the head', 240_000, async () => {
    const { hash } = await readHead(anvil.rpcUrl);
    const { rows } = await pool.query(
      `SELECT FROM chain_cursor WHERE block_hash = $1 AND NOT EXISTS (SELECT FROM sync WHERE NOT follows)`,
      [hash],
    );
    return rows.length === 1 ? true : undefined;
  });
}

/** Every row of `sync`, with what changes whenever it is written. */
async function rowVersions({ pool }: Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ address: string; version: string }>(
    'SELECT address, sync.xmin::text AS version FROM sync JOIN wallet ON wallet.id = wallet_id ORDER BY address',
  );
  return new Map(rows.map((row) => [row.address, row.version]));
}

async function amountsOf({ pool }: Pool, wallet: Address): Promise<string[]> {
  const { rows } = await pool.query<{ amount: string }>(
    'SELECT amount::text FROM transfer JOIN wallet ON wallet.id = wallet_id WHERE address = $1 ORDER BY position',
    [wallet],
  );
  return rows.map(({ amount }) => amount);
}

let nextWallet = 10_000;
/** Wallets that no other test pays. */
const newWallets = (count: number): Address[] =>
  Array.from({ length: count }, () => {
    nextWallet += 1;
    return address(nextWallet);
  });

/** A request by what it is for: looks at the newest header are not counted, since time makes them. */
function kindOf({ method, params }: ProxiedCall): string | null {
  if (method !== 'eth_getBlockByNumber') return method;
  if (params[0] === 'latest') return null;
  return params[1] === true ? 'block' : 'header';
}

test.each([4, 80])(
  'with %i idle wallets a block costs three requests and no row is written',
  async (count) => {
    const strangers = [address(5), address(6)];
    const { database: db } = await follow(newWallets(count));
    // The trail of blocks reaches back to the last final one from here on.
    for (let block = 0; block < confirmations + 2; block += 1) await pay(address(5));
    await followsAll(db);
    const before = await rowVersions(db);
    const kinds = new Map<string, number>();
    proxy.interfere({
      answer(call) {
        const kind = kindOf(call);
        if (kind !== null) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
        return undefined;
      },
    });
    for (let block = 0; block < 6; block += 1) await pay(strangers[block % 2] ?? '');
    await followsAll(db);
    expect(Object.fromEntries(kinds)).toEqual({ block: 6, eth_getBlockReceipts: 6, trace_block: 6 });
    expect(await rowVersions(db)).toEqual(before);
  },
  120_000,
);

test.each([
  ['as it is', {}],
  ['without trace_filter', without('trace_filter')],
  ['without eth_getBlockReceipts', without('eth_getBlockReceipts')],
  ['with debug_traceBlockByNumber alone', without('trace_filter', 'trace_block', 'trace_transaction')],
])(
  'a node %s: who is paid, or is paid by a contract, is woken, nobody else',
  async (_name, interference) => {
    proxy.interfere(interference);
    const wallets = newWallets(6);
    const [paid = address(0), forwarded = address(0), ...idle] = wallets;
    const { database: db } = await follow(wallets);
    const before = await rowVersions(db);
    await pay(paid);
    await forward(forwarded);
    await expect.poll(() => amountsOf(db, paid), { timeout: 120_000 }).toEqual(['5']);
    await expect.poll(() => amountsOf(db, forwarded), { timeout: 120_000 }).toEqual(['7']);
    await followsAll(db);
    const after = await rowVersions(db);
    for (const wallet of idle) expect(after.get(wallet)).toBe(before.get(wallet));
  },
  120_000,
);

test('a re-org wakes only the wallets with something above the common block', async () => {
  const wallets = newWallets(5);
  const [above = address(0), below = address(0), ...idle] = wallets;
  const events: string[] = [];
  const { database: db } = await follow(wallets, { onFollowed: ({ event }) => events.push(event) });
  await pay(below, 11);
  await expect.poll(() => amountsOf(db, below), { timeout: 120_000 }).toEqual(['11']);
  for (let block = 0; block < 3; block += 1) await pay(address(5));
  await pay(above, 12);
  await expect.poll(() => amountsOf(db, above), { timeout: 120_000 }).toEqual(['12']);
  await followsAll(db);
  const before = await rowVersions(db);
  // As many blocks as before: what is remembered of those that were replaced is of no use.
  await askNode(anvil.rpcUrl, 'anvil_reorg', [2, []]);
  await expect.poll(() => amountsOf(db, above), { timeout: 120_000 }).toEqual([]);
  await followsAll(db);
  expect(events.filter((event) => event === 'reorgs')).toHaveLength(1);
  await pay(address(5));
  await followsAll(db);
  const after = await rowVersions(db);
  expect(after.get(above)).not.toBe(before.get(above));
  for (const wallet of [below, ...idle]) expect(after.get(wallet)).toBe(before.get(wallet));
  expect(await amountsOf(db, below)).toEqual(['11']);
}, 600_000);

test('one or two wallets follow by searches; with the third the chain is read for all', async () => {
  const [first = address(0), second = address(0), third = address(0)] = newWallets(3);
  const chain = chainOf(proxy.url);
  await prepare(database.url, chain, [first, second]);
  const loader = await startLoader({ databaseUrl: database.url, chain, owner: 'test', followFrom: 3 });
  stops.push(loader.stop);
  await waitUntilSynced(database.url, await readHead(anvil.rpcUrl), 240_000);
  proxy.interfere({});
  await pay(first);
  await expect.poll(() => amountsOf(loader.database, first), { timeout: 120_000 }).toEqual(['5']);
  expect(proxy.counts.get('trace_block')).toBeUndefined();
  await prepare(database.url, chain, [third]);
  await followsAll(loader.database);
}, 600_000);

test('a check finds and counts what the reading for all has missed', async () => {
  const events: [string, number][] = [];
  const wallet = newWallets(1)[0] ?? address(0);
  const { database: db } = await follow([wallet], {
    onFollowed: ({ event, count }) => events.push([event, count]),
  });
  // The node tells of the calls inside of transactions only who asks for a wallet's.
  proxy.interfere({
    change: ({ method }, result) =>
      method === 'trace_block' && Array.isArray(result)
        ? result.filter(({ traceAddress }: { traceAddress: number[] }) => traceAddress.length === 0)
        : result,
  });
  await forward(wallet);
  await followsAll(db);
  expect(await amountsOf(db, wallet)).toEqual([]);
  // A check whose turn comes while a reading has just failed has another one.
  const checked = async () => {
    await db.pool.query('UPDATE sync SET next_run_at = now() WHERE lease_owner IS NULL');
    return amountsOf(db, wallet);
  };
  await expect.poll(checked, { timeout: 120_000 }).toEqual(['7']);
  await expect.poll(() => events.filter(([event]) => event === 'missed')).toEqual([['missed', 1]]);
  expect(events).toContainEqual(['checks', 1]);
}, 600_000);

test('a check that finds nothing writes its row twice, tells nobody, and the next one begins behind it', async () => {
  const events: string[] = [];
  const wallets = newWallets(4);
  const { database: db } = await follow(wallets, { onFollowed: ({ event }) => events.push(event) });
  for (let block = 0; block < confirmations + 4; block += 1) await pay(address(5));
  await followsAll(db);
  const before = await rowVersions(db);
  const told: string[] = [];
  stops.push(await db.listen('wallet_changed', (payload) => told.push(payload)));
  const [checked = address(0), ...others] = wallets;
  const statements = await statementsOf(async () => {
    await db.pool.query(
      'UPDATE sync SET next_run_at = now() FROM wallet WHERE wallet.id = wallet_id AND address = $1',
      [checked],
    );
    await expect.poll(() => events.filter((event) => event === 'checks')).toHaveLength(1);
  });
  // The test's own, the lease, and what the check came to.
  expect(statements.filter((text) => /UPDATE sync\b/.test(text))).toHaveLength(3);
  expect(told).toEqual([]);
  const after = await rowVersions(db);
  for (const wallet of others) expect(after.get(wallet)).toBe(before.get(wallet));
  const { rows } = await db.pool.query<{ follows: boolean; isDue: boolean; block: number }>(
    `SELECT follows, next_run_at < now() + interval '50 minutes' AS "isDue", synced_block AS block,
       (SELECT safe_block FROM chain_cursor) AS safe FROM sync JOIN wallet ON wallet.id = wallet_id WHERE address = $1`,
    [checked],
  );
  const [row] = rows;
  // A turn is an hour, a tenth more or less; the last final block is so many behind the head.
  expect(row).toMatchObject({ follows: true, isDue: false });
  expect(row?.block).toBe((await readHead(anvil.rpcUrl)).number - confirmations);
  // It goes with the cursor as before.
  await pay(checked, 9);
  await expect.poll(() => amountsOf(db, checked), { timeout: 120_000 }).toEqual(['9']);
}, 600_000);

test('when the blocks of a chain cannot be read, its wallets go on alone', async () => {
  const events: [string, number][] = [];
  const [wallet = address(0)] = newWallets(1);
  const { database: db } = await follow([wallet], {
    onFollowed: ({ event, count }) => events.push([event, count]),
  });
  // One receipt is always missing.
  proxy.interfere({
    change: ({ method }, result) =>
      method === 'eth_getBlockReceipts' && Array.isArray(result) ? result.slice(1) : result,
  });
  await pay(wallet);
  await expect.poll(() => amountsOf(db, wallet), { timeout: 120_000 }).toEqual(['5']);
  expect(events.filter(([event]) => event === 'handed-back')).toEqual([['handed-back', 1]]);
  await pay(wallet);
  await expect.poll(() => amountsOf(db, wallet), { timeout: 120_000 }).toEqual(['5', '5']);
}, 600_000);

test('rounds that fail are told once, and once that the chain is followed again', async () => {
  const said: string[] = [];
  const keep = (level: string) => (_fields: object, message: string) => void said.push(`${level} ${message}`);
  const log = { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') };
  const [wallet = address(0)] = newWallets(1);
  const { database: db } = await follow([wallet], { log });
  const again = 'following the chain will be tried again';
  // One receipt is missing until it has failed once more since the log was told.
  const isOver = () => said.includes(`debug ${again}`);
  proxy.interfere({
    change: ({ method }, result) =>
      method === 'eth_getBlockReceipts' && Array.isArray(result) && !isOver() ? result.slice(1) : result,
  });
  await pay(wallet);
  await expect.poll(() => amountsOf(db, wallet), { timeout: 120_000 }).toEqual(['5']);
  const told = said.filter((line) => /^(?:info|warn|error) .*follow/.test(line));
  expect(told).toEqual([`warn ${again}`, 'info the chain is followed again']);
}, 600_000);

test('wallets that are far behind catch up by searches of their own, and follow again', async () => {
  const wallets = newWallets(3);
  const chain = chainOf(proxy.url);
  await prepare(database.url, chain, wallets);
  const first = await startLoader({ databaseUrl: database.url, chain, owner: 'first' });
  await followsAll(first.database);
  await first.stop();
  await pay(wallets[1] ?? '', 21);
  await askNode(anvil.rpcUrl, 'anvil_mine', ['0x12c']);
  proxy.interfere({});
  const second = await startLoader({ databaseUrl: database.url, chain, owner: 'second' });
  stops.push(second.stop);
  await followsAll(second.database);
  expect(await amountsOf(second.database, wallets[1] ?? address(0))).toEqual(['21']);
  // 300 blocks were not read one by one.
  expect(proxy.counts.get('trace_block') ?? 0).toBeLessThan(60);
}, 600_000);

test.each([5, 100])(
  'a re-org while nobody follows, %i blocks behind',
  async (blocks) => {
    const wallets = newWallets(4);
    const [undone = address(0), kept = address(0)] = wallets;
    const chain = chainOf(proxy.url);
    await prepare(database.url, chain, wallets);
    const first = await startLoader({ databaseUrl: database.url, chain, owner: 'first' });
    await followsAll(first.database);
    await pay(kept, 51);
    await askNode(anvil.rpcUrl, 'anvil_mine', ['0x3']);
    await pay(undone, 52);
    await expect.poll(() => amountsOf(first.database, undone), { timeout: 120_000 }).toEqual(['52']);
    await followsAll(first.database);
    await first.stop();
    // The block of the second payment and the one before are replaced; no final one is.
    await askNode(anvil.rpcUrl, 'anvil_reorg', [2, []]);
    await pay(kept, 53);
    await askNode(anvil.rpcUrl, 'anvil_mine', [`0x${blocks.toString(16)}`]);
    const second = await startLoader({ databaseUrl: database.url, chain, owner: 'second' });
    stops.push(second.stop);
    await followsAll(second.database);
    expect(await amountsOf(second.database, undone)).toEqual([]);
    expect(await amountsOf(second.database, kept)).toEqual(['51', '53']);
  },
  120_000,
);

test('of two processes one leads; when it is killed the other goes on where it was', async () => {
  const wallets = newWallets(3);
  const [wallet = address(0)] = wallets;
  const chain = chainOf(anvil.rpcUrl);
  await prepare(database.url, chain, wallets);
  const options = { databaseUrl: database.url, chain, leaseMs: 3_000 };
  const workers: WorkerProcess[] = ['one', 'two'].map((owner) => startWorkerProcess({ ...options, owner }));
  stops.push(() => Promise.all(workers.map((worker) => worker.kill())));
  await Promise.all(workers.map((worker) => worker.ready()));
  const db = await openDatabase({ url: database.url, maximumConnections: 2 });
  stops.push(db.close);
  await followsAll(db);
  const leaderNow = async () => {
    const { rows } = await db.pool.query<{ owner: string; ms: number }>(
      `SELECT lease_owner AS owner, extract(epoch FROM lease_until - clock_timestamp())::float8 * 1000 AS ms
       FROM job_lease WHERE job = $1`,
      [`follow chain ${chainId}`],
    );
    return rows[0];
  };
  const former = await leaderNow();
  await workers.find(({ owner }) => owner === former?.owner)?.kill();
  // Nobody has to wait for longer than the lease that is left, and one more look of the other.
  expect((await leaderNow())?.ms).toBeLessThan(4_000);
  await pay(wallet, 31);
  await expect.poll(() => amountsOf(db, wallet), { timeout: 120_000 }).toEqual(['31']);
  await followsAll(db);
  const other = workers.find(({ owner }) => owner !== former?.owner);
  expect(await leaderNow()).toMatchObject({ owner: other?.owner });
}, 600_000);

test('a wallet registered while the chain is followed has what a fresh load stores', async () => {
  const [early = address(0), late = address(0)] = newWallets(2);
  const { database: db } = await follow([early]);
  for (let block = 0; block < 12; block += 1) {
    await pay(late, 40 + block);
    if (block === 6) await prepare(database.url, chainOf(proxy.url), [late]);
  }
  await followsAll(db);
  const head = await readHead(anvil.rpcUrl);
  const end = await waitUntilSynced(database.url, head, 240_000);
  const fresh = await loadFresh(chainOf(anvil.rpcUrl), [early, late], head);
  expect(end.rows).toEqual(fresh.rows);
  expect(await amountsOf(db, late)).toHaveLength(12);
}, 600_000);
