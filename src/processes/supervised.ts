import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { childEnvironment } from './child-environment.ts';

/** How a process that serves us is started, watched and stopped. */
export type SupervisedOptions = {
  readonly cwd?: string;
  /** Beyond what every child gets (child-environment.ts). */
  readonly env?: NodeJS.ProcessEnv;
  /** Run as this user (a server such as PostgreSQL refuses to be root). */
  readonly uid?: number;
  readonly gid?: number;
  /** What asks the process to stop: PostgreSQL shuts down fast on SIGINT. Default SIGTERM. */
  readonly stopSignal?: NodeJS.Signals;
  /** After this long without an exit the process is killed. Default 10,000. */
  readonly stopTimeoutMs?: number;
  /** An open file that the process gets as its file 4, and nobody else: a lock that it is to hold. */
  readonly inheritedFile?: number;
  /** How many of the last lines of output are kept for error messages. Default 20. */
  readonly keptLines?: number;
};

/** How a process ended: by itself (`code`) or by a signal. */
type ProcessExit = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

/** A running process whose life ends with ours. */
export type SupervisedProcess = {
  readonly pid: number;
  /** Resolves, never rejects, when the process has ended. */
  readonly exited: Promise<ProcessExit>;
  /** The last lines that the process wrote to stderr, oldest first. */
  lastErrorLines(): readonly string[];
  /**
   * Resolves with the first answer that `match` gives for a line of stdout or stderr.
   * Rejects, with the last lines in the message, when the process ends first or the time is up.
   * Lines written before the call are tried too.
   */
  waitForLine<T>(match: (line: string) => T | undefined, timeoutMs: number): Promise<T>;
  /** Sends the stop signal, kills after the time allowed, and resolves when the process has ended. */
  stop(): Promise<ProcessExit>;
};

/**
 * The shell becomes the command (`exec`), so the pid is the command's own. A watcher stays behind in the same process
 * group and blocks on the pipe whose other end only the parent holds: it ends when the parent does, however that dies.
 * While the watcher lives, its group id, which is the command's pid, cannot be given to another process.
 */
const supervisorScript = `
stop_signal=$1; grace_tenths=$2; shift 2
exec 3<&0
(
  read -r _ <&3
  kill -s "$stop_signal" $$ 2>/dev/null || exit 0
  while [ "$grace_tenths" -gt 0 ] && kill -0 $$ 2>/dev/null; do sleep 0.1; grace_tenths=$((grace_tenths - 1)); done
  kill -s KILL $$ 2>/dev/null
) >/dev/null 2>&1 4<&- &
exec "$@" </dev/null 3<&-
`;

function spawnChild(command: string, args: readonly string[], options: SupervisedOptions): ChildProcess {
  const inherited = options.inheritedFile === undefined ? [] : ['ignore' as const, options.inheritedFile];
  const stdio: StdioOptions = ['pipe', 'pipe', 'pipe', ...inherited];
  const spawnOptions = {
    // A process group of its own: Ctrl-C in the terminal reaches us alone, and we stop the process after draining.
    detached: process.platform !== 'win32',
    stdio,
    windowsHide: true,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    env: { ...childEnvironment(), ...options.env },
    ...(options.uid === undefined ? {} : { uid: options.uid }),
    ...(options.gid === undefined ? {} : { gid: options.gid }),
  };
  // Windows has neither a POSIX shell nor process groups: there the process outlives a parent that is killed.
  if (process.platform === 'win32') return spawn(command, args, spawnOptions);
  const signalName = (options.stopSignal ?? 'SIGTERM').replace(/^SIG/, '');
  const graceTenths = String(Math.ceil((options.stopTimeoutMs ?? 10_000) / 100));
  return spawn(
    '/bin/sh',
    ['-c', supervisorScript, 'supervisor', signalName, graceTenths, command, ...args],
    spawnOptions,
  );
}

/** Resolves when the process runs; rejects when it cannot be started. */
async function startChild(command: string, args: readonly string[], options: SupervisedOptions) {
  const child = spawnChild(command, args, options);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (cause) =>
      reject(new Error(`Could not start ${command}: ${cause.message}`, { cause })),
    );
  });
  const { pid } = child;
  if (pid === undefined) throw new Error(`Could not start ${command}: no process id`);
  // A signal that cannot be delivered comes as an 'error' event; without a listener it would end this process.
  child.on('error', () => {});
  child.stdin?.on('error', () => {});
  return { child, pid };
}

type Listener = (line: string) => void;

/** Keeps the last lines of a stream and hands each new line to whoever listens. */
function collectLines(
  stream: NodeJS.ReadableStream | null,
  kept: string[],
  limit: number,
  listeners: Set<Listener>,
) {
  if (stream === null) return;
  createInterface({ input: stream }).on('line', (line) => {
    kept.push(line);
    if (kept.length > limit) kept.shift();
    for (const listener of listeners) listener(line);
  });
}

function describeExit({ code, signal }: ProcessExit): string {
  return signal === null ? `ended with code ${code}` : `was ended by ${signal}`;
}

/**
 * Starts a process that serves us (a database, a chain node) and ties its life to ours. The terminal's Ctrl-C does not reach
 * it. `stop()` ends it in an orderly way. If this process dies, even by SIGKILL, it is stopped at once.
 *
 * @example
 * const server = await spawnSupervised('postgres', ['-D', dataDirectory], { stopSignal: 'SIGINT' });
 * await server.waitForLine((line) => line.includes('ready to accept connections') || undefined, 30_000);
 * await server.stop();
 */
export async function spawnSupervised(
  command: string,
  args: readonly string[],
  options: SupervisedOptions = {},
): Promise<SupervisedProcess> {
  const { child, pid } = await startChild(command, args, options);
  const keptLines = options.keptLines ?? 20;
  const outputLines: string[] = [];
  const errorLines: string[] = [];
  const listeners = new Set<Listener>();
  collectLines(child.stdout, outputLines, keptLines, listeners);
  collectLines(child.stderr, errorLines, keptLines, listeners);

  const exited = new Promise<ProcessExit>((resolve) => {
    child.once('exit', (code, signal) => {
      // The watcher still waits for us to die: end it with what is left of its group.
      if (process.platform !== 'win32') killGroup(pid);
      child.stdin?.destroy();
      resolve({ code, signal });
    });
  });

  const tail = () => [...errorLines, ...(errorLines.length === 0 ? outputLines : [])].join('\n');

  function waitForLine<T>(match: (line: string) => T | undefined, timeoutMs: number): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => fail(`${command} was not ready within ${timeoutMs} ms`), timeoutMs);
      const listener: Listener = (line) => {
        const answer = match(line);
        if (answer === undefined) return;
        settle();
        resolve(answer);
      };
      const settle = () => {
        clearTimeout(timer);
        listeners.delete(listener);
      };
      const fail = (reason: string) => {
        settle();
        reject(new Error(`${reason}\n${tail()}`.trimEnd()));
      };
      listeners.add(listener);
      for (const line of [...outputLines, ...errorLines]) listener(line);
      // Output that was still in the pipe when the process ended is read before the verdict.
      void exited.then((exit) => setImmediate(() => fail(`${command} ${describeExit(exit)}`)));
    });
  }

  async function stop(): Promise<ProcessExit> {
    if (child.exitCode !== null || child.signalCode !== null) return exited;
    child.kill(options.stopSignal ?? 'SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), options.stopTimeoutMs ?? 10_000);
    try {
      return await exited;
    } finally {
      clearTimeout(timer);
    }
  }

  return { pid, exited, lastErrorLines: () => [...errorLines], waitForLine, stop };
}

function killGroup(processGroup: number) {
  try {
    process.kill(-processGroup, 'SIGKILL');
  } catch {
    // The group is gone already: nothing is left to end.
  }
}
