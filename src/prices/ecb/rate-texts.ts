/**
 * Reference rates of the European Central Bank as texts: the answers of its data portal (SDMX, `format=csvdata`), and the file of all
 * rates since 1999, `eurofxref-hist.csv`.
 */
import type { FiatRate } from '../../domain/money/reference-days.ts';

/** What is wrong with a text, for who gave it. */
export class RateTextError extends Error {
  override readonly name = 'RateTextError';
}

const perEuroPattern = /^\d{1,12}(?:\.\d{1,12})?$/;
const dayPattern = /^\d{4}-\d{2}-\d{2}$/;

/** A number of a column; null: none was published. */
function readRate(text: string): string | null {
  if (text === '' || text === 'N/A' || text === 'NaN') return null;
  if (!perEuroPattern.test(text) || /^[0.]*$/.test(text))
    throw new RateTextError(`'${text.slice(0, 40)}' is not a rate`);
  return text;
}

function readDay(text: string): string {
  const time = dayPattern.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // 30 February is read as 1 March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text)
    throw new RateTextError(`'${text.slice(0, 40)}' is not a day (YYYY-MM-DD)`);
  return text;
}

/** The cells of a line; in quotes a comma is one of the cell's. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    (quoted === undefined ? plain : quoted.replaceAll('""', '"')).trim(),
  );

/** The lines behind the column names, with where each column stands; blank lines are left out. */
function readTable(
  text: string,
  names: readonly string[],
): { header: string[]; rows: { cells: string[]; line: number }[] } {
  const [first = '', ...others] = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  const header = cellsOf(first);
  const missing = names.filter((name) => !header.includes(name));
  if (missing.length > 0)
    throw new RateTextError(
      `line 1 does not name the column ${missing.join(', ')}: it is another kind of file`,
    );
  const rows = others.flatMap((line, index) =>
    line.trim() === '' ? [] : [{ cells: cellsOf(line), line: index + 2 }],
  );
  return { header, rows };
}

/** Names the line of what is wrong. */
function onLine<Result>(line: number, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof RateTextError) throw new RateTextError(`line ${line}: ${error.message}`);
    throw error;
  }
}

/** An answer of the data portal: a line for each currency and day. Throws RateTextError. */
export function readPortalAnswer(text: string): FiatRate[] {
  if (text.trim() === '') return [];
  const names = ['CURRENCY', 'TIME_PERIOD', 'OBS_VALUE'];
  const { header, rows } = readTable(text, names);
  const [currencyAt = 0, dayAt = 0, valueAt = 0] = names.map((name) => header.indexOf(name));
  return rows.flatMap(({ cells, line }) =>
    onLine(line, () => {
      const perEuro = readRate(cells[valueAt] ?? '');
      const [currency = '', day] = [cells[currencyAt], readDay(cells[dayAt] ?? '')];
      return perEuro === null ? [] : [{ currency, day, perEuro }];
    }),
  );
}

/** The file of all rates: a line for each day, the newest first, with a column for each currency. Throws RateTextError. */
export function readHistoryFile(text: string): FiatRate[] {
  const { header, rows } = readTable(text, ['Date', 'USD']);
  const dayAt = header.indexOf('Date');
  const currencies = [...header.entries()].filter(([, name]) => /^[A-Z]{3}$/.test(name));
  return rows.flatMap(({ cells, line }) =>
    onLine(line, () => {
      const day = readDay(cells[dayAt] ?? '');
      return currencies.flatMap(([place, currency]) => {
        const perEuro = readRate(cells[place] ?? '');
        return perEuro === null ? [] : [{ currency, day, perEuro }];
      });
    }),
  );
}
