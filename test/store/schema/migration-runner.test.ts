/** How migrations are applied and refused, with small ones written here; and databases that Prisma's engine migrated. */
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applyByEngine, diffToSchema } from '../../../scripts/schema-engine.ts';
import { PermanentError, RetryableError } from '../../../src/errors.ts';
import { migrateDatabase } from '../../../src/store/schema/migrate.ts';
import { readMigrations, splitStatements } from '../../../src/store/schema/migration-files.ts';
import { createDatabase } from '../../support/postgres.ts';

const own = 'prisma/migrations';
const ownNames = (await readdir(own)).filter((name) => /^\d+_/.test(name)).sort();

let url: string;
let client: pg.Client;
let directory: string;
let drop: () => Promise<void>;

beforeEach(async () => {
  ({ url, drop } = await createDatabase('template0'));
  client = new pg.Client({ connectionString: url });
  await client.connect();
  directory = await mkdtemp(join(tmpdir(), 'wallet-data-migrations-'));
});

afterEach(async () => {
  await client.end();
  await drop();
  await rm(directory, { recursive: true });
});

async function write(migrations: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, sql] of Object.entries(migrations)) {
    await mkdir(join(directory, name), { recursive: true });
    await writeFile(join(directory, name, 'migration.sql'), sql);
  }
}

const migrate = (patienceMs = 60_000) => migrateDatabase(url, { directory, patienceMs });

async function values(text: string): Promise<unknown[]> {
  const { rows } = await client.query<unknown[]>({ text, rowMode: 'array' });
  return rows.map(([first]) => first);
}

const tables = () =>
  values(`SELECT relname::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
          AND relname <> '_prisma_migrations' ORDER BY 1`);
const recorded = () => values('SELECT migration_name FROM _prisma_migrations ORDER BY started_at');

describe('a migration that fails', () => {
  test('is rolled back whole; those before it stay; the error names file, line, fault and what to do', async () => {
    await write({
      '1_first': 'CREATE TABLE apple (id int);\nINSERT INTO apple VALUES (1), (1);',
      '2_second':
        '-- Two statements.\nCREATE TABLE pear (id int);\n\nCREATE UNIQUE INDEX\n  apple_id ON apple (id);\n',
      '3_third': 'CREATE TABLE plum (id int);',
    });
    const migration = migrate();
    await expect(migration).rejects.toThrow(PermanentError);
    await expect(migration).rejects.toThrow(
      'The migration 2_second failed at line 4 of its migration.sql: could not create unique index "apple_id" ' +
        '(Key (id)=(1) is duplicated.). All of it was rolled back. Remove what the error names, and start again;',
    );
    expect(await tables()).toEqual(['apple']);
    expect(await recorded()).toEqual(['1_first']);

    await client.query('DELETE FROM apple');
    expect(await migrate()).toEqual({ applied: ['2_second', '3_third'] });
    expect(await tables()).toEqual(['apple', 'pear', 'plum']);
    expect(await migrate()).toEqual({ applied: [] });
  });

  test('a fault inside a statement: the line is the one that PostgreSQL points at', async () => {
    await write({ '1_first': 'CREATE TABLE apple (\n  id int,\n  weight\n    nothing\n);' });
    await expect(migrate()).rejects.toThrow(
      'failed at line 4 of its migration.sql: type "nothing" does not exist.',
    );
    expect(await values("SELECT to_regclass('_prisma_migrations')")).toEqual([null]);
  });

  test('a rule that is checked at the end: the error says so', async () => {
    await write({
      '1_first':
        'CREATE TABLE apple (id int UNIQUE DEFERRABLE INITIALLY DEFERRED);INSERT INTO apple VALUES (1), (1)',
    });
    await expect(migrate()).rejects.toThrow(
      'The migration 1_first failed at its commit: duplicate key value',
    );
    expect(await tables()).toEqual([]);
  });

  test('a table that others hold: worth trying again, after the time that it may take', async () => {
    await write({ '1_first': 'CREATE TABLE apple (id int)' });
    await migrate();
    await write({ '2_second': 'ALTER TABLE apple ADD COLUMN weight int' });
    await client.query('BEGIN; SELECT * FROM apple');
    const migration = migrate(50);
    await expect(migration).rejects.toThrow(RetryableError);
    await expect(migration).rejects.toThrow(
      'The migration 2_second failed at line 1 of its migration.sql: canceling statement due to lock timeout. All of it was rolled back. Start again.',
    );
    await client.query('ROLLBACK');
    expect(await migrate()).toEqual({ applied: ['2_second'] });
  });

  test('time limits of the role are not those of migrations', async () => {
    const name = new URL(url).pathname.slice(1);
    await client.query(`ALTER DATABASE ${name} SET statement_timeout = '1h'`);
    await write({ '1_first': "CREATE TABLE apple AS SELECT current_setting('statement_timeout') AS name" });
    await migrate();
    expect(await values('SELECT name FROM apple')).toEqual(['0']);
  });
});

describe('a database that does not belong to the migrations', () => {
  beforeEach(async () => {
    await write({ '2_second': 'CREATE TABLE pear (id int);', '4_fourth': 'CREATE TABLE plum (id int);' });
    await migrate();
  });

  async function expectRefusal(message: string): Promise<void> {
    await expect(migrate()).rejects.toThrow(PermanentError);
    await expect(migrate()).rejects.toThrow(message);
    expect(await recorded()).toEqual(['2_second', '4_fourth']);
    expect(await tables()).toEqual(['pear', 'plum']);
  }

  test('a file that was changed after it was applied', async () => {
    await write({ '2_second': 'CREATE TABLE pear (id bigint);', '5_fifth': 'CREATE TABLE fig (id int)' });
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    await expectRefusal(
      'The file prisma/migrations/2_second/migration.sql is not the one that was applied to this database ' +
        `(its SHA-256 was ${sha256('CREATE TABLE pear (id int);')} and is ${sha256('CREATE TABLE pear (id bigint);')}). Put the file of the release back`,
    );
  });

  test('a database newer than the program', async () => {
    await rm(join(directory, '4_fourth'), { recursive: true });
    await expectRefusal(
      'The database is newer than this version of the service, which does not know its migrations 4_fourth. Start the version that made them.',
    );
  });

  test('a name out of order', async () => {
    await write({ '3_third': 'CREATE TABLE fig (id int)' });
    await expectRefusal('The migration 3_third is not applied, but a later one is: 4_fourth.');
  });
});

test('a database with tables of something else is left alone; those of extensions are no hindrance', async () => {
  await write({ '1_first': 'CREATE TABLE apple (id int)' });
  await client.query('CREATE TABLE customer (id int)');
  await expect(migrate()).rejects.toThrow('holds tables of something else (such as "customer")');
  expect(await tables()).toEqual(['customer']);
  await client.query('ALTER EXTENSION plpgsql ADD TABLE customer');
  expect(await migrate()).toEqual({ applied: ['1_first'] });
});

test('line ends of Windows are no change', async () => {
  await write({ '1_first': 'CREATE TABLE apple (\n  id int\n);\n' });
  await migrate();
  await write({ '1_first': 'CREATE TABLE apple (\r\n  id int\r\n);\r\n' });
  expect(await migrate()).toEqual({ applied: [] });
});

describe('what PostgreSQL refuses in a transaction', () => {
  test('a new value of an enum is used from the next migration on', async () => {
    await write({ '1_first': "CREATE TYPE size AS ENUM ('small'); CREATE TABLE apple (size size);" });
    await migrate();
    const add = "ALTER TYPE size ADD VALUE 'large';";
    const use = "INSERT INTO apple VALUES ('large');";
    await write({ '2_second': `${add}\n${use}` });
    await expect(migrate()).rejects.toThrow(
      /2_second failed at line 2 .*unsafe use of new value "large".*can be used from the next migration on/,
    );
    await write({ '2_second': add, '3_third': use });
    expect(await migrate()).toEqual({ applied: ['2_second', '3_third'] });
    expect(await values('SELECT size FROM apple')).toEqual(['large']);
  });

  const index = 'DROP INDEX IF EXISTS apple_id;\nCREATE INDEX CONCURRENTLY apple_id ON apple (id);';

  test('an index that is made concurrently needs the mark, and the error says so', async () => {
    await write({ '1_first': 'CREATE TABLE apple (id int)', '2_second': index });
    await expect(migrate()).rejects.toThrow(
      /2_second failed at line 2 .*cannot run inside a transaction block.*"-- migrate: no transaction"/,
    );
    await write({ '2_second': `-- migrate: no transaction\n${index}` });
    expect(await migrate()).toEqual({ applied: ['2_second'] });
    expect(await values("SELECT indisvalid FROM pg_index WHERE indexrelid = 'apple_id'::regclass")).toEqual([
      true,
    ]);
  });

  test('it holds the lock, and whoever waits for it does not hold it up', async () => {
    await write({ '1_first': 'CREATE TABLE apple (id int)' });
    await migrate();
    await write({
      '2_second': `-- migrate: no transaction\n${index}`,
      '3_third': 'CREATE TABLE pear (id int)',
    });
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    try {
      // The index waits for it.
      await other.query('BEGIN; LOCK TABLE apple IN SHARE MODE; INSERT INTO apple VALUES (1)');
      const first = migrate();
      const waiting = `SELECT count(*)::int FROM pg_locks WHERE locktype = 'relation' AND NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      await expect.poll(() => values(waiting), { timeout: 60_000 }).toEqual([1]);
      await expect(migrate(50)).rejects.toThrow(
        'Another process has been migrating the database for 0.05 s.',
      );
      const connections = `SELECT count(*)::int FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend'`;
      // This test's two and the first process's two; then the second process's, too.
      await expect.poll(() => values(connections), { timeout: 60_000 }).toEqual([4]);
      const second = migrate();
      await expect.poll(() => values(connections), { timeout: 60_000 }).toEqual([5]);
      await other.query('COMMIT');
      const applied = (await Promise.all([first, second])).flatMap((result) => result.applied);
      expect(applied.sort()).toEqual(['2_second', '3_third']);
    } finally {
      await other.end();
    }
  });

  test('one that fails is not noted, and runs again', async () => {
    await write({
      '1_first': 'CREATE TABLE apple (id int); INSERT INTO apple VALUES (1), (1)',
      '2_second': `-- migrate: no transaction\n${index.replace('CREATE INDEX', 'CREATE UNIQUE INDEX')}`,
    });
    await expect(migrate()).rejects.toThrow(/2_second failed at line 3 .*runs outside of a transaction/);
    expect(await recorded()).toEqual(['1_first']);
    await client.query('DELETE FROM apple');
    expect(await migrate()).toEqual({ applied: ['2_second'] });
    expect(await values("SELECT indisvalid FROM pg_index WHERE indexrelid = 'apple_id'::regclass")).toEqual([
      true,
    ]);
  });
});

describe('a database that Prisma’s engine migrated, as earlier versions did', () => {
  const rows = () => values('SELECT to_jsonb(row)::text FROM _prisma_migrations row ORDER BY migration_name');

  test('to the end: nothing runs again, its rows stay as they are, and the next migration follows', async () => {
    expect(await applyByEngine(url, own)).toEqual(ownNames);
    const before = await rows();
    expect(await migrateDatabase(url)).toEqual({ applied: [] });
    expect(await rows()).toEqual(before);

    await cp(own, directory, { recursive: true });
    await write({ '99991231000000_next': 'CREATE TABLE apple (id int)' });
    expect(await migrate()).toEqual({ applied: ['99991231000000_next'] });
    expect((await rows()).slice(0, -1)).toEqual(before);
    // And the engine takes our row for one of its own.
    expect(await applyByEngine(url, directory)).toEqual([]);
  });

  test('halfway: the rest is applied, and the schema is that of an empty database', async () => {
    const half = ownNames.slice(0, 10);
    for (const name of half) await cp(join(own, name), join(directory, name), { recursive: true });
    expect(await applyByEngine(url, directory)).toEqual(half);
    expect(await migrateDatabase(url)).toEqual({ applied: ownNames.slice(10) });
    expect(await diffToSchema(url)).toBe('');
  });

  test('and broke off, with a part done: the error says how to go on, and that works', async () => {
    await write({ '1_first': 'CREATE TABLE apple (id int);\nCREATE TABLE apple (id int);' });
    await expect(applyByEngine(url, directory)).rejects.toThrow();
    expect(await tables()).toEqual(['apple']);
    await write({ '1_first': 'CREATE TABLE apple (id int);' });
    const sql = "DELETE FROM _prisma_migrations WHERE migration_name = '1_first' AND finished_at IS NULL;";
    await expect(migrate()).rejects.toThrow(PermanentError);
    await expect(migrate()).rejects.toThrow(`1_first was begun by an earlier version and broke off`);
    await expect(migrate()).rejects.toThrow(sql);
    await client.query(`DROP TABLE apple; ${sql}`);
    expect(await migrate()).toEqual({ applied: ['1_first'] });
  });

  test('and was marked as rolled back: it is applied again', async () => {
    await write({ '1_first': 'CREATE TABLE apple (id int);' });
    await expect(migrate()).resolves.toEqual({ applied: ['1_first'] });
    await client.query(
      'DROP TABLE apple; UPDATE _prisma_migrations SET finished_at = NULL, rolled_back_at = now()',
    );
    expect(await migrate()).toEqual({ applied: ['1_first'] });
  });
});

describe('statements of a file', () => {
  test('semicolons in comments, texts, names and function bodies end nothing', () => {
    const statements = [
      `SELECT ';', 'it''s;', E'\\';', "a;""b"`,
      'CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1; $$',
      'DO $body$ BEGIN PERFORM $$;$$; END $body$',
      'SELECT 1 -- one; and\n  + 1',
    ];
    expect(
      splitStatements(`-- First; the\n/* second; */\n${statements.join(';\n')};\n;; -- The end;`),
    ).toEqual(statements.map((text, index) => ({ text, line: 3 + index })));
  });

  test('of this version: none begins or ends a transaction, or sets what outlasts it', async () => {
    const first = (await readMigrations()).flatMap(({ name, isTransactional, statements }) =>
      statements.map(({ text }) => `${name} ${isTransactional} ${text.slice(0, 40)}`),
    );
    expect(first.length).toBeGreaterThan(100);
    expect(
      first.filter((text) =>
        / true (begin|start|commit|end|rollback|abort|savepoint|set(?! local))\b/i.test(text),
      ),
    ).toEqual([]);
  });

  test('the checksum is the one that Prisma’s engine keeps', async () => {
    await applyByEngine(url, own);
    expect(
      await values('SELECT checksum FROM _prisma_migrations ORDER BY migration_name COLLATE "C"'),
    ).toEqual((await readMigrations()).map(({ checksum }) => checksum));
  });
});
