/** Events of a wallet's log as clients see them: with the transfers that they name, as these are when the events are read. */
import { eventId, keyOfContract, transferId } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { itemOfPosition, timeOfPosition, yieldDigit } from '../../domain/position.ts';
import { findCustomLabels } from '../../store/clients/custom-labels.ts';
import type { Database } from '../../store/connection/database.ts';
import { hexOf } from '../../store/connection/row-types.ts';
import type { TransferRow } from '../../store/history/columns/transfer-columns.ts';
import type { ToldEvent, ToldPage } from '../../store/history/events/told-events.ts';
import { findTransfers } from '../../store/pages/transfer-pages.ts';
import type { RegistrationRow } from '../../store/sync/registrations.ts';
import { listWalletSyncs, type SyncRow } from '../../store/sync/sync-rows.ts';
import { labelOwner } from '../access/ownership.ts';
import { createTransferViews } from '../history/transfers.ts';
import { issueViews, ledgerIssueDraft } from '../issues/issue-views.ts';
import type { Lookups } from '../lookups/lookups.ts';
import { loadReferences } from '../lookups/references.ts';
import type { Finality, retractionReasons, WalletEventView } from '../model/event-model.ts';
import type { IssueView } from '../model/figures-model.ts';
import type { Caller, TransferView } from '../model/view-model.ts';
import { syncErrorSentence } from '../wallets/sync-errors.ts';
import type { EventPlace } from './event-cursors.ts';

/** The events of a page; `start`: from where each wallet was read. */
export type EventViews = (
  caller: Caller,
  wallets: readonly RegistrationRow[],
  page: ToldPage,
  start: ReadonlyMap<number, EventPlace>,
) => Promise<readonly WalletEventView[]>;

/** What all events of a page are told with. */
interface PageContext {
  /** By wallet and chain. */
  syncs: ReadonlyMap<string, SyncRow>;
  /** By id. */
  transfers: ReadonlyMap<string, { view: TransferView; finality: Finality }>;
  issues: ReadonlyMap<ToldEvent, IssueView>;
}

const keyOfSync = ({ walletId, chainId }: { walletId: number; chainId: number }): string =>
  `${walletId}:${chainId}`;

export function createEventViews({
  database,
  lookups,
}: {
  database: Database;
  lookups: Lookups;
}): EventViews {
  // What is remembered of labels may be older than an event that rests on them, and nothing would tell that again.
  const stored: Lookups = {
    ...lookups,
    async customLabels(clientId, addresses) {
      const labels = await findCustomLabels(database, clientId, [...new Set(addresses)]);
      return new Map(labels.map((label) => [label.address, label]));
    },
  };
  const transferViews = createTransferViews(database, stored);

  async function contextOf(
    caller: Caller,
    wallets: readonly RegistrationRow[],
    events: readonly ToldEvent[],
  ): Promise<PageContext> {
    const concerned = [...new Set(events.map(({ walletId }) => walletId))];
    const [syncRows, rows] = await Promise.all([
      listWalletSyncs(database, concerned),
      findTransfers(database, keysOf(events)),
    ]);
    // What is remembered of a token may be older than an event that rests on it, and nothing would tell that again.
    if (events.some(restsOnToken)) for (const row of rows) lookups.tokens.remove(tokenOf(row));
    const syncs = new Map(syncRows.map((sync) => [keyOfSync(sync), sync]));
    // Nor does it rest on what is remembered of the client's ledgers.
    const asStored = wallets.map((wallet) => ({ ...wallet, hasCleared: true }));
    const views = await transferViews(caller, rows, asStored);
    const transfers = new Map(
      views.map((view, index) => [view.id, { view, finality: finalityOf(rows[index], syncs) }]),
    );
    return { syncs, transfers, issues: await issuesOf(lookups, { caller, wallets, events }) };
  }

  return async (caller, wallets, { events, logs }, start) => {
    if (events.length === 0) return [];
    const context = await contextOf(caller, wallets, events);
    const references = await loadReferences(lookups, caller.clientId, {});
    const addresses = new Map(wallets.map(({ walletId, address }) => [walletId, address]));
    const read = new Map([...start].map(([walletId, { after }]) => [walletId, after]));
    return events.flatMap((event): WalletEventView[] => {
      const { walletId, sequence, type, at: timestamp, chainId } = event;
      const [wallet, log] = [addresses.get(walletId), logs.get(walletId)];
      if (wallet === undefined || log === undefined) return [];
      const previous = read.get(walletId) ?? 0n;
      read.set(walletId, sequence);
      const own = { id: eventId({ ...log, sequence }), type, sequence, previous, timestamp, wallet };
      return [{ ...own, blockchain: references.blockchain(chainId), ...tellsOf(event, wallet, context) }];
    });
  };
}

/** The issues of a page's events. */
async function issuesOf(
  lookups: Lookups,
  page: { caller: Caller; wallets: readonly RegistrationRow[]; events: readonly ToldEvent[] },
): Promise<PageContext['issues']> {
  const { caller, wallets, events } = page;
  const addresses = new Map(wallets.map(({ walletId, address }) => [walletId, address]));
  const found = events.flatMap((event) => {
    const wallet = addresses.get(event.walletId);
    if (!('issue' in event) || wallet === undefined) return [];
    return ledgerIssueDraft(event.issue, { wallet, transferId: issueTransfer(event, wallet) }).map(
      (draft) => ({
        ...{ event, draft },
      }),
    );
  });
  const drafts = found.map(({ draft }) => draft);
  const views = drafts.length === 0 ? [] : await issueViews(lookups, labelOwner(caller), drafts);
  return new Map(
    found.flatMap(({ event }, index) => {
      const view = views[index];
      return view === undefined ? [] : [[event, view] as const];
    }),
  );
}

/** The transfer that an issue is about; null: it is about a fee, or the transfer was gone already. */
function issueTransfer(
  { chainId, issue: { movement, hash } }: Extract<ToldEvent, { issue: unknown }>,
  wallet: Address,
): string | null {
  const item = itemOfPosition(movement);
  return hash === null || item === ''
    ? null
    : transferId.encode({ wallet, chainId, hash: hexOf(hash), item });
}

const restsOnToken = (event: ToldEvent): boolean =>
  event.type === 'transfer.added' || (event.type === 'transfer.updated' && event.fields.includes('TOKEN'));

const tokenOf = ({ chainId, tokenAddress }: TransferRow): string =>
  keyOfContract({ chainId, address: tokenAddress });

/** The natural keys of the transfers that events name: where they stand may have changed since. */
function keysOf(events: readonly ToldEvent[]) {
  const keys = new Map(
    events.flatMap((event) => {
      if (!('row' in event) || event.type === 'transfer.retracted') return [];
      const { walletId, chainId } = event;
      const { hash, position } = event.row;
      const item = itemOfPosition(position);
      return [
        [`${keyOfSync(event)}:${hash}${item}`, { walletId, chainId, hash: hexOf(hash), item }] as const,
      ];
    }),
  );
  return [...keys.values()];
}

/** Final is what no later block can take away, as far as the wallet was read. */
function finalityOf(row: TransferRow | undefined, syncs: PageContext['syncs']): Finality {
  const safeBlock = row === undefined ? null : (syncs.get(keyOfSync(row))?.safeBlock ?? null);
  return row !== undefined && safeBlock !== null && row.blockNumber <= safeBlock ? 'FINAL' : 'PENDING';
}

type Told = Omit<
  WalletEventView,
  'id' | 'type' | 'sequence' | 'previous' | 'timestamp' | 'wallet' | 'blockchain'
>;

const nothing: Told = {
  ...{ finality: null, transferId: null, transfer: null },
  ...{
    changed: null,
    retraction: null,
    between: null,
    balance: null,
    issue: null,
    booking: null,
    progress: null,
    error: null,
  },
};

function tellsOf(event: ToldEvent, wallet: Address, { syncs, transfers, issues }: PageContext): Told {
  switch (event.type) {
    case 'history.reset':
    case 'wallet.loaded':
      return nothing;
    case 'wallet.failed': {
      const missing = syncs.get(keyOfSync(event))?.missing ?? [];
      return { ...nothing, error: { kind: event.error, message: syncErrorSentence(event.error, missing) } };
    }
    case 'balance.differs':
    case 'balance.agrees': {
      const { onChain, difference, ...rest } = event.balance;
      return { ...nothing, balance: { ...rest, onChain: String(onChain), difference: String(difference) } };
    }
    case 'issue.opened':
    case 'issue.closed':
      return { ...nothing, issue: issues.get(event) ?? null };
    case 'ledger.booked': {
      const { from, ...counts } = event.booking;
      return { ...nothing, booking: { from: from === '' ? null : timeOfPosition(from), ...counts } };
    }
    case 'wallet.progress':
      return { ...nothing, progress: event.progress };
    case 'history.changed': {
      const between = { from: timeOfPosition(event.first), to: timeOfPosition(event.last) + 1 };
      return { ...nothing, between, changed: event.fields };
    }
    default: {
      const { hash, position } = event.row;
      const key = {
        wallet,
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
