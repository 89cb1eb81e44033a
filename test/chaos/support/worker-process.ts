/** Workers as real processes, to be killed and stopped. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { LoaderOptions } from './loader.ts';
import { pollFor } from './snapshot.ts';

const program = fileURLToPath(new URL('../programs/worker.ts', import.meta.url));

export interface WorkerProcess {
  owner: string;
  /** Lines written so far: the worker writes one every 50 ms. */
  ticks(): number;
  ready(): Promise<void>;
  signal(signal: NodeJS.Signals): void;
  /** How it ended, or null while it runs. */
  ended(): string | null;
  kill(): Promise<void>;
}

/** Starts a worker; it runs until it is killed. */
export function startWorkerProcess(options: Omit<LoaderOptions, 'log' | 'onFollowed'>): WorkerProcess {
  const child: ChildProcess = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let complaints = '';
  let ticks = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    const text = chunk.toString('utf8');
    output = (output + text).slice(-2_000);
    ticks += text.split('tick').length - 1;
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    complaints = (complaints + chunk.toString('utf8')).slice(-2_000);
  });
  const exited = once(child, 'exit');
  const ended = (): string | null =>
    child.exitCode === null && child.signalCode === null
      ? null
      : `${child.signalCode ?? `code ${child.exitCode}`}: ${complaints}`;
  return {
    owner: options.owner,
    ticks: () => ticks,
    ready: () =>
      pollFor(`worker ${options.owner} ready`, 120_000, async () => {
        const end = ended();
        if (end !== null) throw new Error(`worker ${options.owner} ended: ${end}`);
        return output.includes('ready') || ticks > 0 ? true : undefined;
      }).then(() => undefined),
    signal: (signal) => {
      child.kill(signal);
    },
    ended,
    async kill() {
      if (ended() !== null) return;
      child.kill('SIGKILL');
      await exited;
    },
  };
}
