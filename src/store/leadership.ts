/** One process at a time does a job: whoever holds the session's advisory lock, which its end gives back by itself. */
import type { Database } from './database.ts';
import { queryRows } from './sql.ts';

export interface Leadership {
  /** Throws when the connection, and with it the leadership, is lost. */
  check(): Promise<void>;
  release(): Promise<void>;
}

/** Takes a job that nobody does at the moment, or answers null. */
export async function takeLeadership(database: Database, job: string): Promise<Leadership | null> {
  const client = await database.pool.connect();
  let isTaken = false;
  try {
    const [taken] = await queryRows(
      client,
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0))',
      [job],
      (row) => row.boolean(),
    );
    isTaken = taken === true;
  } finally {
    if (!isTaken) client.release();
  }
  if (!isTaken) return null;
  return {
    async check() {
      await client.query('SELECT 1');
    },
    async release() {
      // The connection is thrown away: the lock goes with it, whatever state it is in.
      client.release(true);
    },
  };
}
