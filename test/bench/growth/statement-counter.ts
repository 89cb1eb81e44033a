/**
 * How many statements a server was sent, by pg_stat_statements: all of them, BEGIN and COMMIT included, but for the benchmark's own. And
 * how often rows of `sync`, the queue of wallets, were written.
 */
import type pg from 'pg';

export interface StatementCount {
  statements: number;
  /** By the time that they took, the dearest first. */
  byTime: Statement[];
  /** By how often they were sent. */
  byCalls: Statement[];
  /** Updates of rows of `sync`, and how many of them left its indexes alone. */
  sync: SyncUpdates;
}

interface SyncUpdates {
  updates: number;
  hot: number;
}

interface Statement {
  query: string;
  calls: number;
  milliseconds: number;
}

/** Put before the benchmark's own statements. */
export const own = '/* bench */';

/** Begins to count; answers what tells the count so far. */
export async function startCount(client: pg.Client): Promise<() => Promise<StatementCount>> {
  await client.query(`${own} SELECT pg_stat_statements_reset()`);
  const before = await readSyncUpdates(client);
  return async () => {
    const { rows } = await client.query<Statement>(
      `${own} SELECT query, calls::float8 AS calls, total_exec_time AS milliseconds FROM pg_stat_statements
       WHERE query NOT LIKE '${own}%' ORDER BY total_exec_time DESC`,
    );
    const after = await readSyncUpdates(client);
    return {
      statements: rows.reduce((sum, { calls }) => sum + calls, 0),
      byTime: rows.slice(0, 8),
      byCalls: rows.toSorted((left, right) => right.calls - left.calls).slice(0, 16),
      sync: { updates: after.updates - before.updates, hot: after.hot - before.hot },
    };
  };
}

/** As a line of a report. */
export const syncLine = ({ updates, hot }: SyncUpdates): string =>
  `Rows of sync written: ${updates}, ${hot} of them without a new place in its indexes`;

async function readSyncUpdates(client: pg.Client): Promise<SyncUpdates> {
  const { rows } = await client.query<SyncUpdates>(
    `${own} SELECT n_tup_upd::float8 AS updates, n_tup_hot_upd::float8 AS hot FROM pg_stat_user_tables WHERE relname = 'sync'`,
  );
  return rows[0] ?? { updates: 0, hot: 0 };
}
