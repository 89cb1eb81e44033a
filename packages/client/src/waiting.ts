/** Waits and limits of time, which a signal of the caller ends. */

/** Resolves after so long; rejects with the signal's reason when that is aborted before. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const leave = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, ms);
    signal?.addEventListener('abort', leave, { once: true });
  });
}

export interface TimeLimit {
  /** Aborted by the caller's signal, or when the time is over. */
  readonly signal: AbortSignal;
  readonly isOver: () => boolean;
  /** Begins the time anew. */
  extend(ms: number): void;
  /** Stops the time until it is extended. */
  hold(): void;
  /** Gives the limit up. */
  end(): void;
}

/** Ends what listens to its signal after so long without `extend`. */
export function limitTime(ms: number, outer: AbortSignal | undefined): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  const leave = (): void => controller.abort(outer?.reason);
  if (outer?.aborted === true) leave();
  outer?.addEventListener('abort', leave, { once: true });
  const start = (after: number): ReturnType<typeof setTimeout> =>
    setTimeout(() => {
      isOver = true;
      controller.abort();
    }, after);
  let timer = start(ms);
  return {
    signal: controller.signal,
    isOver: () => isOver,
    extend(after) {
      clearTimeout(timer);
      timer = start(after);
    },
    hold: () => clearTimeout(timer),
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', leave);
    },
  };
}
