/**
 * Rows that were read before, by the text that the database sends of them. The newest and oldest pages are asked for again and
 * again, and what is made of a row (its view, its JSON) can be kept with it. Nothing here can be out of date, because the text
 * is read anew each time, and holds all of the row.
 */
import { createMemory } from '../../domain/memory.ts';

export type ReadRecords<Row> = (records: readonly string[]) => Row[];

const kept = new WeakSet<object>();

/** Whether the row is the same object each time that its text is read, for as long as it is remembered. */
export const isKept = (row: object): boolean => kept.has(row);

/** The same reader, which remembers at most `maximum` rows, and forgets those that were not asked for lately. */
export function rememberRecords<Row extends object>(
  read: ReadRecords<Row>,
  maximum: number,
): ReadRecords<Row> {
  const rows = createMemory<string, Row>({ maximum });

  function rowOf(record: string): Row {
    const known = rows.get(record);
    if (known !== undefined) return known;
    const [row] = read([record]);
    if (row === undefined) throw new TypeError('a record without a row');
    kept.add(Object.freeze(row));
    rows.keep(record, row);
    return row;
  }

  return (records) => records.map(rowOf);
}
