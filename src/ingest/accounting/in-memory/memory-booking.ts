/**
 * Ledgers that are booked in memory for one request. Nothing of them is written; they go on from a stored run's snapshot, or from nothing.
 * All rows are read by one connection, which goes back before anything is booked: booking takes none, and may wait for its turn.
 */
import type { AssetFlow } from '../../../domain/accounting/amounts/asset-flow.ts';
import type { LedgerSink } from '../../../domain/accounting/amounts/ledger-sink.ts';
import type { AccountTotals, LedgerMovement } from '../../../domain/accounting/amounts/types.ts';
import { createCrossingOrder, type Placed } from '../../../domain/accounting/booking/crossing-order.ts';
import { applyCorrections } from '../../../domain/accounting/booking/lay-corrections.ts';
import { compareMovements } from '../../../domain/accounting/booking/order.ts';
import { createLedger, type Ledger, restoreLedgerFrom } from '../../../domain/accounting/ledger.ts';
import { afterDigits } from '../../../domain/position.ts';
import { createSharedSemaphore } from '../../../outgoing/at-once.ts';
import { currentRequest, readRows } from '../../../store/connection/request-scope.ts';
import type { ReadFrom } from '../../../store/connection/sql.ts';
import type { BookedLedger, LedgerMembers, StoredRun } from '../../../store/ledger/ledger-chains.ts';
import type { Piece } from '../../../store/ledger/ledger-cursors.ts';
import type { LedgerInputs, LedgerRows } from '../../../store/ledger/ledger-inputs.ts';
import { createTurns } from '../../work-turns.ts';
import { loadCorrections } from '../ledger-corrections.ts';
import type { MovementContexts } from '../movement-context.ts';
import { type MovementContext, movementsOf } from '../movements.ts';
import { affectedFrom, keptRuns } from '../replay-start.ts';
import { ledgerOptionsOf } from '../run-ledger.ts';
import { readLedgerState, stateToGoOnFrom } from '../run-writer.ts';

/** To book a transaction or a transfer takes as long as to read so many rows: 250 of them are a unit of a key's limits. */
const readingsPerRow = 40;

export interface MemoryBooking {
  /** The next transaction's movements, sorted. */
  add(movements: readonly LedgerMovement[]): void;
  /** Books what waits for its other end, and the opening lots up to a position (null: all). Nothing may be added afterwards. */
  end(position: string | null): void;
  accounts(): readonly AccountTotals[];
}

interface Transaction {
  movements: readonly LedgerMovement[];
}

interface Begin {
  members: LedgerMembers;
  contexts: MovementContexts;
  /** null: at the beginning of the history. */
  start: StoredRun | null;
  /** Is told what flows. What is booked before `start` is not told. */
  onFlow?: (flow: AssetFlow) => void;
}

/** Reads all that it needs, by the connection that the inputs hold. */
export async function beginBooking(
  inputs: LedgerInputs,
  { members, contexts, start, onFlow }: Begin,
): Promise<MemoryBooking> {
  const sink = onFlow === undefined ? {} : { flow: onFlow };
  const ledger = await ledgerAfter(inputs.held, { members, start, sink });
  const corrections = await loadCorrections(inputs, members.clientId, contexts);
  // A restored ledger has the opening lots up to where it stands.
  if (start !== null) corrections.openingsBefore(`${start.untilPosition}${afterDigits}`);
  const order = createCrossingOrder<Transaction>();
  const bookOpenings = (position: string | null, isAhead: boolean): void => {
    for (const lots of corrections.openingsBefore(position)) ledger.apply(lots, isAhead);
  };
  const book = (placed: readonly Placed<Transaction>[]): void => {
    for (const { group, isAhead } of placed) {
      bookOpenings(group.movements[0]?.position ?? '', isAhead);
      ledger.apply(group.movements, isAhead);
    }
  };
  return {
    add(movements) {
      const corrected = applyCorrections(movements, corrections.ofTransfer, members.settings);
      if (corrected.length > 0) book(order.add({ movements: corrected }));
    },
    end(position) {
      book(order.end());
      bookOpenings(position, false);
    },
    accounts: () => ledger.accounts(),
  };
}

/** The run at whose end a booking can begin that is to differ, or to end, at the first of the positions; null: at the beginning. */
export async function runToBeginAfter(
  inputs: LedgerInputs,
  { booked, contexts }: { booked: BookedLedger; contexts: MovementContexts },
  positions: readonly string[],
): Promise<StoredRun | null> {
  const changed = await inputs.changedSince(booked);
  const [first = ''] = [...positions, ...(changed === null ? [] : [changed])].sort();
  const kept = booked.chain.slice(0, keptRuns(booked.chain, affectedFrom(first)));
  return (await stateToGoOnFrom(inputs.held, contexts, kept))?.last ?? null;
}

async function ledgerAfter(
  from: ReadFrom,
  { members, start, sink }: { members: LedgerMembers; start: StoredRun | null; sink: LedgerSink },
): Promise<Ledger> {
  const options = ledgerOptionsOf(members.settings);
  // What flows is the same by every method: one is enough.
  const methods = sink.flow === undefined ? options.methods : (['WAC'] as const);
  if (start === null) return createLedger({ ...options, methods }, sink);
  const state = await readLedgerState(from, start.id);
  if (state === null) throw new Error(`the snapshot of run ${start.id} is gone`);
  return restoreLedgerFrom(state, sink);
}

/** A stretch of a history, whole, and all that its movements need. */
export interface RowsToBook {
  /** How many transactions and transfers there are. */
  readonly count: number;
  readonly pieces: readonly Piece[];
  readonly context: MovementContext;
}

/** Reads them by the connection that the inputs hold: who waited for a further one could wait for others that do so. */
export async function readRowsToBook(rows: LedgerRows, contexts: MovementContexts): Promise<RowsToBook> {
  // They are few. Once they are all there, the connection answers other questions.
  const pieces: Piece[] = [];
  for await (const some of rows.transactions()) pieces.push(...some);
  return { count: rows.count, pieces, context: await contexts.of(pieces) };
}

/** Adds the rows to the bookings, side by side, and ends them at a position (null: behind all opening lots). Weighs on the key's limits. */
export const bookRows = (
  { count, pieces, context }: RowsToBook,
  bookings: readonly MemoryBooking[],
  end: string | null,
): Promise<void> =>
  readRows(
    () => count * readingsPerRow,
    async () => {
      const turnOver = createTurns();
      const signal = currentRequest()?.signal;
      for (const piece of pieces) {
        await turnOver();
        signal?.throwIfAborted();
        const movements = movementsOf(piece, context).movements.sort(compareMovements);
        for (const booking of bookings) booking.add(movements);
      }
      for (const booking of bookings) booking.end(end);
    },
  );

/** So many requests are booked at once, and of one client: one that asks for many keeps no other from its own. */
export function leavingPlaces<Request extends { clientId: number }, Result>(
  { inAll, ofClient }: { inAll: number; ofClient: number },
  book: (request: Request) => Promise<Result>,
): (request: Request) => Promise<Result> {
  const inSlot = createSharedSemaphore(inAll, ofClient);
  return (request) => inSlot(String(request.clientId), () => book(request), currentRequest()?.signal);
}
