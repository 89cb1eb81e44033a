/** What work reads, in blocks of 8 kB of tables and indexes: a measure that a busy machine does not change. */
import { type Database, openDatabase } from '../../src/store/connection/database.ts';
import { queryCount } from '../../src/store/connection/sql.ts';

/**
 * The same database over one connection, whose reading PostgreSQL counts. `measure` runs the work twice, since the first time
 * the connection reads what it remembers of tables, and answers what the second took.
 */
export async function openMeasured(url: string): Promise<{
  database: Database;
  measure(work: () => Promise<unknown>): Promise<number>;
}> {
  const database = await openDatabase({ url, maximumConnections: 1 });
  const count = async (): Promise<number> => {
    await database.pool.query('SELECT pg_stat_force_next_flush()');
    return queryCount(
      database.pool,
      'SELECT coalesce(sum(hits + reads), 0) FROM pg_stat_get_backend_io(pg_backend_pid())',
      [],
    );
  };
  return {
    database,
    async measure(work) {
      await work();
      const before = await count();
      await work();
      return (await count()) - before;
    },
  };
}
