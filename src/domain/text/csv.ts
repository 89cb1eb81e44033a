/** CSV after RFC 4180, safe to open in a spreadsheet. */

export type CsvCell = string | number | boolean | null;

/** What spreadsheets take for the beginning of a formula, in their full-width forms, too (OWASP, "CSV Injection"). */
const formulaStart = /^[=+\-@\t\r＝＋－＠]/;
const decimal = /^-?\d+(\.\d+)?$/;

/** One line. null is an empty cell; a text that a spreadsheet would run as a formula begins with an apostrophe. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvCell).join()}\r\n`;
}

function csvCell(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell);
  const safe = formulaStart.test(cell) && !decimal.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
