/** Reads CSV as RFC 4180 has it, and as the service writes it: commas, quotes where they are needed, a byte order mark or none. */

interface Reader {
  readonly text: string;
  at: number;
}

/**
 * The records of a text, each as its cells, as many as the first has. Empty lines are none. Throws, for people, at the first that is no CSV,
 * or has another number of cells: a file that was cut, or edited.
 */
export function parseCsv(text: string): string[][] {
  const reader = { text, at: text.startsWith('\uFEFF') ? 1 : 0 };
  const records: string[][] = [];
  for (let line = 1; reader.at < text.length; line += 1) {
    const record = readRecord(reader);
    const { length: width } = records[0] ?? record;
    if (record.length === 1 && record[0] === '' && (width > 1 || records.length === 0)) continue;
    if (record.length !== width)
      throw new Error(
        `Line ${line} has ${cellsOf(record.length)}, and the first has ${width}: the file was cut, or edited.`,
      );
    records.push(record);
  }
  return records;
}

const cellsOf = (count: number): string => (count === 1 ? '1 cell' : `${count} cells`);

function readRecord(reader: Reader): string[] {
  const { text } = reader;
  const record: string[] = [];
  for (;;) {
    record.push(text[reader.at] === '"' ? readQuoted(reader) : readPlain(reader));
    if (text[reader.at] !== ',') break;
    reader.at += 1;
  }
  if (text.startsWith('\r\n', reader.at)) reader.at += 2;
  else if (text[reader.at] === '\n') reader.at += 1;
  else if (reader.at < text.length) throw noCsv(reader);
  return record;
}

function readPlain(reader: Reader): string {
  const { text, at } = reader;
  const ends = /[",\r\n]/g;
  ends.lastIndex = at;
  reader.at = ends.exec(text)?.index ?? text.length;
  return text.slice(at, reader.at);
}

/** Two quotes within quotes are one. */
function readQuoted(reader: Reader): string {
  const { text } = reader;
  let cell = '';
  for (let from = reader.at + 1; ; ) {
    const quote = text.indexOf('"', from);
    if (quote < 0) throw noCsv(reader);
    cell += text.slice(from, quote);
    reader.at = quote + 1;
    if (text[reader.at] !== '"') return cell;
    cell += '"';
    from = quote + 2;
  }
}

const noCsv = ({ at }: Reader): Error =>
  new Error(`It is no CSV file: see what stands at its character ${at + 1}.`);
