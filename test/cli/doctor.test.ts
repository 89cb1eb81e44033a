/** `wallet-data doctor` on a real node and a real database, well and ill. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Anvil, startAnvil } from '../../demo/node/anvil.ts';
import { findingsOf } from '../../src/cli/doctor/database.ts';
import { bytesText, lookFor } from '../../src/cli/doctor/findings.ts';
import { lookAtDisk, lookAtListening, lookAtNode, lookAtPorts } from '../../src/cli/doctor/machine.ts';
import { lookAtPrices } from '../../src/cli/doctor/prices.ts';
import { loadConfig } from '../../src/config.ts';
import { runInProcess } from '../support/command.ts';
import { useTestDatabase } from '../support/use-database.ts';

const used = useTestDatabase();
let directory: string;
let node: Anvil;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'doctor-'));
  node = await startAnvil({ chainId: 31_337, timestamp: Math.floor(Date.now() / 1000) });
  return async () => {
    await node.stop();
    await rm(directory, { recursive: true });
  };
});

const chain = (chainId: number, settings: object = {}) => ({
  ...{ chainId, name: `Chain ${chainId}`, slug: `chain-${chainId}`, symbol: 'ETH', rpc: [node.rpcUrl] },
  ...settings,
});

async function examine(
  { chains, environment = {} }: { chains: object[]; environment?: Record<string, string> },
  ...words: string[]
) {
  const file = join(directory, 'config.json');
  await writeFile(file, JSON.stringify({ chains, prices: { order: ['chainlink'] } }));
  const settings = { DATABASE_URL: used.url, DATA_DIR: directory, CONFIG_FILE: file, ...environment };
  return runInProcess(['doctor', ...words], settings);
}

describe('on a real node and database', () => {
  test('all well: a line each, and exit code 0', async () => {
    const { code, stdout } = await examine({ chains: [chain(31_337)] });
    expect(stdout).toMatch(/^ok +database +PostgreSQL \d+(\.\d+)?, [\d.]+ MB$/m);
    expect(stdout).toMatch(/^ok +chain chain-31337 +127\.0\.0\.1:\d+, block 0, \d+ s old$/m);
    expect(stdout).toMatch(/^ok +clock +this machine and the database agree$/m);
    expect(stdout).not.toMatch(/FAILED/);
    expect(code).toBe(0);
  });

  test('a node of another chain fails with what to do, and the others are told of all the same', async () => {
    const { code, stdout, stderr } = await examine(
      { chains: [chain(31_337), chain(10, { explorer: undefined })] },
      '--json',
    );
    const { healthy, findings } = JSON.parse(stdout);
    expect(healthy).toBe(false);
    const about = (name: string) => findings.filter((one: { about: string }) => one.about === name);
    expect(about('chain chain-31337')[0]).toMatchObject({ health: 'ok' });
    expect(about('chain chain-10')).toEqual([
      {
        ...{ about: 'chain chain-10', health: 'failed' },
        text: expect.stringMatching(/serves chain 31337, not 10: correct the chain's rpc url or its chainId/),
      },
    ]);
    expect(stderr).toBe(`1 of ${findings.length} looks failed.\n`);
    expect(code).toBe(1);
  });

  test('a database that is not there fails, without its password', async () => {
    const environment = { DATABASE_URL: 'postgresql://somebody:hidden-word@127.0.0.1:1/nothing' };
    const { code, stdout } = await examine({ chains: [chain(31_337)], environment });
    expect(stdout).toMatch(/^FAILED +database +.*Correct DATABASE_URL, or start the database$/m);
    expect(stdout).not.toContain('hidden-word');
    expect(code).toBe(1);
  });

  test('a configuration that cannot be read is told of problem by problem', async () => {
    const { code, stdout } = await examine({ chains: [], environment: { PORT: 'many', ROLE: 'queen' } });
    expect(stdout).toMatch(/^FAILED +configuration +PORT /m);
    expect(stdout).toMatch(/^FAILED +configuration +ROLE /m);
    expect(code).toBe(1);
  });
});

const config = loadConfig({ environment: {}, file: { chains: [] } as never });

test('an old Node, a full disk, and an address that everybody reaches', () => {
  expect(lookAtNode('22.1.0')).toMatchObject([
    { health: 'failed', text: expect.stringContaining('install Node 24') },
  ]);
  expect(lookAtNode('24.0.0')).toMatchObject([{ health: 'ok' }]);
  const disk = (room: number) => lookAtDisk(config, () => room)[0]?.health;
  expect([disk(199_999_999), disk(200_000_000), disk(1_999_999_999), disk(2_000_000_000)]).toEqual([
    ...['failed', 'warning', 'warning', 'ok'],
  ]);
  const open = loadConfig({ environment: { HOST: '0.0.0.0' } });
  expect(lookAtListening(open)).toMatchObject([{ health: 'warning' }]);
  const behind = loadConfig({ environment: { HOST: '0.0.0.0', PUBLIC_URL: 'https://wallets.example.com' } });
  expect(lookAtListening(behind)).toMatchObject([{ health: 'ok' }]);
});

describe('a database', () => {
  const facts = {
    ...{ version: '18.4', nextMigration: null, isReadOnly: false, maximumConnections: 100 },
    ...{ bytes: 8_500_000, now: 1_000_000 },
  };
  const clockOf = (askedAt: number, answeredAt: number) =>
    findingsOf('database', facts, { config, askedAt, answeredAt }).find(({ about }) => about === 'clock');

  test('its clock may be anywhere between question and answer; beyond two seconds it is told of', () => {
    expect(clockOf(999_000, 1_001_000)?.health).toBe('ok');
    expect(clockOf(1_002_000, 1_002_500)?.health).toBe('ok');
    expect(clockOf(1_005_000, 1_006_000)).toMatchObject({
      health: 'warning',
      text: expect.stringMatching(/5 s ahead of/),
    });
    expect(clockOf(990_000, 991_000)).toMatchObject({
      health: 'warning',
      text: expect.stringMatching(/9 s behind/),
    });
  });

  test('old, nearly without connections, a standby without a migration', () => {
    const at = { config, askedAt: 1_000_000, answeredAt: 1_000_000 };
    const told = (change: Partial<typeof facts> & { nextMigration?: string }) =>
      findingsOf('database', { ...facts, ...change }, at).map(({ health }) => health);
    expect(told({})).toEqual(['ok', 'ok']);
    expect(told({ version: '14.9' })[0]).toBe('failed');
    // 16 of this process and 10 in reserve.
    expect(told({ maximumConnections: 26 })).toEqual(['ok', 'ok']);
    expect(told({ maximumConnections: 25 })).toEqual(['ok', 'warning', 'ok']);
    expect(told({ nextMigration: '1_first' } as never)).toEqual(['ok', 'ok', 'ok']);
    expect(told({ nextMigration: '1_first', isReadOnly: true } as never)).toEqual(['ok', 'failed', 'ok']);
  });
});

test.each([
  ['PORT', 'api'],
  ['METRICS_PORT', 'api'],
  ['METRICS_PORT', 'worker'],
])('a taken %s is told of as it would stop the service, role %s', async (variable, role) => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
  const address = taken.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const environment = {
    ...{ DATA_DIR: directory, ROLE: role, PORT: '0', METRICS_PORT: '0' },
    ...{ [variable]: String(port) },
  };
  const listening = loadConfig({ environment });
  expect(await lookAtPorts(listening, null)).toEqual([
    {
      ...{ about: 'listening', health: 'warning' },
      text: `Port ${port} of 127.0.0.1 is in use: end what uses it, or set ${variable} to another one.`,
    },
  ]);
  await new Promise((resolve) => taken.close(resolve));
  expect(await lookAtPorts(listening, null)).toEqual([]);
});

test('a source of prices that refuses is a warning: figures come without it', async () => {
  const refused = async () => new Response('no', { status: 403 });
  const found = await lookAtPrices({ ...config.prices, order: ['chainlink', 'coingecko'] }, refused);
  expect(found.map(({ about, health }) => [about, health])).toEqual([
    ['prices chainlink', 'ok'],
    ['prices coingecko', 'warning'],
  ]);
});

test('who says nothing is given up, and a fault is a finding', async () => {
  const silent = () => new Promise<never>(() => {});
  expect(await lookFor('node', silent, { waitMs: 20 })).toEqual([
    { about: 'node', health: 'failed', text: 'no answer for 0.02 s' },
  ]);
  const broken = () => Promise.reject(new Error('it broke'));
  expect(await lookFor('node', broken, { health: 'warning' })).toEqual([
    { about: 'node', health: 'warning', text: 'it broke' },
  ]);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [123_456_789, '123 MB'],
  [5_000_000_000_000_000, '5000 TB'],
])('%d bytes are %s', (bytes, text) => expect(bytesText(bytes)).toBe(text));
