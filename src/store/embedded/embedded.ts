/**
 * The embedded PostgreSQL: a real server in the data directory, so that the service runs from one command. It listens
 * on the loopback interface only, on a free port, and its life is tied to ours.
 */
import pg from 'pg';
import type { PermanentError } from '../../errors.ts';
import { prepareDataDirectory, requireAnswer } from './data-directory.ts';
import { resolveBinaries, serverUser } from './embedded-binaries.ts';
import {
  type ClusterState,
  ensureCluster,
  readClusterState,
  readPostmasterFile,
} from './embedded-cluster.ts';
import { keepRunning, maximumRestarts } from './embedded-restarts.ts';
import { startServer } from './embedded-server.ts';
import type { ServerLog } from './former-server.ts';
import { takeOwnerLock } from './owner-lock.ts';
import {
  type AnnouncedService,
  readServiceFile,
  removeServiceFile,
  writeServiceFile,
} from './service-file.ts';

const databaseName = 'wallet_data';

export interface EmbeddedOptions {
  dataDir: string;
  log: ServerLog;
  /** Server settings beyond the defaults; tests switch off `fsync`. */
  settings?: Readonly<Record<string, string>>;
  /** How often a server that ends by itself is started again within ten minutes. Default 3. */
  restarts?: number;
}

export interface EmbeddedPostgres {
  url: string;
  /** Resolves, and never rejects, when the server has ended by itself and is given up: the process should end, too. */
  failed: Promise<PermanentError>;
  /** Tells commands that find this database where the service on it answers, until it stops. */
  announce(service: AnnouncedService): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL of a data directory, making its cluster when there is none.
 * Throws PermanentError when another running service uses the directory.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = await prepareDataDirectory(options.dataDir);
  const lock = await takeOwnerLock(dataDir);
  try {
    await removeServiceFile(dataDir);
    const user = await serverUser((await readClusterState(dataDir))?.cluster);
    const binaries = await resolveBinaries(user);
    const state = await ensureCluster(dataDir, binaries, user);
    const { settings = {}, log } = options;
    const plan = { postgres: binaries.postgres, dataDir, cluster: state.cluster, user, settings, log };
    const { server, port } = await startServer(plan);
    try {
      await ensureDatabase(connectionUrl(state, port, 'postgres'));
    } catch (error) {
      await server.stop();
      throw error;
    }
    const kept = keepRunning(server, {
      start: async () => (await startServer(plan, port)).server,
      maximumRestarts: options.restarts ?? maximumRestarts,
      log,
      now: Date.now,
    });
    return {
      url: connectionUrl(state, port, databaseName),
      failed: kept.failed,
      announce: (service) => writeServiceFile(dataDir, service),
      stop: async () => {
        await removeServiceFile(dataDir);
        await kept.stop();
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
  await requireAnswer(dataDir);
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

/** A running embedded database, and the service that has said where it answers; null: only a worker or a command runs. */
export interface RunningEmbedded {
  databaseUrl: string;
  service: AnnouncedService | null;
}

/** What runs on this data directory, on this machine; null: nothing. */
export async function findRunningEmbedded(dataDir: string): Promise<RunningEmbedded | null> {
  const databaseUrl = await findRunningDatabase(dataDir);
  return databaseUrl === null ? null : { databaseUrl, service: await readServiceFile(dataDir) };
}

function connectionUrl(state: ClusterState, port: number, database: string): string {
  return `postgres://postgres:${state.password}@127.0.0.1:${port}/${database}`;
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
