/**
 * A statement with a name whose plan is made once per connection, for all values. Left to itself, PostgreSQL weighs such a plan against
 * one for the values at hand, finds that it cannot know how large a wallet is, and plans a page anew each time: 0.3 of 0.7 ms.
 * What forbids that (`plan_cache_mode`) is a setting of the whole session, where other statements need plans for their values. So it
 * is set before the statement and given back after it, in the same exchange: one way there and back, and one transaction, so that a
 * pooler lends one session for all three, and an error gives it back, too.
 */
import type pg from 'pg';

/** By name, as a connection prepares them with the first statement. */
const settings = [
  { name: 'wallet_data_plan_once', text: 'SET plan_cache_mode = force_generic_plan' },
  { name: 'wallet_data_plan_each', text: 'RESET plan_cache_mode' },
] as const;
const [once, each] = settings;

export interface NamedTexts {
  readonly name: string;
  readonly text: string;
  readonly values: (string | null)[];
  /** The connection knows the name. */
  readonly isPrepared: boolean;
  /** The connection knows the names of the settings; null: plans are PostgreSQL's choice. */
  readonly areSettingsPrepared: boolean | null;
}

/** Answers the only column of each row as a text, '' for null; to be given to the driver's `query`. */
export class PlannedTexts implements pg.Submittable {
  readonly done = Promise.withResolvers<string[]>();
  /** As other statements have it, for whoever looks on. */
  readonly text: string;
  readonly #statement: NamedTexts;
  readonly #texts: string[] = [];

  constructor(statement: NamedTexts) {
    this.#statement = statement;
    this.text = statement.text;
  }

  /** Called by the driver. */
  submit(connection: pg.Connection): void {
    const { name, text, values, isPrepared, areSettingsPrepared } = this.#statement;
    // One write for all messages.
    connection.stream.cork();
    try {
      if (areSettingsPrepared === false) {
        for (const setting of settings) connection.parse({ ...setting, types: [] }, true);
      }
      if (!isPrepared) connection.parse({ name, text, types: [] }, true);
      if (areSettingsPrepared !== null) run(connection, once.name, []);
      run(connection, name, values);
      if (areSettingsPrepared !== null) run(connection, each.name, []);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  /** Called by the driver. */
  handleDataRow({ fields: [text] }: { fields: readonly (string | null)[] }): void {
    this.#texts.push(text ?? '');
  }

  /** Called by the driver, once for each statement. */
  handleCommandComplete(): void {}

  /** Called by the driver. */
  handleReadyForQuery(): void {
    this.done.resolve(this.#texts);
  }

  /** Called by the driver. */
  handleError(error: Error): void {
    this.done.reject(error);
  }
}

function run(connection: pg.Connection, statement: string, values: (string | null)[]): void {
  connection.bind({ statement, values }, true);
  connection.execute({}, true);
}

/** A value as PostgreSQL reads it from a text; arrays as its array literals. Throws TypeError for what has no text. */
export function wireText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return `{${value.map(itemText).join(',')}}`;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean')
    return String(value);
  throw new TypeError(`a statement's value is a ${typeof value}`);
}

const itemText = (item: unknown): string => {
  const text = wireText(item);
  return text === null ? 'NULL' : `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
};
