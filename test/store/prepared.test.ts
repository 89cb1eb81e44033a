/** Named statements on a real connection: planned once, bounded, and given up where names do not last. */
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPreparedStatements } from '../../src/store/prepared.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';

let db: TestDatabase;
let connection: pg.Client;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  connection = new pg.Client({ connectionString: db.url });
  await connection.connect();
});
afterEach(() => connection.end());

/** pg.Pool's query has the same shape as a connection's. */
const ask = async (statements: ReturnType<typeof createPreparedStatements>, text: string, value: number) => {
  const statement = { text, values: [value], rowMode: 'array' as const };
  return (await statements.query<number[]>(connection, statement)).rows;
};
const planned = async (): Promise<string[]> => {
  const { rows } = await connection.query<{ statement: string }>(
    'SELECT statement FROM pg_prepared_statements',
  );
  return rows.map(({ statement }) => statement);
};

test('a statement is planned once for all values', async () => {
  const statements = createPreparedStatements();
  for (const value of [1, 2, 3])
    expect(await ask(statements, 'SELECT $1::int + 1', value)).toEqual([[value + 1]]);
  expect(await planned()).toEqual(['SELECT $1::int + 1']);
});

test('only so many; the others run all the same', async () => {
  const statements = createPreparedStatements(2);
  for (const number of [1, 2, 3, 4])
    expect(await ask(statements, `SELECT $1::int + ${number}`, 1)).toEqual([[1 + number]]);
  expect(await planned()).toHaveLength(2);
});

test('a connection that does not know the name any more: answered, and names are given up', async () => {
  const statements = createPreparedStatements();
  await ask(statements, 'SELECT $1::int * 2', 1);
  // What a pooler does that hands out another connection.
  await connection.query('DEALLOCATE ALL');
  expect(await ask(statements, 'SELECT $1::int * 2', 4)).toEqual([[8]]);
  expect(await ask(statements, 'SELECT $1::int * 2', 5)).toEqual([[10]]);
  expect(await planned()).toEqual([]);
});

test('a name that another process took on the connection: the same', async () => {
  const statements = createPreparedStatements();
  await connection.query('PREPARE wallet_data_1 AS SELECT 7');
  expect(await ask(statements, 'SELECT $1::int * 3', 4)).toEqual([[12]]);
});

test('other errors are the caller’s', async () => {
  const statements = createPreparedStatements();
  await expect(ask(statements, 'SELECT $1::int / 0', 4)).rejects.toMatchObject({ code: '22012' });
  expect(await ask(statements, 'SELECT $1::int', 4)).toEqual([[4]]);
  expect(await planned()).toContain('SELECT $1::int');
});
