/** Inserting or updating many rows of a look-up table in one statement. */
import type pg from 'pg';
import { notify } from './channels.ts';
import type { Database } from './database.ts';
import { storableText } from './row-types.ts';
import { withTransaction } from './sql.ts';

export interface UpsertTable {
  name: string;
  key: readonly string[];
  /** Column → type, in the order of the values. */
  columns: Readonly<Record<string, string>>;
}

type Value = string | number | bigint | boolean | null | readonly string[];

/** JSON is how whole rows travel: PostgreSQL reads each column as its type, arrays too. */
function toJson(rows: readonly Readonly<Record<string, Value>>[]): string {
  return JSON.stringify(rows, (_key, value: unknown) => {
    if (typeof value === 'bigint') return value.toString();
    return typeof value === 'string' ? storableText(value) : value;
  });
}

/** Inserts or updates; answers whether anything is different now. */
export async function upsert(
  client: pg.PoolClient,
  table: UpsertTable,
  rows: readonly Readonly<Record<string, Value>>[],
): Promise<boolean> {
  if (rows.length === 0) return false;
  const names = Object.keys(table.columns);
  const types = Object.entries(table.columns).map(([name, type]) => `${name} ${type}`);
  const others = names.filter((name) => !table.key.includes(name));
  const key = table.key.join(', ');
  const { rowCount } = await client.query(
    // The last of several rows with one key counts; sorted, so that concurrent calls lock in one order.
    `INSERT INTO ${table.name} (${names.join(', ')})
     SELECT ${names.join(', ')} FROM (
       SELECT DISTINCT ON (${key}) ${names.join(', ')}
       FROM ROWS FROM (json_to_recordset($1::json) AS (${types.join(', ')})) WITH ORDINALITY
         AS given (${names.join(', ')}, place)
       ORDER BY ${key}, place DESC) AS distinct_rows
     ON CONFLICT (${key}) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}
     WHERE (${others.map((name) => `${table.name}.${name}`).join(', ')})
       IS DISTINCT FROM (${others.map((name) => `excluded.${name}`).join(', ')})`,
    [toJson(rows)],
  );
  return (rowCount ?? 0) > 0;
}

/** Runs `work`, which answers whether it changed anything; if so, every process forgets what it keeps of the look-ups. */
export async function write(
  database: Database,
  work: (client: pg.PoolClient) => Promise<boolean>,
): Promise<void> {
  await withTransaction(database.pool, async (client) => {
    if (await work(client)) await notify(client, 'lookups', '');
  });
}
