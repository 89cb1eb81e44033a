/** One booking as the runs that it is stored in: rows in pieces, and between two runs a snapshot of the ledger. */

import type { LedgerMovement, LedgerSink } from '../../domain/accounting/amounts/types.ts';
import type { Ledger } from '../../domain/accounting/ledger.ts';
import type { LedgerSnapshot, SnapshotLots } from '../../domain/accounting/snapshot.ts';
import type { Address } from '../../domain/model.ts';
import type { Database } from '../../store/connection/database.ts';
import {
  createLedgerRun,
  finishLedgerRun,
  type LedgerMembers,
  type StoredRun,
} from '../../store/ledger/ledger-chains.ts';
import { type MovementKey, writeLedgerOutput } from '../../store/ledger/ledger-rows.ts';
import { readLedgerSnapshot, writeLedgerSnapshot } from '../../store/ledger/ledger-snapshots.ts';
import { type CollectedBefore, createCollector, writeAt } from './collector.ts';
import { transactionOf } from './own-moves.ts';

export interface Booking {
  readonly sink: LedgerSink;
  /** The ledger, made with the sink; `before` when it was restored. Comes first. */
  begin(ledger: Ledger, before: BookedBefore | null): void;
  /** Of the last transaction booked; '' before the first. */
  position(): string;
  /** Books one transaction, whose movements are in order; it may have none. `cleared`: those of them that are spam to others. */
  apply(movements: readonly LedgerMovement[], cleared?: readonly MovementKey[]): void;
  /** Writes what there is, if it is much. */
  flush(): Promise<void>;
  /** Ends the run with a snapshot, and begins another; the last time, with balances and open lots too. */
  cut(isLast: boolean): Promise<void>;
  /** Ends the last run, with balances and open lots. */
  finish(): Promise<FinishedBooking>;
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

export function createBooking(
  database: Database,
  options: {
    group: { wallets: readonly { walletId: number; address: Address }[] };
    members: LedgerMembers;
    tokenFacts: (tokens: readonly string[]) => Promise<string>;
  },
): Booking {
  const idOf = new Map<string, number>(
    options.group.wallets.map(({ walletId, address }) => [address, walletId]),
  );
  const walletIdOf = (address: string): number => idOf.get(address) ?? 0;
  const runs: StoredRun[] = [];
  const stateRunIds: bigint[] = [];
  let runId: bigint | null = null;
  let position = '';
  let movementCount = 0;
  let ledger: Ledger | null = null;
  const collector = createCollector(async (output) => {
    await writeLedgerOutput(database, { id: await currentRun(), walletIdOf }, output);
  });

  async function currentRun(): Promise<bigint> {
    runId ??= await createLedgerRun(database, options.members);
    return runId;
  }

  function begun(): Ledger {
    if (ledger === null) throw new Error('the booking has no ledger yet');
    return ledger;
  }

  /** What was not touched stands as the runs before say, if they do. */
  async function writeState(): Promise<void> {
    await collector.writeState(begun(), stateRunIds.length === 0 ? 'all' : 'touched');
    stateRunIds.push(await currentRun());
  }

  async function end(tokenFacts: string | null): Promise<void> {
    const run = { id: await currentRun(), untilPosition: position, movements: movementCount, tokenFacts };
    await finishLedgerRun(database, run);
    runs.push({ ...run, hasSnapshot: tokenFacts !== null });
    runId = null;
    movementCount = 0;
  }

  return {
    sink: collector.sink,
    begin(from, before) {
      ledger = from;
      if (before === null) return;
      position = before.untilPosition;
      stateRunIds.push(...before.stateRunIds);
      collector.resume(from, before);
    },
    position: () => position,
    apply(movements, cleared = []) {
      const [first] = movements;
      if (first === undefined) return;
      begun().apply(movements);
      collector.note(movements, cleared);
      position = transactionOf(first.position);
      movementCount += movements.length;
    },
    flush: () => collector.flush(writeAt),
    async cut(isLast) {
      await collector.flush(1);
      if (isLast) await writeState();
      const { head, lots } = begun().snapshotParts();
      const lines = stateLines({ head, outflows: collector.outflows() }, lots);
      await writeLedgerSnapshot(database, await currentRun(), lines);
      await end(await options.tokenFacts(head.accounts.map(({ token }) => token)));
    },
    async finish() {
      await collector.flush(1);
      await writeState();
      await end(null);
      return { runs, stateRunIds };
    },
  };
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
  database: Database,
  runId: bigint,
): Promise<(StateHead & { lots: AsyncIterable<SnapshotLots> }) | null> {
  const lines = readLedgerSnapshot(database, runId);
  const first = await lines.next();
  if (first.done === true) return null;
  const { head, outflows }: StateHead = JSON.parse(first.value);
  return { head, outflows, lots: lotsOf(lines) };
}

async function* lotsOf(lines: AsyncIterable<string>): AsyncGenerator<SnapshotLots> {
  for await (const line of lines) yield JSON.parse(line);
}
