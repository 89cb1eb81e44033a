/** One booking as the runs that it is stored in: rows in pieces, and between two runs a snapshot of the ledger. */

import type { LedgerSink } from '../../domain/accounting/amounts/ledger-sink.ts';
import type { LedgerMovement } from '../../domain/accounting/amounts/types.ts';
import type { Ledger } from '../../domain/accounting/ledger.ts';
import type { LedgerSnapshot, SnapshotLots } from '../../domain/accounting/snapshot.ts';
import type { Address } from '../../domain/model.ts';
import type { Database } from '../../store/connection/database.ts';
import type { ReadFrom } from '../../store/connection/sql.ts';
import {
  createLedgerRun,
  finishLedgerRun,
  type LedgerMembers,
  type StoredRun,
} from '../../store/ledger/ledger-chains.ts';
import type { MovementKey } from '../../store/ledger/ledger-rows.ts';
import { readLedgerSnapshot, writeLedgerSnapshot } from '../../store/ledger/ledger-snapshots.ts';
import { writeLedgerOutput } from '../../store/ledger/ledger-writes.ts';
import { type CollectedBefore, type Collector, createCollector, writeAt } from './collector.ts';
import type { MovementContexts } from './movement-context.ts';
import { transactionOf } from './own-moves.ts';

export interface Booking {
  readonly sink: LedgerSink;
  /** The ledger, made with the sink; `before` when it was restored. Comes first. */
  begin(ledger: Ledger, before: BookedBefore | null): void;
  /** The last of a transaction that was booked; '' before the first. */
  position(): string;
  /** Books one transaction, whose movements are in order; it may have none. */
  apply(movements: readonly LedgerMovement[], how?: BookedHow): void;
  /** Writes what there is, if it is much. Never while something that stands before what was booked is still to come. */
  flush(): Promise<void>;
  /** Ends the run with a snapshot, and begins another; the last time, with balances and open lots too. */
  cut(isLast: boolean): Promise<void>;
  /** Ends the last run, with balances and open lots. */
  finish(): Promise<FinishedBooking>;
  /** Waits until nothing is being written any more: for whoever gives the booking up. */
  settle(): Promise<void>;
}

export interface BookedHow {
  /** Those of them that are spam to others. */
  cleared?: readonly MovementKey[];
  /** Others that stand before it come later. */
  isAhead?: boolean;
}

/** What stands already, before the booking goes on. */
export interface BookedBefore extends CollectedBefore {
  /** Of the last transaction. */
  readonly untilPosition: string;
  /** The runs that say how every token stands there; none when they would have to be written first. */
  readonly stateRunIds: readonly bigint[];
}

export interface FinishedBooking {
  /** The new ones, in order. */
  readonly runs: readonly StoredRun[];
  /** The runs that say how every token stands now, older ones included. */
  readonly stateRunIds: readonly bigint[];
}

interface BookingOptions {
  group: { wallets: readonly { walletId: number; address: Address }[] };
  members: LedgerMembers;
  tokenFacts: (tokens: readonly string[]) => Promise<string>;
}

interface BookingState extends Pick<BookingOptions, 'members' | 'tokenFacts'> {
  readonly database: Database;
  /** Those that are finished. */
  readonly runs: StoredRun[];
  readonly stateRunIds: bigint[];
  /** The run under way; null: none was begun yet. */
  runId: bigint | null;
  /** Of the last transaction booked. */
  position: string;
  /** Of the run under way. */
  movementCount: number;
  ledger: Ledger | null;
  readonly collector: Collector;
}

export function createBooking(database: Database, { group, members, tokenFacts }: BookingOptions): Booking {
  const idOf = new Map<string, number>(group.wallets.map(({ walletId, address }) => [address, walletId]));
  const walletIdOf = (address: string): number => idOf.get(address) ?? 0;
  const collector = createCollector(async (output) => {
    await writeLedgerOutput(database, { id: await currentRun(state), walletIdOf }, output);
  });
  const state: BookingState = {
    ...{ database, members, tokenFacts, collector, runs: [], stateRunIds: [] },
    ...{ runId: null, position: '', movementCount: 0, ledger: null },
  };
  return {
    sink: collector.sink,
    begin: (ledger, before) => begin(state, ledger, before),
    position: () => state.position,
    apply: (movements, how = {}) => apply(state, movements, how),
    flush: () => collector.flush(writeAt),
    cut: (isLast) => cut(state, isLast),
    finish: () => finish(state),
    settle: () => collector.settle(),
  };
}

function begin(state: BookingState, ledger: Ledger, before: BookedBefore | null): void {
  state.ledger = ledger;
  if (before === null) return;
  state.position = before.untilPosition;
  state.stateRunIds.push(...before.stateRunIds);
  state.collector.resume(ledger, before);
}

function apply(
  state: BookingState,
  movements: readonly LedgerMovement[],
  { cleared = [], isAhead = false }: BookedHow,
): void {
  const [first] = movements;
  if (first === undefined) return;
  begun(state).apply(movements, isAhead);
  state.collector.note(movements, cleared);
  const position = transactionOf(first.position);
  if (position > state.position) state.position = position;
  state.movementCount += movements.length;
}

async function cut(state: BookingState, isLast: boolean): Promise<void> {
  const { database, collector } = state;
  await collector.flush(1);
  if (isLast) await writeState(state);
  const { head, lots } = begun(state).snapshotParts();
  const lines = stateLines({ head, outflows: collector.outflows() }, lots);
  await writeLedgerSnapshot(database, await currentRun(state), lines);
  await end(state, await state.tokenFacts(head.accounts.map(({ token }) => token)));
}

async function finish(state: BookingState): Promise<FinishedBooking> {
  await state.collector.flush(1);
  await writeState(state);
  await end(state, null);
  return { runs: state.runs, stateRunIds: state.stateRunIds };
}

async function currentRun(state: BookingState): Promise<bigint> {
  state.runId ??= await createLedgerRun(state.database, state.members);
  return state.runId;
}

function begun({ ledger }: BookingState): Ledger {
  if (ledger === null) throw new Error('the booking has no ledger yet');
  return ledger;
}

/** What was not touched stands as the runs before say, if they do. */
async function writeState(state: BookingState): Promise<void> {
  const { collector, stateRunIds } = state;
  await collector.writeState(begun(state), stateRunIds.length === 0 ? 'all' : 'touched');
  stateRunIds.push(await currentRun(state));
}

async function end(state: BookingState, tokenFacts: string | null): Promise<void> {
  const { position: untilPosition, movementCount: movements } = state;
  const run = { id: await currentRun(state), untilPosition, movements, tokenFacts };
  await finishLedgerRun(state.database, run);
  state.runs.push({ ...run, hasSnapshot: tokenFacts !== null });
  state.runId = null;
  state.movementCount = 0;
}

// ── Snapshots: the ledger's, and the accounts from which something has left ──

interface StateHead {
  /** The ledger without its lots. */
  head: LedgerSnapshot;
  outflows: string[];
}

/** Lines of JSON, none of them very long: the head first. */
function* stateLines(head: StateHead, lots: Iterable<SnapshotLots>): Generator<string> {
  yield JSON.stringify(head);
  for (const some of lots) yield JSON.stringify(some);
}

/** The ledger as it stood at the end of a run; null when that was not kept. Its lots are read as they are asked for. */
export async function readLedgerState(
  from: ReadFrom,
  runId: bigint,
): Promise<(StateHead & { lots: AsyncIterable<SnapshotLots> }) | null> {
  const lines = readLedgerSnapshot(from, runId);
  const first = await lines.next();
  if (first.done === true) return null;
  const { head, outflows }: StateHead = JSON.parse(first.value);
  return { head, outflows, lots: lotsOf(lines) };
}

/** The last of the runs and the ledger at its end, to go on from; null: that was not kept, or rests on other decimals of tokens. */
export async function stateToGoOnFrom(
  from: ReadFrom,
  contexts: Pick<MovementContexts, 'tokenFacts'>,
  runs: readonly StoredRun[],
) {
  const last = runs.at(-1);
  const state = last === undefined ? null : await readLedgerState(from, last.id);
  if (last === undefined || state === null) return null;
  const tokens = state.head.accounts.map(({ token }) => token);
  return (await contexts.tokenFacts(tokens)) === last.tokenFacts ? { last, state } : null;
}

async function* lotsOf(lines: AsyncIterable<string>): AsyncGenerator<SnapshotLots> {
  for await (const line of lines) yield JSON.parse(line);
}
