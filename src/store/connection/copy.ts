/** Bulk writes: COPY in its text format, the fastest way in. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { storableText } from './row-types.ts';

export type CopyValue = string | number | bigint | boolean | null;

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
  return typeof value === 'boolean' ? (value ? 't' : 'f') : value.toString();
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
  const target = client.query(copyFrom(`COPY ${table} (${columns.join(', ')}) FROM STDIN`));
  await pipeline(Readable.from(chunks(rows, valuesOf)), target);
}
