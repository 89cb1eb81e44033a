/** A ledger that is booked in memory for one request. Nothing of it is written; it goes on from a stored run's snapshot, or from nothing. */
import type { AccountTotals, LedgerMovement } from '../../../domain/accounting/amounts/types.ts';
import { createCrossingOrder, type Placed } from '../../../domain/accounting/booking/crossing-order.ts';
import { applyCorrections } from '../../../domain/accounting/booking/lay-corrections.ts';
import { createLedger, type Ledger, restoreLedgerFrom } from '../../../domain/accounting/ledger.ts';
import { costMethods, currencies } from '../../../domain/ids.ts';
import { afterDigits } from '../../../domain/position.ts';
import type { ReadFrom } from '../../../store/connection/sql.ts';
import type { BookedLedger, LedgerMembers, StoredRun } from '../../../store/ledger/ledger-chains.ts';
import type { LedgerInputs } from '../../../store/ledger/ledger-inputs.ts';
import { loadCorrections } from '../ledger-corrections.ts';
import type { MovementContexts } from '../movement-context.ts';
import { ledgerPriceDecimals } from '../movements.ts';
import { affectedFrom, keptRuns } from '../replay-start.ts';
import { readLedgerState, stateToGoOnFrom } from '../run-writer.ts';

/** To book a transaction or a transfer takes as long as to read so many rows: 250 of them are a unit of a key's limits. */
export const readingsPerRow = 40;

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
}

/** Reads all that it needs, by the connection that the inputs hold. */
export async function beginBooking(
  inputs: LedgerInputs,
  { members, contexts, start }: Begin,
): Promise<MemoryBooking> {
  const ledger = await ledgerAfter(inputs.held, members, start);
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
