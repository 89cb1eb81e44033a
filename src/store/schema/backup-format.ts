/**
 * The form of a backup: lines of text, compressed by gzip. A line of JSON says what the backup is; each table is a line of JSON and its rows as COPY writes
 * them, up to a line `\.`, which no row can be; the last line of JSON says that all of it is there.
 */
import { z } from 'zod';
import { PermanentError } from '../../errors.ts';

export const headSchema = z.strictObject({
  format: z.literal('wallet-data backup 1'),
  /** Of the service that wrote it. */
  version: z.string(),
  /** ISO 8601: all rows are those of this moment. */
  madeAt: z.string(),
  /** The last migration of the database. */
  migration: z.string(),
  /** The keys that secrets in it are sealed with, unless they were left out. */
  secretKeys: z.array(z.string()).nullable(),
});
export type BackupHead = z.infer<typeof headSchema>;

export const tableSchema = z.strictObject({ table: z.string(), columns: z.array(z.string()) });
export type BackupTable = z.infer<typeof tableSchema>;

const endSchema = z.strictObject({ tables: z.number() });

/** Tables as they come, each to be read to its end before the next one. */
export interface BackupReader {
  readonly head: BackupHead;
  tables(): AsyncGenerator<BackupTable & { rows: AsyncGenerator<Buffer> }>;
}

export const endOfRows = Buffer.from('\\.\n');
const newLine = 10;

const damaged = (cause?: unknown): PermanentError =>
  new PermanentError('The file is no backup of wallet-data, or is cut off or damaged.', { cause });

/**
 * Reads the head of an uncompressed backup; the tables are read as they are asked for.
 * @throws PermanentError when it is none
 */
export async function readBackup(input: AsyncIterable<Buffer>): Promise<BackupReader> {
  const lines = createLineReader(input);
  const head = parsed(headSchema, await lines.line());
  return {
    head,
    async *tables() {
      for (let count = 0; ; count += 1) {
        const json = await lines.line();
        const end = endSchema.safeParse(json);
        if (end.success) {
          if (end.data.tables !== count) throw damaged();
          return;
        }
        yield { ...parsed(tableSchema, json), rows: lines.rows() };
      }
    },
  };
}

function parsed<Schema extends z.ZodType>(schema: Schema, json: unknown): z.output<Schema> {
  const result = schema.safeParse(json);
  if (!result.success) throw damaged(result.error);
  return result.data;
}

/** Takes a stream apart at line ends; rows are given on in the pieces that they come in. */
function createLineReader(input: AsyncIterable<Buffer>) {
  const iterator = input[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const more = async (): Promise<Buffer> => {
    const next = await iterator.next().catch((cause: unknown) => {
      throw damaged(cause);
    });
    if (next.done === true) throw damaged();
    return next.value;
  };
  return {
    async line(): Promise<unknown> {
      let end = rest.indexOf(newLine);
      while (end === -1) {
        // What begins with a line longer than this is no backup.
        if (rest.length > 1_000_000) throw damaged();
        rest = Buffer.concat([rest, await more()]);
        end = rest.indexOf(newLine);
      }
      const text = rest.toString('utf8', 0, end);
      rest = rest.subarray(end + 1);
      try {
        return JSON.parse(text);
      } catch (cause) {
        throw damaged(cause);
      }
    },
    async *rows(): AsyncGenerator<Buffer> {
      let isAtLineStart = true;
      for (;;) {
        const end = endIn(rest, isAtLineStart);
        if (end !== -1) {
          if (end > 0) yield rest.subarray(0, end);
          rest = rest.subarray(end + endOfRows.length);
          return;
        }
        // The last bytes may be the beginning of the end.
        const sure = Math.max(0, rest.length - endOfRows.length);
        if (sure > 0) {
          isAtLineStart = rest[sure - 1] === newLine;
          yield rest.subarray(0, sure);
        }
        rest = Buffer.concat([rest.subarray(sure), await more()]);
      }
    },
  };
}

/** Where the line `\.` begins; -1: not in these bytes. */
function endIn(bytes: Buffer, isAtLineStart: boolean): number {
  for (let at = bytes.indexOf(endOfRows); at !== -1; at = bytes.indexOf(endOfRows, at + 1)) {
    if (at === 0 ? isAtLineStart : bytes[at - 1] === newLine) return at;
  }
  return -1;
}
