import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { diffToSchema } from '../../../scripts/schema-engine.ts';
import { PermanentError, RetryableError } from '../../../src/errors.ts';
import { migrateDatabase } from '../../../src/store/schema/migrate.ts';
import { createDatabase } from '../../support/postgres.ts';

const run = promisify(execFile);
const migrationNames = (await readdir('prisma/migrations', { withFileTypes: true }))
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

const appliedSchema = z.object({ applied: z.array(z.string()) });

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function emptyDatabase(): Promise<string> {
  const { url, drop } = await createDatabase('template0');
  cleanUps.push(drop);
  return url;
}

async function query(url: string, text: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<unknown[]>({ text, rowMode: 'array' })).rows;
  } finally {
    await client.end();
  }
}

test('applies every migration once, and the result is what schema.prisma says', async () => {
  const url = await emptyDatabase();
  expect(await migrateDatabase(url)).toEqual({ applied: migrationNames });
  expect(await migrateDatabase(url)).toEqual({ applied: [] });
  expect(await diffToSchema(url)).toBe('');
});

test('a difference between database and schema is found', async () => {
  const url = await emptyDatabase();
  await migrateDatabase(url);
  await query(url, 'ALTER TABLE wallet ADD COLUMN surplus int');
  expect(await diffToSchema(url)).toContain('DROP COLUMN "surplus"');
});

test('four processes at once: each migration is applied by one of them, all succeed', async () => {
  const url = await emptyDatabase();
  const program = join(import.meta.dirname, '..', 'programs', 'migrate.ts');
  const outputs = await Promise.all(
    Array.from({ length: 4 }, async () => (await run(process.execPath, [program, url])).stdout.trim()),
  );
  const applied = outputs.flatMap((output) => appliedSchema.parse(JSON.parse(output)).applied);
  expect(applied.sort()).toEqual(migrationNames);
  expect(await query(url, 'SELECT count(*)::int FROM _prisma_migrations')).toEqual([[migrationNames.length]]);
});

test('keys of wallet-owned tables sort by bytes, and money is unconstrained', async () => {
  const url = await emptyDatabase();
  await migrateDatabase(url);
  const columns = await query(
    url,
    `SELECT table_name, column_name, collation_name FROM information_schema.columns
     WHERE column_name = 'position' AND table_schema = 'public' ORDER BY table_name`,
  );
  expect(columns).toEqual([
    ['ledger_cleared', 'position', 'C'],
    ['transaction', 'position', 'C'],
    ['transaction_checkpoint', 'position', 'C'],
    ['transfer', 'position', 'C'],
    ['transfer_checkpoint', 'position', 'C'],
  ]);
  const types = await query(
    url,
    `SELECT attname, format_type(atttypid, atttypmod) FROM pg_attribute
     WHERE attrelid = 'transfer'::regclass AND attname IN ('amount', 'token_id', 'price', 'value') ORDER BY attname`,
  );
  expect(types).toEqual([
    ['amount', 'numeric(78,0)'],
    ['price', 'numeric'],
    ['token_id', 'numeric(78,0)'],
    ['value', 'numeric'],
  ]);
});

/**
 * Stands before a server as a pooler does that lends its connections: a client that leaves does not end the session.
 */
async function startPooler(target: URL): Promise<string> {
  const goodbye = Buffer.from([0x58, 0, 0, 0, 4]);
  const sessions = new Set<Socket>();
  const pooler = createServer((client) => {
    const session = connect({ host: target.hostname, port: Number(target.port) });
    sessions.add(session);
    session.on('error', () => {}).on('data', (data) => client.write(data));
    client
      .on('error', () => {})
      .on('data', (data) => {
        if (!data.equals(goodbye)) session.write(data);
        else client.end();
      });
  });
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  cleanUps.unshift(async () => {
    for (const session of sessions) session.destroy();
    await new Promise((resolve) => pooler.close(resolve));
  });
  const address = pooler.address();
  if (typeof address !== 'object' || address === null) throw new Error('the pooler has no port');
  const url = new URL(target);
  url.host = `127.0.0.1:${address.port}`;
  return url.href;
}

test('behind a pooler no lock stays on its connections', async () => {
  const url = await emptyDatabase();
  const pooled = await startPooler(new URL(url));
  expect(await migrateDatabase(pooled)).toEqual({ applied: migrationNames });
  // The server may vacuum the database meanwhile, which is a process of it, too.
  const sessions = `SELECT count(*)::int FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`;
  expect(await query(url, sessions)).toEqual([[1]]);
  const locks = `SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND database =
    (SELECT oid FROM pg_database WHERE datname = current_database())`;
  expect(await query(url, locks)).toEqual([]);
  expect(await migrateDatabase(pooled)).toEqual({ applied: [] });
});

test('a lock that does not come: worth trying again, and the error says where to look', async () => {
  const url = await emptyDatabase();
  const other = new pg.Client({ connectionString: url });
  await other.connect();
  try {
    await other.query('BEGIN; SELECT pg_advisory_xact_lock(7236501944)');
    const migration = migrateDatabase(url, { patienceMs: 50 });
    await expect(migration).rejects.toThrow(RetryableError);
    await expect(migration).rejects.toThrow(/Another process has been migrating.*pg_stat_activity/);
    expect(await query(url, `SELECT to_regclass('_prisma_migrations')`)).toEqual([[null]]);
    await other.query('ROLLBACK');
    expect(await migrateDatabase(url)).toEqual({ applied: migrationNames });
  } finally {
    await other.end();
  }
});

describe('a database that cannot be used', () => {
  test('nobody answers: worth trying again', async () => {
    const migration = migrateDatabase('postgres://user:secret@127.0.0.1:1/x');
    await expect(migration).rejects.toThrow(RetryableError);
    await expect(migration).rejects.toThrow(/Cannot use the database at 127\.0\.0\.1:1\/x/);
    await expect(migration).rejects.not.toThrow(/secret/);
  });

  test('a wrong password, a missing database: not worth it', async () => {
    const url = new URL(await emptyDatabase());
    const missing = new URL(url);
    missing.pathname = '/no_such_database';
    await expect(migrateDatabase(missing.href)).rejects.toThrow(PermanentError);
    await expect(migrateDatabase(missing.href)).rejects.toThrow(/createdb/);
    url.password = 'wrong';
    await expect(migrateDatabase(url.href)).rejects.toThrow(PermanentError);
  });
});

describe('the schema keeps its rules', async () => {
  const schema = await readFile('prisma/schema.prisma', 'utf8');
  const models = [...schema.matchAll(/^model (\w+) \{\n([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => ({
    name,
    body,
  }));

  test.for(['Transaction', 'Transfer', 'Counter'])(
    '%s has the wallet first in every key, and no relation',
    (name) => {
      const body = models.find((model) => model.name === name)?.body ?? '';
      // An index by equal values is no key: it finds wallets (distribute.test.ts).
      const keys = [...body.matchAll(/@@(?:id|unique|index)\(\[(\w+)(?!.*type: Hash)/g)].map(
        ([, first]) => first,
      );
      expect(keys.length).toBeGreaterThan(0);
      expect(new Set(keys)).toEqual(new Set(['walletId']));
      expect(body).not.toContain('@relation');
      expect(body).not.toMatch(/ @(id|unique)\b/);
    },
  );

  test('no relation cascades updates', () => {
    const relations = models.flatMap(({ body }) => body.match(/@relation\(.*\)/g) ?? []);
    expect(relations.length).toBeGreaterThan(0);
    expect(relations.filter((relation) => !relation.includes('onUpdate: NoAction'))).toEqual([]);
  });
});
