/** How many statements a server was sent, by pg_stat_statements: all of them, BEGIN and COMMIT included, but for the benchmark's own. */
import type pg from 'pg';

export interface StatementCount {
  statements: number;
  /** The dearest ones by the time that they took. */
  dearest: { query: string; calls: number; milliseconds: number }[];
}

/** Put before the benchmark's own statements. */
export const own = '/* bench */';

export async function restartCount(client: pg.Client): Promise<void> {
  await client.query(`${own} SELECT pg_stat_statements_reset()`);
}

export async function readCount(client: pg.Client): Promise<StatementCount> {
  const { rows } = await client.query<{ query: string; calls: number; milliseconds: number }>(
    `${own} SELECT query, calls::float8 AS calls, total_exec_time AS milliseconds FROM pg_stat_statements
     WHERE query NOT LIKE '${own}%' ORDER BY total_exec_time DESC`,
  );
  return {
    statements: rows.reduce((sum, { calls }) => sum + calls, 0),
    dearest: rows.slice(0, 12),
  };
}
