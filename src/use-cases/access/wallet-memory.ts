/**
 * What a process remembers of wallets for a few seconds, because every request asks it: with a statement saved here, a page is
 * one statement instead of three. It is forgotten as soon as the database tells that the wallet changed; notifications may be
 * lost, so that it expires as well.
 */
import { createMemory } from '../../domain/memory.ts';
import type { Notifications } from './notifications.ts';

export interface WalletMemory<Value> {
  get(name: string): Value | undefined;
  /** To be called before what is to be kept is read. */
  mark(): number;
  /** Keeps what was read since the mark, unless something was forgotten meanwhile: then it may be old already. */
  keep(mark: number, entry: { name: string; walletId: number; value: Value }): void;
  /** What a change by this process does at once; other processes hear of it. */
  forget(walletId: number): void;
}

const timeToLiveMs = 5_000;
const maximumEntries = 50_000;

interface Entry<Value> {
  readonly mark: number;
  readonly walletId: number;
  readonly value: Value;
}

export function createWalletMemory<Value>(deps: {
  notifications: Pick<Notifications, 'onSync'>;
  /** Milliseconds since 1970. */
  now: () => number;
}): WalletMemory<Value> {
  const { notifications, now } = deps;
  const lifetime = { ms: timeToLiveMs, now };
  const entries = createMemory<string, Entry<Value>>({ maximum: maximumEntries, lifetime });
  /** When wallets changed last: by the number of things that were forgotten until then. */
  const changes = createMemory<number, number>({ maximum: maximumEntries, lifetime });
  let forgotten = 0;

  const forgetAll = (): void => {
    forgotten += 1;
    entries.forgetAll();
    changes.forgetAll();
  };
  const forget = (walletId: number): void => {
    // Before a change that may still count would be forgotten.
    if (changes.size() >= maximumEntries / 2) forgetAll();
    forgotten += 1;
    changes.keep(walletId, forgotten);
  };
  notifications.onSync((walletId) => (walletId === null ? forgetAll() : forget(walletId)));

  return {
    get(name) {
      const entry = entries.get(name);
      const isOld = entry !== undefined && (changes.get(entry.walletId) ?? 0) > entry.mark;
      return isOld ? undefined : entry?.value;
    },
    mark: () => forgotten,
    keep(mark, { name, walletId, value }) {
      if (mark === forgotten) entries.keep(name, { mark, walletId, value });
    },
    forget,
  };
}
