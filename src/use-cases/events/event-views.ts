/** Events of a wallet's log as clients see them: with the transfers that they name, as these are when the events are read. */
import { eventId, transferId } from '../../domain/ids.ts';
import { itemOfPosition, timeOfPosition, yieldDigit } from '../../domain/position.ts';
import type { Database } from '../../store/connection/database.ts';
import { hexOf } from '../../store/connection/row-types.ts';
import type { ToldEvent, ToldPage } from '../../store/history/events/told-events.ts';
import type { TransferRow } from '../../store/history/transfer-columns.ts';
import { findTransfers } from '../../store/pages/transfer-pages.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import { listWalletSyncs, type SyncRow } from '../../store/sync/sync-rows.ts';
import { createTransferViews } from '../history/transfers.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { loadReferences } from '../lookups/references.ts';
import type { Finality, retractionReasons, WalletEventView } from '../model/event-model.ts';
import type { Caller, TransferView } from '../model/view-model.ts';
import { syncErrorSentence } from '../wallets/sync-errors.ts';

/** The events of a page; `after`: the number from which it was read. */
export type EventViews = (
  caller: Caller,
  wallet: RegistrationRow,
  page: ToldPage,
  after: bigint,
) => Promise<readonly WalletEventView[]>;

/** What is the same for all events of a page. */
interface PageContext {
  syncs: ReadonlyMap<number, SyncRow>;
  transfers: ReadonlyMap<string, { view: TransferView; finality: Finality }>;
}

export function createEventViews({
  database,
  lookups,
}: {
  database: Database;
  lookups: Lookups;
}): EventViews {
  const transferViews = createTransferViews(database, lookups);

  return async (caller, wallet, page, after) => {
    if (page.events.length === 0) return [];
    const { walletId, address } = wallet;
    const syncs = new Map((await listWalletSyncs(database, [walletId])).map((sync) => [sync.chainId, sync]));
    const rows = await findTransfers(database, keysOf(walletId, page.events));
    const views = await transferViews(caller, rows, [wallet]);
    const transfers = new Map(
      views.map((view, index) => [view.id, { view, finality: finalityOf(rows[index], syncs) }]),
    );
    const references = await loadReferences(lookups, caller.clientId, {});
    let previous = after;
    return page.events.map((event): WalletEventView => {
      const { sequence, type, at: timestamp, chainId } = event;
      const id = eventId({ registrationId: page.registrationId, before: page.before, sequence });
      const own = { id, type, sequence, previous, timestamp, wallet: address };
      previous = sequence;
      return {
        ...own,
        blockchain: references.blockchain(chainId),
        ...tellsOf(event, wallet, { syncs, transfers }),
      };
    });
  };
}

/** The natural keys of the transfers that events name: where they stand may have changed since. */
function keysOf(walletId: number, events: readonly ToldEvent[]) {
  const keys = new Map(
    events.flatMap((event) => {
      if (!('row' in event) || event.type === 'transfer.retracted') return [];
      const { hash, position } = event.row;
      const item = itemOfPosition(position);
      return [[hash + item, { walletId, chainId: event.chainId, hash: hexOf(hash), item }] as const];
    }),
  );
  return [...keys.values()];
}

/** Final is what no later block can take away, as far as the wallet was read. */
function finalityOf(row: TransferRow | undefined, syncs: PageContext['syncs']): Finality {
  const safeBlock = row === undefined ? null : (syncs.get(row.chainId)?.safeBlock ?? null);
  return row !== undefined && safeBlock !== null && row.blockNumber <= safeBlock ? 'FINAL' : 'PENDING';
}

type Told = Omit<
  WalletEventView,
  'id' | 'type' | 'sequence' | 'previous' | 'timestamp' | 'wallet' | 'blockchain'
>;

const nothing: Told = {
  ...{ finality: null, transferId: null, transfer: null },
  ...{ changed: null, retraction: null, between: null, error: null },
};

function tellsOf(event: ToldEvent, wallet: RegistrationRow, { syncs, transfers }: PageContext): Told {
  switch (event.type) {
    case 'history.reset':
    case 'wallet.loaded':
      return nothing;
    case 'wallet.failed': {
      const missing = syncs.get(event.chainId)?.missing ?? [];
      return { ...nothing, error: { kind: event.error, message: syncErrorSentence(event.error, missing) } };
    }
    case 'history.changed': {
      const between = { from: timeOfPosition(event.first), to: timeOfPosition(event.last) };
      return { ...nothing, between, changed: event.fields };
    }
    default: {
      const { hash, position } = event.row;
      const key = {
        wallet: wallet.address,
        chainId: event.chainId,
        hash: hexOf(hash),
        item: itemOfPosition(position),
      };
      const id = transferId.encode(key);
      const found = event.type === 'transfer.retracted' ? undefined : transfers.get(id);
      return {
        ...{ ...nothing, transferId: id, transfer: found?.view ?? null, finality: found?.finality ?? null },
        changed: event.type === 'transfer.updated' ? event.fields : null,
        retraction: event.type === 'transfer.retracted' ? reasonOf(position) : null,
      };
    }
  }
}

const reasonOf = (position: string): (typeof retractionReasons)[number] =>
  itemOfPosition(position).startsWith(yieldDigit) ? 'RECOMPUTED' : 'REORG';
