/** Bulk writes: COPY in its text format, the fastest way in. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { tellStream } from './database.ts';
import { storableText } from './row-types.ts';

/** Hex digits of a bytea, or of the elements of an array of them. */
export type CopyBytes = { readonly hex: string } | { readonly hexes: readonly string[] };

/** What a column of one value takes, by COPY or as a parameter. */
export type ColumnValue = string | number | bigint | boolean | null;

export type CopyValue = ColumnValue | CopyBytes;

const specialCharacters = /[\\\t\n\r]/g;
/** Few texts have any of them; one look is a third of what the passes below take. */
const needsCare = /[\\\t\n\r\0\ud800-\udfff]/;
const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\r', '\\r'],
]);

function field(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') {
    if (!needsCare.test(value)) return value;
    return storableText(value).replace(specialCharacters, (character) => escapes.get(character) ?? character);
  }
  if (typeof value === 'object') return bytesField(value);
  return typeof value === 'boolean' ? (value ? 't' : 'f') : value.toString();
}

/** COPY takes a backslash for two; in an array, four stand for two, and those for one. */
function bytesField(value: CopyBytes): string {
  if ('hex' in value) return `\\\\x${value.hex}`;
  return value.hexes.length === 0 ? '{}' : `{"\\\\\\\\x${value.hexes.join('","\\\\\\\\x')}"}`;
}

/** One row of COPY's text format, with its line end. */
export function copyLine(values: readonly CopyValue[]): string {
  return `${values.map(field).join('\t')}\n`;
}

/** Large enough that few calls are made, small enough that memory stays flat. */
const chunkLength = 64 * 1024;

function* chunks<Row>(rows: readonly Row[], valuesOf: (row: Row) => readonly CopyValue[]): Generator<Buffer> {
  let text = '';
  for (const row of rows) {
    text += copyLine(valuesOf(row));
    if (text.length >= chunkLength) {
      yield Buffer.from(text);
      text = '';
    }
  }
  if (text !== '') yield Buffer.from(text);
}

/** Copies rows into a table; `valuesOf` gives the columns in the order named. */
export async function copyRows<Row>(
  client: pg.PoolClient,
  table: string,
  columns: readonly string[],
  rows: readonly Row[],
  valuesOf: (row: Row) => readonly CopyValue[],
): Promise<void> {
  const statement = `COPY ${table} (${columns.join(', ')}) FROM STDIN`;
  await tellStream(statement, () =>
    pipeline(Readable.from(chunks(rows, valuesOf)), client.query(copyFrom(statement))),
  );
}
