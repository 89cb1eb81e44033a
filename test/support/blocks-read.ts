/** What work reads, in blocks of 8 kB of tables and indexes, or in rows of whole tables: measures that a busy machine does not change. */
import { type Database, openDatabase } from '../../src/store/connection/database.ts';
import { queryCount } from '../../src/store/connection/sql.ts';

/**
 * The same database over one connection, whose reading PostgreSQL counts. `measure` runs the work twice, since the first time
 * the connection reads what it remembers of tables, and answers what the second took. `scanned`: how many rows of these tables were read
 * so far because a table was read as a whole, to find some of them.
 */
export async function openMeasured(url: string): Promise<{
  database: Database;
  measure(work: () => Promise<unknown>): Promise<number>;
  scanned(tables: readonly string[]): Promise<number>;
}> {
  const database = await openDatabase({ url, maximumConnections: 1 });
  const counted = async (text: string, values: unknown[]): Promise<number> => {
    await database.pool.query('SELECT pg_stat_force_next_flush()');
    return queryCount(database.pool, text, values);
  };
  const count = (): Promise<number> =>
    counted('SELECT coalesce(sum(hits + reads), 0) FROM pg_stat_get_backend_io(pg_backend_pid())', []);
  return {
    database,
    async measure(work) {
      await work();
      const before = await count();
      await work();
      return (await count()) - before;
    },
    scanned: (tables) =>
      counted('SELECT sum(seq_tup_read) FROM pg_stat_user_tables WHERE relname = ANY($1::text[])', [tables]),
  };
}
