/**
 * Prisma's schema engine as WebAssembly, for development and tests alone: it compares the migrated schema with
 * schema.prisma, and migrates databases as earlier versions did. It runs anywhere, where the command line would fetch a binary.
 */
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlQuery,
  type SqlResultSet,
} from '@prisma/driver-adapter-utils';
import * as glue from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

const prismaDirectory = fileURLToPath(new URL('../prisma', import.meta.url));
const schemaPath = join(prismaDirectory, 'schema.prisma');
const noFilters: glue.SchemaFilter = { externalTables: [], externalEnums: [] };

/** What is used of WebAssembly, whose own types come with the browser's library. */
interface WebAssemblyHost {
  instantiate(
    code: Uint8Array,
    imports: Readonly<Record<string, unknown>>,
  ): Promise<{ instance: { exports: Readonly<Record<string, unknown>> } }>;
}

function isWebAssembly(value: unknown): value is WebAssemblyHost {
  return typeof value === 'object' && value !== null && 'instantiate' in value;
}

let loading: Promise<void> | undefined;

async function loadWasm(): Promise<void> {
  const path = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const code = new Uint8Array(await readFile(join(dirname(path), 'schema_engine_bg.wasm')));
  const webAssembly: unknown = Reflect.get(globalThis, 'WebAssembly');
  if (!isWebAssembly(webAssembly)) throw new Error('this runtime has no WebAssembly');
  const { instance } = await webAssembly.instantiate(code, {
    './schema_engine_bg.js': withBackgroundTimers({ ...glue }),
  });
  glue.__wbg_set_wasm(instance.exports);
  const start = instance.exports.__wbindgen_start;
  if (typeof start !== 'function') throw new Error('the schema engine has no start function');
  start();
}

/** The engine leaves a timer of ten seconds behind (for its lock); it must not keep a finished command alive. */
function withBackgroundTimers(functions: Record<string, unknown>): Record<string, unknown> {
  for (const name of Object.keys(functions)) {
    if (name.startsWith('__wbg_setTimeout_')) {
      functions[name] = (callback: () => void, milliseconds: number) =>
        setTimeout(callback, milliseconds >>> 0).unref();
    }
  }
  return functions;
}

/** The object ids of PostgreSQL's types "char" and text. */
const charType = 18;
const textType = 25;

type Statement = pg.QueryArrayConfig<unknown[]>;

/**
 * Prisma's adapter with one thing mended: it refuses PostgreSQL's internal type "char", which the engine reads from the
 * system catalogs when it compares schemas. So the driver calls such a column text, and its answer calls it a character.
 */
function openAdapter(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => {});
  const query = pool.query.bind(pool);
  let isChar: boolean[] = [];
  const factory = new PrismaPg(
    Object.assign(pool, {
      query: async (config: Statement, values: unknown[]) => {
        const result = await query(config, values);
        isChar = result.fields.map((field) => field.dataTypeID === charType);
        for (const field of result.fields) if (field.dataTypeID === charType) field.dataTypeID = textType;
        return result;
      },
    }),
  );
  const connect = factory.connect.bind(factory);
  const adapter = Object.assign(factory, {
    connect: async () => {
      const connection = await connect();
      const queryRaw = connection.queryRaw.bind(connection);
      return Object.assign(connection, {
        queryRaw: async (sql: SqlQuery): Promise<SqlResultSet> => {
          const result = await queryRaw(sql);
          const columnTypes = result.columnTypes.map((type, index) =>
            isChar[index] === true ? ColumnTypeEnum.Character : type,
          );
          return { ...result, columnTypes };
        },
      });
    },
  });
  return { adapter: bindMigrationAwareSqlAdapterFactory(adapter), close: () => pool.end() };
}

async function withEngine<Result>(
  url: string,
  use: (engine: glue.SchemaEngine, schema: glue.SchemaContainer) => Promise<Result>,
): Promise<Result> {
  loading ??= loadWasm();
  await loading;
  const schema = { path: schemaPath, content: await readFile(schemaPath, 'utf8') };
  const { adapter, close } = openAdapter(url);
  const engine = await glue.SchemaEngine.new(
    { datamodels: [[schema.path, schema.content]] },
    () => {},
    adapter,
  );
  try {
    return await use(engine, schema);
  } finally {
    engine.free();
    await close();
  }
}

/** The migrations of a directory, oldest first. */
async function readMigrations(directory: string): Promise<glue.MigrationList> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const directories = names.sort().map(async (name) => ({
    path: name,
    migrationFile: {
      path: 'migration.sql',
      content: {
        tag: 'ok' as const,
        value: await readFile(join(directory, name, 'migration.sql'), 'utf8'),
      },
    },
  }));
  const lockfile = await readFile(join(prismaDirectory, 'migrations', 'migration_lock.toml'), 'utf8');
  return {
    baseDir: directory,
    lockfile: { path: 'migration_lock.toml', content: lockfile },
    shadowDbInitScript: '',
    migrationDirectories: await Promise.all(directories),
  };
}

/** Applies the migrations that the database lacks, statement by statement without transactions, and answers their names. */
export async function applyByEngine(url: string, directory: string): Promise<string[]> {
  const migrationsList = await readMigrations(directory);
  return withEngine(url, async (engine) => {
    const { appliedMigrationNames } = await engine.applyMigrations({ migrationsList, filters: noFilters });
    return appliedMigrationNames;
  });
}

/** The SQL that would turn the database at `url` into what schema.prisma says; empty when it is that already. */
export async function diffToSchema(url: string): Promise<string> {
  return withEngine(url, async (engine, schema) => {
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files: [schema], configDir: prismaDirectory },
      to: { tag: 'schemaDatamodel', files: [schema] },
      script: true,
      exitCode: null,
      filters: noFilters,
    });
    const sql = stdout ?? '';
    return sql.includes('This is an empty migration') ? '' : sql;
  });
}
