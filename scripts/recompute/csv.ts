/** CSV after RFC 4180, as the service writes it. */

/** One row; a column that is not there is a fault of the file. */
export interface Row {
  text(column: string): string;
}

/** The rows under the line of column names. */
export function parseCsv(text: string): Row[] {
  const [columns = [], ...lines] = linesOf(text);
  const places = new Map(columns.map((name, place) => [name, place]));
  return lines.map((cells) => {
    if (cells.length !== columns.length) throw new Error(`a line of ${cells.length} cells: ${cells.join()}`);
    return {
      text(column) {
        const place = places.get(column);
        if (place === undefined)
          throw new Error(`there is no column ${column}: is the service older than this script?`);
        return cells[place] ?? '';
      },
    };
  });
}

/** The cells of each line. */
export function linesOf(text: string): string[][] {
  const lines: string[][] = [];
  let cells: string[] = [];
  // A cell, quoted or not, and what ends it.
  const pattern = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/gy;
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text);
    if (found === null) throw new Error('this is no CSV');
    const [, quoted, plain = '', end] = found;
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') {
      if (pattern.lastIndex === text.length) cells.push('');
      else continue;
    }
    lines.push(cells);
    cells = [];
  }
  return lines;
}
