/**
 * A data directory with a database that is made and migrated already, for tests of what comes after that: making one takes
 * two seconds of computing, and copying its files a tenth of one.
 */
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { runProgram } from '../../src/processes/run-program.ts';
import { startEmbeddedPostgres } from '../../src/store/embedded/embedded.ts';
import { migrateDatabase } from '../../src/store/schema/migrate.ts';
import { makeDataDirectory } from './postgres.ts';

const makeTimeoutMs = 240_000;
const lookMs = 50;

/** A fresh data directory as a service leaves it that has stopped; the caller removes it. */
export async function makeUsedDataDirectory(): Promise<string> {
  const directory = await makeDataDirectory();
  await fillDataDirectory(directory);
  return directory;
}

/** Makes an empty data directory one that a service has used. */
export async function fillDataDirectory(directory: string): Promise<void> {
  await copyAll(await madeDirectory(), directory);
}

/** Made by whoever of the run comes first; whoever comes meanwhile waits for it. */
async function madeDirectory(): Promise<string> {
  const { inject } = await import('vitest');
  const path = `${inject('runDirectory')}/made-cluster`;
  for (const deadline = Date.now() + makeTimeoutMs; Date.now() < deadline; await delay(lookMs)) {
    const isThere = await stat(path).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
    const isOurs = await mkdir(`${path}.part`).then(
      () => true,
      () => false,
    );
    if (!isOurs) continue;
    try {
      await make(path);
    } finally {
      await rm(`${path}.part`, { recursive: true, force: true });
    }
  }
  throw new Error(`Nobody has made ${path} within ${makeTimeoutMs} ms.`);
}

async function make(path: string): Promise<void> {
  // Not in place: PostgreSQL's own user may not get there.
  const dataDir = await makeDataDirectory();
  try {
    const server = await startEmbeddedPostgres({ dataDir, log: () => {} });
    try {
      await migrateDatabase(server.url);
    } finally {
      await server.stop();
    }
    await copyAll(dataDir, `${path}.part`);
    await rename(`${path}.part`, path);
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** With owners and rights: the server's files are those of its user. */
async function copyAll(from: string, to: string): Promise<void> {
  await runProgram('cp', ['-a', `${from}/.`, to]);
}
