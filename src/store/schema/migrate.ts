/** Brings a database to this version's schema, whoever else tries the same at the same time. */
import pg from 'pg';
import { errorText, isErrorCode, PermanentError, RetryableError } from '../../errors.ts';
import { applyMigrations } from './schema-engine.ts';

const minimumVersion = 15;
/** Any fixed number; all versions of the service must use the same. */
const migrationLock = 7_236_501_944;
/** Longer than any migration should take. */
const lockPatienceMs = 600_000;

/**
 * Applies the missing migrations; several processes may call it at once, and each returns when the schema is up to date.
 * RetryableError: the database cannot be reached (yet), or another process migrates it for longer than `patienceMs`;
 * PermanentError: it never will do.
 */
export async function migrateDatabase(
  url: string,
  patienceMs = lockPatienceMs,
): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
  client.on('error', () => {});
  try {
    await connect(client);
    await requireVersion(client);
    await beginLocked(client, patienceMs);
    return { applied: await applyMigrations(url) };
  } finally {
    await client.query('ROLLBACK').catch(() => {});
    await client.end().catch(() => {});
  }
}

/**
 * Begins a transaction that holds the lock. A session's lock would stay behind on the connection of a pooler such as
 * PgBouncer, and the next migration would wait for it for ever; a transaction's ends with it, or with its process.
 */
async function beginLocked(client: pg.Client, patienceMs: number): Promise<void> {
  await client.query('BEGIN');
  // However long others or the migrations take (not every version has all of these settings).
  await client.query(
    `SELECT set_config(name, '0', true) FROM pg_settings
     WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );
  await client.query("SELECT set_config('lock_timeout', $1, true)", [String(patienceMs)]);
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [migrationLock]);
  } catch (cause) {
    if (!isErrorCode(cause, '55P03')) throw cause;
    throw new RetryableError(
      `Another process has been migrating the database for ${patienceMs / 1000} s. Wait for it, or end it: ` +
        `SELECT pid, client_addr, xact_start FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE locktype = 'advisory'.`,
      { cause },
    );
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
    throw new RetryableError(`${message}. Start it, or correct DATABASE_URL.`, { cause });
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  const version = rows[0]?.server_version ?? 'unknown';
  if (!(Number.parseInt(version, 10) >= minimumVersion)) {
    throw new PermanentError(
      `PostgreSQL ${minimumVersion} or newer is needed; the database runs ${version}. Set DATABASE_URL to another one, or unset it.`,
    );
  }
}
