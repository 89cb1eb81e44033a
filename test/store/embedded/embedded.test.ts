import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import {
  chmod,
  mkdir,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PermanentError } from '../../../src/errors.ts';
import {
  type EmbeddedPostgres,
  findRunningDatabase,
  findRunningEmbedded,
  startEmbeddedPostgres,
} from '../../../src/store/embedded/embedded.ts';
import { hydrateSymlinks } from '../../../src/store/embedded/embedded-binaries.ts';
import { readClusterState, readPostmasterFile } from '../../../src/store/embedded/embedded-cluster.ts';
import { isAlive } from '../../../src/store/embedded/former-server.ts';
import { fillDataDirectory } from '../../support/made-cluster.ts';
import { makeDataDirectory } from '../../support/postgres.ts';

let dataDir: string;
const running: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  dataDir = await makeDataDirectory();
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  const state = await readClusterState(dataDir).catch(() => null);
  if (state !== null)
    await rm(state.cluster, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function start(directory = dataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: directory, log: () => {} });
  running.push(server);
  return server;
}

async function stop(server: EmbeddedPostgres): Promise<void> {
  running.splice(running.indexOf(server), 1);
  await server.stop();
}

/** Starts a service in another process; resolves with its database's URL. */
async function startElsewhere(): Promise<{ child: ChildProcess; url: string }> {
  const program = join(import.meta.dirname, '..', 'programs', 'serve-postgres.ts');
  const child = spawn(process.execPath, [program, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, url: String(line) };
}

async function query(url: string, text: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid(): Promise<number> {
  const state = await readClusterState(dataDir);
  const file = state === null ? null : await readPostmasterFile(state.cluster);
  if (file === null) throw new Error('no server runs');
  return file.pid;
}

describe('start and stop', () => {
  test('data survives, the server does not; the command line finds it only while it runs', async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS number');
    expect(await findRunningDatabase(dataDir)).toBe(first.url);
    const pid = await postmasterPid();
    await stop(first);
    // Whoever takes in orphaned processes may need a moment to see that it has ended.
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(await findRunningDatabase(dataDir)).toBeNull();
    const second = await start();
    expect(await query(second.url, 'SELECT number FROM kept')).toEqual([[42]]);
  });

  test('a service is known by what it has said, while it runs; what a killed one left misleads nobody', async () => {
    await fillDataDirectory(dataDir);
    const first = await start();
    expect(await findRunningEmbedded(dataDir)).toEqual({ databaseUrl: first.url, service: null });
    const service = { url: 'http://127.0.0.1:4421', isDemo: false };
    await first.announce(service);
    expect(await findRunningEmbedded(dataDir)).toEqual({ databaseUrl: first.url, service });
    const left = await readFile(join(dataDir, 'service.json'), 'utf8');
    await stop(first);
    expect(await findRunningEmbedded(dataDir)).toBeNull();
    // As after SIGKILL: the file is there, its service is not, and a command starts the database for itself.
    await writeFile(join(dataDir, 'service.json'), left);
    expect(await findRunningEmbedded(dataDir)).toBeNull();
    const second = await start();
    expect(await findRunningEmbedded(dataDir)).toEqual({ databaseUrl: second.url, service: null });
    const unfit = ['https://a.example/?\u001b[31m', 'javascript:alert(1)', '', 'http://a.example#link=1'];
    const texts = unfit.map((url) => JSON.stringify({ url, isDemo: false }));
    const long = `${left}${' '.repeat(5_000)}`;
    for (const text of ['{"url":', ...texts, long]) {
      await writeFile(join(dataDir, 'service.json'), text);
      expect(await findRunningEmbedded(dataDir)).toEqual({ databaseUrl: second.url, service: null });
    }
    // A link leads to what somebody else has written.
    await rm(join(dataDir, 'service.json'));
    await writeFile(join(dataDir, 'elsewhere.json'), left);
    await symlink(join(dataDir, 'elsewhere.json'), join(dataDir, 'service.json'));
    expect(await findRunningEmbedded(dataDir)).toEqual({ databaseUrl: second.url, service: null });
    await second.announce(service);
    expect(await findRunningEmbedded(dataDir)).toEqual({ databaseUrl: second.url, service });
    expect(await readFile(join(dataDir, 'elsewhere.json'), 'utf8')).toBe(left);
  });

  test('a directory without a database has none running', async () => {
    expect(await findRunningDatabase(dataDir)).toBeNull();
    expect(await findRunningDatabase(join(dataDir, 'missing'))).toBeNull();
  });

  test('it listens on the loopback interface only, asks for the password, and sorts by bytes', async () => {
    const { url } = await start();
    expect(await query(url, 'SHOW listen_addresses')).toEqual([['127.0.0.1']]);
    expect(await query(url, "SELECT 'a' < 'B', lower('ÄÖ')")).toEqual([[false, 'äö']]);
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    const mode = (await stat(join(dataDir, 'postgres.json'))).mode & 0o777;
    expect(mode).toBe(0o600);
  });

  test('two services side by side in different directories', async () => {
    await fillDataDirectory(dataDir);
    const other = await makeDataDirectory();
    const [first, second] = [await start(), await start(other)];
    expect(first.url).not.toBe(second.url);
    await stop(second);
    await rm(other, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    expect(await query(first.url, 'SELECT 1')).toEqual([[1]]);
  });

  test('a second service on the same directory is refused with what to do, and the first goes on', async () => {
    await fillDataDirectory(dataDir);
    const first = await start();
    const second = startEmbeddedPostgres({ dataDir, log: () => {} });
    await expect(second).rejects.toThrow(PermanentError);
    await expect(second).rejects.toThrow(
      /Another running service uses the data directory \S+ \(process \d+ on .*\)\. .*DATA_DIR/,
    );
    expect(await query(first.url, 'SELECT 1')).toEqual([[1]]);
  });

  test('the whole directory may be moved while nothing runs', async () => {
    await fillDataDirectory(dataDir);
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS number');
    await stop(first);
    const moved = await makeDataDirectory();
    await rm(moved, { recursive: true });
    await rename(dataDir, moved);
    dataDir = moved;
    expect(await query((await start()).url, 'SELECT number FROM kept')).toEqual([[42]]);
  });

  test('below a directory that only its owner can enter', async () => {
    const locked = join(dataDir, 'locked');
    await mkdir(locked, { mode: 0o700 });
    await chmod(locked, 0o700);
    const parent = dataDir;
    dataDir = join(locked, 'data');
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS number');
    await stop(first);
    expect(await query((await start()).url, 'SELECT number FROM kept')).toEqual([[42]]);
    const state = await readClusterState(dataDir);
    // As root, PostgreSQL runs as another user, who cannot get there.
    const isRoot = process.getuid?.() === 0;
    expect(state?.cluster.startsWith(isRoot ? '/var/lib/wallet-data/' : dataDir)).toBe(true);
    await stop(running[0] ?? (await start()));
    if (state !== null)
      await rm(state.cluster, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    await rm(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
});

describe('after a service was killed', () => {
  beforeEach(() => fillDataDirectory(dataDir));

  test('its server ends by itself, and the next service has all that was committed', async () => {
    const { child, url } = await startElsewhere();
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS number');
    const pid = await postmasterPid();
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await query((await start()).url, 'SELECT number FROM kept')).toEqual([[42]]);
    // Whoever takes in orphaned processes may need a moment to see that it has ended.
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('service and server killed at once: the log is replayed', async () => {
    const { child, url } = await startElsewhere();
    await query(url, 'CREATE TABLE kept AS SELECT 42 AS number');
    const pid = await postmasterPid();
    child.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await once(child, 'exit');
    expect(await query((await start()).url, 'SELECT number FROM kept')).toEqual([[42]]);
  });

  test('a running service elsewhere is not taken for a killed one', async () => {
    const { url } = await startElsewhere();
    await expect(startEmbeddedPostgres({ dataDir, log: () => {} })).rejects.toThrow(
      /Another running service/,
    );
    expect(await findRunningDatabase(dataDir)).toBe(url);
  });

  test('SIGTERM ends service and server in order', async () => {
    const { child } = await startElsewhere();
    const pid = await postmasterPid();
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).toBe(0);
    // Whoever takes in orphaned processes may need a moment to see that it has ended.
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test("a postmaster.pid that names somebody else's process is no obstacle", async () => {
    const first = await start();
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS number');
    const state = await readClusterState(dataDir);
    if (state === null) throw new Error('no cluster');
    const path = join(state.cluster, 'postmaster.pid');
    const [, ...others] = (await readFile(path, 'utf8')).split('\n');
    await stop(first);
    // As in a new container, where the number belongs to another program: ours, here.
    await writeFile(path, [process.pid, ...others].join('\n'));
    expect(await query((await start()).url, 'SELECT number FROM kept')).toEqual([[42]]);
  });
});

describe('half-made and damaged directories', () => {
  test('a first start that was cut short is begun again', async () => {
    await mkdir(join(dataDir, 'postgres.new', 'data'), { recursive: true });
    await writeFile(join(dataDir, 'postgres.new', 'data', 'PG_VERSION'), '18\n');
    const state = { cluster: 'postgres', password: 'from-the-first-attempt', complete: false };
    await writeFile(join(dataDir, 'postgres.json'), JSON.stringify(state));
    const { url } = await start();
    expect(new URL(url).password).toBe('from-the-first-attempt');
    expect(await query(url, 'SELECT 1')).toEqual([[1]]);
  });

  test('a database that is gone, or without its password, is not silently replaced', async () => {
    await fillDataDirectory(dataDir);
    await rename(join(dataDir, 'postgres'), join(dataDir, 'elsewhere'));
    await expect(start()).rejects.toThrow(/it is not there/);
    await rename(join(dataDir, 'elsewhere'), join(dataDir, 'postgres'));
    await rename(join(dataDir, 'postgres.json'), join(dataDir, 'saved.json'));
    await expect(start()).rejects.toThrow(/holds a database, but .* is missing/);
    await rename(join(dataDir, 'saved.json'), join(dataDir, 'postgres.json'));
    await start();
  });

  test('one made by another version of PostgreSQL says so', async () => {
    await fillDataDirectory(dataDir);
    await writeFile(join(dataDir, 'postgres', 'PG_VERSION'), '14\n');
    await expect(start()).rejects.toThrow(/made by PostgreSQL 14/);
  });
});

test.runIf(existsSync('/proc/self/environ'))(
  'nothing of our environment that is secret reaches the server',
  async () => {
    await fillDataDirectory(dataDir);
    // What a service is started with; a test's own process has the rest.
    vi.stubEnv('BOOTSTRAP_API_KEY', 'planted-bootstrap-key-0001');
    vi.stubEnv('DATABASE_URL', 'postgres://somebody:planted-password@db/else');
    vi.stubEnv('PGPASSWORD', 'planted-password');
    vi.stubEnv('LC_MESSAGES', 'C');
    try {
      const { url } = await start();
      const state = await readClusterState(dataDir);
      const pid = (state && (await readPostmasterFile(state.cluster)))?.pid ?? 0;
      const backend = Number((await query(url, 'SELECT pg_backend_pid()'))[0]?.[0]);
      expect(backend).toBeGreaterThan(0);
      const names = (await readFile(`/proc/${pid}/environ`, 'utf8'))
        .split('\0')
        .map((entry) => entry.split('=', 1)[0] ?? '');
      expect(names).toEqual(expect.arrayContaining(['PATH', 'LC_MESSAGES']));
      const ours = ['BOOTSTRAP_API_KEY', 'DATABASE_URL', 'PGPASSWORD', 'NODE_ENV', 'VITEST'];
      expect(names.filter((name) => ours.includes(name))).toEqual([]);
      // The shell that watches over the server has the same parent and the same environment.
      const group = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
      let members = 0;
      for (const process of group) {
        const [stat, environment] = await Promise.all(
          ['stat', 'environ'].map((file) => readFile(`/proc/${process}/${file}`, 'utf8').catch(() => '')),
        );
        // After the name in brackets: state, parent, process group.
        if (Number(stat?.replace(/^.*\) /s, '').split(' ')[2]) !== pid) continue;
        members += 1;
        expect(environment).not.toContain('planted');
      }
      expect(members).toBeGreaterThan(1);
    } finally {
      vi.unstubAllEnvs();
    }
  },
);

test('symbolic links that npm did not make are made', async () => {
  await mkdir(join(dataDir, 'native', 'lib'), { recursive: true });
  await writeFile(join(dataDir, 'native', 'lib', 'libpq.so.5.18'), '');
  const list = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(dataDir, 'native', 'pg-symlinks.json'), JSON.stringify(list));
  await hydrateSymlinks(dataDir);
  await hydrateSymlinks(dataDir);
  expect(await readlink(join(dataDir, 'native', 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
});
