/** The `wallet-data` command in a process of its own, as people run it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..', '..');

export interface Command {
  readonly child: ChildProcess;
  /** What it has written so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the first match in what it writes on standard output; rejects when the process ends before. */
  waitFor(pattern: RegExp): Promise<RegExpExecArray>;
  /** Its exit code; null when a signal ended it. */
  readonly exit: Promise<number | null>;
}

export interface CommandOptions {
  /** All of its environment but PATH and TZ. */
  environment: Readonly<Record<string, string>>;
  /** Default: the project's. */
  cwd?: string;
  /** Run as this user and group. */
  user?: number;
}

/** Starts a command; the caller ends it. */
export function startCommand(commandLine: readonly string[], options: CommandOptions): Command {
  const { environment, cwd = root, user } = options;
  const child = spawn(process.execPath, [join(root, 'src', 'cli.ts'), ...commandLine], {
    cwd,
    env: { PATH: process.env.PATH ?? '', TZ: 'UTC', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user === undefined ? {} : { uid: user, gid: user }),
  });
  const written = { stdout: '', stderr: '' };
  const listeners = new Set<() => void>();
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].on('data', (data) => {
      written[name] += String(data);
      for (const listener of listeners) listener();
    });
  }
  // All that it wrote is read before it counts as ended.
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const waitFor = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(written.stdout);
        if (match === null) return;
        listeners.delete(look);
        resolve(match);
      };
      listeners.add(look);
      look();
      void exit.then((code) =>
        reject(new Error(`ended with ${code} before ${pattern}:\n${written.stdout}\n${written.stderr}`)),
      );
    });
  return { child, stdout: () => written.stdout, stderr: () => written.stderr, waitFor, exit };
}

/** Runs a command to its end. */
export async function runCommand(
  commandLine: readonly string[],
  options: CommandOptions,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const command = startCommand(commandLine, options);
  const code = await command.exit;
  return { code, stdout: command.stdout(), stderr: command.stderr() };
}
