/** What commands write: results on standard output, for people or as JSON, and everything else on standard error. */

/** Bad input on the command line: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface OutputOptions {
  json?: boolean;
}

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

/** Columns padded to their widest cell; `(none)` for no rows. */
export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) {
    console.log('(none)');
    return;
  }
  const all = [headings, ...rows];
  const widths = headings.map((_heading, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  for (const row of all) {
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

export function print(text: string): void {
  console.log(text);
}

export function complain(text: string): void {
  console.error(text);
}
