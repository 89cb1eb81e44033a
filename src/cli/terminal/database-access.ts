/** How a command reaches the database: the configured one, that of a running service, or the embedded one started for it. */
import type { Config } from '../../config.ts';
import { errorText, isDatabaseUnavailable, PermanentError } from '../../errors.ts';
import {
  type ClientRow,
  defaultClientName,
  ensureClient,
  findClient,
} from '../../store/clients/client-rows.ts';
import { type Database, openDatabase } from '../../store/connection/database.ts';
import { startEmbeddedPostgres } from '../../store/embedded/embedded.ts';
import { readClusterState } from '../../store/embedded/embedded-cluster.ts';
import type { AnnouncedService } from '../../store/embedded/service-file.ts';
import { migrateDatabase } from '../../store/schema/migrate.ts';
import { complain, UsageError } from './output.ts';
import { findRunning } from './running.ts';

/**
 * Runs `use` with the address of the database: the configured one, a running service's, a running demo's; and with the service that has
 * said where it answers. An embedded server that was started for it is stopped afterwards.
 */
export async function withDatabaseUrl<Result>(
  config: Config,
  use: (url: string, service: AnnouncedService | null) => Promise<Result>,
): Promise<Result> {
  const { url, dataDir } = config.database;
  if (url !== null) return whileReachable(use(url, null));
  const running = await findRunning(config);
  if (running !== null) return whileReachable(use(running.databaseUrl, running.service));
  const isNew = (await readClusterState(dataDir)) === null;
  // A command that lost its database has to be given again anyway: nothing is gained by a new start of the server.
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => {}, restarts: 0 });
  // What is made in an empty database, such as a key, is of no use to a service on another one.
  if (isNew) {
    complain(
      `No service runs on ${dataDir}, and no database was there: a new, empty one was made. ` +
        'To use another, set DATA_DIR to its directory, or DATABASE_URL to its address.',
    );
  }
  try {
    return await whileReachable(use(embedded.url, null));
  } finally {
    await embedded.stop();
  }
}

/** A database that is lost in the middle is said in words that tell what to do. */
async function whileReachable<Result>(running: Promise<Result>): Promise<Result> {
  try {
    return await running;
  } catch (cause) {
    if (cause instanceof PermanentError || !isDatabaseUnavailable(cause)) throw cause;
    throw new PermanentError(
      `The database cannot be reached or went away during the command (${errorText(cause)}). What it had stored is kept; ` +
        'run the command again when the database is up.',
      { cause },
    );
  }
}

/** Runs `use` with the database at this version's schema. */
export function withDatabase<Result>(
  config: Config,
  use: (database: Database, service: AnnouncedService | null) => Promise<Result>,
): Promise<Result> {
  return withDatabaseUrl(config, async (url, service) => {
    await migrateDatabase(url);
    const database = await openDatabase({ url, maximumConnections: 2 });
    try {
      return await use(database, service);
    } finally {
      await database.close();
    }
  });
}

/** The client of that name; only the default client comes into being by itself. */
export async function requireClient(database: Database, name: string): Promise<ClientRow> {
  if (name === defaultClientName) return ensureClient(database, name);
  const client = await findClient(database, name);
  if (client === null) {
    throw new UsageError(`There is no client '${name}'. Create it: wallet-data clients create ${name}`);
  }
  return client;
}
