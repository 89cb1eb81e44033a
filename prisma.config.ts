/** Configuration of the Prisma command line: only `generate` and `validate` are used; migrations run in src/store/schema/migrate.ts. */

// Neither command needs the schema engine's binary, which may be out of reach; any existing file satisfies the check.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

// `defineConfig` of Prisma would come from a package that is installed by another name here, and only answers what it is given.
export default { schema: 'prisma/schema.prisma', migrations: { path: 'prisma/migrations' } };
