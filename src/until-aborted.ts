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
