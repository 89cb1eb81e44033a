/**
 * The two forms in which the European Central Bank gives its reference rates as CSV: the answers of its data API, and the file
 * `eurofxref-hist.csv`. What cannot be read is an error that names the line; currencies that nobody keeps books in are passed over.
 */
import { type FiatRate, numberedCurrencies } from '../../domain/money/fiat.ts';
import { parseTime } from '../../domain/time/time.ts';

/** The file has all days since 1999 in a megabyte. */
export const maximumHistoryBytes = 20_000_000;

/** The euro is no older. An earlier day is a slip, and those of the first centuries are no days to the database. */
const firstDay = '1999-01-01';

/** What stands where none was published. */
const absent: ReadonlySet<string> = new Set(['', 'N/A', 'NaN']);
/** Of what is quoted in an error. */
const shownLength = 40;

interface Line {
  /** From 1 on. */
  number: number;
  fields: string[];
}

/**
 * The rates of an answer of the data API (`format=csvdata`): one number a line.
 *
 * @param today YYYY-MM-DD; later days are refused
 * @throws Error naming the line
 */
export function readRatesAnswer(text: string, today: string): FiatRate[] {
  const [header, ...lines] = linesOf(text);
  if (header === undefined) return [];
  const [currencyAt, dayAt, valueAt] = ['CURRENCY', 'TIME_PERIOD', 'OBS_VALUE'].map((name) =>
    columnOf(header, name),
  );
  const rates: FiatRate[] = [];
  for (const line of lines) {
    checkLength(line, [header.fields.length]);
    const currency = fieldOf(line, currencyAt);
    if (!numberedCurrencies.has(currency)) continue;
    const day = dayOf(line, fieldOf(line, dayAt), today);
    const perEuro = numberOf(line, fieldOf(line, valueAt));
    if (perEuro !== null) rates.push({ currency, day, perEuro });
  }
  return refuseRepeated(rates);
}

/**
 * The rates of the file `eurofxref-hist.csv`: a day a line, a currency a column.
 *
 * @param today YYYY-MM-DD; later days are refused
 * @throws Error naming the line
 */
export function readHistoryFile(text: string, today: string): FiatRate[] {
  const [header, ...lines] = linesOf(text);
  if (header === undefined) throw new Error('the file is empty');
  const dayAt = columnOf(header, 'Date');
  columnOf(header, 'USD');
  const columns = header.fields.flatMap((currency, index) =>
    numberedCurrencies.has(currency) ? [{ currency, index: columnOf(header, currency, index) }] : [],
  );
  if (lines.length === 0) throw new Error('there is no day behind line 1');
  // With the comma at the end of each line, and without.
  const named = header.fields.findLastIndex((name) => name !== '') + 1;
  const rates = lines.flatMap((line) => {
    checkLength(line, [header.fields.length, named, named + 1]);
    const day = dayOf(line, fieldOf(line, dayAt), today);
    return columns.flatMap(({ currency, index }): FiatRate[] => {
      const perEuro = numberOf(line, fieldOf(line, index));
      return perEuro === null ? [] : [{ currency, day, perEuro }];
    });
  });
  return refuseRepeated(rates);
}

/** Lines that hold something, taken apart. */
function linesOf(text: string): Line[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((line, index) =>
      line.trim() === '' ? [] : [{ number: index + 1, fields: fieldsOf(line, index + 1) }],
    );
}

/** Fields in quotes may hold commas. */
function fieldsOf(line: string, number: number): string[] {
  const fields: string[] = [];
  const next = /("(?:[^"]|"")*"|[^",]*)(,|$)/y;
  for (;;) {
    const match = next.exec(line);
    if (match === null) throw new Error(`line ${number}: its quotes do not close: ${shown(line)}`);
    const [, field = '', end] = match;
    fields.push((field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field).trim());
    if (end === '') return fields;
  }
}

/** Where the column of that name is, which has to be there once. */
function columnOf({ number, fields }: Line, name: string, at = fields.indexOf(name)): number {
  if (at === -1) {
    throw new Error(`line ${number}: there is no column ${name}, but ${shown(fields.join(','))}`);
  }
  if (fields.indexOf(name) !== fields.lastIndexOf(name)) {
    throw new Error(`line ${number}: there are two columns ${name}`);
  }
  return at;
}

const fieldOf = ({ fields }: Line, at: number | undefined): string =>
  (at === undefined ? undefined : fields[at]) ?? '';

function checkLength({ number, fields }: Line, lengths: readonly number[]): void {
  if (lengths.includes(fields.length)) return;
  throw new Error(`line ${number}: it has ${fields.length} fields, and the first line ${lengths[0]}`);
}

function dayOf({ number }: Line, text: string, today: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || parseTime(text) === null) {
    throw new Error(`line ${number}: '${shown(text)}' is not a day: YYYY-MM-DD is expected`);
  }
  if (text < firstDay) throw new Error(`line ${number}: the day ${text} is before the first rate, of 1999`);
  if (text > today) throw new Error(`line ${number}: the day ${text} has not come yet`);
  return text;
}

/** null: none was published. */
function numberOf({ number }: Line, text: string): string | null {
  if (absent.has(text)) return null;
  if (!/^\d{1,12}(\.\d{1,12})?$/.test(text) || !/[1-9]/.test(text)) {
    throw new Error(`line ${number}: '${shown(text)}' is not a rate: a number over 0 is expected`);
  }
  return text;
}

/** One of two numbers would be lost. */
function refuseRepeated(rates: FiatRate[]): FiatRate[] {
  const seen = new Set<string>();
  for (const { currency, day } of rates) {
    const name = `${currency} of ${day}`;
    if (seen.has(name)) throw new Error(`${name} is there twice`);
    seen.add(name);
  }
  return rates;
}

const shown = (text: string): string => (text.length > shownLength ? `${text.slice(0, shownLength)}…` : text);
