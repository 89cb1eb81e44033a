/** A backup (backup.ts) into an empty database, which then has the schema of this version. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { PermanentError } from '../../errors.ts';
import { endWaits, findTables, quote } from './backup.ts';
import { type BackupHead, type BackupReader, readBackup } from './backup-format.ts';
import { migrateDatabase } from './migrate.ts';
import { readMigrations } from './migration-files.ts';

export interface RestoreResult {
  head: BackupHead;
  tables: number;
  rows: number;
  /** Migrations that the backup did not have yet. */
  applied: string[];
}

/**
 * Reads a backup into the database at `url`, in one transaction, and then applies the migrations that have come since.
 * PermanentError: the database is not empty, the backup is damaged, or was made by a newer version.
 */
export async function restoreBackup(url: string, input: Readable): Promise<RestoreResult> {
  const unpacked = createGunzip();
  const feeding = pipeline(input, unpacked);
  // What is wrong with it is told where it is read.
  feeding.catch(() => {});
  const backup = await readBackup(unpacked);
  await requireKnown(backup.head);
  await requireEmpty(url);
  await migrateDatabase(url, { last: backup.head.migration });
  const counts = await fill(url, backup);
  const { applied } = await migrateDatabase(url);
  return { head: backup.head, ...counts, applied };
}

async function requireKnown({ migration, version }: BackupHead): Promise<void> {
  const migrations = await readMigrations();
  if (migrations.some(({ name }) => name === migration)) return;
  throw new PermanentError(
    `The backup was made by a newer version (${version}), which had the migration ${migration}: restore it with that one.`,
  );
}

async function requireEmpty(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ table: string }>(
      `SELECT relname AS table FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
         AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e') LIMIT 1`,
    );
    if (rows[0] === undefined) return;
    throw new PermanentError(
      `The database is not empty (it has the table "${rows[0].table}"): a backup is restored into an empty one (createdb), or with another DATA_DIR.`,
    );
  });
}

/** What the migrations have put into the tables gives way to what the backup has. */
async function fill(url: string, backup: BackupReader): Promise<{ tables: number; rows: number }> {
  return withClient(url, async (client) => {
    await client.query('BEGIN');
    await endWaits(client);
    const there = await findTables(client);
    await client.query(`TRUNCATE ${there.map(({ table }) => quote(table)).join(', ')}`);
    const counts = { tables: 0, rows: 0 };
    for await (const { table, columns, rows } of backup.tables()) {
      const into = client.query(
        copyFrom(`COPY ${quote(table)} (${columns.map(quote).join(', ')}) FROM STDIN`),
      );
      await pipeline(Readable.from(rows, { objectMode: false }), into);
      counts.tables += 1;
      counts.rows += into.rowCount;
    }
    if (counts.tables !== there.length)
      throw new PermanentError('The backup lacks tables of its own schema.');
    await setSequences(client);
    await client.query('COMMIT');
    // What planners and counts go by is not in the file.
    await client.query('ANALYZE');
    return counts;
  });
}

/** The next number of each column that counts by itself comes after those that are there. */
async function setSequences(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `SELECT relname AS table, attname AS column, pg_get_serial_sequence(quote_ident(relname), attname) AS sequence
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
     WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'
       AND pg_get_serial_sequence(quote_ident(relname), attname) IS NOT NULL`,
  );
  for (const { table, column, sequence } of rows) {
    const last = `(SELECT max(${quote(column)}) FROM ${quote(table)})`;
    await client.query(`SELECT setval($1, coalesce(${last}, 1), ${last} IS NOT NULL)`, [sequence]);
  }
}

async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end().catch(() => {});
  }
}
