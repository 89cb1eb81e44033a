/**
 * The package as it is packed, in the folder of somebody who has nothing but the tarball: what is in it, how it compiles, that it runs on
 * Node and in a browser, and how much of it pages load. `npm run test:client` runs it on other versions of Node, too.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { schemaText } from '../../src/graphql/schema.ts';
import { upsertBlockchains } from '../../src/store/lookups/lookup-writes.ts';
import { createTestApi, type TestApi } from '../support/api.ts';
import { launchBrowser } from '../support/browser.ts';
import { blockchain, ethereum, registerWallet } from '../support/builders.ts';
import { address } from '../support/records.ts';
import { commit, items } from '../use-cases/stream-world.ts';
import { compilers, faultsOf } from './support.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '..', '..');
const wallet = address(0xc11e);
const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;

let api: TestApi;
let url: string;
let folder: string;
let installed: string;
let packed: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallet-data-client-'));
  api = await createTestApi({ graphql: 'real' });
  await upsertBlockchains(api.database, [blockchain(ethereum, 'Ethereum', 'ETH')]);
  const caller = { clientId: api.clientId, keyId: 'k', scopes: [] };
  const id = await registerWallet(api.database, caller, wallet);
  await commit(api.database, { id, address: wallet }, items(1, 2, 3));
  url = await api.server.listen({ host: '127.0.0.1', port: 0 });
  await install();
});
afterAll(async () => {
  await api?.close();
  await rm(folder, { recursive: true, force: true });
});

const npm = (args: readonly string[], cwd: string) =>
  run('npm', [...args, '--ignore-scripts=false', '--loglevel=error'], { cwd, timeout: 110_000 });

/** Packs, and installs the tarball alone into an empty project, without a registry. */
async function install(): Promise<void> {
  const { stdout } = await npm(
    ['pack', '--json', '--pack-destination', folder],
    join(root, 'packages', 'client'),
  );
  const report = z.array(z.object({ filename: z.string(), files: z.array(z.object({ path: z.string() })) }));
  const json = stdout.slice(stdout.search(/^\[/m));
  const [tarball] = report.parse(JSON.parse(json));
  packed = tarball?.files.map(({ path }) => path).sort() ?? [];
  await writeFile(join(folder, 'package.json'), '{"name":"app","private":true,"type":"module"}');
  await npm(['install', '--offline', '--no-audit', '--no-fund', `./${tarball?.filename}`], folder);
  installed = join(folder, 'node_modules', '@wallet-data', 'client');
  await cp(join(import.meta.dirname, 'program'), folder, { recursive: true });
}

const modules = [
  ...['answers', 'client', 'connection', 'errors', 'event-stream', 'generated/documents', 'generated/rest'],
  ...['gql-tada', 'index', 'paginate', 'relay', 'rest', 'typed-document', 'waiting', 'watch', 'webhooks'],
];

test('it holds what it is to hold, and nothing that it needs is elsewhere', async () => {
  const made = modules.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]);
  const others = ['LICENSE', 'README.md', 'package.json'];
  expect(packed).toEqual(
    [...others, ...made, 'dist/generated/introspection.d.ts', 'dist/schema.graphql'].sort(),
  );
  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  expect(Object.keys(manifest).filter((name) => /^(?!dev).*dependencies$/i.test(name))).toEqual([]);
  expect(await readFile(join(installed, 'dist', 'schema.graphql'), 'utf8')).toBe(schemaText());
  // Sources are not packed: what is named is there.
  const texts = await Promise.all(made.map((name) => readFile(join(installed, name), 'utf8')));
  const named = texts.flatMap((text) => text.match(/(?<=(?:from |import\()['"])\.[^'"]*/g) ?? []);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !name.endsWith('.js'))).toEqual([]);
});

const program = `
import { createClient, TransfersDocument, ValueHistoryDocument, IssuesDocument, WalletDataError, verifyWebhook } from '@wallet-data/client';
import type { ResultOf, VariablesOf } from '@wallet-data/client';
import type { paths } from '@wallet-data/client/rest';
import type { introspection, scalars } from '@wallet-data/client/gql-tada';
import { relayFunctions } from '@wallet-data/client/relay';

export const client = createClient({ url: 'http://api.test', token: async () => 'eyJ…' });
export const schema: introspection['query'] = 'Query';
export const amount: scalars['Decimal'] = '0.1';
export type Lists = keyof paths;
export const variables: VariablesOf<typeof TransfersDocument> = { wallets: ['0x…'] as const };

export async function read(wallets: readonly string[]) {
  const { transfers } = await client.query(TransfersDocument, { wallets, first: 2 });
  const first: string | undefined = transfers?.nodes[0]?.amount;
  // @ts-expect-error: the wallets are needed.
  await client.query(TransfersDocument, { first: 2 });
  // @ts-expect-error: there is no such field.
  transfers?.nodes[0]?.nothing;
  // @ts-expect-error: amounts are texts.
  const wrong: number | undefined = transfers?.nodes[0]?.amount;
  for await (const { side, token } of client.paginate(TransfersDocument, { wallets }, { limit: 5 })) {
    const inwards: boolean = side === 'INFLOW';
    const symbol: string | undefined = token?.asset.symbol;
    // @ts-expect-error: a side that there is not.
    console.log(inwards, symbol, side === 'SIDEWAYS');
  }
  for await (const issue of client.paginate(IssuesDocument, { wallet: wallets[0] ?? '' })) {
    // @ts-expect-error: a code that there is not.
    console.log(issue.message satisfies string, issue.code === 'NONE');
  }
  const found = client.paginate(IssuesDocument, { wallet: '' }, { connection: (result) => result.wallet?.issues });
  for await (const { message } of found) console.log(message satisfies string);
  const history: ResultOf<typeof ValueHistoryDocument> | undefined = undefined;
  return [first, wrong, history];
}

export async function follow(wallets: readonly string[], after: string | undefined) {
  for await (const { events, cursor } of client.watch({ wallets, after, types: ['transfer.added', 'wallet.loaded'] })) {
    for (const event of events) console.log(event.sequence satisfies number, event.type === 'transfer.added');
    console.log(cursor satisfies string);
  }
  // @ts-expect-error: a type that there is not.
  client.watch({ wallets, types: ['transfer.eaten'] });
}

export async function rest(id: string) {
  const page = await client.rest.get('/wallet/transfer/', { query: { wallet: '0x…', page: 2 } });
  const symbol: string | undefined = page.results[0]?.raw_token.symbol;
  const csv: string = await client.rest.get('/wallet/transfer.csv', { query: { wallet: '0x…' } });
  const journal: string = await client.rest.get('/wallet/journal.txt', { query: { wallet: '0x…' } });
  const made = await client.rest.post('/wallet/manage/', { body: { address: '0x…' } });
  const none: undefined = await client.rest.delete('/wallet/webhook/{id}/', { path: { id } });
  const chains = await client.rest.get('/wallet/label/');
  // @ts-expect-error: the wallet is needed.
  await client.rest.get('/wallet/transfer/', { query: { page: 2 } });
  // @ts-expect-error: there is no such path.
  await client.rest.get('/wallet/nothing/');
  // @ts-expect-error: there is no such method.
  await client.rest.post('/wallet/transfer/', { query: { wallet: '0x…' } });
  return [symbol, csv, journal, made, none, chains];
}

export async function receive(request: Request) {
  try {
    const event = await verifyWebhook(request.headers, await request.text(), 'whsec_…');
    return event.type === 'endpoint.test' ? null : event;
  } catch (error) {
    if (error instanceof WalletDataError && error.code === 'NOT_VERIFIED') return error.requestId;
    throw error;
  }
}

export const functions = relayFunctions(client, (source) => source);
`;
const configuration = {
  compilerOptions: {
    ...{ target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext', types: [], noEmit: true },
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
    // The types of the package itself are checked as well.
    ...{ skipLibCheck: false, lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'] },
  },
  include: ['program.ts'],
};

test('it compiles under TypeScript 5.9 and 7.0', async () => {
  await writeFile(join(folder, 'program.ts'), program);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(configuration));
  for (const version of [5, 7] as const) {
    expect((await run(process.execPath, [compilers[version], '--version'])).stdout).toContain(` ${version}.`);
    expect(await faultsOf(version, folder)).toBe('');
  }
});

const webhookBody = '{"id":"evt_1","type":"endpoint.test","timestamp":"2026-01-01T00:00:00Z","data":{}}';

function argumentsOf() {
  const now = new Date();
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('evt_1', now, webhookBody),
  };
  return { url, key: api.key, wallet, webhook: { headers, body: webhookBody, secret } };
}

/** Three transfers, each in a transaction that its number names: items() of the stream world. */
const expected = {
  answers: {
    CounterpartiesDocument: ['counterpartyTotals'],
    EventsDocument: ['events'],
    IssuesDocument: ['wallet'],
    RegisterWalletsDocument: ['registerWallets'],
    TokenBalancesDocument: ['tokenBalances'],
    TokenBalancesWithLotsDocument: ['tokenBalances'],
    TotalsDocument: ['totals'],
    TransactionsDocument: ['transactions'],
    TransfersDocument: ['transfers'],
    ValueHistoryDocument: ['wallet'],
    WalletsDocument: ['wallets'],
  },
  hashes: [
    ['01', expect.any(String)],
    ['02', expect.any(String)],
    ['03', expect.any(String)],
  ],
  first: '03',
  // And the names of the columns.
  lines: 4,
  events: ['wallet.loaded'],
  verified: JSON.parse(webhookBody),
  refused: [true, 'BAD_INPUT', 'first'],
  hasRequestId: true,
};

const versions = ['', ...(process.env.CLIENT_NODES ?? '').split(' ').filter(Boolean)];

test.each(versions)(
  'it runs on Node %s (none: the one of the tests)',
  async (version) => {
    const given = ['main.js', JSON.stringify(argumentsOf())];
    const node = ['exec', '--yes', `--package=node@${version}`, '--', 'node'];
    const { stdout } =
      version === ''
        ? await run(process.execPath, given, { cwd: folder })
        : await run('npm', [...node, ...given], { cwd: folder, timeout: 230_000 });
    expect(JSON.parse(stdout)).toEqual(expected);
  },
  240_000,
);

/** Serves the folder as a page would be: a document, and files of modules. */
async function serveApp(): Promise<{ origin: string; close(): void }> {
  const imports = { '@wallet-data/client': '/node_modules/@wallet-data/client/dist/index.js' };
  const page = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>`;
  const server = createServer(async (request, response) => {
    const isPage = request.url === '/';
    const file = isPage ? page : await readFile(join(folder, request.url ?? ''), 'utf8').catch(() => null);
    response.writeHead(file === null ? 404 : 200, {
      'content-type': isPage ? 'text/html' : 'text/javascript',
    });
    response.end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : '';
  return { origin: `http://127.0.0.1:${port}`, close: () => void server.close() };
}

test('it runs in Chromium, with a secret key and with one for pages', async () => {
  const app = await serveApp();
  const { origin } = app;
  const { key } = await api.addKey({
    publishable: { origins: [origin], wallets: [wallet], addressUnits: 1_000 },
  });
  const context = await launchBrowser();
  try {
    const page = await context.newPage();
    await page.goto(`${origin}/`);
    // As texts: the test's own compiler would rewrite the import.
    const answer = await page.evaluate(
      `import('/run.js').then(({ run }) => run(${JSON.stringify(argumentsOf())}))`,
    );
    expect(answer).toEqual(expected);
    const visitor = JSON.stringify({ url, key });
    const read =
      await page.evaluate(`import('@wallet-data/client').then(({ createClient, TransfersDocument }) =>
      createClient(${visitor}).query(TransfersDocument, { wallets: ['${wallet}'] }))`);
    expect(read).toMatchObject({ transfers: { nodes: { length: 3 } } });
  } finally {
    await context.close();
    app.close();
  }
});

/** What a page loads that uses these names, minified and compressed. */
async function sizeOf(names: string, from: string): Promise<number> {
  const entry = join(folder, 'size.js');
  await writeFile(entry, `export { ${names} } from '${from}';`);
  const bundle = await rolldown({ input: entry, cwd: folder });
  const { output } = await bundle.generate({ format: 'es', minify: true });
  expect(output).toHaveLength(1);
  return gzipSync(output[0].code, { level: 9 }).length;
}

test('what a page does not use it does not load; the core is less than 6 kB', async () => {
  const core = await sizeOf('createClient, WalletDataError, verifyWebhook', '@wallet-data/client');
  expect(core).toBeGreaterThan(2_000);
  expect(core).toBeLessThan(6_000);
  expect(await sizeOf('createClient', '@wallet-data/client')).toBeLessThan(core - 500);
  expect(await sizeOf('TotalsDocument', '@wallet-data/client')).toBeLessThan(600);
  expect(await sizeOf('relayFunctions', '@wallet-data/client/relay')).toBeLessThan(600);
});
