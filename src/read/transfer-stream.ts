/**
 * Transfers as they are stored. A stream is woken by the worker's notifications, and by a slow poll, because notifications may
 * be lost. What it sends is read from the log of arrivals. So nothing is missed, whatever wakes it, nor after a break.
 */
import type { Address } from '../domain/model.ts';
import type { Database } from '../store/database.ts';
import type { RegistrationRow } from '../store/registrations.ts';
import { type Arrival, lastArrivals, nextArrival } from '../store/transfer-arrivals.ts';
import { pageTransfers, type TransferRow } from '../store/transfers.ts';
import type { ReadModel, TransferStreamRequest } from './interface.ts';
import type { Lookups } from './lookups.ts';
import type { Caller, TransferArrivalView } from './model.ts';
import type { Notifications, SyncChanges } from './notifications.ts';
import { type Ownership, requireScope, walletNotRegistered } from './ownership.ts';
import { decodeStreamCursor, encodeStreamCursor, refusedCursor, type StreamPlace } from './stream-cursors.ts';
import { createTransferViews } from './transfers.ts';
import { watchedFrom } from './watched.ts';

const defaultPollMs = 5_000;
/** Transfers in memory at once. */
const pageSize = 500;

const tooOld =
  'is too old: what was stored since is not all known any more. Subscribe without it, then read the list of transfers';

export function createTransferStream(deps: {
  database: Database;
  ownership: Ownership;
  lookups: Lookups;
  notifications: Notifications;
  pollMs?: number;
}): Pick<ReadModel, 'watchTransfers'> {
  const { database, ownership, lookups, notifications, pollMs = defaultPollMs } = deps;
  const viewsOf = createTransferViews(database, lookups);

  /** Asked for again before each page, so that nothing of an unregistered wallet is sent. */
  async function ownWallets(
    caller: Caller,
    addresses: readonly Address[],
    { sent }: StreamPlace,
  ): Promise<readonly RegistrationRow[]> {
    const wallets = await ownership.require(caller, addresses);
    // Gone and registered anew since: its history is another one.
    const renewed = wallets.filter(({ walletId }) => !sent.has(walletId));
    if (renewed.length > 0) throw walletNotRegistered(renewed.map(({ address }) => address));
    return wallets;
  }

  async function beginning(walletIds: readonly number[], after: string | undefined): Promise<StreamPlace> {
    const place = after === undefined ? null : decodeStreamCursor(after, walletIds);
    const last = await lastArrivals(database, walletIds);
    if (place === null) return { sent: last, inside: null };
    for (const [walletId, version] of place.sent) {
      // As when the database was restored from an older copy.
      if (version > (last.get(walletId) ?? 0n)) throw refusedCursor(tooOld);
    }
    return place;
  }

  /** What comes next: the rest of the commit that was begun, else the commit that was stored first. */
  async function arrivalAfter({ sent, inside }: StreamPlace): Promise<Arrival | null> {
    const begun = inside === null ? undefined : sent.get(inside.walletId);
    const after = inside === null || begun === undefined ? sent : new Map([[inside.walletId, begun]]);
    const arrival = await nextArrival(database, after);
    const isMissing =
      arrival === null ? inside !== null : arrival.previousVersion !== sent.get(arrival.walletId);
    if (isMissing) throw refusedCursor(tooOld);
    return arrival;
  }

  /** A page of an arrival, from its beginning or from where the stream stands in it. */
  function pageOf(
    { walletId, chainId, firstPosition, lastPosition }: Arrival,
    { inside }: StreamPlace,
    spam: TransferStreamRequest['spam'],
  ): Promise<TransferRow[]> {
    return pageTransfers(database, {
      walletIds: [walletId],
      filter: { chainIds: [chainId], spam },
      order: 'ASC',
      // No wallet has the id 0: the first position itself lies behind that.
      after: inside === null ? { position: firstPosition, walletId: 0 } : inside,
      until: { position: lastPosition, walletId },
      limit: pageSize,
    });
  }

  async function* follow(
    caller: Caller,
    { wallets, spam }: TransferStreamRequest,
    start: StreamPlace,
    changes: SyncChanges,
  ): AsyncGenerator<TransferArrivalView, void, undefined> {
    let place = start;
    let told = encodeStreamCursor(place);
    try {
      yield { cursor: told, transfer: null };
      while (!changes.closed) {
        const own = await ownWallets(caller, wallets, place);
        const arrival = await arrivalAfter(place);
        if (arrival === null) {
          const cursor = encodeStreamCursor(place);
          // After spam that was left out: a cursor that does not move would become too old.
          if (cursor !== told) yield { cursor, transfer: null };
          else await changes.wait(pollMs);
          told = cursor;
          continue;
        }
        const rows = await pageOf(arrival, place, spam);
        const views = await viewsOf(caller, rows, own);
        const isLastPage = rows.length < pageSize;
        for (const [index, { walletId, position }] of rows.entries()) {
          const isLast = isLastPage && index === rows.length - 1;
          place = isLast ? behind(place, arrival) : { ...place, inside: { walletId, position } };
          told = encodeStreamCursor(place);
          yield { cursor: told, transfer: views[index] ?? null };
        }
        if (isLastPage) place = behind(place, arrival);
      }
    } finally {
      changes.close();
    }
  }

  return {
    watchTransfers(caller, request) {
      requireScope(caller, 'read');
      return watchedFrom(async () => {
        const registrations = await ownership.require(caller, request.wallets);
        const walletIds = registrations.map(({ walletId }) => walletId);
        const changes = notifications.watchSync(walletIds);
        try {
          const start = await beginning(walletIds, request.after);
          return { changes, items: follow(caller, request, start, changes) };
        } catch (error) {
          changes.close();
          throw error;
        }
      });
    },
  };
}

/** All of the arrival was sent. */
const behind = ({ sent }: StreamPlace, { walletId, version }: Arrival): StreamPlace => ({
  sent: new Map(sent).set(walletId, version),
  inside: null,
});
