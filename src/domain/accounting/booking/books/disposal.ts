/** Writes a disposal: one row per lot that it took from. */
import type { CostMethod } from '../../../ids.ts';
import {
  addTo,
  at,
  invariant,
  type Money,
  type OptionalMoney,
  proportion,
  zeroMoney,
} from '../../amounts/amounts.ts';
import type { DisposalRow, LedgerTreatment } from '../../amounts/types.ts';
import { basisOf, isDated, type Piece } from '../../inventory/inventory.ts';
import type { Account } from '../accounts.ts';

/** What is disposed of: a leg, or what a move lost on its way. */
export interface Disposal {
  readonly account: Account;
  readonly id: string;
  readonly timestamp: number;
  readonly treatment: LedgerTreatment;
  readonly quantity: bigint;
}

export interface RowWriter {
  readonly method: CostMethod;
  /** Of the transaction being booked. */
  readonly position: string;
  readonly onDisposal: ((row: DisposalRow) => void) | undefined;
}

/** Takes the share that falls to a part of the whole quantity off what is left of the proceeds. */
function takeShare(proceedsLeft: (bigint | null)[], part: bigint, whole: bigint): OptionalMoney {
  const taken: (bigint | null)[] = [];
  for (let currency = 0; currency < proceedsLeft.length; currency += 1) {
    const amount = at(proceedsLeft, currency);
    const share = amount === null ? null : proportion(amount, part, whole);
    taken.push(share);
    if (amount !== null && share !== null) proceedsLeft[currency] = amount - share;
  }
  return taken;
}

function gainOf(proceeds: OptionalMoney, cost: Money): OptionalMoney {
  const gain: (bigint | null)[] = [];
  for (let currency = 0; currency < cost.length; currency += 1) {
    const amount = at(proceeds, currency);
    gain.push(amount === null ? null : amount - at(cost, currency));
  }
  return gain;
}

/** Writes one row and returns its gain. */
function writeRow(
  writer: RowWriter,
  disposal: Disposal,
  part: number,
  { lot, quantity, cost }: Piece,
  proceeds: OptionalMoney,
): OptionalMoney {
  const gain = gainOf(proceeds, cost);
  writer.onDisposal?.({
    method: writer.method,
    wallet: disposal.account.wallet,
    token: disposal.account.token,
    position: writer.position,
    disposedBy: disposal.id,
    disposedAt: disposal.timestamp,
    treatment: disposal.treatment,
    part,
    source: lot.source,
    acquiredBy: lot.acquiredBy,
    acquiredAt: isDated(lot) ? lot.acquiredAt : null,
    quantity,
    proceeds,
    cost,
    gain,
    basis: basisOf(lot.flags, cost.length),
  } satisfies DisposalRow);
  return gain;
}

/** The parts must make the whole: gain = proceeds − cost, summed the other way round. */
function checkGain(gain: Money, proceeds: OptionalMoney, pieces: readonly Piece[]): void {
  for (let currency = 0; currency < proceeds.length; currency += 1) {
    let rest = at(proceeds, currency);
    if (rest === null) continue;
    for (const piece of pieces) rest -= at(piece.cost, currency);
    invariant(rest === at(gain, currency), 'the gain of a disposal is not its proceeds less its cost');
  }
}

/**
 * Writes the rows of a disposal whose pieces make up its quantity. Proceeds are split by quantity; the last piece takes
 * the remainder. Returns the gain, null where it is unknown.
 */
export function writeDisposal(
  writer: RowWriter,
  disposal: Disposal,
  proceeds: OptionalMoney,
  pieces: readonly Piece[],
): OptionalMoney {
  if (pieces.length === 1) return writeRow(writer, disposal, 0, at(pieces, 0), proceeds);
  const gain = zeroMoney(proceeds.length);
  const proceedsLeft = proceeds.slice();
  let quantityLeft = disposal.quantity;
  const last = pieces.length - 1;
  for (let part = 0; part < last; part += 1) {
    const piece = at(pieces, part);
    const share = takeShare(proceedsLeft, piece.quantity, quantityLeft);
    addTo(gain, writeRow(writer, disposal, part, piece, share));
    quantityLeft -= piece.quantity;
  }
  addTo(gain, writeRow(writer, disposal, last, at(pieces, last), proceedsLeft));
  checkGain(gain, proceeds, pieces);
  return gain;
}
