/** In the place of the listening connection where none keeps its session: everyone is told now and then that something may have changed. */
import type { Listener, NotificationHandler } from './listener.ts';

/** Calls every handler with an empty payload each `pollMs`: what a process remembers is out of date for no longer. */
export function createPollingListener(pollMs: number, onError: (error: unknown) => void): Listener {
  const handlers = new Map<symbol, NotificationHandler>();
  let timer: NodeJS.Timeout | undefined;

  function tellAll(): void {
    for (const handler of handlers.values()) {
      try {
        handler('');
      } catch (error) {
        onError(error);
      }
    }
  }

  return {
    async listen(channel, handler) {
      const name = Symbol(channel);
      handlers.set(name, handler);
      timer ??= setInterval(tellAll, pollMs);
      timer.unref();
      return async () => {
        handlers.delete(name);
      };
    },
    async close() {
      clearInterval(timer);
      handlers.clear();
    },
  };
}
