/** Secrets planted in every place where the service takes one, looked for in everything that it says. */
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadConfig } from '../../src/config.ts';
import type { ConfigFile } from '../../src/config-file.ts';
import { configuredSecrets } from '../../src/config-secrets.ts';
import { createLogger } from '../../src/logger.ts';
import { type RunningService, startService } from '../../src/main.ts';
import { generateApiKey } from '../../src/use-cases/access/key-text.ts';
import { createDatabase } from '../support/postgres.ts';
import { address } from '../support/records.ts';

const bootstrapKey = 'planted-bootstrap-key-0001';
/** Of a key's form, and nobody's. */
const foreignKey = generateApiKey().key;
const secretOf = (key: string): string => key.slice('wdk_0123456789_'.length);

let database: Awaited<ReturnType<typeof createDatabase>>;
let service: RunningService;
let url: string;
const logged: string[] = [];
const answers: string[] = [];

/** Nothing listens on port 1: every request of a source fails, and says so. */
const chains: NonNullable<ConfigFile['chains']> = [
  {
    chainId: 1,
    rpc: [
      'http://planted-user:planted-rpc-password@127.0.0.1:1/v3/planted-rpc-path?apikey=planted-rpc-query',
    ],
    pollSeconds: 0.1,
  },
  {
    ...{ chainId: 100, pollSeconds: 0.1 },
    explorer: { kind: 'blockscout', url: 'http://127.0.0.1:1/api', apiKey: 'planted-explorer-key' },
  },
  {
    ...{ chainId: 137, pollSeconds: 0.1 },
    explorer: { kind: 'etherscan', url: 'http://127.0.0.1:1/v2/api', apiKey: 'planted-second-explorer-key' },
  },
];

beforeAll(async () => {
  database = await createDatabase();
  const log = new Writable({
    write(line, _encoding, done) {
      logged.push(String(line));
      done();
    },
  });
  const config = loadConfig({
    environment: {
      ...{ PORT: '0', METRICS_PORT: '0', DATABASE_URL: database.url },
      ...{ BOOTSTRAP_API_KEY: bootstrapKey, ETHERSCAN_API_KEY: 'planted-etherscan-key' },
    },
    file: {
      chains,
      prices: {
        order: ['coingecko'],
        coingecko: { url: 'http://127.0.0.1:1', apiKey: 'planted-coingecko-key' },
      },
    },
  });
  const secrets = configuredSecrets(config);
  service = await startService(config, { logger: createLogger({ level: 'trace', secrets, out: log }) });
  url = service.url ?? '';
});
afterAll(async () => {
  await database.drop();
});

async function ask(path: string, init: RequestInit = {}): Promise<number> {
  const headers = { 'x-api-key': bootstrapKey, 'content-type': 'application/json', ...init.headers };
  const response = await fetch(url + path, { ...init, headers });
  answers.push(JSON.stringify([...response.headers]), await response.text());
  return response.status;
}

const graphql = (query: string, variables: object = {}, headers: Record<string, string> = {}) =>
  ask('/graphql', { method: 'POST', body: JSON.stringify({ query, variables }), headers });

test('nothing of them is in logs, metrics, answers, links or traces', async () => {
  const wallet = address(1);
  await ask('/wallet/manage/', {
    method: 'POST',
    body: JSON.stringify({ address: `${wallet},${address(2)}` }),
  });
  // In the query, where links repeat what was asked.
  const inQuery = { 'x-api-key': '' };
  expect(await ask(`/wallet/manage/?page_size=1&api_key=${bootstrapKey}`, { headers: inQuery })).toBe(200);
  expect(answers.at(-1)).toContain('"next":"http');
  for (const path of [
    `/wallet/transfer/?wallet=${wallet}&api_key=${bootstrapKey}`,
    `/wallet/balance/?wallet=${wallet}&%61pi_key=${bootstrapKey}`,
    `/wallet/issue/?wallet=${wallet}`,
    // As other services spell it: refused, and written down all the same.
    ...[
      'apikey',
      'apiKey',
      'api-key',
      'key',
      'token',
      'x-api-key',
      'access_token',
      'api%5Fkey',
      '%61pikey',
    ].map((name) => `/wallet/manage/?page=1&${name}=${bootstrapKey}`),
    `/wallet/manage/?whatever=${bootstrapKey}`,
    `/graphql?apikey=${bootstrapKey}`,
    `/nothing?api_key=${bootstrapKey}`,
    `/wallet/manage/%zz?api_key=${bootstrapKey}`,
    `/graphql?query={wallets(page:1,pageSize:1){next}}&api_key=${bootstrapKey}`,
  ]) {
    await ask(path, { headers: inQuery });
  }
  await ask(`/wallet/transfer/?wallet=${wallet}`, { headers: { accept: 'text/csv' } });
  // A wrong key, and keys where none belongs.
  expect(await ask('/wallet/manage/', { headers: { 'x-api-key': foreignKey } })).toBe(401);
  expect(await ask(`/wallet/manage/?api_key=${foreignKey}`, { headers: inQuery })).toBe(401);
  expect(await ask(`/wallet/manage/?api_key=${foreignKey}`)).toBe(400);
  await ask(`/wallet/${foreignKey}/`);
  await ask(`/wallet/transfer/?wallet=${foreignKey}&${foreignKey}=1`);
  await ask('/wallet/manage/', { method: 'POST', body: JSON.stringify({ address: foreignKey }) });
  await ask('/wallet/manage/', { method: 'POST', body: `{"api_key":"${bootstrapKey}` });
  await graphql('query ($a: Address!) { wallet(address: $a) { id } }', { a: foreignKey });
  await graphql('query ($a: Int!) { wallets(first: $a) { count } }', { a: foreignKey });
  await graphql(`{ wallet(address: "${foreignKey}") { id } }`);
  await graphql(`query ${foreignKey} { ${foreignKey} }`);
  await graphql('{ wallets { count } }', {}, { 'x-api-key': foreignKey });
  await graphql('{ wallets(first: 5) { nodes { address sync { error warnings } } } }');
  await graphql('{ wallets(page: 1, pageSize: 1) { next } }');
  // The sources have failed by now, and the wallets say why.
  await expect
    .poll(
      async () => {
        await ask('/wallet/manage/');
        return answers.at(-1);
      },
      { timeout: 40_000, interval: 300 },
    )
    .toMatch(/"error":"The source of the chain [^"]* does not answer/);
  // What they failed with is for the operator: not a word of hosts and ports in any answer.
  expect(answers.join('\n')).not.toMatch(/127\.0\.0\.1:1\b/);
  expect(logged.join('')).toContain('127.0.0.1:1');
  const port = /"port":(\d+),"msg":"metrics/.exec(logged.join(''))?.[1];
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toMatch(/wallet_data_load_failures_total\{chain="ethereum",kind="retryable"\} \d/);
  // The database goes away: its errors tell of connections.
  await database.drop();
  await ask('/wallet/label/');
  await graphql('{ wallets { count } }');
  await ask('/readyz');
  await service.stop();

  const said = { logs: logged.join(''), metrics, answers: answers.join('\n') };
  expect(said.logs).toContain('"url":"/wallet/manage/?page_size=1"');
  expect(said.logs.length).toBeGreaterThan(5_000);
  const { password } = new URL(database.url);
  expect(password).not.toBe('');
  const planted = {
    ...{ bootstrapKey, foreignKey: secretOf(foreignKey), databasePassword: password },
    ...{ rpcPassword: 'planted-rpc-password', rpcPath: 'planted-rpc-path', rpcQuery: 'planted-rpc-query' },
    ...{ explorerKey: 'planted-explorer-key', secondExplorerKey: 'planted-second-explorer-key' },
    ...{ etherscanKey: 'planted-etherscan-key', coingeckoKey: 'planted-coingecko-key' },
  };
  for (const [place, text] of Object.entries(said)) {
    for (const [name, secret] of Object.entries(planted)) {
      const found = text.indexOf(secret);
      expect(
        found === -1 ? '' : text.slice(Math.max(0, found - 200), found + 80),
        `${name} in ${place}`,
      ).toBe('');
    }
  }
});
