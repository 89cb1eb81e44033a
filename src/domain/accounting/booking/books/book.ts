/** One method's side of the ledger: lots, their costs, realised gains. It follows the steps that plan.ts laid out. */
import { at, invariant, isZeroMoney, zeroMoney } from '../../amounts/amounts.ts';
import { missingBasis, type Piece, statedDate } from '../../inventory/inventory.ts';
import { type Account, isEmpty } from '../accounts.ts';
import { isOpeningPair } from '../lay-corrections.ts';
import { exactValue, type Leg } from '../netting.ts';
import { type Arrival, isStatedArrival, type Step, wholeUnits } from '../steps.ts';
import { acquisitionCost, acquisitionFlags } from './acquisition.ts';
import {
  addLot,
  type Book,
  bookAccountOf,
  countUnpriced,
  netProceeds,
  nextSerial,
  quantityOf,
  realize,
  releasePieces,
  takePieces,
} from './book-entries.ts';
import { type ArrivingLot, convertPieces, cutPieces, scalePieces } from './carry.ts';
import { bookHeld, takeDeparture } from './held-lots.ts';

// ── Outflows ──

function bookOutflow(book: Book, leg: Leg): void {
  const entry = bookAccountOf(book, leg.account);
  const pieces = takePieces(book, entry, leg);
  if (leg.carry !== null) {
    releasePieces(book, leg.carry.pair, pieces);
  } else if (leg.treatment !== 'NON_TAXABLE') {
    realize(book, leg, netProceeds(leg), pieces);
  }
}

// ── Inflows ──

function bookInflow(book: Book, leg: Leg): void {
  const cost = acquisitionCost(leg);
  addLot(bookAccountOf(book, leg.account), {
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
  addLot(bookAccountOf(book, leg.account), {
    source: 'lot',
    acquiredBy: leg.id,
    acquiredAt: leg.timestamp,
    sequence: arrival.sequence,
    serial: nextSerial(book),
    quantity,
    rankCost: 0n,
    remaining: quantity,
    cost: zeroMoney(book.currencyCount),
    flags: isOpeningPair(arrival.pair) ? missingBasis | statedDate : missingBasis,
  });
}

function addArrived(book: Book, account: Account, expected: bigint, lots: readonly ArrivingLot[]): void {
  invariant(quantityOf(lots) === expected, 'the lots that arrive are not the quantity that did');
  const entry = bookAccountOf(book, account);
  for (const { origin, flags, quantity, cost } of lots) {
    addLot(entry, {
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
  const { legs, pair, sources, kind, departure } = arrival;
  const released =
    departure === null
      ? (book.transit.get(pair) ?? [])
      : sources.map(({ quantity }) => takeDeparture(book, departure, quantity));
  book.transit.delete(pair);
  invariant(released.length === sources.length, 'the book and the plan differ on what is under way');
  if (isStatedArrival(arrival)) {
    for (const leg of legs) bookInflow(book, leg);
  } else if (sources.length === 0) {
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
    else if (step.heldBy !== null) {
      bookHeld(book, step, step.heldBy);
      if (step.statedBasis !== null) bookInflow(book, step);
    } else if (step.side === 'outflow') bookOutflow(book, step);
    else bookInflow(book, step);
  }
  for (const account of touched) {
    if (isEmpty(account))
      invariant(isZeroMoney(bookAccountOf(book, account).costBasis), 'cost is left without a lot');
  }
}
