/** Moves between own wallets, wrapping: lots go on with their cost and date. */
import { accountOf, addTo, nobody, nothing, type State } from './books.ts';
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
  }
  if (sources.length === 0) return;
  const pieces = sources.flatMap(({ pieces: own }) => own);
  const weights = piecesWeights(sources);
  const targets = weightsOfLegs(legs);
  const costs = pieces.map((piece) => piece.costs.map((cost) => split(cost, targets)));
  legs.forEach((leg, place) => {
    const account = accountOf(state, leg);
    const parts = splitQuantity(leg.quantity, weights, leg.decimals);
    pieces.forEach((piece, index) => {
      const quantity = parts[index] ?? zero;
      if (quantity.isZero()) throw new Error('a lot too small for a unit of what it turns into');
      const own = (costs[index] ?? []).map((shares) => shares[place] ?? zero);
      addTo(state, account, { ...piece, quantity, costs: own });
    });
  });
}

/** Of one token by quantity; else by market value in the first currency, equally where one is unknown. */
function weightsOfLegs(legs: readonly Leg[]): Amount[] {
  if (legs.every(({ isOwnMove }) => isOwnMove)) return legs.map(({ quantity }) => quantity);
  const known = legs.flatMap(({ exact: [first] }) => (first ? [first] : []));
  return known.length === legs.length ? weightsOf(known) : legs.map(() => one);
}

function piecesWeights(sources: readonly Release[]): Amount[] {
  const weights = weightsOfLegs(sources.map(({ leg }) => leg));
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
