/** One method's side of the ledger: lots, their costs, realised gains. It follows the steps that plan.ts laid out. */
import type { CostMethod } from '../ids.ts';
import type { Account } from './accounts.ts';
import {
  addMoney,
  at,
  invariant,
  isZeroMoney,
  type Money,
  type OptionalMoney,
  zeroMoney,
} from './amounts.ts';
import { type ArrivingLot, convertPieces, cutPieces, scalePieces } from './carry.ts';
import { type Disposal, writeDisposal } from './disposal.ts';
import { type Inventory, type Lot, missingBasis, type Piece, unpricedBasis } from './inventory.ts';
import { inventoryOf } from './methods.ts';
import type { Leg } from './netting.ts';
import type { Arrival, Step } from './steps.ts';
import type { DisposalRow } from './types.ts';

export interface BookAccount {
  readonly inventory: Inventory;
  held: bigint;
  costBasis: Money;
  realized: Money;
}

export interface Book {
  readonly method: CostMethod;
  readonly currencyCount: number;
  /** Under the accounts' numbers. */
  readonly accounts: BookAccount[];
  /** By pair: the pieces that each outflow of a carry released, in order. */
  readonly transit: Map<string, Piece[][]>;
  readonly onDisposal: ((row: DisposalRow) => void) | undefined;
  /** Counts lots. */
  serial: number;
}

export function createBook(
  method: CostMethod,
  currencyCount: number,
  onDisposal: ((row: DisposalRow) => void) | undefined,
): Book {
  return { method, currencyCount, accounts: [], transit: new Map(), onDisposal, serial: 0 };
}

export function bookAccountOf(book: Book, account: Account): BookAccount {
  const known = book.accounts[account.index];
  if (known !== undefined) return known;
  // Accounts open in order for every book alike, but a book sees one only when a step touches it.
  while (book.accounts.length <= account.index) {
    book.accounts.push({
      inventory: inventoryOf[book.method](),
      held: 0n,
      costBasis: zeroMoney(book.currencyCount),
      realized: zeroMoney(book.currencyCount),
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
  entry.held += lot.remaining;
  entry.costBasis = addMoney(entry.costBasis, lot.cost);
  entry.inventory.acquire(lot);
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
  const costLeft = entry.costBasis.slice();
  for (const { quantity, cost } of pieces) {
    entry.held -= quantity;
    for (let currency = 0; currency < cost.length; currency += 1) {
      costLeft[currency] = at(costLeft, currency) - at(cost, currency);
    }
  }
  entry.costBasis = costLeft;
  if (entry.held === 0n) invariant(isZeroMoney(costLeft), 'cost is left without a lot');
  if (leg.covered < leg.quantity) pieces.push(shortfallPiece(book, leg, leg.quantity - leg.covered));
  return pieces;
}

/** Market value less the fees; unknown where the price is. */
function netProceeds(leg: Leg): OptionalMoney {
  const { fee, value } = leg;
  if (fee === null) return value;
  return value.map((amount, currency) => (amount === null ? null : amount - at(fee, currency)));
}

function bookOutflow(book: Book, leg: Leg, position: string): void {
  const entry = bookAccountOf(book, leg.account);
  const pieces = takePieces(book, entry, leg);
  if (leg.carry !== null) {
    const released = book.transit.get(leg.carry.pair);
    if (released === undefined) book.transit.set(leg.carry.pair, [pieces]);
    else released.push(pieces);
  } else if (leg.treatment !== 'NON_TAXABLE') {
    const { account, id, timestamp, treatment, quantity } = leg;
    const disposal = { account, id, timestamp, treatment, quantity, position, proceeds: netProceeds(leg) };
    entry.realized = addMoney(entry.realized, writeDisposal(book, disposal, pieces));
  }
}

// ── Inflows ──

function acquisitionCost(leg: Leg): Money {
  const { fee, value, statedBasis, treatment } = leg;
  if (statedBasis !== null) return statedBasis.cost;
  if (treatment === 'NON_TAXABLE') return value.map(() => 0n);
  const cost: bigint[] = [];
  for (let currency = 0; currency < value.length; currency += 1) {
    const amount = at(value, currency) ?? 0n;
    cost.push(fee === null ? amount : amount + at(fee, currency));
  }
  return cost;
}

function acquisitionFlags(leg: Leg): number {
  if (leg.statedBasis !== null || leg.treatment === 'NON_TAXABLE') return 0;
  let flags = 0;
  for (let currency = 0; currency < leg.value.length; currency += 1) {
    if (at(leg.value, currency) === null) flags |= unpricedBasis(currency);
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

function addArrived(book: Book, account: Account, lots: readonly ArrivingLot[]): void {
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

function bookMove(book: Book, arrival: Arrival, pieces: readonly Piece[], position: string): void {
  const { lost, excess, timestamp } = arrival;
  const source = at(arrival.sources, 0);
  const target = at(arrival.legs, 0);
  const { kept, rest } = cutPieces(pieces, source.quantity - (lost?.quantity ?? 0n));
  if (lost !== null) {
    const { account, id } = source;
    const { quantity, value: proceeds } = lost;
    const entry = bookAccountOf(book, account);
    const disposal: Disposal = {
      account,
      id,
      timestamp,
      treatment: 'BASIS_TRANSFER',
      quantity,
      position,
      proceeds,
    };
    entry.realized = addMoney(entry.realized, writeDisposal(book, disposal, rest));
  }
  const weights = kept.map((piece) => piece.quantity);
  const costs = kept.map((piece) => piece.cost);
  addArrived(book, target.account, scalePieces(kept, weights, costs, target.quantity - excess));
  if (excess > 0n) addUnknown(book, arrival, target, excess);
}

function bookArrival(book: Book, arrival: Arrival, position: string): void {
  const { legs, pair, sources, kind } = arrival;
  const released = book.transit.get(pair) ?? [];
  book.transit.delete(pair);
  invariant(released.length === sources.length, 'the book and the plan differ on what is under way');
  if (sources.length === 0) {
    for (const leg of legs) addUnknown(book, arrival, leg, leg.quantity);
  } else if (kind === 'own' && sources.length === 1 && legs.length === 1) {
    bookMove(book, arrival, at(released, 0), position);
  } else {
    const inputs = sources.map((source, index) => ({ value: source.value, pieces: at(released, index) }));
    const arrived = convertPieces(inputs, legs);
    legs.forEach((leg, index) => {
      addArrived(book, leg.account, at(arrived, index));
    });
  }
}

/** Books one transaction's steps, and compares with the plan what both keep. */
export function bookSteps(
  book: Book,
  steps: readonly Step[],
  touched: readonly Account[],
  position: string,
): void {
  for (const step of steps) {
    if (step.op === 'arrival') bookArrival(book, step, position);
    else if (step.quantity === 0n) continue;
    else if (step.side === 'outflow') bookOutflow(book, step, position);
    else bookInflow(book, step);
  }
  for (const account of touched) {
    invariant(
      bookAccountOf(book, account).held === account.held,
      'the book and the plan hold different quantities',
    );
  }
}
