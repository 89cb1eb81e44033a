/** Brings a database to this version's schema, whoever else tries the same at the same time. */
import pg from 'pg';
import { errorText, PermanentError, RetryableError } from '../errors.ts';
import { isErrorCode } from './embedded-binaries.ts';
import { applyMigrations } from './schema-engine.ts';

const minimumVersion = 15;
/** Any fixed number; all versions of the service must use the same. */
const migrationLock = 7_236_501_944;

/**
 * Applies the missing migrations; several processes may call it at once, and each returns when the schema is up to date.
 * RetryableError: the database cannot be reached (yet); PermanentError: it never will do.
 */
export async function migrateDatabase(url: string): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
  client.on('error', () => {});
  try {
    await connect(client);
    await requireVersion(client);
    // Held by this session: a process that dies lets go of it.
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    return { applied: await applyMigrations(url) };
  } finally {
    await client.end().catch(() => {});
  }
}

async function connect(client: pg.Client): Promise<void> {
  try {
    await client.connect();
  } catch (cause) {
    const place = `${client.host}:${client.port}/${client.database ?? ''}`;
    const message = `Cannot use the database at ${place}: ${errorText(cause)}`;
    const passwordIsWrong = isErrorCode(cause, '28P01') || isErrorCode(cause, '28000');
    if (passwordIsWrong)
      throw new PermanentError(`${message}. Check user and password in DATABASE_URL.`, { cause });
    if (isErrorCode(cause, '3D000')) {
      throw new PermanentError(`${message}. Create it (createdb) or correct DATABASE_URL.`, { cause });
    }
    throw new RetryableError(message, { cause });
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const version = rows[0]?.server_version ?? 'unknown';
  if (!(Number.parseInt(version, 10) >= minimumVersion)) {
    throw new PermanentError(
      `PostgreSQL ${minimumVersion} or newer is needed; the database runs ${version}.`,
    );
  }
}
