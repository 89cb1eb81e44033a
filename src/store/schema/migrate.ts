/**
 * Brings a database to this version's schema, whoever else tries the same at the same time. Each migration is a transaction
 * of its own, which also holds the lock: nothing rests on a session, so it works behind poolers on one connection.
 */
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  errorText,
  isDatabaseUnavailable,
  isErrorCode,
  PermanentError,
  RetryableError,
} from '../../errors.ts';
import {
  type Migration,
  type MigrationStatement,
  noTransactionMark,
  readMigrations,
} from './migration-files.ts';
import {
  findMissingMigration,
  nextMigration,
  readAppliedMigrations,
  recordMigration,
} from './migration-table.ts';

/** Of PostgreSQL. */
export const minimumVersion = 15;
/** Any fixed number; all versions of the service must use the same. */
const migrationLock = 7_236_501_944;
/** Longer than any migration should take. */
const lockPatienceMs = 600_000;
const lockPollMs = 200;

export interface MigrationOptions {
  /** How long to wait for another process that migrates, and for each lock on a table. */
  patienceMs?: number;
  /** Where the migrations lie; those of this version, unless a test brings its own. */
  directory?: string;
  /** The last to be applied; all of them, unless given. */
  last?: string;
}

/**
 * Applies the missing migrations; several processes may call it at once, each returns when the schema is up to date, with the
 * names of those that it applied itself.
 * RetryableError: the database cannot be reached (yet), or another process migrates it for longer than `patienceMs`;
 * PermanentError: a migration fails, or the database does not belong to this version. A database that is read-only (a standby) is only looked at:
 * PermanentError where it lacks a migration.
 */
export async function migrateDatabase(
  url: string,
  { patienceMs = lockPatienceMs, directory, last }: MigrationOptions = {},
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(directory);
  const client = createClient(url);
  try {
    await connect(client);
    await requireVersion(client);
    if (await isReadOnly(client)) {
      await requireMigrated(client, migrations);
      return { applied: [] };
    }
    const applied: string[] = [];
    for (;;) {
      await beginLocked(client, patienceMs);
      const next = nextMigration(migrations, await readAppliedMigrations(client));
      if (next === null || (last !== undefined && next.name > last)) return { applied };
      await applyMigration(client, url, next);
      applied.push(next.name);
    }
  } finally {
    // Gives a pooler its connection back clean, however this ended.
    await client.query('ROLLBACK').catch(() => {});
    await client.end().catch(() => {});
  }
}

async function isReadOnly(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  return rows[0]?.transaction_read_only === 'on';
}

/** The standby gets its schema from the primary. */
async function requireMigrated(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  const next = await findMissingMigration(client, migrations);
  if (next === null) return;
  throw new PermanentError(
    `The database is read-only (a standby) and lacks the migration ${next.name}. Start this version on the primary first ` +
      '(or run `wallet-data migrate` there), wait until the standby has followed, and start again.',
  );
}

function createClient(url: string): pg.Client {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
  client.on('error', () => {});
  return client;
}

/** Runs a migration in the transaction that `client` has begun, notes it as applied, and commits. */
async function applyMigration(client: pg.Client, url: string, migration: Migration): Promise<void> {
  if (migration.isTransactional) await runStatements(client, migration);
  else {
    // Beside the transaction, which keeps the lock meanwhile.
    const beside = createClient(url);
    try {
      await connect(beside);
      await runStatements(beside, migration);
    } finally {
      await beside.end().catch(() => {});
    }
  }
  try {
    await recordMigration(client, migration);
    await client.query('COMMIT');
  } catch (cause) {
    throw migrationError(migration, null, cause);
  }
}

async function runStatements(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    try {
      await client.query(statement.text);
    } catch (cause) {
      throw migrationError(migration, statement, cause);
    }
  }
}

/** What to do about errors that are the migration's own, not the database's. */
const adviceByCode = new Map([
  // An active transaction.
  ['25001', `Whoever writes the migration: give it a file of its own with the line "${noTransactionMark}".`],
  // Unsafe use of a new value of an enum.
  [
    '55P04',
    'Whoever writes the migration: a value that is added to an enum can be used from the next migration on.',
  ],
]);

/** `statement`: the one that failed; null: the commit. */
function migrationError(
  migration: Migration,
  statement: MigrationStatement | null,
  cause: unknown,
): RetryableError | PermanentError {
  const fault = cause instanceof pg.DatabaseError ? cause : null;
  const place =
    statement === null ? 'at its commit' : `at line ${lineOf(statement, fault)} of its migration.sql`;
  const detail = fault?.detail === undefined ? '' : ` (${fault.detail})`;
  const state = migration.isTransactional
    ? 'All of it was rolled back.'
    : 'It runs outside of a transaction: what its statements before that did stays, and they run again next time.';
  const message = `The migration ${migration.name} failed ${place}: ${errorText(cause)}${detail}. ${state}`;
  if (isDatabaseUnavailable(cause)) return new RetryableError(`${message} Start again.`, { cause });
  const advice =
    adviceByCode.get(fault?.code ?? '') ??
    'Remove what the error names, and start again; or restore the backup of before the upgrade and start the version before.';
  return new PermanentError(`${message} ${advice}`, { cause });
}

/** The line in the file; PostgreSQL counts characters of the statement from 1, when it knows the place. */
function lineOf({ text, line }: MigrationStatement, fault: pg.DatabaseError | null): number {
  const characters = Number(fault?.position ?? 1) - 1;
  return line + [...text].slice(0, characters).filter((character) => character === '\n').length;
}

/**
 * Begins a transaction that holds the lock. A session's lock would stay behind on the connection of a pooler such as
 * PgBouncer, and the next migration would wait for it for ever; a transaction's ends with it, or with its process.
 * Whoever waits asks again and again, in a transaction each time: CREATE INDEX CONCURRENTLY waits for every statement that is
 * under way, also for one that waits for the lock.
 */
async function beginLocked(client: pg.Client, patienceMs: number): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    // Each statement has to see what others committed before it, whatever the role's settings are.
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
    const { rows } = await client.query<{ isLocked: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS "isLocked"',
      [migrationLock],
    );
    if (rows[0]?.isLocked === true) break;
    await client.query('ROLLBACK');
    if (Date.now() >= deadline) {
      throw new RetryableError(
        `Another process has been migrating the database for ${patienceMs / 1000} s. Wait for it, or end it: ` +
          `SELECT pid, client_addr, xact_start FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE locktype = 'advisory'.`,
      );
    }
    await delay(Math.min(lockPollMs, patienceMs));
  }
  // However long the migrations take (not every version has all of these settings).
  await client.query(
    `SELECT set_config(name, '0', true) FROM pg_settings
     WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );
  await client.query("SELECT set_config('lock_timeout', $1, true)", [String(patienceMs)]);
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
