/**
 * `npm run demo` as a user runs it: the real command in a process of its own, killed and started again, with another one
 * beside it, and a real browser on its pages.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { auditServer } from 'graphql-http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readPostmasterFile } from '../../src/store/embedded/embedded-cluster.ts';
import { amountsRead, restProgram } from '../clients/programs.ts';
import { readByClient, readByOpenapiFetch, readByRelay, readByUrql } from '../clients/readers.ts';
import { launchBrowser } from '../support/browser.ts';
import { runInProcess } from '../support/command.ts';
import { makeDataDirectory } from '../support/postgres.ts';
import { createApiClient } from '../support/service.ts';
import { faultsOfWidths } from './web/widths.ts';

const root = join(import.meta.dirname, '..', '..');
const cleanUps: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

interface Demo {
  dataDir: string;
  child: ChildProcess;
  output(): string;
  url: string;
  key: string;
  wallets: string[];
  exit: Promise<number | null>;
}

async function dataDirectory(): Promise<string> {
  const directory = await makeDataDirectory();
  cleanUps.push(() => rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  return directory;
}

/** Starts the command and waits until it says that everything is ready. */
async function startDemo(dataDir: string, options: readonly string[] = []): Promise<Demo> {
  const child = spawn(process.execPath, [join(root, 'demo', 'main.ts'), ...options], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
  cleanUps.push(async () => {
    child.kill('SIGTERM');
    await exit;
  });
  const ready = new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      text += chunk.toString();
      if (text.includes('Ctrl-C stops everything.')) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    void exit.then(() => reject(new Error(`the demo ended:\n${text}`)));
  });
  await ready;
  const value = (pattern: RegExp): string => pattern.exec(text)?.[1] ?? '';
  return {
    ...{ dataDir, child },
    output: () => text,
    url: value(/GraphiQL\s+(http:\S+)\/graphql/),
    key: value(/API key\s+(\S+)/),
    wallets: ['alice', 'bob', 'carol', 'safe'].map((name) =>
      value(new RegExp(`${name}\\s+(0x[0-9a-f]{40})`)),
    ),
    exit,
  };
}

/** Processes whose command line names the directory, or that a process in it started: PostgreSQL and its helpers. */
function processesOf(dataDir: string): string[] {
  return execFileSync('ps', ['-eo', 'pid,stat,args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(dataDir) && !/^\s*\d+\s+Z/.test(line));
}

interface TransferPage {
  transfers: {
    count: number;
    nodes: {
      id: string;
      token: { asset: { symbol: string } } | null;
      counterparty: { name: string | null };
    }[];
  };
}

const transfersQuery = `query ($wallets: [Address!]!) {
  transfers(wallets: $wallets, order: ASC, pageSize: 100) {
    count nodes { id token { asset { symbol } } counterparty { address name defaultLabel { name } } }
  }
}`;

/** For what does not lie in the size of the history. */
const short = ['--transactions', '700'];

/**
 * Side by side, the left one as it is by default. A demo starts a node and loads two years, so that each test goes on with
 * what the one before it left.
 */
let left: Demo;
let right: Demo;
/** What the left one showed as soon as it said that it was ready. */
let first: Figures;
beforeAll(async () => {
  const [leftDir, rightDir] = [await dataDirectory(), await dataDirectory()];
  const started = startDemo(leftDir);
  [left, right, first] = await Promise.all([started, startDemo(rightDir, short), started.then(figuresOf)]);
});

interface Figures {
  wallets: { nodes: { isBooked: boolean }[] };
  totals: { costBasis: string };
  transfers: { nodes: { price: string | null; token: { asset: { symbol: string } } | null }[] };
}

/** Where much else is at work, a demo that starts may refuse for a moment. */
async function figuresOf({ url, key, wallets }: Demo): Promise<Figures> {
  const query = `query ($wallets: [Address!]!) {
    wallets { nodes { isBooked } }
    totals(wallets: $wallets) { costBasis }
    transfers(wallets: $wallets, order: ASC, pageSize: 500) { nodes { price token { asset { symbol } } } }
  }`;
  for (let times = 1; ; times += 1) {
    try {
      return await createApiClient(url, key).query(query, { wallets });
    } catch (error) {
      if (times === 20 || !String(error).includes('OVERLOADED')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

test('what there is when it says that it is ready is priced and booked', () => {
  expect(first.wallets.nodes).toEqual(Array(4).fill({ isBooked: true }));
  const ofEther = first.transfers.nodes.filter(({ token }) => token?.asset.symbol === 'ETH');
  expect(ofEther.length).toBeGreaterThan(50);
  expect(ofEther.filter(({ price }) => price === null)).toEqual([]);
  // Each wallet was given ether for thousands at the beginning: a ledger without prices knows of fees alone.
  expect(Number(first.totals.costBasis)).toBeGreaterThan(10_000);
  expect(left.output()).toMatch(/^Booked in [\d.]+ s\.$/m);
});

test('two demos run side by side, pass the GraphQL over HTTP audit, and render GraphiQL with no request to another host', async () => {
  expect(left.url).not.toBe(right.url);
  for (const demo of [left, right]) {
    const client = createApiClient(demo.url, demo.key);
    const read = () => client.get(`/wallet/transfer/?wallet=${demo.wallets[0]}`);
    // Where much else is at work, two demos that start may refuse for a moment (503 with Retry-After).
    await expect.poll(async () => (await read()).status, { timeout: 60_000, interval: 1_000 }).toBe(200);
  }

  const audits = await auditServer({
    url: `${left.url}/graphql`,
    fetchFn: (url: string, init: RequestInit) =>
      fetch(url, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init?.headers)), 'x-api-key': left.key },
      }),
  });
  expect(audits.filter((audit) => audit.status !== 'ok').map((audit) => audit.name)).toEqual([]);

  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const hosts = new Set<string>();
  const problems: string[] = [];
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http')) hosts.add(host);
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${left.url}/graphql`);
  await page.locator('.graphiql-editors').first().waitFor({ timeout: 30_000 });
  expect(await page.title()).toMatch(/GraphiQL|Wallet/i);
  await page.goto(`${left.url}/docs`);
  await page.getByText('/wallet/transfer/').first().waitFor({ timeout: 30_000 });
  expect([...hosts]).toEqual([new URL(left.url).host]);
  expect(problems).toEqual([]);
});

test('its database, killed, is started again; given up after the third time, the demo ends with a code and says why', async () => {
  const demo = right;
  const postmaster = async (): Promise<number | null> =>
    (await readPostmasterFile(join(demo.dataDir, 'postgres')))?.pid ?? null;
  for (let restart = 1; restart <= 4; restart++) {
    const killed = await postmaster();
    if (killed === null) throw new Error('no server runs');
    process.kill(killed, 'SIGKILL');
    if (restart === 4) break;
    await expect.poll(postmaster, { timeout: 50_000 }).not.toBe(killed);
    const isReady = () => fetch(`${demo.url}/readyz`).then(({ status }) => status);
    await expect.poll(isReady, { timeout: 50_000 }).toBe(200);
    expect(demo.output()).toContain(`starting it again (${restart} of 3 times in ten minutes)`);
  }
  expect(await demo.exit).toBe(1);
  expect(demo.output()).toMatch(/^The embedded PostgreSQL is given up, 3 restarts/m);
});

interface Named {
  hash: string;
  kind: string;
  blockchain: { chainId: number };
  transfers: { nft: { name: string } | null }[];
}

/** Every page, each with what the demo has of its kind: the largest holdings, a transaction of each kind, the longest name of an NFT. */
async function pathsOf({ url, key, wallets }: Demo): Promise<string[]> {
  const found = await createApiClient(url, key).query<{
    tokenBalances: { nodes: { id: string }[] };
    transactions: { nodes: Named[] };
  }>(
    `query ($wallets: [Address!]!) {
      tokenBalances(wallets: $wallets, first: 2) { nodes { id } }
      transactions(wallets: $wallets, first: 100) {
        nodes { hash kind blockchain { chainId } transfers { nft { name } } }
      }
    }`,
    { wallets },
  );
  const ofKinds = [...Map.groupBy(found.transactions.nodes, ({ kind }) => kind).values()].flatMap((all) =>
    all.slice(0, 1),
  );
  const longest = ({ transfers }: Named): number =>
    Math.max(0, ...transfers.map(({ nft }) => nft?.name.length ?? 0));
  const named = found.transactions.nodes
    .toSorted((left, right) => longest(right) - longest(left))
    .slice(0, 1);
  const transactions = [...ofKinds, ...named];
  // The demo's key may see of the portal no more than its frame: test/e2e/portal.test.ts has its tables.
  const portal = ['keys'];
  return [
    ...['/', '/holdings?zero=true&spam=true', '/held', '/nfts', '/activity', '/reports'],
    ...['/activity?kind=SWAP', '/activity?kind=MINT'],
    ...['/counterparties', '/issues', '/wallets', '/nothing-here'],
    ...portal.map((page) => `/dev/${page}`),
    ...found.tokenBalances.nodes.map(({ id }) => `/holding/${encodeURIComponent(id)}`),
    ...transactions.map(({ hash, blockchain }) => `/transaction/${blockchain.chainId}/${hash}`),
  ];
}

test('every page has in a narrow window what it has in a wide one: nothing is cut, and no figure is lost', async () => {
  const browser = await launchBrowser();
  onTestFinished(() => browser.close());
  // New transactions would be read in between.
  await browser.addInitScript(() => {
    const real = globalThis.fetch;
    globalThis.fetch = (...asked) =>
      new Headers(asked[1]?.headers).get('accept') === 'text/event-stream'
        ? new Promise<Response>(() => {})
        : real(...asked);
  });
  const page = await browser.newPage();
  for (const path of await pathsOf(left)) {
    await page.goto(`${left.url}${path}#key=${left.key}`);
    await page.locator('h1').first().waitFor();
    await expect.poll(() => page.locator('.skeleton').count(), { timeout: 30_000 }).toBe(0);
    // The ledger may be booked in between, and what stands there be read anew.
    await expect
      .poll(async () => [path, await faultsOfWidths(page)], { timeout: 60_000 })
      .toEqual([path, []]);
  }
}, 300_000);

test('programs on urql, openapi-fetch, Relay and the client, compiled and run, read what the demo says', async () => {
  const { url, key } = left;
  const [wallet = ''] = left.wallets;
  const asked = { url, key, wallet };
  const said = await createApiClient(url, key).get(
    `/wallet/transfer/?wallet=${wallet}&order=asc&page_size=${amountsRead}`,
  );
  const amounts = said.body.results.map(({ amount }: { amount: string }) => amount);
  expect(amounts).toHaveLength(amountsRead);
  expect(amounts.filter((amount: string) => /^-?[1-9]\d*\.\d{4}$/.test(amount)).length).toBeGreaterThan(0);
  const [byUrql, byOpenapiFetch, byRelay, byClient] = await Promise.all([
    readByUrql(asked),
    readByOpenapiFetch(asked),
    readByRelay(asked),
    readByClient(asked),
  ]);
  expect(byUrql).toEqual(amounts);
  expect(byOpenapiFetch.amounts).toEqual(amounts);
  expect(byRelay).toEqual(amounts);
  expect(byClient).toEqual(amounts);
  // Its key reads and writes; what concerns people, all clients, or other servers is not for it.
  const { lists } = restProgram(await fetch(`${url}/openapi.json`).then((response) => response.text()));
  const isForOthers = (path: string) => /^\/(admin|account)\/|webhook/.test(path);
  expect(byOpenapiFetch.told).toEqual(
    Object.fromEntries(lists.map((path) => [path, isForOthers(path) ? 'Error: FORBIDDEN' : 'read'])),
  );
});

test('the demo loads four wallets, serves them, survives SIGKILL and stops cleanly', async () => {
  const first = left;
  const { dataDir } = first;
  const api = createApiClient(first.url, first.key);

  const { body } = await api.get(`/wallet/manage/`);
  const loaded = body.results.map((row: { address: string; is_loaded: boolean }) => [
    row.address,
    row.is_loaded,
  ]);
  expect(loaded.sort()).toEqual(first.wallets.map((wallet) => [wallet, true]).sort());

  const graphql = await api.query<TransferPage>(transfersQuery, { wallets: first.wallets });
  const rest = await api.get(`/wallet/transfer/?wallet=${first.wallets.join(',')}&order=asc&page_size=100`);
  expect(graphql.transfers.nodes).toHaveLength(100);
  expect(rest.body.results.map((row: { id: string }) => row.id)).toEqual(
    graphql.transfers.nodes.map((node) => node.id),
  );
  expect(graphql.transfers.nodes.some((node) => node.token !== null && node.counterparty.name !== null)).toBe(
    true,
  );

  // A command beside it knows where it listens, whatever port is configured.
  const link = await runInProcess(['login-link', '--json'], { DATA_DIR: dataDir, PORT: '4000' });
  expect(new URL(JSON.parse(link.stdout).url).origin).toBe(first.url);

  // New activity shows by itself.
  await expect
    .poll(
      async () => (await api.query<TransferPage>(transfersQuery, { wallets: first.wallets })).transfers.count,
      {
        timeout: 40_000,
        interval: 500,
      },
    )
    .toBeGreaterThan(graphql.transfers.count);

  first.child.kill('SIGKILL');
  await first.exit;
  await expect.poll(() => processesOf(dataDir)).toEqual([]);

  const second = await startDemo(dataDir, short);
  // What the killed one led is free at once: nobody waits for the end of its leases.
  expect(second.output()).not.toContain('takes over');
  expect(second.key).toBe(first.key);
  expect(second.wallets).toEqual(first.wallets);
  const again = await createApiClient(second.url, second.key).query<TransferPage>(transfersQuery, {
    wallets: second.wallets,
  });
  const ids = again.transfers.nodes.map((node) => node.id);
  expect(new Set(ids).size).toBe(ids.length);
  second.child.kill('SIGTERM');
  expect(await second.exit).toBe(0);
  expect(processesOf(dataDir)).toEqual([]);
});
