/** Keeps the embedded PostgreSQL running: one that ends by itself is started again, a bounded number of times. */
import { errorText, PermanentError } from '../../errors.ts';
import type { SupervisedProcess } from '../../processes/supervised.ts';
import type { ServerLog } from './former-server.ts';

/** A server that ends more often than this within the window is given up. */
export const maximumRestarts = 3;
const windowMs = 600_000;

export interface RestartOptions {
  /** Starts the server anew, where the connections of this process look for it. */
  start(): Promise<SupervisedProcess>;
  /** 0: the first end is the last. */
  maximumRestarts: number;
  log: ServerLog;
  /** Milliseconds of a clock. */
  now: () => number;
}

export interface KeptServer {
  /** Resolves, and never rejects, when the server has ended and is given up. */
  readonly failed: Promise<PermanentError>;
  /** Ends the server in an orderly way; it is not started again. */
  stop(): Promise<void>;
}

/** Watches a server that runs. */
export function keepRunning(first: SupervisedProcess, options: RestartOptions): KeptServer {
  const failed = Promise.withResolvers<PermanentError>();
  const restarts: number[] = [];
  let current = first;
  let isStopping = false;

  async function watch(): Promise<void> {
    while (!isStopping) {
      const { code, signal } = await current.exited;
      if (isStopping) return;
      const words = current.lastErrorLines().slice(-3).join(' | ');
      const next = await restart(`PostgreSQL ended by itself (${signal ?? `code ${code}`}: ${words})`);
      if (next === null) return;
      current = next;
    }
  }

  /** The new server, or null when there is to be none. */
  async function restart(fault: string): Promise<SupervisedProcess | null> {
    let why = fault;
    while (!isStopping) {
      const now = options.now();
      while (restarts[0] !== undefined && restarts[0] <= now - windowMs) restarts.shift();
      if (restarts.length >= options.maximumRestarts) {
        const history =
          restarts.length === 0 ? '' : `, ${restarts.length} restarts within ten minutes did not help`;
        failed.resolve(
          new PermanentError(
            `The embedded PostgreSQL is given up${history}: ${why}. Look into its disk and memory, then start again: ` +
              'what was committed is kept.',
          ),
        );
        return null;
      }
      restarts.push(now);
      options.log(
        'warn',
        `${why}: starting it again (${restarts.length} of ${options.maximumRestarts} times in ten minutes)`,
      );
      try {
        const server = await options.start();
        options.log('info', 'PostgreSQL runs again');
        return server;
      } catch (error) {
        why = errorText(error);
      }
    }
    return null;
  }

  const watching = watch();
  return {
    failed: failed.promise,
    async stop() {
      isStopping = true;
      await current.stop();
      await watching;
      // One that was being started meanwhile.
      const { code, signal } = await current.stop();
      options.log('info', `PostgreSQL ended (${signal ?? `code ${code}`})`);
    },
  };
}
