/**
 * Prints the SQL by which the result of the migrations differs from schema.prisma, and exits with 1 when there is any.
 * Its output is the start of the next migration: prisma/migrations/<timestamp>_<name>/migration.sql.
 */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../src/store/embedded/embedded.ts';
import { migrateDatabase } from '../src/store/schema/migrate.ts';
import { diffToSchema } from './schema-engine.ts';

// PostgreSQL's own user must be able to enter it when we are root.
const dataDir = await mkdtemp(join(tmpdir(), 'wallet-data-migrations-'));
await chmod(dataDir, 0o755);
const server = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' } });
try {
  await migrateDatabase(server.url);
  const difference = await diffToSchema(server.url);
  if (difference !== '') {
    process.stdout.write(difference);
    process.exitCode = 1;
  }
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
