/**
 * What corrections, or the undoing of one, would move: the rows behind the place that they are about are booked twice, as it is and as it
 * would be, in memory. Nothing is written. It begins at the last snapshot before that place, as a booking does (run-ledger.ts).
 */
import type { LedgerMovement } from '../../domain/accounting/amounts/types.ts';
import {
  type CrossingOrder,
  createCrossingOrder,
  type Placed,
} from '../../domain/accounting/booking/crossing-order.ts';
import { applyCorrections } from '../../domain/accounting/booking/lay-corrections.ts';
import { compareMovements } from '../../domain/accounting/booking/order.ts';
import { createLedger, type Ledger, restoreLedgerFrom } from '../../domain/accounting/ledger.ts';
import { changedAccounts, type LedgerPreview } from '../../domain/accounting/ledger-preview.ts';
import { costMethods, currencies } from '../../domain/ids.ts';
import type { CurrencyTokens } from '../../domain/money/currencies.ts';
import { afterDigits } from '../../domain/position.ts';
import { createSharedSemaphore } from '../../outgoing/at-once.ts';
import type { Database } from '../../store/connection/database.ts';
import { currentRequest, readRows } from '../../store/connection/request-scope.ts';
import type { ReadFrom } from '../../store/connection/sql.ts';
import type { ActiveCorrection, CorrectionChange } from '../../store/ledger/active-corrections.ts';
import {
  type BookedLedger,
  findBookedLedger,
  type LedgerMembers,
  type StoredRun,
} from '../../store/ledger/ledger-chains.ts';
import type { Piece } from '../../store/ledger/ledger-cursors.ts';
import { type LedgerInputs, readLedgerInputs } from '../../store/ledger/ledger-inputs.ts';
import { findBookedGroup } from '../../store/ledger/search/booked-group.ts';
import { findLedgerSettings } from '../../store/ledger/search/ledger-settings.ts';
import { createTurns } from '../work-turns.ts';
import { type LedgerCorrections, loadCorrections } from './ledger-corrections.ts';
import { createMovementContexts, type MovementContexts } from './movement-context.ts';
import { ledgerPriceDecimals, type MovementContext, movementsOf } from './movements.ts';
import { affectedFrom, keptRuns } from './replay-start.ts';
import { readLedgerState, stateToGoOnFrom } from './run-writer.ts';

export interface PreviewRequest {
  clientId: number;
  walletId: number;
  change: CorrectionChange;
}

export interface PreviewOptions {
  currencyTokens: CurrencyTokens;
  /** It is a request's work, and goes on in its process: of more transactions and transfers than so many it is given up. */
  mostRows?: number;
}

const defaultRows = 5_000;

/** Previews of a process at once, and of one client: each holds a connection, and has the process book for up to a second. The others wait. */
const atOnce = { inAll: 4, ofClient: 2 };

/** To book a transaction or a transfer twice takes as long as to read so many rows: 250 of them are a unit. */
const readingsPerRow = 40;

/** One of the two ledgers that are booked side by side. */
interface Side {
  ledger: Ledger;
  corrections: LedgerCorrections;
  order: CrossingOrder<Transaction>;
}

interface Transaction {
  movements: readonly LedgerMovement[];
}

export async function previewLedger(
  database: Database,
  { clientId, walletId, change }: PreviewRequest,
  { currencyTokens, mostRows = defaultRows }: PreviewOptions,
): Promise<LedgerPreview> {
  const wallets = await findBookedGroup(database, { clientId, walletId });
  const walletIds = wallets.map((wallet) => wallet.walletId);
  const members = { clientId, walletIds, settings: await findLedgerSettings(database, clientId) };
  const booked = wallets.length === 0 ? null : await findBookedLedger(database, members);
  if (booked === null) return 'not booked';
  const read = await readLedgerInputs(database, walletIds, (inputs) => {
    const contexts = createMovementContexts(inputs.held, wallets, currencyTokens);
    return readSides({ members, booked, change, contexts, mostRows }, inputs);
  });
  if (read === 'too long') return read;
  // The connection is given back: booking takes none, and may wait for its turn.
  return readRows(
    () => read.rows * readingsPerRow,
    () => bookSides(read, members),
  );
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
  /** How many transactions and transfers there are. */
  rows: number;
  sides: readonly [Side, Side];
  pieces: readonly Piece[];
  context: MovementContext;
}

/** All of it by the connection that the inputs have: a preview that waited for a further one could wait for other previews. */
async function readSides(preview: Preview, inputs: LedgerInputs): Promise<SideRows | 'too long'> {
  const { members, contexts, change, mostRows } = preview;
  const start = await startOf(preview, inputs);
  const rows = await inputs.rowsAfter(start?.untilPosition ?? '');
  if (rows.count > mostRows) return 'too long';
  const sideOf = async (own: LedgerInputs): Promise<Side> => ({
    ledger: await ledgerAt(inputs.held, members, start),
    corrections: await loadCorrections(own, members.clientId, contexts),
    order: createCrossingOrder<Transaction>(),
  });
  const sides = [await sideOf(inputs), await sideOf(withChange(inputs, change))] as const;
  for (const side of sides) {
    // A restored ledger has the opening lots up to where it stands.
    if (start !== null) side.corrections.openingsBefore(`${start.untilPosition}${afterDigits}`);
  }
  // They are few. Once they are all there, the connection answers other questions.
  const pieces: Piece[] = [];
  for await (const some of rows.transactions()) pieces.push(...some);
  return { rows: rows.count, sides, pieces, context: await contexts.of(pieces) };
}

async function bookSides(
  { sides, pieces, context }: SideRows,
  { settings }: LedgerMembers,
): Promise<LedgerPreview> {
  const turnOver = createTurns();
  for (const piece of pieces) {
    await turnOver();
    const movements = movementsOf(piece, context).movements.sort(compareMovements);
    for (const side of sides) {
      const corrected = applyCorrections(movements, side.corrections.ofTransfer, settings);
      if (corrected.length > 0) book(side, side.order.add({ movements: corrected }));
    }
  }
  for (const side of sides) {
    book(side, side.order.end());
    bookOpenings(side, null, false);
  }
  const [before, after] = sides;
  return changedAccounts(before.ledger.accounts(), after.ledger.accounts());
}

/** For the read model, which knows nothing of how ledgers are booked. */
export const createLedgerPreview = (
  database: Database,
  currencyTokens: CurrencyTokens,
): ((request: PreviewRequest) => Promise<LedgerPreview>) =>
  inTurn((request) => previewLedger(database, request, { currencyTokens }));

/** The same, of which so many are made at once: a client that asks for many keeps no other from its own. */
export function inTurn(
  preview: (request: PreviewRequest) => Promise<LedgerPreview>,
): (request: PreviewRequest) => Promise<LedgerPreview> {
  const inSlot = createSharedSemaphore(atOnce.inAll, atOnce.ofClient);
  return (request) => inSlot(String(request.clientId), () => preview(request), currentRequest()?.signal);
}

/** The run at whose end both begin; null: at the beginning of the history. */
async function startOf(
  { booked, contexts, change }: Preview,
  inputs: LedgerInputs,
): Promise<StoredRun | null> {
  const changed = await inputs.changedSince(booked);
  const positions =
    'made' in change ? change.made.map(({ transferPosition }) => transferPosition) : [change.fromPosition];
  const [first = ''] = [...positions, ...(changed === null ? [] : [changed])].sort();
  const kept = booked.chain.slice(0, keptRuns(booked.chain, affectedFrom(first)));
  return (await stateToGoOnFrom(inputs.held, contexts, kept))?.last ?? null;
}

async function ledgerAt(
  from: ReadFrom,
  { settings }: LedgerMembers,
  start: StoredRun | null,
): Promise<Ledger> {
  if (start === null) {
    return createLedger({
      ...settings,
      ...{ methods: costMethods, currencies, priceDecimals: ledgerPriceDecimals },
    });
  }
  const state = await readLedgerState(from, start.id);
  if (state === null) throw new Error(`the snapshot of run ${start.id} is gone`);
  return restoreLedgerFrom(state);
}

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

function book(side: Side, placed: readonly Placed<Transaction>[]): void {
  for (const { group, isAhead } of placed) {
    bookOpenings(side, group.movements[0]?.position ?? '', isAhead);
    side.ledger.apply(group.movements, isAhead);
  }
}

function bookOpenings({ ledger, corrections }: Side, position: string | null, isAhead: boolean): void {
  for (const lots of corrections.openingsBefore(position)) ledger.apply(lots, isAhead);
}
