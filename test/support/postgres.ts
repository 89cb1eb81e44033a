/**
 * The tests' PostgreSQL. As vitest's global set-up, this file starts one real server for the whole run; each test file
 * then makes a database of its own, copied from a migrated template.
 */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { isErrorCode } from '../../src/errors.ts';
import { type Database, openDatabase } from '../../src/store/connection/database.ts';
import { startEmbeddedPostgres } from '../../src/store/embedded/embedded.ts';
import { migrateDatabase } from '../../src/store/schema/migrate.ts';
import { prepareCluster } from './citus-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The migrated template; nobody stays connected to it, or it could not be copied. */
    templateUrl: string;
    /** The same on the worker nodes of a Citus cluster, of which `templateUrl` is the coordinator's; none on one server. */
    workerUrls: readonly string[];
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const coordinator = process.env.CITUS_URL;
  if (coordinator !== undefined) {
    const { templateUrls, tearDown } = await prepareCluster(coordinator);
    const [templateUrl = '', ...workerUrls] = templateUrls;
    project.provide('templateUrl', templateUrl);
    project.provide('workerUrls', workerUrls);
    return tearDown;
  }
  await sweepMemory();
  const dataDir = await makeDataDirectory();
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    // The data need not outlive the run.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  const tearDown = async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  try {
    await cheapenConnecting(server.url);
    await migrateDatabase(server.url);
    await closeTemplate(server.url);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('templateUrl', server.url);
  project.provide('workerUrls', []);
  return tearDown;
}

/** The same password, hashed once in place of 4,096 times: a run connects some thousand times, and hashes each time. */
async function cheapenConnecting(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const password = pg.escapeLiteral(decodeURIComponent(url.password));
  await administer(url, `SET scram_iterations = 1; ALTER ROLE ${url.username} PASSWORD ${password}`);
}

/** Nobody can connect to it any more: what one test file wrote there would be in the databases of all later ones. */
async function closeTemplate(templateUrl: string): Promise<void> {
  const url = new URL(templateUrl);
  await administer(url, `ALTER DATABASE ${url.pathname.slice(1)} WITH ALLOW_CONNECTIONS false`);
}

/** A file system in memory, where the machine has one. */
const memoryDirectory = '/dev/shm';
/** Bytes that must be free there, and in memory: many times what a run fills. */
const wantedMemory = 8 * 1024 ** 3;

/**
 * Where data that go with the run are kept: in memory where there is plenty, else on the disk. Each test file gets a copy of
 * all files of the template, some hundreds: on a disk, the system writes for longer than PostgreSQL computes.
 */
async function dataParent(): Promise<string> {
  const system = await statfs(memoryDirectory).catch(() => null);
  const free = system === null ? 0 : Math.min(system.bavail * system.bsize, process.availableMemory());
  return free < wantedMemory ? tmpdir() : memoryDirectory;
}

const dataPrefix = 'wallet-data-test-';
const dayMs = 86_400_000;

/** Memory that runs have left which were killed is given back; none lasts for a day. */
async function sweepMemory(): Promise<void> {
  const names = await readdir(memoryDirectory).catch(() => []);
  for (const name of names.filter((name) => name.startsWith(dataPrefix))) {
    const path = join(memoryDirectory, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > dayMs) await rm(path, { recursive: true, force: true });
  }
}

/** A fresh directory that PostgreSQL's own user can enter, too. */
export async function makeDataDirectory(): Promise<string> {
  const directory = await mkdtemp(join(await dataParent(), dataPrefix));
  await chmod(directory, 0o755);
  return directory;
}

export interface TestDatabase {
  database: Database;
  url: string;
  /** Closes and removes it. */
  drop(): Promise<void>;
}

/** A fresh database, migrated unless it is to be empty. */
export async function createTestDatabase(options: { empty?: boolean } = {}): Promise<TestDatabase> {
  const { url, drop } = await createDatabase(options.empty === true ? 'template0' : undefined);
  // So that a fault in a test shows as itself, not as a pool that waits.
  const database = await openDatabase({ url, maximumConnections: 12 });
  return {
    database,
    url,
    drop: async () => {
      await database.close();
      await drop();
    },
  };
}

/** The same without opening it. */
export async function createDatabase(
  template?: string,
): Promise<{ url: string; name: string; drop: () => Promise<void> }> {
  // Not at the top: this file is also loaded by vitest's main process, where there is nothing to inject.
  const { inject } = await import('vitest');
  const templateUrl = new URL(inject('templateUrl'));
  // On a cluster every node has its part of the database, under the same name.
  const nodes = [
    templateUrl,
    ...(template === undefined ? inject('workerUrls') : []).map((url) => new URL(url)),
  ];
  const onAllNodes = async (sql: string): Promise<void> => {
    await Promise.all(nodes.map((node) => administer(node, sql)));
  };
  const name = `test_${randomBytes(8).toString('hex')}`;
  // By default the copy would go through the log and the shared buffers, which takes longer to make and to remove.
  await onAllNodes(
    `CREATE DATABASE ${name} TEMPLATE ${template ?? templateUrl.pathname.slice(1)} STRATEGY file_copy`,
  );
  const url = new URL(templateUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    name,
    async drop() {
      // The coordinator's first: as long as it is there, its processes come back to those of the other nodes.
      for (const node of nodes) await dropDatabase(node, name);
    },
  };
}

// SQLSTATEs (PostgreSQL, appendix A).
const databaseIsMissing = '3D000';
const databaseIsInUse = '55006';

/** A cluster's own processes come back after they were ended: none may connect before the database is dropped. */
async function dropDatabase(node: URL, name: string): Promise<void> {
  for (let left = 4; ; left -= 1) {
    try {
      await administer(node, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await administer(node, `DROP DATABASE ${name} WITH (FORCE)`);
      return;
    } catch (error) {
      if (isErrorCode(error, databaseIsMissing)) return;
      // A process that had connected before still ends.
      if (!isErrorCode(error, databaseIsInUse) || left === 0) throw error;
    }
  }
}

/** Runs a statement on the server of a database, outside of that. */
export async function administer(templateUrl: URL, sql: string): Promise<void> {
  const url = new URL(templateUrl);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
