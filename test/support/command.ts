/** The `wallet-data` command: in a process of its own, as people run it, or in this one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { vi } from 'vitest';
import { runCommandLine } from '../../src/cli/program.ts';

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
  /** What it gets besides `childEnvironment`. */
  environment: Readonly<Record<string, string>>;
  /** Default: the project's. */
  cwd?: string;
  /** Run as this user and group. */
  user?: number;
}

/**
 * All of the environment of a process that a test starts: nothing of ours but what lets Node be found and start soon.
 * Half of a start is compiling, and what was compiled is kept from one process to the next.
 */
export function childEnvironment(environment: Readonly<Record<string, string>> = {}): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env;
  const compiled = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE };
  return { PATH, TZ: 'UTC', ...compiled, ...environment };
}

/** Starts a command; the caller ends it. */
export function startCommand(commandLine: readonly string[], options: CommandOptions): Command {
  const { environment, cwd = root, user } = options;
  const child = spawn(process.execPath, [join(root, 'src', 'cli.ts'), ...commandLine], {
    cwd,
    env: childEnvironment(environment),
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

export interface Outcome {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command to its end. */
export async function runCommand(commandLine: readonly string[], options: CommandOptions): Promise<Outcome> {
  const command = startCommand(commandLine, options);
  const code = await command.exit;
  return { code, stdout: command.stdout(), stderr: command.stderr() };
}

/**
 * Runs a command in this process: a process of its own for each would take most of a test's time. It sees the settings
 * given, and not those of the same names that this process has.
 */
export async function runInProcess(
  commandLine: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const out = vi.spyOn(console, 'log').mockReturnValue();
  const error = vi.spyOn(console, 'error').mockReturnValue();
  const names = new Set(['DATABASE_URL', 'DATA_DIR', 'PORT', 'ROLE', ...Object.keys(environment)]);
  for (const name of names) vi.stubEnv(name, environment[name]);
  try {
    const code = await runCommandLine(commandLine);
    const [stdout = '', stderr = ''] = [out, error].map((spy) =>
      spy.mock.calls.map(([text]) => `${text}\n`).join(''),
    );
    return { code, stdout, stderr };
  } finally {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
  }
}
