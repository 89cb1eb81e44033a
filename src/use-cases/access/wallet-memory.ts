/**
 * What a process remembers of wallets for a few seconds, because every request asks it: with a statement saved here, a page is
 * one statement instead of three. It is forgotten as soon as the database tells that the wallet changed; notifications may be
 * lost, so that it expires as well.
 */
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

export function createWalletMemory<Value>(deps: {
  notifications: Pick<Notifications, 'onSync'>;
  /** Milliseconds since 1970. */
  now: () => number;
}): WalletMemory<Value> {
  const { notifications, now } = deps;
  const entries = new Map<string, { value: Value; expiresAt: number }>();
  const namesOf = new Map<number, Set<string>>();
  let forgotten = 0;

  const forgetAll = (): void => {
    entries.clear();
    namesOf.clear();
  };
  const forget = (walletId: number): void => {
    forgotten += 1;
    for (const name of namesOf.get(walletId) ?? []) entries.delete(name);
    namesOf.delete(walletId);
  };
  notifications.onSync((walletId) => {
    if (walletId !== null) return forget(walletId);
    forgotten += 1;
    forgetAll();
  });

  return {
    get(name) {
      const entry = entries.get(name);
      return entry !== undefined && now() < entry.expiresAt ? entry.value : undefined;
    },
    mark: () => forgotten,
    keep(mark, { name, walletId, value }) {
      if (mark !== forgotten) return;
      if (entries.size >= maximumEntries) forgetAll();
      entries.set(name, { value, expiresAt: now() + timeToLiveMs });
      const names = namesOf.get(walletId);
      if (names === undefined) namesOf.set(walletId, new Set([name]));
      else names.add(name);
    },
    forget,
  };
}
