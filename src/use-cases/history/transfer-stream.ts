/**
 * Transfers as they are stored, change and go. A stream is woken by the workers' notifications, and by a slow poll, because
 * notifications may be lost. What it sends is read from the log of events. So nothing is missed, whatever wakes it, nor after a break.
 */
import type { Address } from '../../domain/model.ts';
import type { Database } from '../../store/connection/database.ts';
import { lastEvents, nextEvent, type WalletEvent } from '../../store/history/events/wallet-events.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import type { Notifications, SyncChanges } from '../access/notifications.ts';
import { labelOwner, type Ownership, requireScope, walletNotRegistered } from '../access/ownership.ts';
import { watchedFrom } from '../access/watched.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { loadReferences } from '../lookups/references.ts';
import type { ReadModel } from '../model/interface.ts';
import type { TransferStreamRequest } from '../model/requests.ts';
import type { TransferEventView } from '../model/stream-model.ts';
import type { Caller } from '../model/view-model.ts';
import { decodeStreamCursor, encodeStreamCursor, refusedCursor, type StreamPlace } from './stream-cursors.ts';
import { type EventItem, readEventPage } from './transfer-event-pages.ts';
import { createTransferViews, type TransferViews } from './transfers.ts';

const defaultPollMs = 5_000;

const tooOld =
  'is too old: what was stored since is not all known any more. Subscribe without it, then read the list of transfers';

interface TransferStreamDependencies {
  database: Database;
  ownership: Ownership;
  lookups: Lookups;
  notifications: Notifications;
  pollMs?: number;
}

interface StreamReader extends TransferStreamDependencies {
  pollMs: number;
  viewsOf: TransferViews;
}

/** Asked for again before each page, so that nothing of an unregistered wallet is sent. */
async function ownWallets(
  reader: StreamReader,
  caller: Caller,
  addresses: readonly Address[],
  { sent }: StreamPlace,
): Promise<readonly RegistrationRow[]> {
  const { ownership } = reader;
  const wallets = await ownership.require(caller, addresses);
  // Gone and registered anew since: its history is another one.
  const renewed = wallets.filter(({ walletId }) => !sent.has(walletId));
  if (renewed.length > 0) throw walletNotRegistered(renewed.map(({ address }) => address));
  return wallets;
}

async function beginning(
  reader: StreamReader,
  walletIds: readonly number[],
  after: string | undefined,
): Promise<StreamPlace> {
  const { database } = reader;
  const place = after === undefined ? null : decodeStreamCursor(after, walletIds);
  const last = await lastEvents(database, walletIds);
  if (place === null) return { sent: last, inside: null };
  for (const [walletId, sequence] of place.sent) {
    // As when the database was restored from an older copy.
    if (sequence > (last.get(walletId) ?? 0n)) throw refusedCursor(tooOld);
  }
  return place;
}

/** What comes next: the rest of the event that was begun, else the event that was written first. */
async function eventAfter(reader: StreamReader, { sent, inside }: StreamPlace): Promise<WalletEvent | null> {
  const { database } = reader;
  const begun = inside === null ? undefined : sent.get(inside.walletId);
  const after = inside === null || begun === undefined ? sent : new Map([[inside.walletId, begun]]);
  const event = await nextEvent(database, after);
  const isMissing =
    event === null ? inside !== null : event.sequence !== (sent.get(event.walletId) ?? 0n) + 1n;
  if (isMissing) throw refusedCursor(tooOld);
  return event;
}

/** The items of a page as they are sent, but for their cursors. */
async function viewsOfItems(
  reader: StreamReader,
  caller: Caller,
  items: readonly EventItem[],
  { wallet, chainId }: { wallet: RegistrationRow; chainId: number },
): Promise<Omit<TransferEventView, 'cursor'>[]> {
  const { lookups, viewsOf } = reader;
  const rows = items.flatMap((item) => (item.type === 'REMOVED' ? [] : [item.row]));
  const references = await loadReferences(lookups, labelOwner(caller), {});
  const at = { wallet: wallet.address, blockchain: references.blockchain(chainId) };
  const views = (await viewsOf(caller, rows, [wallet])).values();
  return items.map((item) => {
    const { type } = item;
    if (type === 'REMOVED') return { type, id: item.id, transfer: null, fields: null, ...at };
    const transfer = views.next().value ?? null;
    return { type, id: transfer?.id ?? null, transfer, fields: item.fields, ...at };
  });
}

async function* follow(
  reader: StreamReader,
  caller: Caller,
  { wallets, spam }: TransferStreamRequest,
  start: StreamPlace,
  changes: SyncChanges,
): AsyncGenerator<TransferEventView, void, undefined> {
  const { database, pollMs } = reader;
  let place = start;
  let told = encodeStreamCursor(place);
  try {
    yield { ...cursorOnly, cursor: told };
    while (!changes.closed) {
      const own = await ownWallets(reader, caller, wallets, place);
      const event = await eventAfter(reader, place);
      const wallet = own.find(({ walletId }) => walletId === event?.walletId);
      if (event === null || wallet === undefined) {
        const cursor = encodeStreamCursor(place);
        // After spam that was left out: a cursor that does not move would become too old.
        if (cursor !== told) yield { ...cursorOnly, cursor };
        else await changes.wait(pollMs);
        told = cursor;
        continue;
      }
      const { walletId, chainId } = event;
      const at = { inside: place.inside, spam, wallet: wallet.address };
      const { items, isLast } = await readEventPage(database, event, at);
      const views = await viewsOfItems(reader, caller, items, { wallet, chainId });
      for (const [index, view] of views.entries()) {
        const position = items[index]?.position ?? '';
        const isEnd = isLast && index === views.length - 1;
        place = isEnd ? behind(place, event) : { ...place, inside: { walletId, position } };
        told = encodeStreamCursor(place);
        yield { ...view, cursor: told };
      }
      if (isLast) place = behind(place, event);
    }
  } finally {
    changes.close();
  }
}

export function createTransferStream(deps: TransferStreamDependencies): Pick<ReadModel, 'watchTransfers'> {
  const { database, ownership, lookups, notifications, pollMs = defaultPollMs } = deps;
  const reader: StreamReader = { ...deps, pollMs, viewsOf: createTransferViews(database, lookups) };
  return {
    watchTransfers(caller, request) {
      requireScope(caller, 'read');
      return watchedFrom(async () => {
        const registrations = await ownership.require(caller, request.wallets);
        const walletIds = registrations.map(({ walletId }) => walletId);
        const changes = notifications.watchHistory(walletIds);
        try {
          const start = await beginning(reader, walletIds, request.after);
          return { changes, items: follow(reader, caller, request, start, changes) };
        } catch (error) {
          changes.close();
          throw error;
        }
      });
    },
  };
}

/** All of the event was sent. */
const behind = ({ sent }: StreamPlace, { walletId, sequence }: WalletEvent): StreamPlace => ({
  sent: new Map(sent).set(walletId, sequence),
  inside: null,
});

const cursorOnly: Omit<TransferEventView, 'cursor'> = {
  type: 'CURSOR',
  id: null,
  transfer: null,
  fields: null,
  wallet: null,
  blockchain: null,
};
