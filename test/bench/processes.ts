/**
 * The benchmarks' programs, each in a process of its own: contenders that serve, and the client that asks. They report over
 * IPC what the caller needs, and end with it.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';

export interface Program {
  /** Sends a message and waits for the answer; fails when the program ends or is too slow. */
  ask(message: object, timeoutMs?: number): Promise<unknown>;
  stop(): Promise<void>;
}

/** What Node limits its heap to by itself in a container of 512 MB; with more room, the collector lets garbage lie. */
export const heapLimit = '--max-old-space-size=256';

const startTimeoutMs = 120_000;
const stopTimeoutMs = 15_000;

/** Starts a program; `hello` is the first message that it sends. */
export async function startProgram(
  path: string,
  environment: Readonly<Record<string, string>>,
  options: { nodeArguments?: readonly string[] } = {},
): Promise<{ program: Program; hello: unknown }> {
  const child = fork(path, [], {
    env: { ...process.env, NODE_ENV: 'production', ...environment },
    execArgv: ['--disable-warning=ExperimentalWarning', ...(options.nodeArguments ?? [])],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let lastWords = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString('utf8')).slice(-4_000);
  });
  const nextMessage = (timeoutMs: number): Promise<unknown> => messageOf(child, timeoutMs, () => lastWords);
  const program: Program = {
    ask(message, timeoutMs = 60_000) {
      const answer = nextMessage(timeoutMs);
      child.send(message);
      return answer;
    },
    stop: () => stopChild(child),
  };
  try {
    return { program, hello: await nextMessage(startTimeoutMs) };
  } catch (error) {
    await program.stop();
    throw error;
  }
}

function messageOf(child: ChildProcess, timeoutMs: number, lastWords: () => string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const finish = (act: () => void): void => {
      clearTimeout(timer);
      child.off('message', onMessage).off('exit', onExit);
      act();
    };
    const onMessage = (message: unknown): void => finish(() => resolve(message));
    const onExit = (code: number | null): void =>
      finish(() => reject(new Error(`the program ended with code ${code}: ${lastWords()}`)));
    const timer = setTimeout(
      () => finish(() => reject(new Error(`the program did not answer in ${timeoutMs} ms: ${lastWords()}`))),
      timeoutMs,
    );
    child.on('message', onMessage).on('exit', onExit);
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (child.connected) child.disconnect();
  const isOver = await Promise.race([exited.then(() => true), delay(stopTimeoutMs, false, { ref: false })]);
  if (!isOver) child.kill('SIGKILL');
  await exited;
}
