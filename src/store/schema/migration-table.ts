/**
 * The table of applied migrations, `_prisma_migrations`. It has the form that Prisma's own engine gives it, which
 * migrated databases before: their rows hold on, and older versions and Prisma's command line can read it.
 */
import type pg from 'pg';
import { PermanentError } from '../../errors.ts';
import type { Migration } from './migration-files.ts';

/** A row that was not taken back. */
export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  /** False: it was begun and broke off, and nothing took it back. */
  readonly isFinished: boolean;
}

export async function hasMigrationTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists",
  );
  return rows[0]?.exists === true;
}

/**
 * Reads the table, oldest name first; makes it in a database that has no tables.
 * PermanentError: there are tables, but this one is not among them, so they are somebody else's.
 */
export async function readAppliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows: places } = await client.query<{ exists: boolean; stranger: string | null }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS exists,
       (SELECT min(relname) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
          AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
       ) AS stranger`,
  );
  if (places[0]?.exists !== true) {
    const stranger = places[0]?.stranger ?? null;
    if (stranger !== null) {
      throw new PermanentError(
        `The database holds tables of something else (such as "${stranger}") and none of this service. ` +
          'Set DATABASE_URL to an empty database of its own (createdb).',
      );
    }
    await client.query(
      `CREATE TABLE _prisma_migrations (
         id VARCHAR(36) PRIMARY KEY NOT NULL,
         checksum VARCHAR(64) NOT NULL,
         finished_at TIMESTAMPTZ,
         migration_name VARCHAR(255) NOT NULL,
         logs TEXT,
         rolled_back_at TIMESTAMPTZ,
         started_at TIMESTAMPTZ NOT NULL DEFAULT now(),
         applied_steps_count INTEGER NOT NULL DEFAULT 0
       )`,
    );
  }
  const { rows } = await client.query<AppliedMigration>(
    `SELECT migration_name AS name, checksum, finished_at IS NOT NULL AS "isFinished" FROM _prisma_migrations
     WHERE rolled_back_at IS NULL ORDER BY migration_name COLLATE "C"`,
  );
  return rows;
}

/** Notes a migration as applied, in the transaction that applied it. */
export async function recordMigration(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES (gen_random_uuid()::text, $1, $2, now(), clock_timestamp(), 1)`,
    [migration.checksum, migration.name],
  );
}

/**
 * The first migration that the database lacks, or null.
 * PermanentError: the two do not belong together: a migration broke off, is unknown to this version, was changed after it
 * was applied, or is missing among those that are applied.
 */
export function nextMigration(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): Migration | null {
  const brokenOff = applied.find(({ isFinished }) => !isFinished);
  if (brokenOff !== undefined) {
    throw new PermanentError(
      `The migration ${brokenOff.name} was begun by an earlier version and broke off; some of its statements may have been carried out. ` +
        'Restore the backup of before it. Or undo by hand what it did (the column logs of _prisma_migrations says how it ended), then ' +
        `DELETE FROM _prisma_migrations WHERE migration_name = '${brokenOff.name}' AND finished_at IS NULL; and start again.`,
    );
  }
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  const unknown = applied.filter(({ name }) => !known.has(name)).map(({ name }) => name);
  if (unknown.length > 0) {
    throw new PermanentError(
      `The database is newer than this version of the service, which does not know its migrations ${unknown.join(', ')}. ` +
        'Start the version that made them. Migrations only go forward: to go back, restore the backup of before.',
    );
  }
  for (const { name, checksum } of applied) requireChecksum(known.get(name), checksum);
  const appliedNames = new Set(applied.map(({ name }) => name));
  const next = migrations.find(({ name }) => !appliedNames.has(name)) ?? null;
  const later = applied.at(-1)?.name;
  if (next !== null && later !== undefined && next.name < later) {
    throw new PermanentError(
      `The migration ${next.name} is not applied, but a later one is: ${later}. Its statements were not written for what that has made. ` +
        'Use a released version; or, if the migration is new, give its folder a later time in its name.',
    );
  }
  return next;
}

/** The same of a database that is only looked at, and may have no migrations at all. Throws as `nextMigration` does. */
export async function findMissingMigration(
  client: pg.Client,
  migrations: readonly Migration[],
): Promise<Migration | null> {
  if (!(await hasMigrationTable(client))) return migrations[0] ?? null;
  return nextMigration(migrations, await readAppliedMigrations(client));
}

function requireChecksum(migration: Migration | undefined, checksum: string): void {
  if (migration === undefined || [migration.checksum, migration.windowsChecksum].includes(checksum)) return;
  throw new PermanentError(
    `The file prisma/migrations/${migration.name}/migration.sql is not the one that was applied to this database ` +
      `(its SHA-256 was ${checksum} and is ${migration.checksum}). Put the file of the release back; a further change of the tables is a new migration.`,
  );
}
