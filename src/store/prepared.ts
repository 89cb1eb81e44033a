/**
 * Statements that are asked again and again get a name, so that each connection parses and plans them once: of a page of 100
 * transfers that is a third of PostgreSQL's work. A connection keeps every plan for as long as it lives, so that there are
 * only so many of them.
 */
import type pg from 'pg';

const maximumStatements = 100;
/** invalid_sql_statement_name and duplicate_prepared_statement: a pooler hands out connections that do not know our names. */
const pooledAway = new Set(['26000', '42P05']);

export interface PreparedStatements {
  /** Runs the statement by its name, or as it is where names do not last (see README, PgBouncer). */
  query<Row extends unknown[]>(
    client: Pick<pg.Pool, 'query'>,
    statement: pg.QueryArrayConfig,
  ): Promise<pg.QueryArrayResult<Row>>;
}

export function createPreparedStatements(maximum = maximumStatements): PreparedStatements {
  const names = new Map<string, string>();
  let isOff = false;

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= maximum) return known;
    const name = `wallet_data_${names.size + 1}`;
    names.set(text, name);
    return name;
  }

  return {
    async query(client, statement) {
      const name = isOff ? undefined : nameOf(statement.text);
      if (name === undefined) return client.query(statement);
      try {
        return await client.query({ ...statement, name });
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && pooledAway.has(String(error.code)))) throw error;
        isOff = true;
        return client.query(statement);
      }
    },
  };
}

/** Names belong to a process's connections, whoever asks. */
export const preparedStatements = createPreparedStatements();
