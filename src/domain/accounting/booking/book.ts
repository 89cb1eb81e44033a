/** One method's side of the ledger: lots, their costs, realised gains. It follows the steps that plan.ts laid out. */
import type { CostMethod } from '../../ids.ts';
import {
  addTo,
  at,
  invariant,
  isZeroMoney,
  type OptionalMoney,
  takeFrom,
  zeroMoney,
} from '../amounts/amounts.ts';
import type { DisposalRow } from '../amounts/types.ts';
import { type Inventory, type Lot, missingBasis, type Piece, unpricedBasis } from '../inventory/inventory.ts';
import { inventoryOf } from '../inventory/methods.ts';
import type { Account } from './accounts.ts';
import { type ArrivingLot, convertPieces, cutPieces, scalePieces } from './carry.ts';
import { type Disposal, writeDisposal } from './disposal.ts';
import { exactValue, type Leg } from './netting.ts';
import { type Arrival, type Step, wholeUnits } from './steps.ts';

export interface BookAccount {
  readonly inventory: Inventory;
  /** All change in place: whoever hands them out copies them. */
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
      costBasis: zeroMoney(book.currencyCount),
      realized: zeroMoney(book.currencyCount),
      unknown: { missing: 0, unpriced: new Array<number>(book.currencyCount).fill(0) },
    });
  }
  return at(book.accounts, account.index);
}

function nextSerial(book: Book): number {
  book.serial += 1;
  return book.serial;
}

function addLot(book: Book, account: Account, lot: Lot): void {
  const entry = bookAccountOf(book, account);
  addTo(entry.costBasis, lot.cost);
  entry.inventory.acquire(lot);
}

/** The sum of the parts; of a single one, itself. */
function quantityOf(parts: readonly { readonly quantity: bigint }[]): bigint {
  let sum = parts[0]?.quantity ?? 0n;
  for (let index = 1; index < parts.length; index += 1) sum += at(parts, index).quantity;
  return sum;
}

// ── Outflows ──

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
function takePieces(book: Book, entry: BookAccount, leg: Leg): Piece[] {
  const pieces = leg.covered > 0n ? entry.inventory.dispose(leg.covered) : [];
  for (const piece of pieces) takeFrom(entry.costBasis, piece.cost);
  if (leg.covered < leg.quantity) pieces.push(shortfallPiece(book, leg, leg.quantity - leg.covered));
  invariant(quantityOf(pieces) === leg.quantity, 'the pieces of an outflow are not its quantity');
  return pieces;
}

function countUnpriced({ unknown }: BookAccount, currency: number): void {
  unknown.unpriced[currency] = at(unknown.unpriced, currency) + 1;
}

/** Writes what was disposed of, adds it to what is realised, and counts what of it is not known. */
function realize(book: Book, disposal: Disposal, proceeds: OptionalMoney, pieces: readonly Piece[]): void {
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
function netProceeds(leg: Leg): OptionalMoney {
  const { fee, value } = leg;
  if (fee === null) return value;
  return value.map((amount, currency) => (amount === null ? null : amount - at(fee, currency)));
}

function bookOutflow(book: Book, leg: Leg): void {
  const entry = bookAccountOf(book, leg.account);
  const pieces = takePieces(book, entry, leg);
  if (leg.carry !== null) {
    const released = book.transit.get(leg.carry.pair);
    if (released === undefined) book.transit.set(leg.carry.pair, [pieces]);
    else released.push(pieces);
  } else if (leg.treatment !== 'NON_TAXABLE') {
    realize(book, leg, netProceeds(leg), pieces);
  }
}

// ── Inflows ──

function acquisitionCost({ fee, value, statedBasis, treatment }: Leg): bigint[] {
  if (statedBasis !== null) return statedBasis.cost.map((amount) => amount ?? 0n);
  if (treatment === 'NON_TAXABLE') return zeroMoney(value.length);
  const cost: bigint[] = [];
  for (let currency = 0; currency < value.length; currency += 1) {
    const amount = at(value, currency) ?? 0n;
    cost.push(fee === null ? amount : amount + at(fee, currency));
  }
  return cost;
}

function acquisitionFlags(leg: Leg): number {
  // A gift: its cost is the giver's.
  if (leg.treatment === 'NON_TAXABLE') return missingBasis;
  const known = leg.statedBasis?.cost ?? leg.value;
  let flags = 0;
  for (let currency = 0; currency < known.length; currency += 1) {
    if (at(known, currency) === null) flags |= unpricedBasis(currency);
  }
  return flags;
}

function bookInflow(book: Book, leg: Leg): void {
  const cost = acquisitionCost(leg);
  addLot(book, leg.account, {
    source: 'lot',
    acquiredBy: leg.id,
    acquiredAt: leg.statedBasis?.acquiredAt ?? leg.timestamp,
    sequence: leg.sequence,
    serial: nextSerial(book),
    quantity: leg.quantity,
    rankCost: at(cost, 0),
    remaining: leg.quantity,
    cost,
    flags: acquisitionFlags(leg),
  });
  if (leg.treatment !== 'INCOME') return;
  const entry = bookAccountOf(book, leg.account);
  leg.value.forEach((amount, currency) => {
    if (amount === null) countUnpriced(entry, currency);
  });
}

// ── Carries ──

/** Something arrived of which nobody knows where it came from. */
function addUnknown(book: Book, arrival: Arrival, leg: Leg, quantity: bigint): void {
  addLot(book, leg.account, {
    source: 'lot',
    acquiredBy: leg.id,
    acquiredAt: leg.timestamp,
    sequence: arrival.sequence,
    serial: nextSerial(book),
    quantity,
    rankCost: 0n,
    remaining: quantity,
    cost: zeroMoney(book.currencyCount),
    flags: missingBasis,
  });
}

function addArrived(book: Book, account: Account, expected: bigint, lots: readonly ArrivingLot[]): void {
  invariant(quantityOf(lots) === expected, 'the lots that arrive are not the quantity that did');
  for (const { origin, flags, quantity, cost } of lots) {
    addLot(book, account, {
      source: origin.source,
      acquiredBy: origin.acquiredBy,
      acquiredAt: origin.acquiredAt,
      sequence: origin.sequence,
      serial: nextSerial(book),
      quantity,
      rankCost: at(cost, 0),
      remaining: quantity,
      cost,
      flags,
    });
  }
}

function bookMove(book: Book, arrival: Arrival, pieces: readonly Piece[]): void {
  const { lost, excess, timestamp } = arrival;
  const source = at(arrival.sources, 0);
  const target = at(arrival.legs, 0);
  const { kept, rest } = cutPieces(pieces, source.quantity - (lost?.quantity ?? 0n));
  if (lost !== null) {
    const { account, id } = source;
    const disposal = {
      account,
      id,
      timestamp,
      treatment: 'BASIS_TRANSFER',
      quantity: lost.quantity,
    } as const;
    realize(book, disposal, lost.value, rest);
  }
  const weights = kept.map((piece) => piece.quantity);
  const costs = kept.map((piece) => piece.cost);
  const expected = target.quantity - excess;
  addArrived(book, target.account, expected, scalePieces(kept, weights, costs, expected));
  if (excess > 0n) addUnknown(book, arrival, target, excess);
}

function bookArrival(book: Book, arrival: Arrival): void {
  const { legs, pair, sources, kind } = arrival;
  const released = book.transit.get(pair) ?? [];
  book.transit.delete(pair);
  invariant(released.length === sources.length, 'the book and the plan differ on what is under way');
  if (sources.length === 0) {
    for (const leg of legs) addUnknown(book, arrival, leg, leg.quantity);
  } else if (kind === 'own' && sources.length === 1 && legs.length === 1) {
    bookMove(book, arrival, at(released, 0));
  } else {
    const inputs = sources.map((source, index) => ({
      weight: kind === 'own' ? wholeUnits(source) : source.weight,
      pieces: at(released, index),
    }));
    const targets = legs.map((leg) => ({
      weight: kind === 'own' ? wholeUnits(leg) : exactValue(leg, 0),
      quantity: leg.quantity,
    }));
    const arrived = convertPieces(inputs, targets);
    legs.forEach((leg, index) => {
      addArrived(book, leg.account, leg.quantity, at(arrived, index));
    });
  }
}

/** Books one transaction's steps. Quantities were compared with the plan's one by one; what is left is their cost. */
export function bookSteps(
  book: Book,
  steps: readonly Step[],
  touched: readonly Account[],
  position: string,
): void {
  book.position = position;
  for (const step of steps) {
    if (step.op === 'arrival') bookArrival(book, step);
    else if (step.quantity === 0n) continue;
    else if (step.side === 'outflow') bookOutflow(book, step);
    else bookInflow(book, step);
  }
  for (const account of touched) {
    if (account.held === 0n)
      invariant(isZeroMoney(bookAccountOf(book, account).costBasis), 'cost is left without a lot');
  }
}
