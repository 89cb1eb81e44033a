/** One connection per process that hears the notifications, and comes back when it is cut. */
import pg from 'pg';
import { type Channel, channelName } from './channels.ts';

export type NotificationHandler = (payload: string) => void;

export interface Listener {
  /**
   * Calls the handler for each notification. After an interruption it is called once with an empty payload:
   * notifications may have been missed. Resolves when the channel is heard, with a function that ends it.
   */
  listen(channel: Channel, handler: NotificationHandler): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const longestPauseMs = 5_000;

/** The connection is opened by the first `listen`; `onError` hears of every interruption. */
export function createListener(connection: pg.ClientConfig, onError: (error: unknown) => void): Listener {
  const handlers = new Map<Channel, Set<NotificationHandler>>();
  let client: pg.Client | undefined;
  let connecting: Promise<pg.Client> | undefined;
  let pauseTimer: NodeJS.Timeout | undefined;
  let closed = false;
  /** Ends when nothing runs on the connection: it takes one statement at a time. */
  let idle: Promise<unknown> = Promise.resolve();

  async function open(): Promise<pg.Client> {
    const opened = new pg.Client({ ...connection, keepAlive: true });
    opened.on('error', onError);
    opened.on('notification', ({ channel, payload }) => {
      for (const [name, set] of handlers) {
        if (channelName(name) === channel) for (const handler of set) call(handler, payload ?? '');
      }
    });
    try {
      await opened.connect();
      for (const channel of handlers.keys()) await opened.query(`LISTEN ${channelName(channel)}`);
    } catch (error) {
      await opened.end().catch(() => {});
      throw error;
    }
    opened.on('end', () => {
      if (client === opened) client = undefined;
      if (!closed) reconnect(0);
    });
    client = opened;
    return opened;
  }

  function run(current: pg.Client, statement: string): Promise<unknown> {
    const done = idle.then(() => current.query(statement));
    idle = done.catch(() => undefined);
    return done;
  }

  function connected(): Promise<pg.Client> {
    if (client !== undefined) return Promise.resolve(client);
    connecting ??= open().finally(() => {
      connecting = undefined;
    });
    return connecting;
  }

  /** Tries until it succeeds; then everyone is told that they may have missed something. */
  function reconnect(attempt: number): void {
    pauseTimer = setTimeout(
      () => {
        connected().then(
          () => {
            for (const set of handlers.values()) for (const handler of set) call(handler, '');
          },
          (error: unknown) => {
            onError(error);
            if (!closed) reconnect(attempt + 1);
          },
        );
      },
      attempt === 0 ? 0 : Math.min(50 * 2 ** attempt, longestPauseMs),
    );
    pauseTimer.unref();
  }

  function call(handler: NotificationHandler, payload: string): void {
    try {
      handler(payload);
    } catch (error) {
      onError(error);
    }
  }

  return {
    async listen(channel, handler) {
      const set = handlers.get(channel) ?? new Set();
      handlers.set(channel, set.add(handler));
      try {
        const current = await connected();
        // Repeating it does no harm, and the connection may have been opened before this channel was wanted.
        await run(current, `LISTEN ${channelName(channel)}`);
      } catch (error) {
        set.delete(handler);
        throw error;
      }
      return async () => {
        set.delete(handler);
        if (set.size > 0) return;
        handlers.delete(channel);
        if (client !== undefined) await run(client, `UNLISTEN ${channelName(channel)}`).catch(onError);
      };
    },
    async close() {
      closed = true;
      clearTimeout(pauseTimer);
      handlers.clear();
      const last = client ?? (await connecting?.catch(() => undefined));
      await last?.end();
    },
  };
}
