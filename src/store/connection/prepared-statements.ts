/**
 * Statements that are asked again and again get a name. So each connection parses and plans them once (planned-texts.ts), which is
 * more than a third of PostgreSQL's work for a page of 100 transfers. A connection keeps every plan until it is told to let it go. So their number has a
 * limit, and the one that was not used for longest makes room for a new one.
 */
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { createMemory } from '../../domain/memory.ts';
import { PlannedTexts, wireText } from './planned-texts.ts';

/** Named statements that a connection has at a time. */
const maximumStatements = 100;
/** Statements of which a process remembers the name; working one out anew takes some microseconds. */
const maximumNames = 1_000;
/** invalid_sql_statement_name and duplicate_prepared_statement: a pooler hands out connections that do not know our names. */
const pooledAway = new Set(['26000', '42P05']);

export interface PreparedStatements {
  /** Runs the statement by its name; the only column of each row. null: names do not last here (see docs/growing.md, PgBouncer). */
  texts(pool: pg.Pool, statement: TextsStatement): Promise<string[] | null>;
}

export interface TextsStatement {
  readonly text: string;
  readonly values: readonly unknown[];
}

export interface PreparedStatementsOptions {
  /** Names that a connection has at a time. */
  maximum?: number;
  /** Whether plans are made once, for all values; else they are PostgreSQL's choice. Default: they are. */
  isPlannedOnce?: boolean;
}

/** What a connection has prepared: names, the one used least lately first. */
interface Prepared {
  readonly names: Set<string>;
  hasSettings: boolean;
}

const preparedOn = new WeakMap<object, Prepared>();

export function createPreparedStatements(options: PreparedStatementsOptions = {}): PreparedStatements {
  const { maximum = maximumStatements, isPlannedOnce = true } = options;
  const names = createMemory<string, string>({ maximum: maximumNames });
  let isOff = false;

  /** Of the text itself: behind a pooler processes share connections, where one name must not stand for two statements. */
  function nameOf(text: string): string {
    const known = names.get(text);
    if (known !== undefined) return known;
    const name = `wallet_data_${createHash('sha256').update(text).digest('hex').slice(0, 40)}`;
    names.keep(text, name);
    return name;
  }

  /** Notes that a connection is about to use the name, and lets go of what is too much. Answers whether it has it already. */
  async function makeRoom(connection: pg.PoolClient, prepared: Prepared, name: string): Promise<boolean> {
    const isPrepared = prepared.names.delete(name);
    prepared.names.add(name);
    const [oldest] = prepared.names;
    if (prepared.names.size > maximum && oldest !== undefined) {
      prepared.names.delete(oldest);
      await connection.query(new Deallocation(oldest)).done.promise;
    }
    return isPrepared;
  }

  /** On a connection that nobody else uses meanwhile: what it has prepared does not change under the statement. */
  async function textsByName(pool: pg.Pool, { text, values: given }: TextsStatement): Promise<string[]> {
    const name = nameOf(text);
    const values = given.map(wireText);
    const connection = await pool.connect();
    let broken: Error | undefined;
    try {
      const prepared = preparedOn.get(connection) ?? { names: new Set<string>(), hasSettings: false };
      preparedOn.set(connection, prepared);
      const isPrepared = await makeRoom(connection, prepared, name);
      const areSettingsPrepared = isPlannedOnce ? prepared.hasSettings : null;
      prepared.hasSettings ||= isPlannedOnce;
      const statement = { name, text, values, isPrepared, areSettingsPrepared };
      return await connection.query(new PlannedTexts(statement)).done.promise;
    } catch (error) {
      // As pg's own `query` does: what is prepared there now is not known.
      broken = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      connection.release(broken);
    }
  }

  return {
    async texts(pool, statement) {
      if (isOff) return null;
      try {
        return await textsByName(pool, statement);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && pooledAway.has(String(error.code)))) throw error;
        isOff = true;
        return null;
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
