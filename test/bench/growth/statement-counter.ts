/** How many statements a server was sent, by pg_stat_statements: all of them, BEGIN and COMMIT included, but for the benchmark's own. */
import type pg from 'pg';

export interface StatementCount {
  statements: number;
  /** By the time that they took, the dearest first. */
  byTime: Statement[];
  /** By how often they were sent. */
  byCalls: Statement[];
}

interface Statement {
  query: string;
  calls: number;
  milliseconds: number;
}

/** Put before the benchmark's own statements. */
export const own = '/* bench */';

export async function restartCount(client: pg.Client): Promise<void> {
  await client.query(`${own} SELECT pg_stat_statements_reset()`);
}

export async function readCount(client: pg.Client): Promise<StatementCount> {
  const { rows } = await client.query<Statement>(
    `${own} SELECT query, calls::float8 AS calls, total_exec_time AS milliseconds FROM pg_stat_statements
     WHERE query NOT LIKE '${own}%' ORDER BY total_exec_time DESC`,
  );
  return {
    statements: rows.reduce((sum, { calls }) => sum + calls, 0),
    byTime: rows.slice(0, 8),
    byCalls: rows.toSorted((left, right) => right.calls - left.calls).slice(0, 16),
  };
}
