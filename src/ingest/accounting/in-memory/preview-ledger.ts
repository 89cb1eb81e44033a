import { changedAccounts, type LedgerPreview } from '../../../domain/accounting/ledger-preview.ts';
import type { Currency } from '../../../domain/ids.ts';
import { type CurrencyTokens, isToldIn } from '../../../domain/money/currencies.ts';
import type { Database } from '../../../store/connection/database.ts';
import type { ActiveCorrection, CorrectionChange } from '../../../store/ledger/active-corrections.ts';
import {
  type BookedLedger,
  findBookedLedger,
  type LedgerMembers,
} from '../../../store/ledger/ledger-chains.ts';
import { type LedgerInputs, readLedgerInputs } from '../../../store/ledger/ledger-inputs.ts';
import { findBookedGroup } from '../../../store/ledger/search/booked-group.ts';
import { findLedgerSettings } from '../../../store/ledger/search/ledger-settings.ts';
import { createMovementContexts, type MovementContexts } from '../movement-context.ts';
import {
  beginBooking,
  bookRows,
  leavingPlaces,
  type MemoryBooking,
  type RowsToBook,
  readRowsToBook,
  runToBeginAfter,
} from './memory-booking.ts';

export interface PreviewRequest {
  clientId: number;
  walletId: number;
  change: CorrectionChange;
  /** What its figures are to be told in. */
  currency: Currency;
}

export interface PreviewOptions {
  currencyTokens: CurrencyTokens;
  /** It is a request's work, and goes on in its process: of more transactions and transfers than so many it is given up. */
  mostRows?: number;
}

const defaultRows = 5_000;

/** Previews of a process at once, and of one client: each holds a connection, and has the process book for up to a second. The others wait. */
export const atOnce = { inAll: 4, ofClient: 2 };

export async function previewLedger(
  database: Database,
  { clientId, walletId, change, currency }: PreviewRequest,
  { currencyTokens, mostRows = defaultRows }: PreviewOptions,
): Promise<LedgerPreview> {
  const wallets = await findBookedGroup(database, { clientId, walletId });
  const walletIds = wallets.map((wallet) => wallet.walletId);
  const settings = await findLedgerSettings(database, clientId);
  if (!isToldIn(settings.reportingCurrency, currency)) return 'not booked';
  const members = { clientId, walletIds, settings };
  const booked = wallets.length === 0 ? null : await findBookedLedger(database, members);
  if (booked === null) return 'not booked';
  const options = { currencyTokens, reportingCurrency: settings.reportingCurrency };
  const read = await readLedgerInputs(database, walletIds, (inputs) => {
    const contexts = createMovementContexts(inputs.held, wallets, options);
    return readSides({ members, booked, change, contexts, mostRows }, inputs);
  });
  if (read === 'too long') return read;
  const { rows, sides } = read;
  await bookRows(rows, sides, null);
  const [before, after] = sides;
  return changedAccounts(before.accounts(), after.accounts());
}

interface Preview {
  members: LedgerMembers;
  booked: BookedLedger;
  change: CorrectionChange;
  contexts: MovementContexts;
  mostRows: number;
}

/** What both sides are booked from. */
interface SideRows {
  rows: RowsToBook;
  /** As it is, and as it would be. */
  sides: readonly [MemoryBooking, MemoryBooking];
}

async function readSides(preview: Preview, inputs: LedgerInputs): Promise<SideRows | 'too long'> {
  const { contexts, change, mostRows } = preview;
  const positions =
    'made' in change ? change.made.map(({ transferPosition }) => transferPosition) : [change.fromPosition];
  const start = await runToBeginAfter(inputs, preview, positions);
  const rows = await inputs.rowsAfter(start?.untilPosition ?? '');
  if (rows.count > mostRows) return 'too long';
  const begin = { ...preview, start };
  const sides = [
    await beginBooking(inputs, begin),
    await beginBooking(withChange(inputs, change), begin),
  ] as const;
  return { sides, rows: await readRowsToBook(rows, contexts) };
}

/** For the read model, which knows nothing of how ledgers are booked. */
export const createLedgerPreview = (
  database: Database,
  currencyTokens: CurrencyTokens,
): ((request: PreviewRequest) => Promise<LedgerPreview>) =>
  leavingPlaces(atOnce, (request) => previewLedger(database, request, { currencyTokens }));

/** The inputs as if the corrections were made, or the one were undone. */
function withChange(inputs: LedgerInputs, change: CorrectionChange): LedgerInputs {
  const made = 'made' in change ? change.made : [];
  const isGone = ({ id, kind, walletId, transferPosition }: ActiveCorrection): boolean =>
    'undone' in change
      ? id === change.undone
      : made.some(
          (one) =>
            one.kind === kind && one.walletId === walletId && one.transferPosition === transferPosition,
        );
  return {
    ...inputs,
    corrections: async (clientId) => [
      ...(await inputs.corrections(clientId)).filter((one) => !isGone(one)),
      ...made,
    ],
  };
}
