/**
 * Rows that were read before, by the very text that the database sends of them: the newest pages are asked for again and again,
 * and what is made of a row (its view, its JSON) can be kept with it. Nothing here can be out of date, because the text is read
 * anew each time, and holds all of the row.
 */
export type ReadRecords<Row> = (records: readonly string[]) => Row[];

const kept = new WeakSet<object>();

/** Whether the row is the same object each time that its text is read, for as long as it is remembered. */
export const isKept = (row: object): boolean => kept.has(row);

/** The same reader, which remembers at most `maximum` rows, and forgets those that were not asked for lately. */
export function rememberRecords<Row extends object>(
  read: ReadRecords<Row>,
  maximum: number,
): ReadRecords<Row> {
  // Two generations: when the younger is full, it takes the place of the older.
  let young = new Map<string, Row>();
  let old = new Map<string, Row>();

  function keep(record: string, row: Row): Row {
    if (young.size >= maximum / 2) {
      old = young;
      young = new Map();
    }
    young.set(record, row);
    return row;
  }

  return (records) => {
    const rows: Row[] = [];
    for (const record of records) {
      const known = young.get(record);
      if (known !== undefined) {
        rows.push(known);
        continue;
      }
      const older = old.get(record);
      if (older !== undefined) {
        rows.push(keep(record, older));
        continue;
      }
      const [row] = read([record]);
      if (row === undefined) throw new TypeError('a record without a row');
      kept.add(Object.freeze(row));
      rows.push(keep(record, row));
    }
    return rows;
  };
}
