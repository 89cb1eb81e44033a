/** Runs something until a signal, and lets it close in order. */
import { once } from 'node:events';
import closeWithGrace from 'close-with-grace';
import { isStartedByNpm } from '../../config.ts';
import { errorText } from '../../errors.ts';
import type { Logger } from '../../logger.ts';

/** In which everything must have been closed; what is left then dies with the process. */
const graceMs = 30_000;
/** One Ctrl-C arrives twice below npm: from the terminal and from npm. A second within this time is the same one. */
const sameSignalMs = 1_000;
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** How often it is looked whether npm's shell is still there. */
const parentCheckMs = 250;

/**
 * Runs `run`, which has to close everything and return when its signal aborts. SIGTERM, SIGINT or SIGHUP abort it, and the
 * process then ends with code 0. A second signal ends it with code 1, and so does an error that nothing caught.
 * Rejects when `run` fails by itself.
 */
export async function untilStopped(
  logger: Logger,
  run: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const stopping = new AbortController();
  const running = run(stopping.signal);
  let firstSignalAt: number | null = null;

  const grace = closeWithGrace(
    {
      delay: graceMs,
      logger: false,
      // Signals are heard below, where two of one Ctrl-C count as one.
      skip: [...signals],
      onTimeout: () => logger.error({}, 'not everything was closed in time'),
    },
    async ({ err }) => {
      if (err) logger.fatal({ err }, 'an error that nothing caught');
      stopping.abort();
      await running.catch((error: unknown) =>
        logger.warn({ error: errorText(error) }, 'closing was not clean'),
      );
    },
  );
  const onSignal = (signal: string): void => {
    if (firstSignalAt === null) {
      firstSignalAt = Date.now();
      logger.info({ signal }, 'stopping; another signal ends the process at once');
      grace.close();
    } else if (Date.now() - firstSignalAt > sameSignalMs) {
      logger.warn({ signal }, 'ended before everything was closed');
      process.exit(1);
    }
  };
  for (const signal of signals) process.on(signal, onSignal);
  const parentWatch = isStartedByNpm() ? watchParent(() => onSignal('the end of npm')) : undefined;

  try {
    await running;
  } catch (error) {
    // Once stopping, the process ends by the code above.
    if (stopping.signal.aborted) return;
    grace.uninstall();
    clearInterval(parentWatch);
    for (const signal of signals) process.off(signal, onSignal);
    throw error;
  }
}

/** Waits for the signal (null) or for the failure that comes first. */
export async function untilStopOrFailure(signal: AbortSignal, failed: Promise<Error>): Promise<Error | null> {
  if (signal.aborted) return null;
  return Promise.race([failed, once(signal, 'abort').then(() => null)]);
}

/**
 * Stops what runs, and throws `failure` where it is why. A fault of the stopping, as of a database that is gone, is told beside it then and
 * does not take its place; should something not close in time, the process ends with code 1.
 */
export async function stopBecause(
  failure: Error | null,
  stop: () => Promise<void>,
  logger: Pick<Logger, 'fatal' | 'warn'>,
): Promise<void> {
  if (failure === null) return stop();
  logger.fatal({}, failure.message);
  setTimeout(() => process.exit(1), graceMs).unref();
  await stop().catch((error: unknown) => logger.warn({ error: errorText(error) }, 'closing was not clean'));
  throw failure;
}

/**
 * npm passes SIGTERM on to its shell alone, which dies of it without a word to us. Once only: what is said then is not a
 * second signal.
 */
function watchParent(onGone: () => void): NodeJS.Timeout {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, parentCheckMs);
  return timer.unref();
}
