/** What a database is, without changing it: for whoever wants to know why the service does not start. */
import pg from 'pg';
import { readMigrations } from './migration-files.ts';
import { findMissingMigration } from './migration-table.ts';

export interface DatabaseFacts {
  /** `18.4`. */
  version: string;
  /** The migration that the service would apply next; null: none is missing. */
  nextMigration: string | null;
  isReadOnly: boolean;
  /** Connections that the server allows, to everybody together. */
  maximumConnections: number;
  /** Bytes of the whole database. */
  bytes: number;
  /** The server's clock, in milliseconds since 1970. */
  now: number;
}

const patienceMs = 10_000;

/**
 * Reads them from the database at `url`.
 * PermanentError: the database does not belong to this version. Other errors: it cannot be reached, or refuses.
 */
export async function inspectDatabase(url: string): Promise<DatabaseFacts> {
  const client = new pg.Client({
    ...{ connectionString: url, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs },
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{
      version: string;
      read_only: string;
      connections: string;
      bytes: string;
      now: Date;
    }>(
      `SELECT current_setting('server_version') AS version, current_setting('transaction_read_only') AS read_only,
              current_setting('max_connections') AS connections, pg_database_size(current_database())::text AS bytes, clock_timestamp() AS now`,
    );
    const [row] = rows;
    if (row === undefined) throw new Error('the database answered nothing');
    const next = await findMissingMigration(client, await readMigrations());
    return {
      version: row.version.split(' ')[0] ?? row.version,
      nextMigration: next?.name ?? null,
      isReadOnly: row.read_only === 'on',
      maximumConnections: Number(row.connections),
      bytes: Number(row.bytes),
      now: row.now.getTime(),
    };
  } finally {
    await client.end().catch(() => {});
  }
}
