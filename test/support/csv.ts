/** Reads CSV as RFC 4180 has it, strictly: what is no well-formed file throws. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let place = 0;
  const field = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  while (place < text.length) {
    field.lastIndex = place;
    const found = field.exec(text);
    if (found === null) throw new Error(`no CSV from character ${place} on`);
    const [whole, cell = '', end] = found;
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    place += whole.length;
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  if (rows.some((cells) => cells.length !== rows[0]?.length)) throw new Error('rows differ in length');
  return rows;
}
