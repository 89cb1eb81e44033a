/** The command line as people run it: processes, their output and their exit codes. */
import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { childEnvironment, type Outcome, runInProcess } from '../support/command.ts';
import { createDatabase, makeDataDirectory } from '../support/postgres.ts';
import { address } from '../support/records.ts';

const root = join(import.meta.dirname, '..', '..');
let database: Awaited<ReturnType<typeof createDatabase>>;
beforeAll(async () => {
  database = await createDatabase('template0');
});
afterAll(() => database.drop());

type Environment = Record<string, string>;
const here = (): Environment => ({ DATABASE_URL: database.url });

/** Runs a command in this process. */
const run = (commandLine: readonly string[], environment: Environment = here()): Promise<Outcome> =>
  runInProcess(commandLine, environment);

/** Runs a command as people do. */
function runProcess(program: readonly string[], environment: Environment): Promise<Outcome> {
  const [command = '', ...commandLine] = program;
  const child = spawn(command, commandLine, { cwd: root, env: childEnvironment(environment) });
  const outcome = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => {
    outcome.stdout += String(data);
  });
  child.stderr.on('data', (data) => {
    outcome.stderr += String(data);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...outcome }));
  });
}

const created = z.strictObject({ id: z.string(), key: z.string(), client: z.string() });

test('migrate brings an empty database to the schema, once', async () => {
  expect(await run(['migrate', '--json'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/"applied": \[\n\s+"\d+_/),
  });
  expect(await run(['migrate'])).toMatchObject({ code: 0, stdout: 'The database is up to date.\n' });
});

test('migrate --distribute says what a server without Citus lacks', async () => {
  expect(await run(['migrate', '--distribute'])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('install Citus 12 or newer on every node'),
  });
});

test.each([
  [['--method', 'WAC'], 'Form 8949: WAC is not allowed.'],
  [['--time-zone', 'Mars/Olympus'], "'Mars/Olympus' is no time zone"],
  [['--reported', 'all'], 'nothing, proceeds, basis'],
])('export --form 8949 %s: refused, with what to do', async (options, problem) => {
  expect(await run(['export', '--form', '8949', '--wallet', address(1), ...options])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(problem),
  });
});

describe('keys', () => {
  test('create, list and revoke', async () => {
    const { code, stdout } = await run(['keys', 'create', '--json', '--name', 'my laptop']);
    expect(code).toBe(0);
    const { id, key, client } = created.parse(JSON.parse(stdout));
    expect([client, key]).toEqual(['default', expect.stringMatching(new RegExp(`^wdk_${id}_`))]);

    const listed = await run(['keys', 'list', '--json']);
    expect(JSON.parse(listed.stdout)).toContainEqual(
      expect.objectContaining({
        id,
        client: 'default',
        name: 'my laptop',
        scopes: ['read', 'write'],
        state: 'valid',
      }),
    );
    expect(listed.stdout).not.toContain(key);
    expect(await run(['keys', 'revoke', id])).toMatchObject({ code: 0, stdout: `Revoked ${id}.\n` });
    expect(await run(['keys', 'revoke', id])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no valid key'),
    });
    expect((await run(['keys', 'list'])).stdout).toMatch(
      new RegExp(`${id} +default +my laptop +read,write +revoked`),
    );
  });

  test('rotate: a key in the place of another, which ends after the overlap', async () => {
    const quota = ['--quota', '5000', '--monthly-quota', '90000', '--scopes', 'read', '--name', 'till'];
    const old = created.parse(JSON.parse((await run(['keys', 'create', '--json', ...quota])).stdout));
    const { code, stdout } = await run(['keys', 'rotate', old.id, '--overlap', '2h', '--json']);
    expect(code).toBe(0);
    const next: { id: string; key: string; client: string; old_expires_at: string } = JSON.parse(stdout);
    expect(next).toMatchObject({ client: 'default', key: expect.stringMatching(`^wdk_${next.id}_`) });
    const listed: { id: string; expires_at: string | null }[] = JSON.parse(
      (await run(['keys', 'list', '--json'])).stdout,
    );
    const byId = new Map(listed.map((key) => [key.id, key]));
    expect(byId.get(old.id)).toMatchObject({ state: 'valid', expires_at: next.old_expires_at });
    expect(byId.get(next.id)).toMatchObject({
      ...{ name: 'till', scopes: ['read'], state: 'valid', expires_at: null },
      quotas: { daily: 5000, monthly: 90_000 },
    });
    expect(await run(['keys', 'expire', next.id, '2099-01-01'])).toMatchObject({ code: 0 });
    expect((await run(['keys', 'list'])).stdout).toMatch(
      new RegExp(`${next.id} .*valid +5000/day 90000/month .*2099-01-01T00:00:00.000Z +never`),
    );
    // Without overlap the old one ends at once, and then there is nothing to rotate.
    expect(await run(['keys', 'rotate', old.id, '--overlap', '0'])).toMatchObject({ code: 0 });
    expect(await run(['keys', 'rotate', old.id])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('no valid key'),
    });
  });

  test('bad input: exit code 2 and a sentence', async () => {
    for (const [commandLine, text] of [
      [['keys', 'create', '--client', 'nobody'], "There is no client 'nobody'"],
      [['keys', 'create', '--scopes', 'read,all'], "'all' is not one of read, write, webhooks, keys, admin"],
      [['keys', 'create', '--expires', 'soon'], "'soon' is not an ISO 8601 time"],
      [['keys', 'create', '--quota', '0'], "--quota: '0' is not a whole number"],
      [['keys', 'rotate', 'nobody', '--overlap', 'long'], "'long' is not a time such as 30m"],
      [['clients', 'set', 'default', 'dailyQuota=lots'], "dailyQuota: 'lots' is not a whole number"],
      [['keys', 'create', '--colour'], "unknown option '--colour'"],
      [['kyes'], "unknown command 'kyes'"],
      [['clients', 'create', 'a b'], "cannot be a client's name"],
      [['clients', 'set', 'default', 'ownTransfers=maybe'], 'carry or realize is expected'],
      [['export', '--form', 'ledger', '--wallet', address(1), '--currency', 'EUR'], 'reportingCurrency=EUR'],
      [['clients', 'set', 'default', 'reportingCurrency=XAU'], 'one of USD, EUR, GBP,'],
      [
        ['clients', 'set', 'default', 'reportingCurrency', 'EUR'],
        "'reportingCurrency' sets nothing: write NAME=VALUE",
      ],
      [['wallets', 'register', '0x12', 'hello'], "'hello' is not an address"],
    ] as const) {
      const outcome = await run(commandLine);
      expect(outcome, commandLine.join(' ')).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(text),
      });
      expect(outcome.stderr).not.toMatch(/\n\s+at /);
    }
  });
});

test('clients: create, list, set', async () => {
  expect(await run(['clients', 'create', 'acme'])).toMatchObject({ code: 0 });
  expect(await run(['clients', 'create', 'acme'])).toMatchObject({
    code: 2,
    stderr: "There is a client 'acme' already.\n",
  });
  expect(
    await run(['clients', 'set', 'acme', 'ownTransfers=realize', 'receiptTokens=carry', 'deposits=realize']),
  ).toMatchObject({
    code: 0,
    stdout: 'acme: ownTransfers=realize receiptTokens=carry deposits=realize\n',
  });
  const listed = JSON.parse((await run(['clients', 'list', '--json'])).stdout);
  expect(listed).toContainEqual(
    expect.objectContaining({
      name: 'acme',
      settings: { ownTransfers: 'realize', receiptTokens: 'carry', deposits: 'realize' },
    }),
  );
  expect(await run(['clients', 'set', 'acme', 'reportingCurrency=EUR'])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(' reportingCurrency=EUR\n'),
  });
  const { stdout: help } = await run(['clients', 'set', '--help']);
  expect(help).toContain('  reportingCurrency=CHOICE   (default USD), one of\n    USD EUR GBP ');
  // A quota of the client is that of its keys without one of their own.
  await run(['clients', 'set', 'acme', 'dailyQuota=700', 'monthlyQuota=9000']);
  const { id } = created.parse(
    JSON.parse((await run(['keys', 'create', '--client', 'acme', '--quota', '50', '--json'])).stdout),
  );
  await run(['clients', 'set', 'acme', 'dailyQuota=none']);
  expect(JSON.parse((await run(['keys', 'list', '--client', 'acme', '--json'])).stdout)).toMatchObject([
    { id, quotas: { daily: 50, monthly: 9000 } },
  ]);
});

test('wallets: register, list, status, reload', async () => {
  const registered = await run(['wallets', 'register', `${address(1)},${address(2)}`, address(3), '--json']);
  expect(registered.code).toBe(0);
  expect(JSON.parse(registered.stdout)).toMatchObject(
    [1, 2, 3].map((number) => ({ address: address(number), is_loaded: false })),
  );
  expect((await run(['wallets', 'list'])).stdout.split('\n')).toHaveLength(5);
  expect(await run(['wallets', 'status', address(1)])).toMatchObject({ code: 0 });
  expect(await run(['wallets', 'status', address(9)])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(address(9)),
  });
  expect(await run(['wallets', 'reload', address(1)])).toMatchObject({
    code: 0,
    stdout: `${address(1)} will be loaded again.\n`,
  });
  expect(await run(['wallets', 'reload', address(9)])).toMatchObject({ code: 2 });
});

test('help is no error; a bad configuration and an absent database are sentences', async () => {
  expect(await run(['--help'])).toMatchObject({ code: 0, stdout: expect.stringContaining('keys') });
  const wrong = await run(['keys', 'list'], { PORT: 'x', ROLE: 'y' });
  expect(wrong).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The configuration has 2 problems:'),
  });
  const absent = await run(['keys', 'list'], { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
  expect(absent).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Cannot use the database at 127.0.0.1:1/none'),
  });
  expect(absent.stderr).not.toMatch(/\n\s+at /);
});

test('the launcher takes the Node that npm installed when its own is too old', async () => {
  const { code, stdout, stderr } = await runProcess(
    [process.execPath, 'bin/wallet-data.js', 'clients', 'list', '--json'],
    here(),
  );
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('"name": "acme"');
  // What an old Node does: it reads the same file and starts the other one.
  const old = "Object.defineProperty(process.versions, 'node', { value: '20.1.0' });";
  const hook = `data:text/javascript,${encodeURIComponent(old)}`;
  const launched = await runProcess(
    [process.execPath, '--import', hook, 'bin/wallet-data.js', 'kyes'],
    here(),
  );
  expect(launched).toMatchObject({ code: 2, stderr: expect.stringContaining("unknown command 'kyes'") });
});

test('an export without lines is a valid file, and why it has none is said beside it', async () => {
  const wallet = address(4_031);
  expect(await run(['wallets', 'register', wallet])).toMatchObject({ code: 0 });
  const written: string[] = [];
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest) => {
    written.push(String(text));
    for (const one of rest) if (typeof one === 'function') one();
    return true;
  });
  const exported = ['export', '--form', 'transfers', '--wallet', wallet];
  const nextYear = String(new Date().getUTCFullYear() + 1);
  const future = await run([...exported, '--year', nextYear]);
  out.mockRestore();
  expect(written.join('')).toMatch(/^id,timestamp,wallet[^\n]*\r\n$/);
  expect(future).toMatchObject({
    code: 0,
    stderr: `There is nothing to export: --year ${nextYear} has not begun. The file has a header alone.\n`,
  });
});

test.each(['8949', 'transfers'])('the form %s is in dollars, and no file says otherwise', async (form) => {
  const refused = await run(['export', '--form', form, '--wallet', address(1), '--currency', 'ETH']);
  expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/ in USD[.:]/) });
});

test('a link for where nothing listens is made, and said to be dead', async () => {
  expect(await run(['login-link'], { ...here(), PORT: '1' })).toMatchObject({
    ...{ code: 0, stdout: expect.stringContaining('http://127.0.0.1:1/#link=') },
    stderr: expect.stringMatching(
      /^Nothing listens at http:\/\/127\.0\.0\.1:1, .* set PUBLIC_URL, or HOST and PORT/,
    ),
  });
  const environment = { ...here(), PUBLIC_URL: 'https://wallets.example.com' };
  expect(await run(['login-link'], environment)).toMatchObject({
    ...{ stdout: expect.stringContaining('https://wallets.example.com/#link='), stderr: '' },
  });
});

describe('serve', () => {
  test('runs on an embedded database that commands reach beside it, and ends cleanly on SIGTERM', async () => {
    const dataDir = await makeDataDirectory();
    const environment = { DATA_DIR: dataDir, PORT: '0', BOOTSTRAP_API_KEY: 'bootstrap-key-for-tests' };
    const service = spawn(process.execPath, ['src/cli.ts', 'serve'], {
      cwd: root,
      env: childEnvironment(environment),
    });
    const ended = new Promise<number | null>((resolve) => service.on('close', resolve));
    let log = '';
    service.stdout.on('data', (data) => {
      log += String(data);
    });
    try {
      await expect.poll(() => log, { timeout: 50_000 }).toContain('"msg":"listening"');
      const url = /"url":"([^"]+)"/.exec(log)?.[1] ?? '';
      expect(log).toContain('Ethereum: not enabled: no way to discover transactions');
      // On standard output, for whoever has started it; no line of the log.
      const link = /Sign in \(once, within 10 minutes\): (http:\S+\/#link=wdl_[\w-]{43})\n/;
      await expect.poll(() => link.exec(log)?.[1] ?? '', { timeout: 20_000 }).toContain(url);
      // It listens on a port that no configuration names, and commands know it.
      const another = await run(['login-link', '--json'], { ...environment, PORT: '4000' });
      expect(another).toMatchObject({ code: 0, stderr: '' });
      const linked = JSON.parse(another.stdout);
      expect(linked).toEqual({ url: expect.stringMatching(/#link=wdl_[\w-]{43}$/), client: 'default' });
      expect(new URL(linked.url).origin).toBe(url);
      const offline = join(dataDir, 'offline.json');
      await writeFile(offline, JSON.stringify({ chains: [], prices: { order: [] } }));
      const looked = await run(['doctor'], { ...environment, PORT: '4000', CONFIG_FILE: offline });
      expect(looked.stdout).toContain(`a service at ${url}, on ${dataDir}: commands reach it`);
      expect(looked.stdout).toMatch(/^ok +database +PostgreSQL/m);
      const read = (key: string) => fetch(`${url}/wallet/manage/`, { headers: { 'x-api-key': key } });
      expect((await read('bootstrap-key-for-tests')).status).toBe(200);

      const { id, key } = created.parse(
        JSON.parse((await run(['keys', 'create', '--json'], environment)).stdout),
      );
      expect((await read(key)).status).toBe(200);
      await run(['keys', 'revoke', id], environment);
      await expect.poll(async () => (await read(key)).status).toBe(401);

      const second = await runProcess([process.execPath, 'src/cli.ts', 'serve'], environment);
      expect(second).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('Another running service uses the data directory'),
      });
      service.kill('SIGTERM');
      expect(await ended).toBe(0);
      expect(log).not.toContain('bootstrap-key-for-tests');
      // Its PostgreSQL is gone: the directory can be used at once.
      expect((await run(['keys', 'list', '--json'], environment)).code).toBe(0);
    } finally {
      service.kill('SIGKILL');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    }
  });

  test('a signal during the start ends it cleanly, too', async () => {
    const dataDir = await makeDataDirectory();
    const service = spawn(process.execPath, ['src/cli.ts', 'serve'], {
      cwd: root,
      env: childEnvironment({ DATA_DIR: dataDir, PORT: '0' }),
    });
    const ended = new Promise<number | null>((resolve) => service.on('close', resolve));
    let log = '';
    service.stdout.on('data', (data) => {
      log += String(data);
    });
    await expect.poll(() => log, { timeout: 50_000, interval: 5 }).toContain('embedded PostgreSQL started');
    service.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(log).toContain('PostgreSQL ended (code 0)');
    await rm(dataDir, { recursive: true, force: true });
  });
});
