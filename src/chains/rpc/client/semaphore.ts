/** At most `limit` tasks at a time, in the order they came. */
export function createSemaphore(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place is handed over to the next in line, or given back.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
