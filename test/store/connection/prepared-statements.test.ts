/** Named statements on real connections: planned once, bounded by letting go of the oldest, and given up where names do not last. */
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createPreparedStatements,
  type PreparedStatements,
} from '../../../src/store/connection/prepared-statements.ts';
import { queryTexts } from '../../../src/store/connection/sql.ts';
import { useTestDatabase } from '../../support/use-database.ts';

const db = useTestDatabase();
/** Of one connection. */
let pool: pg.Pool;

beforeEach(() => {
  pool = new pg.Pool({ connectionString: db.url, max: 1 });
});
afterEach(() => pool.end());

const ask = async (statements: PreparedStatements, text: string, value: number, on = pool) =>
  (await queryTexts(on, { text, values: [value], prepared: statements })).map((column) => [Number(column)]);
const planned = async (on: Pick<pg.Pool, 'query'> = pool): Promise<string[]> => {
  const { rows } = await on.query<{ statement: string }>(
    `SELECT statement FROM pg_prepared_statements WHERE statement NOT LIKE '%plan_cache_mode%' ORDER BY prepare_time`,
  );
  return rows.map(({ statement }) => statement);
};
const shape = (number: number): string => `SELECT $1::int + ${number}`;
/** How often the one plan of a statement has run; null: it is not prepared. */
const runsOf = async (text: string): Promise<number | null> => {
  const { rows } = await pool.query<{ runs: number }>(
    'SELECT (generic_plans + custom_plans)::int AS runs FROM pg_prepared_statements WHERE statement = $1',
    [text],
  );
  return rows[0]?.runs ?? null;
};

test('a statement is planned once for all values', async () => {
  const statements = createPreparedStatements();
  for (const value of [1, 2, 3])
    expect(await ask(statements, 'SELECT $1::int + 1', value)).toEqual([[value + 1]]);
  expect(await planned()).toEqual(['SELECT $1::int + 1']);
  expect(await runsOf('SELECT $1::int + 1')).toBe(3);
});

test('after more shapes than a connection keeps, the newest are prepared, and a new one still is', async () => {
  const statements = createPreparedStatements({ maximum: 3 });
  for (let number = 0; number < 20; number += 1)
    expect(await ask(statements, shape(number), 1)).toEqual([[1 + number]]);
  expect(await planned()).toEqual([shape(17), shape(18), shape(19)]);
  expect(await ask(statements, shape(99), 1)).toEqual([[100]]);
  expect(await ask(statements, shape(99), 2)).toEqual([[101]]);
  expect(await runsOf(shape(99))).toBe(2);
});

test('what is used again and again stays, whatever comes in between', async () => {
  const statements = createPreparedStatements({ maximum: 3 });
  for (let number = 1; number <= 20; number += 1) {
    expect(await ask(statements, shape(0), number)).toEqual([[number]]);
    expect(await ask(statements, shape(number), 1)).toEqual([[1 + number]]);
  }
  expect(await runsOf(shape(0))).toBe(20);
  expect(await planned()).toHaveLength(3);
});

test('a statement that had to go is prepared anew, and answers as before', async () => {
  const statements = createPreparedStatements({ maximum: 2 });
  for (let round = 0; round < 3; round += 1) {
    for (const number of [1, 2, 3])
      expect(await ask(statements, shape(number), round)).toEqual([[round + number]]);
  }
  expect(await planned()).toEqual([shape(2), shape(3)]);
});

test('by default a connection keeps 100, also when there are many more page sizes', async () => {
  const statements = createPreparedStatements();
  for (let number = 0; number < 150; number += 1) await ask(statements, shape(number), 1);
  expect(await planned()).toHaveLength(100);
  await ask(statements, shape(150), 1);
  expect((await planned()).at(-1)).toBe(shape(150));
});

test('each connection of a pool has its own', async () => {
  const statements = createPreparedStatements({ maximum: 2 });
  const wide = new pg.Pool({ connectionString: db.url, max: 4 });
  try {
    const asked = Array.from({ length: 80 }, (_, index) =>
      ask(statements, shape(index % 5), index, wide).then((rows) =>
        expect(rows).toEqual([[index + (index % 5)]]),
      ),
    );
    await Promise.all(asked);
    const connections = await Promise.all([1, 2, 3, 4].map(() => wide.connect()));
    for (const connection of connections) {
      expect((await planned(connection)).length).toBeLessThanOrEqual(2);
      connection.release();
    }
  } finally {
    await wide.end();
  }
});

test('two processes give one name to one statement and never to two: a pooler may mix their connections', async () => {
  const [one, other] = [createPreparedStatements(), createPreparedStatements()];
  await ask(one, shape(1), 1);
  await ask(one, shape(2), 1);
  const names = 'SELECT name FROM pg_prepared_statements WHERE statement = $1';
  const before = (await pool.query<{ name: string }>(names, [shape(2)])).rows;
  // The other process asks the second one first, on the same connection.
  expect(await ask(other, shape(2), 5)).toEqual([[7]]);
  expect((await pool.query<{ name: string }>(names, [shape(2)])).rows).toEqual(before);
  expect(before).toHaveLength(1);
});

test('a connection that does not know the name any more: answered, and names are given up', async () => {
  const statements = createPreparedStatements();
  await ask(statements, 'SELECT $1::int * 2', 1);
  // What a pooler does that hands out another connection.
  await pool.query('DEALLOCATE ALL');
  expect(await ask(statements, 'SELECT $1::int * 2', 4)).toEqual([[8]]);
  expect(await ask(statements, 'SELECT $1::int * 2', 5)).toEqual([[10]]);
  expect(await planned()).toEqual([]);
});

test('a name that another process took on the connection: the same', async () => {
  const text = 'SELECT $1::int * 3';
  await ask(createPreparedStatements(), text, 1);
  const { rows } = await pool.query<{ name: string }>(
    'SELECT name FROM pg_prepared_statements WHERE statement = $1',
    [text],
  );
  await pool.end();
  pool = new pg.Pool({ connectionString: db.url, max: 1 });
  await pool.query(`PREPARE ${rows[0]?.name} AS SELECT 7`);
  expect(await ask(createPreparedStatements(), text, 4)).toEqual([[12]]);
});

test('other errors are the caller’s', async () => {
  const statements = createPreparedStatements();
  await expect(ask(statements, 'SELECT $1::int / 0', 4)).rejects.toMatchObject({ code: '22012' });
  expect(await ask(statements, 'SELECT $1::int', 4)).toEqual([[4]]);
  expect(await planned()).toContain('SELECT $1::int');
});

test('one plan for all values, and of the connection’s other statements none the less for theirs', async () => {
  const statements = createPreparedStatements();
  const mode = async () => (await pool.query('SHOW plan_cache_mode')).rows;
  // What PostgreSQL would plan for each value: of 1,000 rows 999 are alike.
  await pool.query(
    'CREATE TEMP TABLE skewed AS SELECT greatest(1, n - 998) AS kind FROM generate_series(1, 1000) n',
  );
  await pool.query('CREATE INDEX ON skewed (kind)');
  await pool.query('ANALYZE skewed');
  const text = 'SELECT count(*) FROM skewed WHERE kind = $1::int';
  for (const [kind, count] of [
    [1, 999],
    [2, 1],
    [3, 0],
    [2, 1],
    [1, 999],
    [2, 1],
    [2, 1],
  ] as const)
    expect(await ask(statements, text, kind)).toEqual([[count]]);
  const { rows } = await pool.query(
    'SELECT generic_plans::int, custom_plans::int FROM pg_prepared_statements WHERE statement = $1',
    [text],
  );
  expect(rows).toEqual([{ generic_plans: 7, custom_plans: 0 }]);
  expect(await mode()).toEqual([{ plan_cache_mode: 'auto' }]);
  await expect(ask(statements, 'SELECT 1 / $1::int', 0)).rejects.toMatchObject({ code: '22012' });
  expect(await mode()).toEqual([{ plan_cache_mode: 'auto' }]);
});

test('where a plan for all values cannot be had, plans are left to the database', async () => {
  const statements = createPreparedStatements({ isPlannedOnce: false });
  for (const value of [1, 2]) expect(await ask(statements, shape(5), value)).toEqual([[value + 5]]);
  const { rows } = await pool.query('SELECT custom_plans::int FROM pg_prepared_statements');
  expect(rows).toEqual([{ custom_plans: 2 }]);
});

test('values come as they are: lists, texts with quotes, none at all', async () => {
  const statements = createPreparedStatements();
  const texts = ['a"b', 'c\\d', '{e,f}', '', 'NULL', 'g h'];
  const given = [texts, [1, 2], 2n ** 62n, true, null, "it's"];
  const text = `SELECT unnest($1::text[]) UNION ALL SELECT unnest($2::int[])::text UNION ALL SELECT ($3::bigint + 1)::text
    UNION ALL SELECT ($4::boolean)::text UNION ALL SELECT coalesce($5::text, 'none') UNION ALL SELECT $6::text UNION ALL SELECT NULL`;
  expect(await queryTexts(pool, { text, values: given, prepared: statements })).toEqual([
    ...[...texts, '1', '2', '4611686018427387905', 'true', 'none', "it's", ''],
  ]);
  await expect(
    queryTexts(pool, { text: 'SELECT $1::text', values: [{}], prepared: statements }),
  ).rejects.toThrow("a statement's value is a object");
});
