/**
 * Books the ledger of linked wallets, with every method and currency in one pass. It begins at the beginning, or at the last
 * snapshot before what has changed; both give the same figures. Memory holds the open lots and what is about to be
 * written. A long history becomes several runs, each with a snapshot at its end, so that a later change finds one.
 */
import type { LedgerMovement, LedgerOptions } from '../../domain/accounting/amounts/types.ts';
import { createCrossingOrder, type Placed } from '../../domain/accounting/booking/crossing-order.ts';
import { applyCorrections } from '../../domain/accounting/booking/lay-corrections.ts';
import { compareMovements } from '../../domain/accounting/booking/order.ts';
import { createLedger, restoreLedgerFrom } from '../../domain/accounting/ledger.ts';
import { costMethods } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { bookedCurrencies, type CurrencyTokens } from '../../domain/money/currencies.ts';
import { afterDigits } from '../../domain/position.ts';
import type { Database } from '../../store/connection/database.ts';
import { firstPosition } from '../../store/history/ledger-changes.ts';
import {
  type BookedLedger,
  countIssuesOf,
  findBookedLedger,
  type LedgerMembers,
  type StoredRun,
  switchLedgerRuns,
} from '../../store/ledger/ledger-chains.ts';
import { type LedgerInputs, readLedgerInputs } from '../../store/ledger/ledger-inputs.ts';
import type { MovementKey } from '../../store/ledger/ledger-rows.ts';
import { dropLedgerSnapshots } from '../../store/ledger/ledger-snapshots.ts';
import { type ClientLedgerSettings, findLedgerSettings } from '../../store/ledger/search/ledger-settings.ts';
import { createTurns } from '../work-turns.ts';
import { loadCorrections } from './ledger-corrections.ts';
import { createMovementContexts, type MovementContexts } from './movement-context.ts';
import { ledgerPriceDecimals, movementsOf } from './movements.ts';
import { affectedFrom, createCuts, keptRuns, needlessSnapshots } from './replay-start.ts';
import { type Booking, createBooking, stateToGoOnFrom } from './run-writer.ts';

export interface LedgerGroup {
  clientId: number;
  wallets: readonly { walletId: number; address: Address }[];
}

export interface RunOptions {
  currencyTokens: CurrencyTokens;
  signal?: AbortSignal;
  /** A run ends with a snapshot when so many rows, at least, come after it: fewer are booked sooner than a snapshot. */
  shortestTail?: number;
}

export interface RunResult {
  /** The last run. */
  runId: bigint;
  /** How many movements were booked this time. */
  movements: number;
}

const defaultTail = 500;

/** Brings a group's ledger up to date and makes it current. Throws, and changes nothing, when `signal` aborts. */
export async function runLedgerOf(
  database: Database,
  group: LedgerGroup,
  options: RunOptions,
): Promise<RunResult> {
  const { clientId } = group;
  const walletIds = group.wallets.map(({ walletId }) => walletId).sort((left, right) => left - right);
  const members = { clientId, walletIds, settings: await findLedgerSettings(database, clientId) };
  const booked = await findBookedLedger(database, members);
  return readLedgerInputs(database, walletIds, async (inputs) => {
    const changedFrom = booked === null ? firstPosition : await inputs.changedSince(booked);
    if (booked !== null && changedFrom === null) return keepLedger(database, { members, booked, inputs });
    const replay = { group, members, booked, inputs, options };
    return bookFrom(database, replay, changedFrom === null ? firstPosition : affectedFrom(changedFrom));
  });
}

/** Nothing has changed for this client: its ledger is that of now. */
async function keepLedger(
  database: Database,
  { members, booked, inputs }: Pick<Replay, 'members' | 'inputs'> & { booked: BookedLedger },
): Promise<RunResult> {
  const { walletVersions, priceVersion, asOf } = inputs;
  const runIds = booked.chain.map(({ id }) => id);
  await switchLedgerRuns(database, {
    ...booked,
    runIds,
    reportingCurrency: members.settings.reportingCurrency,
    walletVersions,
    priceVersion,
    asOf,
    changedFrom: null,
    bookedFrom: null,
  });
  return { runId: runIds.at(-1) ?? 0n, movements: 0 };
}

interface Replay {
  group: LedgerGroup;
  members: LedgerMembers;
  booked: BookedLedger | null;
  inputs: LedgerInputs;
  options: RunOptions;
}

async function bookFrom(database: Database, replay: Replay, changedFrom: string): Promise<RunResult> {
  const { group, members, booked, inputs, options } = replay;
  const contexts = createMovementContexts(database, group.wallets, {
    currencyTokens: options.currencyTokens,
    reportingCurrency: members.settings.reportingCurrency,
  });
  const chain = booked?.chain ?? [];
  const { booking, kept } = await openBooking(
    database,
    { group, members, booked, contexts },
    chain.slice(0, keptRuns(chain, changedFrom)),
  );
  try {
    await bookRows(booking, replay, contexts);
  } catch (error) {
    await booking.settle();
    throw error;
  }
  const { runs: fresh, stateRunIds } = await booking.finish();
  const runs = [...kept, ...fresh];
  await switchLedgerRuns(database, {
    ...{ clientId: members.clientId, runIds: runs.map(({ id }) => id), stateRunIds },
    reportingCurrency: members.settings.reportingCurrency,
    ...{ walletVersions: inputs.walletVersions, priceVersion: inputs.priceVersion, asOf: inputs.asOf },
    // What was booked anew may differ from where the runs that stay end.
    changedFrom: kept.at(-1)?.untilPosition ?? firstPosition,
    bookedFrom: changedFrom,
    priceGapFrom: gapOf(booked, kept.at(-1), contexts.priceGapFrom()),
  });
  await dropLedgerSnapshots(database, needlessSnapshots(runs));
  return {
    runId: runs.at(-1)?.id ?? 0n,
    movements: fresh.reduce((sum, run) => sum + run.movements, 0),
  };
}

/** One that changes something. */
interface Transaction {
  movements: readonly LedgerMovement[];
  cleared: readonly MovementKey[];
  /** Of its first movement. */
  position: string;
}

/** Books all rows after the place where the booking stands. */
async function bookRows(
  booking: Booking,
  { members, inputs, options }: Replay,
  contexts: MovementContexts,
): Promise<void> {
  const corrections = await loadCorrections(inputs, members.clientId, contexts);
  // A restored ledger has the opening lots up to where it stands.
  if (booking.position() !== '') corrections.openingsBefore(`${booking.position()}${afterDigits}`);
  const rows = await inputs.rowsAfter(booking.position());
  const cuts = createCuts(rows.count, options.shortestTail ?? defaultTail);
  const turnOver = createTurns();
  const order = createCrossingOrder<Transaction>();
  const book = (placed: readonly Placed<Transaction>[]): void => {
    for (const { group, isAhead } of placed) {
      const { movements, cleared, position } = group;
      for (const lots of corrections.openingsBefore(position)) booking.apply(lots, { isAhead });
      booking.apply(movements, { cleared, isAhead });
    }
  };
  let left = rows.count;
  for await (const pieces of rows.transactions()) {
    options.signal?.throwIfAborted();
    const context = await contexts.of(pieces);
    for (const piece of pieces) {
      await turnOver();
      const { movements: found, cleared } = movementsOf(piece, context);
      const movements = applyCorrections(
        found.sort(compareMovements),
        corrections.ofTransfer,
        members.settings,
      );
      const [first] = movements;
      if (first !== undefined) book(order.add({ movements, cleared, position: first.position }));
      left -= piece.transactions.length + piece.transfers.length;
      // While something before what is booked still waits, what is booked ends at no one position.
      const cut = order.isInOrder() ? cuts.after(left) : 'none';
      if (cut !== 'none') await booking.cut(cut === 'last cut');
    }
    if (order.isInOrder()) await booking.flush();
  }
  book(order.end());
  for (const lots of corrections.openingsBefore(null)) booking.apply(lots);
}

/**
 * From where on prices are missing, in the runs that stay or in what was booked now. The latter may be the earlier place,
 * since a correction asks for the rates of the moment that it names.
 */
function gapOf(
  booked: BookedLedger | null,
  last: StoredRun | undefined,
  bookedGap: string | null,
): string | null {
  const former = booked?.priceGapFrom ?? null;
  const stays = last !== undefined && former !== null && former <= last.untilPosition;
  if (!stays) return bookedGap;
  return bookedGap !== null && bookedGap < former ? bookedGap : former;
}

interface Deps extends Pick<Replay, 'group' | 'members' | 'booked'> {
  contexts: MovementContexts;
}

/** A booking that goes on from the last of the runs, or, where that cannot be, from the beginning. */
async function openBooking(
  database: Database,
  deps: Deps,
  runs: readonly StoredRun[],
): Promise<{ booking: Booking; kept: readonly StoredRun[] }> {
  const { group, members, contexts } = deps;
  const booking = createBooking(database, { group, members, tokenFacts: contexts.tokenFacts });
  const kept = (await restore(database, deps, { booking, runs })) ? runs : [];
  if (kept.length === 0) {
    booking.begin(createLedger(ledgerOptionsOf(members.settings), booking.sink), null);
  }
  return { booking, kept };
}

/** How a client's ledger is booked. */
export function ledgerOptionsOf({ reportingCurrency, ...settings }: ClientLedgerSettings): LedgerOptions {
  const currencies = bookedCurrencies(reportingCurrency);
  return { ...settings, methods: costMethods, currencies, priceDecimals: ledgerPriceDecimals };
}

/** Begins with the ledger as it stood after the runs; false when it is not there, or rests on other decimals of tokens. */
async function restore(
  database: Database,
  { group, members, booked, contexts }: Deps,
  { booking, runs }: { booking: Booking; runs: readonly StoredRun[] },
): Promise<boolean> {
  const start = await stateToGoOnFrom(database, contexts, runs);
  if (start === null) return false;
  const { last, state } = start;
  const { outflows } = state;
  const runIds = runs.map(({ id }) => id);
  const counts = await countIssuesOf(database, members.walletIds, runIds);
  const ownState = (booked?.stateRunIds ?? []).filter((id) => id <= last.id);
  booking.begin(await restoreLedgerFrom(state, booking.sink), {
    ...{ untilPosition: last.untilPosition, outflows },
    issueCounts: new Map(group.wallets.map(({ walletId, address }) => [address, counts.get(walletId) ?? 0])),
    // The state of an earlier run lacks what changed up to here.
    stateRunIds: ownState.at(-1) === last.id ? ownState : [],
  });
  return true;
}
