/** What commands write: results on standard output, for people or as JSON, and everything else on standard error. */
import type { Writable } from 'node:stream';
import { errorText } from '../../errors.ts';

/** Bad input on the command line: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Standard output takes no more: its reader has gone (`… | head`), or its disk is full. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
  /** Its reader has gone, which is its right and nobody's fault. */
  readonly isClosed: boolean;

  constructor(cause: Error) {
    // Without its cause: an EPIPE in there would be taken for a lost database.
    super(`The output cannot be written: ${errorText(cause)}`);
    this.isClosed = 'code' in cause && (cause.code === 'EPIPE' || cause.code === 'ERR_STREAM_DESTROYED');
  }
}

/** 128 + SIGPIPE, as shells say of a program whose reader has gone: what it was to write is not all written. */
export const closedOutputCode = 141;

/** Writes a text and waits until it is taken, so that memory holds no more than it. Throws OutputError. */
export function writeText(output: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    output.write(text, (error) => (error ? reject(new OutputError(error)) : resolve()));
  });
}

/**
 * Bears a standard output that takes no more, which would end the process with a stack. A command that did not notice, because
 * it wrote a few lines and was done, ends with the code all the same.
 */
export function watchOutput(output: Writable = process.stdout): void {
  let fault: OutputError | null = null;
  output.on('error', (cause: Error) => {
    fault ??= new OutputError(cause);
  });
  process.once('exit', () => {
    if (fault === null || (process.exitCode ?? 0) !== 0) return;
    if (!fault.isClosed) complain(fault.message);
    process.exitCode = fault.isClosed ? closedOutputCode : 1;
  });
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
