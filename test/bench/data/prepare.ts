/**
 * The benchmarks' own PostgreSQL with the data set, kept in .cache/bench and used again as long as migrations, size and
 * generator are the same.
 */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '../../../src/store/connection/database.ts';
import { startEmbeddedPostgres } from '../../../src/store/embedded/embedded.ts';
import { readClusterState } from '../../../src/store/embedded/embedded-cluster.ts';
import { migrateDatabase } from '../../../src/store/schema/migrate.ts';
import { fillDatabase } from './fill.ts';
import { fullSize, generatorVersion, type Layout, layoutOf } from './layout.ts';

const root = join(import.meta.dirname, '../../..');
export const cacheDirectory = join(root, '.cache', 'bench');
const migrations = join(root, 'prisma', 'migrations');

/** What every benchmark's server runs with; BENCHMARKS.md names them. */
const settings = {
  random_page_cost: '1.1',
  shared_buffers: '1GB',
  max_connections: '300',
  max_wal_size: '4GB',
  // Losing the last commits in a crash of the machine is no loss here; it is the same for every contender.
  synchronous_commit: 'off',
};

export interface BenchDatabase {
  readonly url: string;
  readonly layout: Layout;
  stop(): Promise<void>;
}

/** A server with an empty, migrated database that is removed when it stops. */
export async function startEmptyDatabase(name: string): Promise<{ url: string; stop(): Promise<void> }> {
  const dataDir = join(cacheDirectory, `empty-${name}`);
  await removeCluster(dataDir);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
  const stop = async () => {
    await server.stop();
    await removeCluster(dataDir);
  };
  try {
    await migrateDatabase(server.url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: server.url, stop };
}

/** Starts the server of the data set of a size (0: the full one), filling it first when it is missing or stale. */
export async function startBenchDatabase(requestedSize: number): Promise<BenchDatabase> {
  const size = requestedSize === 0 ? fullSize : requestedSize;
  const dataDir = join(cacheDirectory, `data-${size}`);
  const fingerprintFile = join(dataDir, 'fingerprint');
  const fingerprint = fingerprintOf(size);
  const isReady = (await readFile(fingerprintFile, 'utf8').catch(() => '')) === fingerprint;
  if (!isReady) await removeCluster(dataDir);
  const layout = layoutOf(size);
  const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings });
  if (isReady) return { url: server.url, layout, stop: server.stop };
  try {
    say(
      `filling the database: one wallet of ${size} transfers and 100 of ${layout.smallSize}; kept in ${dataDir}`,
    );
    await migrateDatabase(server.url);
    const database = await openDatabase({ url: server.url, statementTimeoutMs: 0 });
    try {
      await fillDatabase(database, layout, say);
    } finally {
      await database.close();
    }
    await writeFile(fingerprintFile, fingerprint);
    return { url: server.url, layout, stop: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Progress goes to stderr: stdout is the report. */
function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

function fingerprintOf(size: number): string {
  const hash = createHash('sha256').update(`${generatorVersion}:${size}`);
  for (const name of readdirSync(migrations, { recursive: true, encoding: 'utf8' }).sort()) {
    if (name.endsWith('.sql')) hash.update(name).update(readFileSync(join(migrations, name)));
  }
  return hash.digest('hex');
}

/** Removes a data directory and its cluster, which may be elsewhere when the server's user cannot enter the directory. */
async function removeCluster(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const state = await readClusterState(dataDir);
  const options = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };
  if (state !== null) await rm(state.cluster, options);
  await rm(dataDir, options);
}
