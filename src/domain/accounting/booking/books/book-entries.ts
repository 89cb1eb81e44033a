/**
 * One method's side of the ledger: what an account has under it, and the few ways in which lots enter and leave. What is done
 * with them stands in book.ts and held-lots.ts.
 */
import type { CostMethod } from '../../../ids.ts';
import { addTo, at, invariant, type OptionalMoney, takeFrom, zeroMoney } from '../../amounts/amounts.ts';
import type { DisposalRow } from '../../amounts/types.ts';
import {
  type Inventory,
  type Lot,
  missingBasis,
  type Piece,
  unpricedBasis,
} from '../../inventory/inventory.ts';
import { inventoryOf } from '../../inventory/methods.ts';
import type { Account } from '../accounts.ts';
import type { Leg } from '../netting.ts';
import { type Disposal, writeDisposal } from './disposal.ts';

export interface BookAccount {
  /** What the wallet itself has. */
  readonly inventory: Inventory;
  /** What waits at protocols, by contract, and each departure over a bridge; named and in order as in Account. */
  readonly escrows: Map<string, Inventory>;
  /** Of all lots, wherever they are. All change in place: whoever hands them out copies them. */
  readonly costBasis: bigint[];
  readonly realized: bigint[];
  readonly unknown: { missing: number; readonly unpriced: number[] };
}

export interface Book {
  readonly method: CostMethod;
  readonly currencyCount: number;
  /** Under the accounts' numbers. */
  readonly accounts: BookAccount[];
  /** By pair: the pieces that each outflow of a carry released, in order. */
  readonly transit: Map<string, Piece[][]>;
  readonly onDisposal: ((row: DisposalRow) => void) | undefined;
  /** Of the transaction being booked. */
  position: string;
  /** Counts lots. */
  serial: number;
}

export function createBook(
  method: CostMethod,
  currencyCount: number,
  onDisposal: ((row: DisposalRow) => void) | undefined,
): Book {
  return { method, currencyCount, accounts: [], transit: new Map(), onDisposal, position: '', serial: 0 };
}

export function bookAccountOf(book: Book, account: Account): BookAccount {
  const known = book.accounts[account.index];
  if (known !== undefined) return known;
  // Accounts open in order for every book alike, but a book sees one only when a step touches it.
  while (book.accounts.length <= account.index) {
    book.accounts.push({
      inventory: inventoryOf[book.method](),
      escrows: new Map(),
      costBasis: zeroMoney(book.currencyCount),
      realized: zeroMoney(book.currencyCount),
      unknown: { missing: 0, unpriced: new Array<number>(book.currencyCount).fill(0) },
    });
  }
  return at(book.accounts, account.index);
}

export function nextSerial(book: Book): number {
  book.serial += 1;
  return book.serial;
}

/** Adds a lot to what the wallet has, or to what waits at a protocol. */
export function addLot(entry: BookAccount, lot: Lot, into: Inventory = entry.inventory): void {
  addTo(entry.costBasis, lot.cost);
  into.acquire(lot);
}

/** The sum of the parts; of a single one, itself. */
export function quantityOf(parts: readonly { readonly quantity: bigint }[]): bigint {
  let sum = parts[0]?.quantity ?? 0n;
  for (let index = 1; index < parts.length; index += 1) sum += at(parts, index).quantity;
  return sum;
}

/** A zero-cost lot of unknown date: what was disposed of without being held. */
function shortfallPiece(book: Book, leg: Leg, quantity: bigint): Piece {
  const cost = zeroMoney(book.currencyCount);
  const lot: Lot = {
    source: 'shortfall',
    acquiredBy: null,
    acquiredAt: leg.timestamp,
    sequence: leg.sequence,
    serial: nextSerial(book),
    quantity,
    rankCost: 0n,
    remaining: 0n,
    cost,
    flags: missingBasis,
  };
  return { lot, quantity, cost };
}

/** Takes a leg's quantity out of the inventory; what it does not hold comes from a shortfall. */
export function takePieces(book: Book, entry: BookAccount, leg: Leg): Piece[] {
  const pieces = leg.covered > 0n ? entry.inventory.dispose(leg.covered) : [];
  for (const piece of pieces) takeFrom(entry.costBasis, piece.cost);
  if (leg.covered < leg.quantity) pieces.push(shortfallPiece(book, leg, leg.quantity - leg.covered));
  invariant(quantityOf(pieces) === leg.quantity, 'the pieces of an outflow are not its quantity');
  return pieces;
}

/** Lets pieces go on their way, as a source of the arrival of a pair. */
export function releasePieces({ transit }: Book, pair: string, pieces: Piece[]): void {
  const released = transit.get(pair);
  if (released === undefined) transit.set(pair, [pieces]);
  else released.push(pieces);
}

export function countUnpriced({ unknown }: BookAccount, currency: number): void {
  unknown.unpriced[currency] = at(unknown.unpriced, currency) + 1;
}

/** Writes what was disposed of, adds it to what is realised, and counts what of it is not known. */
export function realize(
  book: Book,
  disposal: Disposal,
  proceeds: OptionalMoney,
  pieces: readonly Piece[],
): void {
  const entry = bookAccountOf(book, disposal.account);
  addTo(entry.realized, writeDisposal(book, disposal, proceeds, pieces));
  for (const { lot } of pieces) {
    if ((lot.flags & missingBasis) !== 0) entry.unknown.missing += 1;
    for (let currency = 0; currency < proceeds.length; currency += 1) {
      const isUnpriced = (lot.flags & unpricedBasis(currency)) !== 0 || at(proceeds, currency) === null;
      if (isUnpriced) countUnpriced(entry, currency);
    }
  }
}

/** Market value less the fees; unknown where the price is. */
export function netProceeds(leg: Leg): OptionalMoney {
  const { fee, value } = leg;
  if (fee === null) return value;
  return value.map((amount, currency) => (amount === null ? null : amount - at(fee, currency)));
}
