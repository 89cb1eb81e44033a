/** Moves between own wallets, wrapping: lots go on with their cost and date. */
import { accountOf, addTo, nobody, nothing, type State } from './books.ts';
import { noteAcquired, noteChanged } from './flows.ts';
import type { Leg } from './legs.ts';
import type { Lot } from './lots.ts';
import { type Amount, one, split, sum, weightsOf, zero } from './money.ts';

/** What an outflow of a carry took along. */
export interface Release {
  leg: Leg;
  pieces: Lot[];
}

/** Lots go on with their cost and date: into one leg as they are, or by value into several. */
export function arrive(state: State, legs: readonly Leg[], sources: readonly Release[]): void {
  state.sequence += 1;
  const { sequence } = state;
  for (const leg of legs) {
    const account = accountOf(state, leg);
    account.balance = account.balance.plus(leg.quantity);
    if (sources.length > 0) continue;
    const { id, time, quantity } = leg;
    const unknown = { acquiredBy: id, time, sequence, quantity, costs: nothing };
    addTo(state, account, { ...unknown, isMissing: true, isUnpriced: nobody });
    noteAcquired(state, leg, { quantity, costs: nothing, isMissing: true, isUnpriced: nobody });
  }
  if (sources.length === 0) return;
  const pieces = sources.flatMap(({ pieces: own }) => own);
  const weights = piecesWeights(sources);
  const targets = weightsOfLegs(legs);
  noteChanged(state, legs, sources, targets);
  const costs = pieces.map((piece) => piece.costs.map((cost) => split(cost, targets)));
  legs.forEach((leg, place) => {
    const account = accountOf(state, leg);
    const parts = splitQuantity(leg.quantity, weights, leg.decimals);
    const own = pieces.map((piece, index) => ({
      ...{ ...piece, quantity: parts[index] ?? zero },
      costs: (costs[index] ?? []).map((shares) => shares[place] ?? zero),
    }));
    for (const lot of joined(own)) addTo(state, account, lot);
  });
}

/** What is too small for a unit of what it turns into goes along with the next lot, else the last, under the later of the two dates. */
function joined(lots: readonly Lot[]): Lot[] {
  const made: Lot[] = [];
  let small: Lot | null = null;
  for (const lot of lots) {
    const both: Lot = small === null ? lot : together(small, lot);
    small = lot.quantity.isZero() ? both : null;
    if (!lot.quantity.isZero()) made.push(both);
  }
  const last = made.pop();
  if (last === undefined) throw new Error('nothing arrives');
  return [...made, small === null ? last : together(small, last)];
}

const together = (small: Lot, lot: Lot): Lot => ({
  ...(small.time > lot.time ? small : lot),
  quantity: lot.quantity,
  costs: lot.costs.map((cost, index) => cost.plus(small.costs[index] ?? zero)),
  isMissing: small.isMissing || lot.isMissing,
  isUnpriced: lot.isUnpriced.map((is, index) => is || small.isUnpriced[index] === true),
});

/** Of one token by quantity; else by market value in the first currency, equally where one is unknown. */
function weightsOfLegs(legs: readonly Leg[]): Amount[] {
  if (legs.every(({ isOwnMove }) => isOwnMove)) return legs.map(({ quantity }) => quantity);
  const known = legs.flatMap(({ exact: [first] }) => (first ? [first] : []));
  return known.length === legs.length ? weightsOf(known) : legs.map(() => one);
}

function piecesWeights(sources: readonly Release[]): Amount[] {
  const known = weightsOfLegs(sources.map(({ leg }) => leg));
  const weights = known.every((weight) => weight.isZero()) ? known.map(() => one) : known;
  return sources.flatMap(({ leg, pieces }, index) =>
    pieces.map(({ quantity }) =>
      sources.length === 1 ? quantity : (weights[index] ?? one).times(quantity).div(leg.quantity),
    ),
  );
}

/** Rounded down against the running total, in base units, so that the parts are the whole. */
function splitQuantity(quantity: Amount, weights: readonly Amount[], decimals: number): Amount[] {
  const whole = sum(weights);
  let reached = zero;
  let reachedWeight = zero;
  return weights.map((weight) => {
    reachedWeight = reachedWeight.plus(weight);
    const next = reachedWeight.eq(whole)
      ? quantity
      : quantity.times(reachedWeight).div(whole).toDecimalPlaces(decimals, 1);
    const part = next.minus(reached);
    reached = next;
    return part;
  });
}
