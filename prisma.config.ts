/** Configuration of the Prisma command line: only `generate` and `validate` are used; migrations run in src/store/schema/migrate.ts. */
import { defineConfig } from 'prisma/config';

// Neither command needs the schema engine's binary, which may be out of reach; any existing file satisfies the check.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({ schema: 'prisma/schema.prisma', migrations: { path: 'prisma/migrations' } });
