/**
 * Lists that were read before, by the texts that the database sends of their rows. The newest and oldest pages are asked for again
 * and again, and what is made of a page (its views, its JSON) can be kept with it. Nothing here can be out of date, because the
 * texts are read anew each time, and hold all of the rows.
 */
import { createMemory } from '../../domain/memory.ts';

export type ReadRecords<Row> = (records: readonly string[]) => Row[];

const kept = new WeakSet<object>();

/** Whether the row is the same object each time that its list is read, for as long as the list is remembered. */
export const isKept = (row: object): boolean => kept.has(row);

interface List<Row> {
  readonly records: readonly string[];
  readonly rows: readonly Row[];
}

/**
 * The same reader for lists with a name, of which it remembers those that were asked for last, `maximum` rows together. Of a list that has
 * changed, the rows stay that were in it before. One that was read further stays as long as it was.
 */
export function rememberLists<Row extends object>(
  read: ReadRecords<Row>,
  maximum: number,
): (name: string, records: readonly string[]) => readonly Row[] {
  const lists = createMemory<string, List<Row>>({ maximum, weightOf: ({ rows }) => rows.length });

  return (name, records) => {
    const known = lists.get(name);
    if (known !== undefined && beginsWith(known.records, records)) return known.rows.slice(0, records.length);
    const before = new Map(known?.records.map((record, index) => [record, known.rows[index]]));
    const rows = records.map((record) => before.get(record) ?? readOne(read, record));
    lists.keep(name, { records, rows });
    return [...rows];
  };
}

function readOne<Row extends object>(read: ReadRecords<Row>, record: string): Row {
  const [row] = read([record]);
  if (row === undefined) throw new TypeError('a record without a row');
  kept.add(Object.freeze(row));
  return row;
}

function beginsWith(known: readonly string[], records: readonly string[]): boolean {
  if (records.length > known.length) return false;
  for (let index = 0; index < records.length; index += 1) {
    if (records[index] !== known[index]) return false;
  }
  return true;
}
