/**
 * A data directory with a database that is made and migrated already, for tests of what comes after that: making one takes
 * two seconds of computing, and copying its files a tenth of one.
 */
import { rm } from 'node:fs/promises';
import { runProgram } from '../../src/processes/run-program.ts';
import { startEmbeddedPostgres } from '../../src/store/embedded/embedded.ts';
import { migrateDatabase } from '../../src/store/schema/migrate.ts';
import { madeOnce } from './made-once.ts';
import { makeDataDirectory } from './postgres.ts';

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

async function madeDirectory(): Promise<string> {
  const { inject } = await import('vitest');
  const path = `${inject('runDirectory')}/made-cluster`;
  await madeOnce(path, make);
  return path;
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
    await copyAll(dataDir, path);
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** With owners and rights: the server's files are those of its user. */
async function copyAll(from: string, to: string): Promise<void> {
  await runProgram('cp', ['-a', `${from}/.`, to]);
}
