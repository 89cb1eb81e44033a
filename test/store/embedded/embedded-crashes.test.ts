/** The embedded PostgreSQL, or a part of it, is killed below a running service or command: real processes, real SIGKILLs. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findRunningDatabase, startEmbeddedPostgres } from '../../../src/store/embedded/embedded.ts';
import { readClusterState, readPostmasterFile } from '../../../src/store/embedded/embedded-cluster.ts';
import { type Command, startCommand } from '../../support/command.ts';
import { makeUsedDataDirectory } from '../../support/made-cluster.ts';

const key = 'embedded-crash-test-key';
let dataDir: string;
const cleanUps: (() => Promise<void>)[] = [];
beforeEach(async () => {
  dataDir = await makeUsedDataDirectory();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

function start(commandLine: readonly string[], environment: Record<string, string> = {}): Command {
  const command = startCommand(commandLine, { environment: { DATA_DIR: dataDir, ...environment } });
  cleanUps.push(async () => {
    if (command.child.exitCode === null && command.child.signalCode === null) command.child.kill('SIGTERM');
    await command.exit;
  });
  return command;
}

async function startServe(environment: Record<string, string> = {}): Promise<Command & { url: string }> {
  const service = start(['serve'], { PORT: '0', BOOTSTRAP_API_KEY: key, ...environment });
  const [, url = ''] = await service.waitFor(/"url":"([^"]+)"/);
  return { ...service, url };
}

async function postmaster(): Promise<number | null> {
  const state = await readClusterState(dataDir);
  return state === null ? null : ((await readPostmasterFile(state.cluster))?.pid ?? null);
}

async function killPostmaster(): Promise<number> {
  const pid = await postmaster();
  if (pid === null) throw new Error('no server runs');
  process.kill(pid, 'SIGKILL');
  return pid;
}

const status = (url: string, path: string): Promise<number> =>
  fetch(`${url}${path}`, { headers: { 'x-api-key': key } }).then(
    ({ status: code }) => code,
    () => 0,
  );

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function databaseUrl(): Promise<string> {
  const url = await findRunningDatabase(dataDir);
  if (url === null) throw new Error('no database runs');
  return url;
}

/** The service answers again, through its own connections; else what it said last. */
async function expectRecovered({
  url,
  stdout,
  stderr,
}: Pick<Command, 'stdout' | 'stderr'> & { url: string }): Promise<void> {
  try {
    await expect.poll(() => status(url, '/readyz'), { timeout: 50_000 }).toBe(200);
    await expect.poll(() => status(url, '/wallet/manage/')).toBe(200);
  } catch (cause) {
    throw new Error(`${stdout().slice(-4_000)}\n${stderr()}`, { cause });
  }
}

test('serve: a killed postmaster is started again and nothing committed is lost; the fourth within ten minutes ends the service', async () => {
  const service = await startServe();
  const { url, exit, stdout, stderr } = service;
  await expectRecovered(service);
  const address = `0x${'ab'.repeat(20)}`;
  const registered = await fetch(`${url}/wallet/manage/`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  });
  expect(registered.status).toBe(201);
  for (let restart = 1; restart <= 3; restart++) {
    const killed = await killPostmaster();
    await expect.poll(postmaster, { timeout: 50_000 }).not.toBe(killed);
    await expectRecovered(service);
    expect(stdout()).toContain(`starting it again (${restart} of 3 times in ten minutes)`);
  }
  const wallets = await fetch(`${url}/wallet/manage/`, { headers: { 'x-api-key': key } });
  expect(JSON.stringify(await wallets.json())).toContain(address);

  await killPostmaster();
  expect(await exit).toBe(1);
  expect(stderr()).toMatch(
    /^The embedded PostgreSQL is given up, 3 restarts within ten minutes did not help: .*SIGKILL/m,
  );
  expect(stderr()).not.toMatch(/\n\s+at /);
  expect(await status(url, '/livez')).toBe(0);
});

test('serve: a killed backend makes PostgreSQL recover by itself, and the service with it', async () => {
  const service = await startServe();
  await expectRecovered(service);
  const before = await postmaster();
  const client = await connect(await databaseUrl());
  const { rows } = await client.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE application_name = 'wallet-data' LIMIT 1",
  );
  const broken = new Promise((resolve) => client.once('end', resolve));
  const [backend] = rows;
  if (backend === undefined) throw new Error('the service has no connection');
  process.kill(backend.pid, 'SIGKILL');
  await broken;
  await expectRecovered(service);
  expect(await postmaster()).toBe(before);
  expect(service.child.exitCode).toBeNull();
});

test('a statement that outlives its killed server does not keep the next one from starting', async () => {
  const first = await startEmbeddedPostgres({ dataDir, log: () => {} });
  cleanUps.push(first.stop);
  const client = await connect(first.url);
  // Busy, not waiting: such a process looks at nothing until it is done, which is in minutes.
  const broken = client.query('SELECT count(*) FROM generate_series(1, 1000000000) AS a').catch(() => null);
  const watcher = await connect(first.url);
  await expect
    .poll(async () => {
      const { rows } = await watcher.query(
        "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%generate_series%' AND pid <> pg_backend_pid()",
      );
      return rows.length;
    })
    .toBe(1);
  const killed = await killPostmaster();
  await broken;
  await expect.poll(postmaster, { timeout: 50_000 }).not.toBe(killed);
  await expect.poll(() => findRunningDatabase(dataDir), { timeout: 50_000 }).toBe(first.url);
});

test('a command that owns the database ends with code 1 and says what to do', async () => {
  // Makes the command wait where the test can see it.
  const prepared = await startEmbeddedPostgres({ dataDir, log: () => {} });
  const client = await connect(prepared.url);
  await client.query(`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN PERFORM pg_sleep(600); RETURN NEW; END $$`);
  await client.query('CREATE TRIGGER wait BEFORE INSERT ON client FOR EACH ROW EXECUTE FUNCTION wait()');
  await client.end();
  await prepared.stop();

  for (const victim of ['postmaster', 'backend'] as const) {
    const command = start(['clients', 'create', 'somebody']);
    await expect.poll(() => findRunningDatabase(dataDir), { timeout: 50_000 }).not.toBeNull();
    const watcher = await connect(await databaseUrl());
    const waiting = async () =>
      (await watcher.query<{ pid: number }>("SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'"))
        .rows;
    await expect.poll(waiting).toHaveLength(1);
    const [backend] = await waiting();
    if (victim === 'postmaster') await killPostmaster();
    else process.kill(backend?.pid ?? 0, 'SIGKILL');
    expect(await command.exit).toBe(1);
    expect(command.stderr()).toMatch(/^The database .*went away during the command .* run the command again/);
    expect(command.stderr().trim().split('\n')).toHaveLength(1);
  }
  const after = start(['clients', 'list', '--json']);
  expect(await after.exit).toBe(0);
  expect(after.stdout()).not.toContain('somebody');
});

test('a second service with another TMPDIR is refused, and the first keeps its database', async () => {
  const parent = dataDir;
  cleanUps.push(() => rm(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  // Longer than a socket's path may be.
  dataDir = join(dataDir, 'a-long-name-'.repeat(10));
  const temporary = [join(parent, 'tmp-1'), join(parent, 'tmp-2')] as const;
  for (const directory of temporary) await mkdir(directory, { recursive: true });
  const compiled = join(parent, 'compiled');
  const first = await startServe({ TMPDIR: temporary[0], NODE_COMPILE_CACHE: compiled });
  await expectRecovered(first);
  const before = await postmaster();
  const second = start(['serve'], { PORT: '0', TMPDIR: temporary[1] });
  expect(await second.exit).toBe(1);
  expect(second.stderr()).toBe(
    `Another running service uses the data directory ${dataDir} (process ${first.child.pid} on ${hostname()}). Stop it, or ` +
      'set DATA_DIR to another directory.\n',
  );
  expect(await postmaster()).toBe(before);
  expect(await status(first.url, '/readyz')).toBe(200);
  // Killed, it leaves nothing behind that keeps the next one out, but what lets it start sooner.
  first.child.kill('SIGKILL');
  const kept = await readdir(compiled, { recursive: true, withFileTypes: true });
  expect(kept.filter((file) => file.isFile()).length).toBeGreaterThan(500);
  const third = await startServe({ TMPDIR: temporary[1] });
  await expectRecovered(third);
});
