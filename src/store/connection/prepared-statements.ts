/**
 * Statements that are asked again and again get a name. So each connection parses and plans them once, which is a third of
 * PostgreSQL's work for a page of 100 transfers. A connection keeps every plan until it is told to let it go. So their number has a
 * limit, and the one that was not used for longest makes room for a new one.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { createMemory } from '../../domain/memory.ts';

/** Named statements that a connection has at a time. */
const maximumStatements = 100;
/** Statements of which a process remembers the name; working one out anew takes some microseconds. */
const maximumNames = 1_000;
/** invalid_sql_statement_name and duplicate_prepared_statement: a pooler hands out connections that do not know our names. */
const pooledAway = new Set(['26000', '42P05']);

export interface PreparedStatements {
  /** Runs the statement by its name, or as it is where names do not last (see README, PgBouncer). */
  query<Row extends unknown[]>(
    pool: pg.Pool,
    statement: pg.QueryArrayConfig,
  ): Promise<pg.QueryArrayResult<Row>>;
}

export function createPreparedStatements(maximum = maximumStatements): PreparedStatements {
  const names = createMemory<string, string>({ maximum: maximumNames });
  /** By connection, the names of what it has prepared: the one used least lately comes first. */
  const preparedOn = new WeakMap<object, Set<string>>();
  let isOff = false;

  /** Of the text itself: behind a pooler processes share connections, where one name must not stand for two statements. */
  function nameOf(text: string): string {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = `wallet_data_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
    names.keep(text, name);
    return name;
  }

  /** Notes that a connection is about to use the name, and lets go of what is too much. */
  async function makeRoom(connection: pg.PoolClient, name: string): Promise<void> {
    const prepared = preparedOn.get(connection) ?? new Set();
    preparedOn.set(connection, prepared);
    prepared.delete(name);
    prepared.add(name);
    const [oldest] = prepared;
    if (prepared.size <= maximum || oldest === undefined) return;
    prepared.delete(oldest);
    await connection.query(new Deallocation(oldest)).done.promise;
  }

  /** On a connection that nobody else uses meanwhile: what it has prepared does not change under the statement. */
  async function queryNamed<Row extends unknown[]>(
    pool: pg.Pool,
    statement: pg.QueryArrayConfig,
  ): Promise<pg.QueryArrayResult<Row>> {
    const name = nameOf(statement.text);
    const connection = await pool.connect();
    let broken: Error | undefined;
    try {
      await makeRoom(connection, name);
      return await connection.query<Row>({ ...statement, name });
    } catch (error) {
      // As pg's own `query` does: what is prepared there now is not known.
      broken = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      connection.release(broken);
    }
  }

  return {
    async query<Row extends unknown[]>(pool: pg.Pool, statement: pg.QueryArrayConfig) {
      if (isOff) return pool.query<Row>(statement);
      try {
        return await queryNamed<Row>(pool, statement);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && pooledAway.has(String(error.code)))) throw error;
        isOff = true;
        return pool.query<Row>(statement);
      }
    },
  };
}

/** Lets go of a prepared statement, as DEALLOCATE does: in the protocol's words, which a pooler understands too. */
class Deallocation implements pg.Submittable {
  readonly done = Promise.withResolvers<void>();
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  submit(connection: pg.Connection): void {
    // The driver would go on to take the statement for prepared.
    for (const list of ['parsedStatements', 'submittedNamedStatements']) {
      const names: unknown = Reflect.get(connection, list);
      if (typeof names === 'object' && names !== null) Reflect.deleteProperty(names, this.#name);
    }
    connection.close({ type: 'S', name: this.#name }, false);
    connection.sync();
  }

  /** Called by the driver. */
  handleReadyForQuery(): void {
    this.done.resolve();
  }

  /** Called by the driver. */
  handleError(error: Error): void {
    this.done.reject(error);
  }
}
