/**
 * What protocols hold for a wallet, in one book: lots that went to a contract wait there with their cost and date, and come back
 * first in, first out, whatever the method; under the weighted average they wait as a pool, like all others.
 */
import { at, takeFrom, zeroMoney } from '../../amounts/amounts.ts';
import { createFifo } from '../../inventory/fifo.ts';
import { type Inventory, missingBasis, type Piece, unpricedBasis } from '../../inventory/inventory.ts';
import { createWeightedAverage } from '../../inventory/weighted-average.ts';
import type { Departure } from '../accounts.ts';
import type { Beyond, Leg } from '../netting.ts';
import {
  addLot,
  type Book,
  type BookAccount,
  bookAccountOf,
  countUnpriced,
  netProceeds,
  nextSerial,
  realize,
  releasePieces,
  takePieces,
} from './book-entries.ts';

/** The lots that wait at a contract; opened when there are none. */
export function escrowOf(book: Book, entry: BookAccount, heldBy: string): Inventory {
  const known = entry.escrows.get(heldBy);
  if (known !== undefined) return known;
  const made = book.method === 'WAC' ? createWeightedAverage() : createFifo();
  entry.escrows.set(heldBy, made);
  return made;
}

/** Puts pieces where they go on as lots, with their cost and date. */
function moveTo(book: Book, entry: BookAccount, inventory: Inventory, pieces: readonly Piece[]): void {
  for (const { lot, quantity, cost } of pieces) {
    const { source, acquiredBy, acquiredAt, sequence, flags } = lot;
    const serial = nextSerial(book);
    const identity = { source, acquiredBy, acquiredAt, sequence, serial, flags };
    addLot(entry, { ...identity, quantity, rankCost: at(cost, 0), remaining: quantity, cost }, inventory);
  }
}

/** What came out beyond what had gone in: a lot of that moment, at market value if it is income. */
function beyondPiece(book: Book, leg: Leg, { isIncome, quantity, value }: Beyond): Piece {
  let flags = isIncome ? 0 : missingBasis;
  value.forEach((amount, currency) => {
    if (isIncome && amount === null) flags |= unpricedBasis(currency);
  });
  const cost = isIncome ? value.map((amount) => amount ?? 0n) : zeroMoney(book.currencyCount);
  const lot = {
    ...{ source: 'lot' as const, acquiredBy: leg.id, acquiredAt: leg.timestamp, sequence: leg.sequence },
    ...{ serial: nextSerial(book), quantity, rankCost: at(cost, 0), remaining: 0n, cost: [], flags },
  };
  return { lot, quantity, cost };
}

/** Takes a leg out of what the contract holds; what it does not hold is beyond that. */
function takeBack(book: Book, entry: BookAccount, leg: Leg, heldBy: string): Piece[] {
  const pieces = leg.covered > 0n ? escrowOf(book, entry, heldBy).dispose(leg.covered) : [];
  for (const piece of pieces) takeFrom(entry.costBasis, piece.cost);
  const { beyond } = leg;
  if (beyond === null) return pieces;
  if (beyond.isIncome) {
    beyond.value.forEach((amount, currency) => {
      if (amount === null) countUnpriced(entry, currency);
    });
  }
  return [...pieces, beyondPiece(book, leg, beyond)];
}

/** What was paid for leaves the contract's account without having come back, or goes on in what stands for it. */
function bookSettled(book: Book, entry: BookAccount, leg: Leg, heldBy: string): void {
  if (leg.covered === 0n) return;
  const pieces = escrowOf(book, entry, heldBy).dispose(leg.covered);
  if (leg.escrow !== null) entry.escrows.delete(leg.escrow);
  for (const piece of pieces) takeFrom(entry.costBasis, piece.cost);
  if (leg.carry !== null) releasePieces(book, leg.carry.pair, pieces);
  else if (leg.treatment !== 'NON_TAXABLE')
    realize(book, { ...leg, quantity: leg.covered }, netProceeds(leg), pieces);
}

/** Books what a protocol gets, gives back, or took: the latter is disposed of without having come back. */
export function bookHeld(book: Book, leg: Leg, heldBy: string): void {
  const entry = bookAccountOf(book, leg.account);
  if (leg.isSettled) bookSettled(book, entry, leg, heldBy);
  else if (leg.treatment !== 'HELD') realize(book, leg, netProceeds(leg), takeBack(book, entry, leg, heldBy));
  else if (leg.side === 'inflow') {
    const pieces = takeBack(book, entry, leg, heldBy);
    // Else what it cost is the client's word: what was held is dropped for it.
    if (leg.statedBasis === null) moveTo(book, entry, entry.inventory, pieces);
  } else moveTo(book, entry, escrowOf(book, entry, leg.escrow ?? heldBy), takePieces(book, entry, leg));
}

/** The lots of a departure that something meets. Nothing of it is left. */
export function takeDeparture(book: Book, { account, name }: Departure, quantity: bigint): Piece[] {
  const entry = bookAccountOf(book, account);
  const pieces = escrowOf(book, entry, name).dispose(quantity);
  entry.escrows.delete(name);
  for (const piece of pieces) takeFrom(entry.costBasis, piece.cost);
  return pieces;
}
