/**
 * The embedded PostgreSQL: a real server in the data directory, so that the service runs from one command. It listens
 * on the loopback interface only, on a free port, and its life is tied to ours.
 */
import { mkdir, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { errorText, PermanentError } from '../errors.ts';
import { type SupervisedProcess, spawnSupervised } from '../processes/supervised.ts';
import { resolveBinaries, type ServerUser, serverUser } from './embedded-binaries.ts';
import {
  type ClusterState,
  ensureCluster,
  isAlive,
  isPostmaster,
  readClusterState,
  readPostmasterFile,
} from './embedded-cluster.ts';
import { takeOwnerLock } from './owner-lock.ts';

const databaseName = 'wallet_data';
const startTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;
/** How often a start is tried again because another process took the free port first. */
const portAttempts = 5;

export interface EmbeddedOptions {
  dataDir: string;
  log: (message: string) => void;
  /** Server settings beyond the defaults; tests switch off `fsync`. */
  settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  url: string;
  stop(): Promise<void>;
}

const defaultSettings: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // Local sockets would need a directory that both users reach; nothing uses them.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
};

/**
 * Starts the embedded PostgreSQL of a data directory, making its cluster when there is none.
 * Throws PermanentError when another running service uses the directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o755 });
  const dataDir = await realpath(options.dataDir);
  const lock = await takeOwnerLock(dataDir);
  if (lock === null) {
    throw new PermanentError(
      `Another running service uses the data directory ${dataDir}. Stop it, or set DATA_DIR to another directory.`,
    );
  }
  try {
    const user = await serverUser((await readClusterState(dataDir))?.cluster);
    const binaries = await resolveBinaries(user);
    const state = await ensureCluster(dataDir, binaries, user);
    await endFormerServer(state.cluster, options.log);
    const { server, port } = await startServer(binaries.postgres, state.cluster, user, options);
    const url = connectionUrl(state, port, databaseName);
    try {
      await ensureDatabase(connectionUrl(state, port, 'postgres'));
    } catch (error) {
      await server.stop();
      throw error;
    }
    void server.exited.then((exit) =>
      options.log(`PostgreSQL ended (${exit.signal ?? `code ${exit.code}`})`),
    );
    return {
      url,
      stop: async () => {
        await server.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** The URL of the embedded database that a running service started on this data directory, or null. */
export async function findRunningDatabase(dataDir: string): Promise<string | null> {
  const state = await readClusterState(dataDir);
  const file = state === null ? null : await readPostmasterFile(state.cluster);
  if (state === null || file === null || file.port === null) return null;
  const url = connectionUrl(state, file.port, databaseName);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return url;
  } catch {
    return null;
  } finally {
    await client.end().catch(() => {});
  }
}

function connectionUrl(state: ClusterState, port: number, database: string): string {
  return `postgres://postgres:${state.password}@127.0.0.1:${port}/${database}`;
}

/**
 * Deals with what postmaster.pid names. We hold the owner lock, so a server that still runs lost its service (which was
 * killed) and is about to end: it is helped along. A file that names something else is removed, since PostgreSQL itself
 * would refuse to start when the number happens to be in use.
 */
async function endFormerServer(cluster: string, log: (message: string) => void): Promise<void> {
  const file = await readPostmasterFile(cluster);
  if (file === null) return;
  if (!(await isPostmaster(file.pid, cluster))) {
    await rm(join(cluster, 'postmaster.pid'), { force: true });
    return;
  }
  log(`ending the PostgreSQL (process ${file.pid}) that a killed service left behind`);
  for (const [signal, waitMs] of [
    ['SIGINT', stopTimeoutMs],
    ['SIGQUIT', 5_000],
  ] as const) {
    if (isAlive(file.pid)) process.kill(file.pid, signal);
    if (await waitUntilGone(file.pid, waitMs)) return;
  }
  throw new PermanentError(
    `A PostgreSQL (process ${file.pid}) still runs on ${cluster} and does not end. End it, then start again.`,
  );
}

async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

async function startServer(
  postgres: string,
  cluster: string,
  user: ServerUser | null,
  options: EmbeddedOptions,
): Promise<{ server: SupervisedProcess; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const settings = { ...defaultSettings, ...options.settings, port: String(port) };
    const settingArguments = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = await spawnSupervised(postgres, ['-D', cluster, ...settingArguments], {
      cwd: cluster,
      // SIGINT is PostgreSQL's fast shutdown: connections are ended, everything is written.
      stopSignal: 'SIGINT',
      stopTimeoutMs,
      ...(user === null ? {} : { uid: user.uid, gid: user.gid }),
    });
    try {
      // After a crash the log is replayed first; until then connections are refused.
      await server.waitForLine(
        (line) => line.includes('ready to accept connections') || undefined,
        startTimeoutMs,
      );
      return { server, port };
    } catch (cause) {
      await server.stop();
      const portIsTaken = server.lastErrorLines().some((line) => line.includes('could not bind'));
      if (!portIsTaken || attempt === portAttempts) {
        throw new PermanentError(`The embedded PostgreSQL does not start: ${errorText(cause)}`, { cause });
      }
    }
  }
}

/** A port that nobody listens on. Another process may take it before we do; then the start is tried again. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no port was given'));
        else resolve(address.port);
      });
    });
  });
}

async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  } finally {
    await client.end();
  }
}
