/** All that the database holds, as a file: read in one snapshot, while the service goes on. The reverse: restore.ts. */
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { PermanentError } from '../../errors.ts';
import { type BackupHead, type BackupTable, endOfRows } from './backup-format.ts';
import { readMigrations } from './migration-files.ts';
import { findMissingMigration, readAppliedMigrations } from './migration-table.ts';

export interface BackupResult {
  tables: number;
  migration: string;
}

/**
 * Writes a backup of the database at `url` to `output`, and ends it.
 * PermanentError: its schema is not that of this version, or its tables are spread over several servers.
 */
export async function writeBackup(
  url: string,
  output: NodeJS.WritableStream,
  about: Pick<BackupHead, 'version' | 'secretKeys'>,
): Promise<BackupResult> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 15_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await endWaits(client);
    const migration = await requireOwnSchema(client);
    const { rows } = await client.query<{ now: Date }>('SELECT now()');
    const head: BackupHead = {
      format: 'wallet-data backup 1',
      ...about,
      madeAt: (rows[0]?.now ?? new Date()).toISOString(),
      migration,
    };
    const tables = await findTables(client);
    await pipeline(contentOf(client, head, tables), createGzip(), output);
    return { tables: tables.length, migration };
  } finally {
    await client.end().catch(() => {});
  }
}

async function* contentOf(
  client: pg.Client,
  head: BackupHead,
  tables: readonly BackupTable[],
): AsyncGenerator<Buffer> {
  const line = (value: object): Buffer => Buffer.from(`${JSON.stringify(value)}\n`);
  yield line(head);
  for (const table of tables) {
    yield line(table);
    const columns = table.columns.map(quote).join(', ');
    yield* client.query(copyTo(`COPY (SELECT ${columns} FROM ${quote(table.table)}) TO STDOUT`));
    yield endOfRows;
  }
  yield line({ tables: tables.length });
}

/** A backup takes as long as it takes. Not every version has all of these settings. */
export const endWaits = (client: pg.Client): Promise<unknown> =>
  client.query(
    `SELECT set_config(name, '0', true) FROM pg_settings
     WHERE name IN ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`,
  );

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

async function requireOwnSchema(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ isSpread: boolean }>(
    `SELECT to_regclass('pg_dist_partition') IS NOT NULL AS "isSpread"`,
  );
  if (rows[0]?.isSpread === true) {
    throw new PermanentError(
      'The tables are spread over the nodes of a Citus cluster, which have no snapshot together: back up each node with PostgreSQL’s own tools.',
    );
  }
  const missing = await findMissingMigration(client, await readMigrations());
  if (missing !== null) {
    throw new PermanentError(
      `The database lacks the migration ${missing.name}: back it up with the version that it belongs to, or run \`wallet-data migrate\` first.`,
    );
  }
  return (await readAppliedMigrations(client)).at(-1)?.name ?? '';
}

/** All tables of the service with the columns that are stored and not computed; a table comes after those that it refers to. */
export async function findTables(client: pg.Client): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { needs: string[] }>(
    `SELECT relname AS table,
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
         AND attgenerated = '' ORDER BY attnum) AS columns,
       ARRAY(SELECT confrelid::regclass::text FROM pg_constraint WHERE contype = 'f' AND conrelid = pg_class.oid
         AND confrelid <> conrelid) AS needs
     FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' AND relname <> '_prisma_migrations'
       AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
     ORDER BY relname`,
  );
  const sorted: BackupTable[] = [];
  const waiting = new Map(rows.map((row) => [row.table, row]));
  while (waiting.size > 0) {
    const ready = [...waiting.values()].filter(
      ({ needs }) => !needs.some((name) => waiting.has(name.replaceAll('"', ''))),
    );
    if (ready.length === 0) throw new Error(`tables refer to each other: ${[...waiting.keys()].join(', ')}`);
    for (const { table, columns } of ready) {
      waiting.delete(table);
      sorted.push({ table, columns });
    }
  }
  return sorted;
}
