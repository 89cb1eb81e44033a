/**
 * Lots on their way from one account to another keep their cost and their acquisition dates. An own move is one to
 * one; wrapping and receipt tokens turn whole legs into whole legs, whatever the quantities.
 */
import {
  at,
  commonWeights,
  type Fraction,
  invariant,
  powerOfTen,
  splitByWeights,
  splitQuantity,
} from '../../amounts/amounts.ts';
import type { Lot, Piece } from '../../inventory/inventory.ts';

/** A part of a lot that arrives: what identifies it, with its new quantity and its cost. */
export interface ArrivingLot {
  readonly origin: Lot;
  readonly flags: number;
  readonly quantity: bigint;
  readonly cost: bigint[];
}

/** Cuts pieces, in their order, after a quantity. A piece on the edge is cut by proportion of its cost. */
export function cutPieces(pieces: readonly Piece[], quantity: bigint): { kept: Piece[]; rest: Piece[] } {
  const kept: Piece[] = [];
  const rest: Piece[] = [];
  let left = quantity;
  for (const piece of pieces) {
    if (left >= piece.quantity) {
      kept.push(piece);
      left -= piece.quantity;
    } else if (left === 0n) {
      rest.push(piece);
    } else {
      const weights = [left, piece.quantity - left];
      const parts = piece.cost.map((cost) => splitByWeights(cost, weights));
      kept.push({ lot: piece.lot, quantity: left, cost: parts.map((part) => at(part, 0)) });
      rest.push({ lot: piece.lot, quantity: piece.quantity - left, cost: parts.map((part) => at(part, 1)) });
      left = 0n;
    }
  }
  return { kept, rest };
}

interface Gathered {
  readonly origin: Lot;
  readonly flags: number;
  readonly cost: bigint[];
}

/** What cannot have a base unit of its own goes along with the next lot, under the later of the two dates. */
function gather(waiting: Gathered, next: Gathered): Gathered {
  return {
    origin: waiting.origin.acquiredAt > next.origin.acquiredAt ? waiting.origin : next.origin,
    flags: waiting.flags | next.flags,
    cost: next.cost.map((cost, currency) => cost + at(waiting.cost, currency)),
  };
}

/**
 * Turns pieces into a quantity (positive) of another token, by weight, each with the cost given for it. Where the
 * quantity has fewer base units than there are pieces, pieces are joined, so that no cost is lost.
 */
export function scalePieces(
  pieces: readonly Piece[],
  weights: readonly bigint[],
  costs: readonly bigint[][],
  quantity: bigint,
): ArrivingLot[] {
  const quantities = splitQuantity(quantity, weights);
  const arriving: ArrivingLot[] = [];
  let waiting: Gathered | null = null;
  for (let index = 0; index < pieces.length; index += 1) {
    const { lot } = at(pieces, index);
    const next = { origin: lot, flags: lot.flags, cost: at(costs, index) };
    const gathered: Gathered = waiting === null ? next : gather(waiting, next);
    const part = at(quantities, index);
    waiting = part === 0n ? gathered : null;
    if (part > 0n) arriving.push({ ...gathered, quantity: part });
  }
  const last = arriving.at(-1);
  invariant(last !== undefined, 'nothing arrives');
  // Only pieces without any weight are left over at the end.
  if (waiting !== null) arriving[arriving.length - 1] = { ...gather(waiting, last), quantity: last.quantity };
  return arriving;
}

/** The legs' weights as whole numbers; where one is unknown, nothing tells the legs apart. */
function wholeWeights(legs: readonly { readonly weight: Fraction | null }[]): bigint[] {
  const known = legs.flatMap(({ weight }) => (weight === null ? [] : [weight]));
  return known.length === legs.length ? commonWeights(known) : legs.map(() => 1n);
}

/** Small enough to be exact, large enough that a piece of a cheap leg still has a weight. */
const weightScale = powerOfTen(36);

/**
 * A conversion: every piece of every source goes into every target. Costs are split over the targets by their weights,
 * quantities over the sources by theirs. One list of lots per target.
 */
export function convertPieces(
  sources: readonly { readonly weight: Fraction | null; readonly pieces: readonly Piece[] }[],
  targets: readonly { readonly weight: Fraction | null; readonly quantity: bigint }[],
): ArrivingLot[][] {
  const sourceWeights = wholeWeights(sources);
  const evenly = sourceWeights.every((weight) => weight === 0n);
  const pieces = sources.flatMap((source) => source.pieces);
  const weights = sources.flatMap((source, index) =>
    sources.length === 1
      ? source.pieces.map((piece) => piece.quantity)
      : splitByWeights(
          weightScale * (evenly ? 1n : at(sourceWeights, index)),
          source.pieces.map((piece) => piece.quantity),
        ),
  );
  const targetWeights = wholeWeights(targets);
  const costs = pieces.map((piece) => piece.cost.map((cost) => splitByWeights(cost, targetWeights)));
  return targets.map((target, index) =>
    scalePieces(
      pieces,
      weights,
      costs.map((byCurrency) => byCurrency.map((shares) => at(shares, index))),
      target.quantity,
    ),
  );
}
