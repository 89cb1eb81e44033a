/** The ledgers that wallets are in, booked in memory one after the other: those that were booked together are booked together again. */
import type { AssetFlow } from '../../../domain/accounting/amounts/asset-flow.ts';
import type { AccountTotals } from '../../../domain/accounting/amounts/types.ts';
import type { Currency } from '../../../domain/ids.ts';
import type { Address } from '../../../domain/model.ts';
import { type CurrencyTokens, isToldIn } from '../../../domain/money/currencies.ts';
import type { Database } from '../../../store/connection/database.ts';
import {
  type BookedLedger,
  findBookedLedger,
  type LedgerMembers,
} from '../../../store/ledger/ledger-chains.ts';
import { type LedgerInputs, readLedgerInputs } from '../../../store/ledger/ledger-inputs.ts';
import { findBookedGroup } from '../../../store/ledger/search/booked-group.ts';
import type { ClientLedgerSettings } from '../../../store/ledger/search/ledger-settings.ts';
import { createMovementContexts, type MovementContexts } from '../movement-context.ts';
import {
  beginBooking,
  bookRows,
  type MemoryBooking,
  type RowsToBook,
  readRowsToBook,
  runToBeginAfter,
} from './memory-booking.ts';

export interface GroupsToBook {
  clientId: number;
  walletIds: readonly number[];
  /** What the figures are to be told in. */
  currency: Currency;
  settings: ClientLedgerSettings;
  currencyTokens: CurrencyTokens;
  /** Of more transactions and transfers than so many, over all ledgers, it is given up. */
  mostRows: number;
  /** Goes on from the last snapshot that may be gone on from; else every ledger is booked from its beginning. */
  isFromSnapshot: boolean;
  /** The first position that does not count; null: all do. */
  end: string | null;
  /** Is told what flows, ledger by ledger. */
  onFlow?: (flow: AssetFlow) => void;
  /** Is told the accounts of those of the wallets that a ledger is of, as it is booked. */
  onAccounts?: (accounts: readonly AccountTotals[]) => void;
}

/** `not booked`: one of the wallets is not, or its figures are told in another currency. */
export async function bookGroups(
  database: Database,
  request: GroupsToBook,
): Promise<'booked' | 'too long' | 'not booked'> {
  const { clientId, walletIds, settings, currencyTokens, end } = request;
  if (!isToldIn(settings.reportingCurrency, request.currency)) return 'not booked';
  const groups = await findBookedGroups(database, request);
  if (groups === null) return 'not booked';
  let left = request.mostRows;
  for (const wallets of groups) {
    const members = { clientId, walletIds: wallets.map((wallet) => wallet.walletId), settings };
    // null: by other rules or settings than those of now.
    const booked = request.isFromSnapshot ? await findBookedLedger(database, members) : null;
    const rows = await readLedgerInputs(database, members.walletIds, (inputs) => {
      const options = { currencyTokens, reportingCurrency: settings.reportingCurrency };
      const contexts = createMovementContexts(inputs.held, wallets, options);
      return prepareBooking(inputs, request, { members, booked, contexts, mostRows: left });
    });
    if (rows === 'too long') return rows;
    left -= rows.count;
    await bookRows(rows, [rows.booking], end);
    const asked = wallets.filter(({ walletId }) => walletIds.includes(walletId));
    const own = new Set<string>(asked.map(({ address }) => address));
    request.onAccounts?.(rows.booking.accounts().filter(({ wallet }) => own.has(wallet)));
  }
  return 'booked';
}

type GroupWallets = readonly { walletId: number; address: Address }[];

/** Each group once. Those that a newer move links are so when it is booked. null: one of the wallets is not booked. */
async function findBookedGroups(
  database: Database,
  { clientId, walletIds }: Pick<GroupsToBook, 'clientId' | 'walletIds'>,
): Promise<GroupWallets[] | null> {
  const groups: GroupWallets[] = [];
  const wanted = new Set(walletIds);
  for (const walletId of walletIds) {
    if (!wanted.has(walletId)) continue;
    const group = await findBookedGroup(database, { clientId, walletId });
    if (!group.some((wallet) => wallet.walletId === walletId)) return null;
    for (const wallet of group) wanted.delete(wallet.walletId);
    groups.push(group);
  }
  return groups;
}

interface Reading {
  members: LedgerMembers;
  booked: BookedLedger | null;
  contexts: MovementContexts;
  mostRows: number;
}

async function prepareBooking(
  inputs: LedgerInputs,
  { end, onFlow }: GroupsToBook,
  { members, booked, contexts, mostRows }: Reading,
): Promise<(RowsToBook & { booking: MemoryBooking }) | 'too long'> {
  const positions = end === null ? [] : [end];
  const start = booked === null ? null : await runToBeginAfter(inputs, { booked, contexts }, positions);
  const rows = await inputs.rowsAfter(start?.untilPosition ?? '', end ?? undefined);
  if (rows.count > mostRows) return 'too long';
  const flow = onFlow === undefined ? {} : { onFlow };
  const booking = await beginBooking(inputs, { members, contexts, start, ...flow });
  return { booking, ...(await readRowsToBook(rows, contexts)) };
}
