/**
 * The database's notifications as this process hears them: one listener per channel, however many caches and watchers
 * there are. Notifications may be lost (a broken connection), so nothing relies on them alone: caches expire, watchers poll.
 */
import type { Database } from '../../store/connection/database.ts';

export interface SyncChanges {
  /** Resolves at the next change of one of the wallets, at `timeoutMs`, on abort or on close; whichever is first. */
  wait(timeoutMs: number, signal?: AbortSignal): Promise<void>;
  /** Wakes the waiting one and stops listening. */
  close(): void;
  readonly closed: boolean;
}

export interface Notifications {
  onLookups(handler: () => void): void;
  /** `clientId:address` of the label that changed; '' when any may have (the connection was interrupted). */
  onLabels(handler: (label: string) => void): void;
  /** The wallet that changed: registered or not, loaded further, corrected; null when any may have. */
  onSync(handler: (walletId: number | null) => void): void;
  watchSync(walletIds: readonly number[]): SyncChanges;
  /** The same, and when transfers got their prices, or a client was told of its own. */
  watchHistory(walletIds: readonly number[]): SyncChanges;
  close(): Promise<void>;
}

export function createNotifications(database: Database, onError: (error: unknown) => void): Notifications {
  const lookupHandlers = new Set<() => void>();
  const labelHandlers = new Set<(label: string) => void>();
  /** Told the wallet that changed, or null when any may have. */
  const syncWatchers: SyncWatchers = new Set();
  const historyWatchers: SyncWatchers = new Set();

  const listening = startAll(
    [
      () =>
        database.listen('lookups_changed', () => {
          for (const handler of lookupHandlers) handler();
        }),
      () =>
        database.listen('labels_changed', (label) => {
          for (const handler of labelHandlers) handler(label);
        }),
      () =>
        database.listen('wallet_changed', (payload) => {
          const walletId = walletOf(payload);
          for (const watcher of [...syncWatchers, ...historyWatchers]) watcher(walletId);
        }),
      () =>
        database.listen('client_told', (payload) => {
          for (const watcher of [...syncWatchers, ...historyWatchers]) watcher(walletOf(payload));
        }),
      () =>
        database.listen('transfers_priced', (payload) => {
          for (const watcher of historyWatchers) watcher(walletOf(payload));
        }),
    ],
    onError,
  );

  return {
    onLookups: (handler) => void lookupHandlers.add(handler),
    onLabels: (handler) => void labelHandlers.add(handler),
    onSync: (handler) => void syncWatchers.add(handler),
    watchSync: (walletIds) => watchSync(syncWatchers, walletIds),
    watchHistory: (walletIds) => watchSync(historyWatchers, walletIds),
    async close() {
      for (const stop of await listening) await stop();
    },
  };
}

/** '': any wallet may have changed. */
const walletOf = (payload: string): number | null => (payload === '' ? null : Number(payload));

type Stop = () => Promise<void>;

/** One after the other, because all listen on one connection. Answers how to stop. */
async function startAll(
  starts: readonly (() => Promise<Stop>)[],
  onError: (error: unknown) => void,
): Promise<Stop[]> {
  const stops: Stop[] = [];
  for (const start of starts) {
    try {
      stops.push(await start());
    } catch (error) {
      onError(error);
    }
  }
  return stops;
}

type SyncWatchers = Set<(walletId: number | null) => void>;

function watchSync(watchers: SyncWatchers, walletIds: readonly number[]): SyncChanges {
  const watched = new Set(walletIds);
  // A change that arrives while nobody waits must end the next wait at once.
  let changed = false;
  let closed = false;
  let wake = (): void => {};

  const onChange = (walletId: number | null): void => {
    if (walletId !== null && !watched.has(walletId)) return;
    changed = true;
    wake();
  };
  watchers.add(onChange);

  return {
    wait: (timeoutMs, signal) =>
      new Promise((resolve) => {
        if (changed || closed || signal?.aborted) {
          changed = false;
          resolve();
          return;
        }
        const finish = (): void => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', finish);
          wake = () => {};
          changed = false;
          resolve();
        };
        const timer = setTimeout(finish, timeoutMs);
        signal?.addEventListener('abort', finish, { once: true });
        wake = finish;
      }),
    close() {
      closed = true;
      watchers.delete(onChange);
      wake();
    },
    get closed() {
      return closed;
    },
  };
}
