/** Gathers what a ledger says and writes it in pieces. */

import type { LedgerSink } from '../../domain/accounting/amounts/ledger-sink.ts';
import type { DisposalRow, LedgerMovement, TotalsEvent } from '../../domain/accounting/amounts/types.ts';
import type { Ledger } from '../../domain/accounting/ledger.ts';
import { costMethods } from '../../domain/ids.ts';
import { flatHex } from '../../domain/text/flat-text.ts';
import type { MovementKey } from '../../store/ledger/ledger-rows.ts';
import { emptyOutput, type LedgerOutput, lotsRows, outputSize } from '../../store/ledger/ledger-writes.ts';
import { packDisposals } from '../../store/ledger/packed-disposals.ts';
import { packTotals } from '../../store/ledger/packed-figures.ts';

/** What an earlier run has left of its own. */
export interface CollectedBefore {
  /** By wallet address. */
  readonly issueCounts: ReadonlyMap<string, number>;
  /** Accounts, as `outflows` has named them. */
  readonly outflows: readonly string[];
}

export interface Collector {
  readonly sink: LedgerSink;
  /** Goes on with a ledger that was restored. */
  resume(ledger: Ledger, before: CollectedBefore): void;
  /**
   * To be called behind each transaction that was applied: packs what it disposed of, and remembers three things of it: the accounts that it touched, the tokens that left a wallet (a fee alone does
   * not count), and the transfers that count though they are spam to others.
   */
  note(movements: readonly LedgerMovement[], cleared: readonly MovementKey[]): void;
  /** Names the accounts from which something has left. */
  outflows(): string[];
  /** Writes what there is when it is so many rows. */
  flush(from: number): Promise<void>;
  /** Waits for what is being written, whether or not it succeeds. */
  settle(): Promise<void>;
  /** Writes balances and open lots: of all accounts, or of those touched since it last did, or resumed. */
  writeState(ledger: Ledger, which: 'all' | 'touched'): Promise<void>;
}

/** Rows that wait in memory before they are written. */
export const writeAt = 5_000;

interface Account {
  wallet: string;
  token: string;
}

/** What is known of an account beside what the ledger says. */
interface AccountNotes {
  /** As `outflows` names it. */
  readonly name: string;
  hasOutflow: boolean;
  /** Since its state was last written. */
  isTouched: boolean;
  /** Its totals when last written: a purchase changes none of them. */
  figures: Figures | undefined;
  /** The row that has them. */
  row: LedgerOutput['totals'][number] | undefined;
}

/** By wallet and token: no text is built per movement. */
function createNotes(earlierOutflows: ReadonlySet<string>) {
  const byWallet = new Map<string, Map<string, AccountNotes>>();
  return {
    of({ wallet, token }: Account): AccountNotes {
      let tokens = byWallet.get(wallet);
      if (tokens === undefined) {
        tokens = new Map();
        byWallet.set(wallet, tokens);
      }
      let notes = tokens.get(token);
      if (notes === undefined) {
        const name = `${wallet} ${token}`;
        notes = {
          name,
          hasOutflow: earlierOutflows.has(name),
          isTouched: false,
          figures: undefined,
          row: undefined,
        };
        tokens.set(token, notes);
      }
      return notes;
    },
    *all(): Generator<AccountNotes> {
      for (const tokens of byWallet.values()) yield* tokens.values();
    },
  };
}

type Figures = Pick<TotalsEvent, 'income' | 'expenses' | 'fees'> & {
  methods: readonly Pick<TotalsEvent['methods'][number], 'realized' | 'unknown'>[];
};

const isSameList = <Item>(left: readonly Item[], right: readonly Item[] | undefined, zero: Item): boolean =>
  left.every((item, index) => item === (right?.[index] ?? zero));

/** Whether totals are those of before; without any before, whether all are zero. */
function areSame(now: Figures, before: Figures | undefined): boolean {
  return (
    now.methods.every(({ realized, unknown }, method) => {
      const other = before?.methods[method];
      return (
        isSameList(realized, other?.realized, 0n) &&
        unknown.missing === (other?.unknown.missing ?? 0) &&
        isSameList(unknown.unpriced, other?.unknown.unpriced, 0)
      );
    }) &&
    isSameList(now.income, before?.income, 0n) &&
    isSameList(now.expenses, before?.expenses, 0n) &&
    isSameList(now.fees, before?.fees, 0n)
  );
}

interface Writer {
  /** What waits to be written. */
  readonly output: LedgerOutput;
  flush(from: number): Promise<void>;
  settle(): Promise<void>;
}

/** Booking goes on while rows are being written: only the next ones wait, and whoever wants all of them written. */
function createWriter(write: (output: LedgerOutput) => Promise<void>): Writer {
  let output = emptyOutput();
  /** What is being written meanwhile; memory holds it, and as much again. */
  let writing: Promise<void> = Promise.resolve();
  return {
    get output() {
      return output;
    },
    async flush(from) {
      if (outputSize(output) < from && from > 1) return;
      await writing;
      if (outputSize(output) === 0) return;
      const full = output;
      output = emptyOutput();
      writing = write(full);
      // A fault shows at the next flush, which always comes.
      writing.catch(() => {});
      if (from <= 1) await writing;
    },
    settle: () => writing.catch(() => {}),
  };
}

/** Where an account stands, if that has changed. */
function noteTotals(notes: AccountNotes, event: TotalsEvent, totals: LedgerOutput['totals']): void {
  if (areSame(event, notes.figures)) return;
  notes.figures = event;
  const { wallet, token, position } = event;
  const row = { wallet, token, position, figures: flatHex(packTotals(event)) };
  // Behind what was booked ahead its totals change once more; till then nothing is written.
  if (notes.row?.position === position) notes.row.figures = row.figures;
  else {
    notes.row = row;
    totals.push(row);
  }
}

export function createCollector(write: (output: LedgerOutput) => Promise<void>): Collector {
  const writer = createWriter(write);
  const issueCounts = new Map<string, number>();
  /** As an earlier run has named them: some may have no account in the ledger. */
  const earlierOutflows = new Set<string>();
  const accounts = createNotes(earlierOutflows);
  /** Of the transaction that is being booked. */
  let disposed: DisposalRow[] = [];

  return {
    sink: {
      disposal: (row) => void disposed.push(row),
      totals: (event) => {
        const notes = accounts.of(event);
        // Also one that none of the movements names: a debt, whose token moved.
        notes.isTouched = true;
        noteTotals(notes, event, writer.output.totals);
      },
      issue: (issue) => {
        // A rate that one currency lacks shows in that currency's basis status; a price that is unknown in USD is an issue.
        if (!issue.currencies.includes('USD')) return;
        const place = issueCounts.get(issue.wallet) ?? 0;
        issueCounts.set(issue.wallet, place + 1);
        writer.output.issues.push({ ...issue, place });
      },
    },
    resume(ledger, before) {
      for (const [wallet, count] of before.issueCounts) issueCounts.set(wallet, count);
      for (const name of before.outflows) earlierOutflows.add(name);
      for (const account of ledger.accounts()) accounts.of(account).figures = account;
    },
    note(movements, cleared) {
      if (disposed.length > 0) {
        for (const packed of packDisposals(disposed)) writer.output.disposals.push(packed);
        disposed = [];
      }
      for (const { walletId, position } of cleared) writer.output.cleared.push({ walletId, position });
      for (const movement of movements) {
        const notes = accounts.of(movement);
        notes.isTouched = true;
        if (movement.side === 'outflow' && movement.treatment !== 'GAS') notes.hasOutflow = true;
      }
    },
    outflows() {
      const names = new Set(earlierOutflows);
      for (const { name, hasOutflow } of accounts.all()) if (hasOutflow) names.add(name);
      return [...names];
    },
    flush: writer.flush,
    settle: writer.settle,
    async writeState(ledger, which) {
      const isWanted = (account: Account): boolean => which === 'all' || accounts.of(account).isTouched;
      for (const account of ledger.accounts(isWanted)) {
        const { wallet, token } = account;
        writer.output.balances.push({ ...account, hasOutflow: accounts.of(account).hasOutflow });
        for (const method of costMethods) {
          const lots = ledger.openLots(wallet, token, method);
          writer.output.lots.push(...lotsRows({ wallet, token, method }, lots));
          writer.output.lotCount += lots.length;
          await writer.flush(writeAt);
        }
      }
      await writer.flush(1);
      for (const notes of accounts.all()) notes.isTouched = false;
    },
  };
}
