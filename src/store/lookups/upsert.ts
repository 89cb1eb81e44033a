/** Inserting or updating rows of a look-up table by lists, in one statement, whatever the table. */
import type pg from 'pg';
import { notify } from '../connection/channels.ts';
import type { Database } from '../connection/database.ts';
import { storableText } from '../connection/row-types.ts';
import { withTransaction } from '../connection/sql.ts';

export interface UpsertTable {
  name: string;
  key: readonly string[];
  /** Column → type, in the order of the values. */
  columns: Readonly<Record<string, string>>;
  /** Column → SQL of what it becomes where the row is stored already; else what is given. */
  merged?: Readonly<Record<string, string>>;
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
export async function upsertRows(
  client: pg.PoolClient,
  table: UpsertTable,
  rows: readonly Readonly<Record<string, Value>>[],
): Promise<boolean> {
  if (rows.length === 0) return false;
  const names = Object.keys(table.columns);
  const types = Object.entries(table.columns).map(([name, type]) => `${name} ${type}`);
  const others = names.filter((name) => !table.key.includes(name));
  const key = table.key.join(', ');
  const becomes = (name: string): string => table.merged?.[name] ?? `excluded.${name}`;
  const { rowCount } = await client.query(
    // The last of several rows with one key counts; sorted, so that concurrent calls lock in one order.
    `INSERT INTO ${table.name} (${names.join(', ')})
     SELECT ${names.join(', ')} FROM (
       SELECT DISTINCT ON (${key}) ${names.join(', ')}
       FROM ROWS FROM (json_to_recordset($1::json) AS (${types.join(', ')})) WITH ORDINALITY
         AS given (${names.join(', ')}, place)
       ORDER BY ${key}, place DESC) AS distinct_rows
     ON CONFLICT (${key}) DO UPDATE SET ${others.map((name) => `${name} = ${becomes(name)}`).join(', ')}
     WHERE (${others.map((name) => `${table.name}.${name}`).join(', ')})
       IS DISTINCT FROM (${others.map(becomes).join(', ')})`,
    [toJson(rows)],
  );
  return (rowCount ?? 0) > 0;
}

/** One transaction of such writes; where something changed, every process is told to forget what it keeps of look-ups. */
export async function writeLookups(
  database: Database,
  work: (client: pg.PoolClient) => Promise<boolean>,
): Promise<void> {
  await withTransaction(database.pool, async (client) => {
    if (await work(client)) await notify(client, 'lookups_changed', '');
  });
}
