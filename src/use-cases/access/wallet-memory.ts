/**
 * What a process remembers of wallets for a few seconds, because every request asks it: with a statement saved here, a page is
 * one statement instead of three. It is forgotten as soon as the database tells that the wallet changed; notifications may be
 * lost, so that it expires as well.
 */
import { createMemory } from '../../domain/memory.ts';
import type { Notifications } from './notifications.ts';

/** A moment, by how much was forgotten until then. */
export interface Mark {
  readonly forgotten: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface WalletMemory<Value> {
  get(name: string): Value | undefined;
  /** To be called before what is to be kept is read. */
  mark(): Mark;
  /** Keeps what was read since the mark, unless its own wallet was forgotten meanwhile: then it may be old already. */
  keep(mark: Mark, entry: { name: string; walletId: number; value: Value }): void;
  /** What a change by this process does at once; other processes hear of it. */
  forget(walletId: number): void;
}

const timeToLiveMs = 5_000;
const maximumEntries = 50_000;
/** A change is known for longer than a statement takes that may have read before it. */
const changesKnownMs = 120_000;

interface Entry<Value> {
  readonly mark: Mark;
  readonly walletId: number;
  readonly value: Value;
}

export function createWalletMemory<Value>(deps: {
  notifications: Pick<Notifications, 'onSync'>;
  /** Milliseconds since 1970. */
  now: () => number;
}): WalletMemory<Value> {
  const { notifications, now } = deps;
  const entries = createMemory<string, Entry<Value>>({
    maximum: maximumEntries,
    lifetime: { ms: timeToLiveMs, now },
  });
  /** When wallets changed last: by the number of things that were forgotten until then. */
  const changes = createMemory<number, number>({
    maximum: maximumEntries,
    lifetime: { ms: changesKnownMs, now },
  });
  let forgotten = 0;
  /** Of marks before it, not all changes since are known. */
  let knownFrom = 0;

  const forgetAll = (): void => {
    forgotten += 1;
    knownFrom = forgotten;
    entries.forgetAll();
    changes.forgetAll();
  };
  const forget = (walletId: number): void => {
    // Before a change that may still count would be forgotten.
    if (changes.size() >= maximumEntries / 2) forgetAll();
    forgotten += 1;
    changes.keep(walletId, forgotten);
  };
  /** Whether the wallet may have changed since. */
  const isOld = (mark: Mark, walletId: number): boolean =>
    mark.forgotten < knownFrom ||
    now() - mark.at >= changesKnownMs ||
    (changes.get(walletId) ?? 0) > mark.forgotten;
  notifications.onSync((walletId) => (walletId === null ? forgetAll() : forget(walletId)));

  return {
    get(name) {
      const entry = entries.get(name);
      return entry === undefined || isOld(entry.mark, entry.walletId) ? undefined : entry.value;
    },
    mark: () => ({ forgotten, at: now() }),
    keep(mark, { name, walletId, value }) {
      if (!isOld(mark, walletId)) entries.keep(name, { mark, walletId, value });
    },
    forget,
  };
}
