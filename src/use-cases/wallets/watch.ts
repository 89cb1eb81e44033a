/** Waiting for wallets: driven by notifications of the worker, with a slow poll beside, because those may be lost. */
import type { Address } from '../../domain/model.ts';
import type { Notifications, SyncChanges } from '../access/notifications.ts';
import { type Ownership, requireScope } from '../access/ownership.ts';
import { watchedFrom } from '../access/watched.ts';
import type { ReadModel } from '../model/interface.ts';
import type { Caller } from '../model/view-model.ts';
import type { WalletView } from '../model/wallet-view.ts';
import type { WalletState, Wallets } from './wallets.ts';

const defaultPollMs = 5_000;

export function createWatch(deps: {
  wallets: Wallets;
  ownership: Ownership;
  notifications: Notifications;
  now: () => number;
  pollMs?: number;
}): Pick<ReadModel, 'watchWallets' | 'waitUntilLoaded'> {
  const { wallets, ownership, notifications, now, pollMs = defaultPollMs } = deps;

  /** Asked for again on every turn, so that an unregistered wallet is not followed any further. */
  async function statesOf(caller: Caller, addresses: readonly Address[]): Promise<WalletState[]> {
    return wallets.statesOf(await ownership.require(caller, addresses));
  }

  async function* follow(
    caller: Caller,
    addresses: readonly Address[],
    changes: SyncChanges,
  ): AsyncGenerator<WalletView, void, undefined> {
    const shown = new Map<Address, string>();
    try {
      while (!changes.closed) {
        const states = await statesOf(caller, addresses);
        for (const { view } of states) {
          const text = JSON.stringify(view);
          if (shown.get(view.address) === text) continue;
          shown.set(view.address, text);
          yield view;
        }
        if (states.every(({ settled }) => settled)) return;
        await changes.wait(pollMs);
      }
    } finally {
      changes.close();
    }
  }

  return {
    watchWallets(caller, addresses) {
      requireScope(caller, 'read');
      return watchedFrom(async () => {
        const registrations = await ownership.require(caller, addresses);
        const changes = notifications.watchSync(registrations.map(({ walletId }) => walletId));
        return { changes, items: follow(caller, addresses, changes) };
      });
    },

    async waitUntilLoaded(caller, addresses, timeoutMs, signal) {
      requireScope(caller, 'read');
      const until = now() + timeoutMs;
      const registrations = await ownership.require(caller, addresses);
      const changes = notifications.watchSync(registrations.map(({ walletId }) => walletId));
      try {
        for (;;) {
          const states = await statesOf(caller, addresses);
          const left = until - now();
          if (left <= 0 || signal?.aborted || states.every(({ settled }) => settled)) {
            return states.map(({ view }) => view);
          }
          await changes.wait(Math.min(left, pollMs), signal);
        }
      } finally {
        changes.close();
      }
    },
  };
}
