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

/** The connection, and who hears it. */
interface ListenerState {
  readonly connection: pg.ClientConfig;
  readonly onError: (error: unknown) => void;
  readonly handlers: Map<Channel, Set<NotificationHandler>>;
  client: pg.Client | undefined;
  connecting: Promise<pg.Client> | undefined;
  pauseTimer: NodeJS.Timeout | undefined;
  closed: boolean;
  /** Ends when nothing runs on the connection: it takes one statement at a time. */
  idle: Promise<unknown>;
}

async function open(state: ListenerState): Promise<pg.Client> {
  const { connection, onError, handlers } = state;
  const opened = new pg.Client({ ...connection, keepAlive: true });
  opened.on('error', onError);
  opened.on('notification', ({ channel, payload }) => {
    for (const [name, set] of handlers) {
      if (channelName(name) === channel) for (const handler of set) call(state, handler, payload ?? '');
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
    if (state.client === opened) state.client = undefined;
    if (!state.closed) reconnect(state, 0);
  });
  state.client = opened;
  return opened;
}

function run(state: ListenerState, current: pg.Client, statement: string): Promise<unknown> {
  const done = state.idle.then(() => current.query(statement));
  state.idle = done.catch(() => undefined);
  return done;
}

function connected(state: ListenerState): Promise<pg.Client> {
  if (state.client !== undefined) return Promise.resolve(state.client);
  state.connecting ??= open(state).finally(() => {
    state.connecting = undefined;
  });
  return state.connecting;
}

/** Tries until it succeeds; then everyone is told that they may have missed something. */
function reconnect(state: ListenerState, attempt: number): void {
  const { onError, handlers } = state;
  state.pauseTimer = setTimeout(
    () => {
      connected(state).then(
        () => {
          for (const set of handlers.values()) for (const handler of set) call(state, handler, '');
        },
        (error: unknown) => {
          onError(error);
          if (!state.closed) reconnect(state, attempt + 1);
        },
      );
    },
    attempt === 0 ? 0 : Math.min(50 * 2 ** attempt, longestPauseMs),
  );
  state.pauseTimer.unref();
}

function call(state: ListenerState, handler: NotificationHandler, payload: string): void {
  const { onError } = state;
  try {
    handler(payload);
  } catch (error) {
    onError(error);
  }
}

async function listen(
  state: ListenerState,
  channel: Channel,
  handler: NotificationHandler,
): Promise<() => Promise<void>> {
  const { onError, handlers } = state;
  const set = handlers.get(channel) ?? new Set();
  handlers.set(channel, set.add(handler));
  try {
    const current = await connected(state);
    // Repeating it does no harm, and the connection may have been opened before this channel was wanted.
    await run(state, current, `LISTEN ${channelName(channel)}`);
  } catch (error) {
    set.delete(handler);
    throw error;
  }
  return async () => {
    set.delete(handler);
    if (set.size > 0) return;
    handlers.delete(channel);
    if (state.client !== undefined)
      await run(state, state.client, `UNLISTEN ${channelName(channel)}`).catch(onError);
  };
}

async function close(state: ListenerState): Promise<void> {
  const { handlers } = state;
  state.closed = true;
  clearTimeout(state.pauseTimer);
  handlers.clear();
  const last = state.client ?? (await state.connecting?.catch(() => undefined));
  await last?.end();
}

/** The connection is opened by the first `listen`; `onError` hears of every interruption. */
export function createListener(connection: pg.ClientConfig, onError: (error: unknown) => void): Listener {
  const state: ListenerState = {
    ...{ connection, onError, handlers: new Map(), closed: false, idle: Promise.resolve() },
    ...{ client: undefined, connecting: undefined, pauseTimer: undefined },
  };
  return {
    listen: (channel, handler) => listen(state, channel, handler),
    close: () => close(state),
  };
}
