/** A ledger as plain data that JSON can hold (bigint as decimal text), and back. */

import { addTo, at, invariant } from './amounts/amounts.ts';
import type { DisposalRow, LedgerOptions } from './amounts/types.ts';
import type { Accounts } from './booking/accounts.ts';
import {
  addLot,
  type Book,
  type BookAccount,
  bookAccountOf,
  createBook,
} from './booking/books/book-entries.ts';
import { escrowOf } from './booking/books/held-lots.ts';
import type { PendingLeg } from './booking/steps.ts';
import type { Inventory } from './inventory/inventory.ts';
import { readAccounts, type SnapshotAccount, writeAccount } from './snapshot-accounts.ts';
import {
  amounts,
  optionalAmounts,
  optionalTexts,
  readLot,
  readPiece,
  type SnapshotLot,
  type SnapshotPiece,
  texts,
  writeLot,
  writePiece,
} from './snapshot-lots.ts';

/**
 * Of the rules by which rows become figures (ledger.ts, and what makes movements of rows), and of how snapshots are kept.
 * Whoever changes either raises it: ledgers of another version are booked anew, and their snapshots are of no use.
 */
export const ledgerVersion = 16;

/** Some of an account's lots in a book, oldest first; books, accounts and its escrows by their place in the snapshot. */
export interface SnapshotLots {
  book: number;
  account: number;
  /** null: the wallet itself has them. */
  escrow: number | null;
  lots: SnapshotLot[];
}

interface SnapshotBook {
  serial: number;
  accounts: {
    realized: string[];
    missing: number;
    unpriced: number[];
    lots: SnapshotLot[];
    /** Under the places of the account's escrows. */
    escrows: SnapshotLot[][];
  }[];
  transit: { pair: string; sources: SnapshotPiece[][] }[];
}

export interface LedgerSnapshot {
  version: 1;
  options: LedgerOptions;
  /** Of the last transaction applied; null: none yet. */
  position: string | null;
  sequence: number;
  accounts: SnapshotAccount[];
  pending: {
    pair: string;
    sources: {
      account: number;
      id: string;
      quantity: string;
      value: (string | null)[];
      /** Numerator and denominator. */
      weight: [string, string] | null;
    }[];
  }[];
  /** In the order of the options' methods. */
  books: SnapshotBook[];
}

/** What a ledger consists of between two transactions. */
export interface LedgerState {
  readonly options: LedgerOptions;
  readonly accounts: Accounts;
  readonly books: readonly Book[];
  readonly pending: Map<string, PendingLeg[]>;
  readonly position: string | null;
  readonly sequence: number;
}

function writeBook(book: Book): SnapshotBook {
  return {
    serial: book.serial,
    accounts: book.accounts.map(({ realized, unknown, escrows }) => ({
      realized: texts(realized),
      missing: unknown.missing,
      unpriced: unknown.unpriced.slice(),
      lots: [],
      escrows: [...escrows].map(() => []),
    })),
    transit: [...book.transit].map(([pair, sources]) => ({
      pair,
      sources: sources.map((pieces) => pieces.map(writePiece)),
    })),
  };
}

/** All of a ledger but its lots, of which there may be hundreds of thousands: `writeLots` has them. */
export function writeSnapshotHead(state: LedgerState): LedgerSnapshot {
  return {
    version: 1,
    options: state.options,
    position: state.position,
    sequence: state.sequence,
    accounts: state.accounts.list.map(writeAccount),
    pending: [...state.pending].map(([pair, sources]) => ({
      pair,
      sources: sources.map(({ account, id, quantity, value, weight }) => ({
        account: account.index,
        id,
        quantity: String(quantity),
        value: optionalTexts(value),
        weight: weight === null ? null : [String(weight.numerator), String(weight.denominator)],
      })),
    })),
    books: state.books.map(writeBook),
  };
}

const lotsAtOnce = 1_000;

/** The lots of a ledger, at most so many at once: however many there are, no text or object holds all. */
export function* writeLots({ books }: LedgerState): Generator<SnapshotLots> {
  for (const [book, { accounts }] of books.entries()) {
    for (const [account, { inventory, escrows }] of accounts.entries()) {
      for (const [place, holder] of [inventory, ...escrows.values()].entries()) {
        const lots = holder.lots();
        const escrow = place === 0 ? null : place - 1;
        for (let first = 0; first < lots.length; first += lotsAtOnce) {
          yield { book, account, escrow, lots: lots.slice(first, first + lotsAtOnce).map(writeLot) };
        }
      }
    }
  }
}

export function writeSnapshot(state: LedgerState): LedgerSnapshot {
  const snapshot = writeSnapshotHead(state);
  for (const { book, account, escrow, lots } of writeLots(state)) {
    const entry = at(at(snapshot.books, book).accounts, account);
    (escrow === null ? entry.lots : at(entry.escrows, escrow)).push(...lots);
  }
  return snapshot;
}

function readPending(snapshot: LedgerSnapshot, accounts: Accounts): Map<string, PendingLeg[]> {
  const pending = new Map<string, PendingLeg[]>();
  for (const { pair, sources } of snapshot.pending) {
    const legs = sources.map((source): PendingLeg => {
      const account = accounts.list[source.account];
      invariant(account !== undefined, 'the snapshot names an account that it does not hold');
      const value = optionalAmounts(source.value);
      const [numerator, denominator] = source.weight ?? [];
      const weight =
        numerator === undefined || denominator === undefined
          ? null
          : { numerator: BigInt(numerator), denominator: BigInt(denominator) };
      return { account, id: source.id, quantity: BigInt(source.quantity), value, weight };
    });
    pending.set(pair, legs);
  }
  return pending;
}

/** A snapshot on its way back to a ledger. */
export interface SnapshotReading {
  /** Lots that the head did not have, in the order in which they were written. */
  add(lots: SnapshotLots): void;
  /** When all lots are there; throws when they are not what the accounts hold. */
  finish(): LedgerState;
}

/** Begins with a whole snapshot, or with its head. */
export function beginSnapshot(
  snapshot: LedgerSnapshot,
  onDisposal: ((row: DisposalRow) => void) | undefined,
): SnapshotReading {
  const { options, position, sequence } = snapshot;
  const accounts = readAccounts(snapshot.accounts, options);
  invariant(snapshot.books.length === options.methods.length, 'the snapshot has not one book per method');
  const pending = readPending(snapshot, accounts);
  const books = snapshot.books.map((from, index) =>
    readBook(from, createBook(at(options.methods, index), options.currencies.length, onDisposal), accounts),
  );

  /** In their order; listed once, for there may be many. */
  const listed = new Map<BookAccount, Inventory[]>();
  function escrowsOf(entry: BookAccount | undefined): readonly Inventory[] {
    if (entry === undefined) return [];
    const escrows = listed.get(entry) ?? [...entry.escrows.values()];
    listed.set(entry, escrows);
    return escrows;
  }

  function add({ book, account, escrow, lots }: SnapshotLots): void {
    const entry = books[book]?.accounts[account];
    const into = escrow === null ? entry?.inventory : escrowsOf(entry)[escrow];
    invariant(
      entry !== undefined && into !== undefined,
      'the snapshot has lots of an account that it does not hold',
    );
    for (const lot of lots.map(readLot)) addLot(entry, lot, into);
  }

  for (const [book, from] of snapshot.books.entries()) {
    for (const [account, { lots, escrows }] of from.accounts.entries()) {
      add({ book, account, escrow: null, lots });
      for (const [escrow, waiting] of escrows.entries()) add({ book, account, escrow, lots: waiting });
    }
  }
  return {
    add,
    finish() {
      for (const book of books) {
        for (const [index, { inventory, escrows }] of book.accounts.entries()) {
          const account = at(accounts.list, index);
          const isWhole = (holder: Inventory, quantity: bigint): boolean =>
            holder.lots().reduce((sum, { remaining }) => sum + remaining, 0n) === quantity;
          invariant(
            isWhole(inventory, account.held) &&
              [...account.escrows].every(([heldBy, quantity]) => {
                const escrow = escrows.get(heldBy);
                return escrow === undefined ? quantity === 0n : isWhole(escrow, quantity);
              }),
            'the lots of the snapshot are not what its account holds',
          );
        }
      }
      return { options, accounts, books, pending, position, sequence };
    },
  };
}

/** Everything of a book but its lots. */
function readBook(from: SnapshotBook, book: Book, accounts: Accounts): Book {
  for (const [index, { realized, missing, unpriced }] of from.accounts.entries()) {
    const account = accounts.list[index];
    invariant(account !== undefined, 'the snapshot has lots of an account that it does not hold');
    const entry = bookAccountOf(book, account);
    for (const heldBy of account.escrows.keys()) escrowOf(book, entry, heldBy);
    addTo(entry.realized, amounts(realized));
    entry.unknown.missing = missing;
    unpriced.forEach((count, currency) => {
      entry.unknown.unpriced[currency] = count;
    });
  }
  for (const { pair, sources } of from.transit) {
    book.transit.set(
      pair,
      sources.map((pieces) => pieces.map(readPiece)),
    );
  }
  book.serial = from.serial;
  return book;
}
