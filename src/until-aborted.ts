/** Waiting for work that cannot be interrupted, or does not heed the signal: whoever waits gives up, the work goes on unheard. */

/**
 * The result of the work, or the signal's reason as soon as it is given. What the work throws after that is nobody's concern
 * and does not count as unhandled.
 *
 * @throws what the work throws, or the reason of the signal
 */
export async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  if (signal === undefined) return work;
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    // What is aborted already gives up, even when the work is done.
    return await Promise.race([aborted.promise, work]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Why work is ended that is done. */
const isOver = new Error('nobody waits any more');

/**
 * Does the work within its time. What a stranger's server does cannot put off the end.
 *
 * @param work Is given a signal that ends it: with `late()` after the time, with the caller's reason, and when it is done, so that
 * nothing of it stays open
 * @throws what the work throws, `late()`, or the reason of the caller's signal
 */
export async function withinTime<Result>(
  limit: { timeoutMs: number; late: () => Error; signal?: AbortSignal | undefined },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { timeoutMs, late, signal } = limit;
  signal?.throwIfAborted();
  const ending = new AbortController();
  const give = (): void => ending.abort(signal?.reason);
  const timer = setTimeout(() => ending.abort(late()), timeoutMs);
  signal?.addEventListener('abort', give, { once: true });
  try {
    return await untilAborted(work(ending.signal), ending.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', give);
    ending.abort(isOver);
  }
}
