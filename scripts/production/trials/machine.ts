/** What the trials need of the machine: a user who is nobody, a free port, programs that run to their end. */
import { execFile } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { childEnvironment } from '../../../src/processes/child-environment.ts';

const execute = promisify(execFile);

/** `nobody` and its group, as Debian numbers them. */
const nobody = { uid: 65_534, gid: 65_534 };

/** Whom to run as, so that nothing is run by root; null: this process is an ordinary user's itself. */
export const ordinaryUser = (): { uid: number; gid: number } | null =>
  process.getuid?.() === 0 ? nobody : null;

/** A port of loopback that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('The system gave no port.');
  return address.port;
}

interface ToEnd {
  cwd: string;
  uid?: number;
  gid?: number;
  env?: Record<string, string>;
}

/** What it wrote. @throws Error with its last words, when it fails or takes longer than half an hour. */
export async function runToEnd(command: string, words: readonly string[], options: ToEnd): Promise<string> {
  const env = { ...childEnvironment(), ...options.env };
  const { stdout } = await execute(command, [...words], {
    ...{ ...options, env, encoding: 'utf8', maxBuffer: 64e6, timeout: 1_800_000 },
  });
  return stdout;
}

/** Rows as a table of Markdown, the first with the names of the columns. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  const [head = [], ...others] = rows;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...others.map(line)].join('\n');
}
