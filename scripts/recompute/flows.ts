/** What comes, goes and changes its form, over all wallets and by no cost method: what rules that look ahead are computed from. */
import type { State } from './books.ts';
import type { Release } from './carries.ts';
import type { Leg } from './legs.ts';
import type { Amount } from './money.ts';

/** Some of a token, by its asset of the books. */
export interface Part {
  asset: string;
  isNft: boolean;
  symbol: string;
  quantity: Amount;
}
/** It was bought, earned or given; its cost per currency, of what is known. */
export interface Acquired extends Part {
  kind: 'acquired';
  time: number;
  costs: readonly Amount[];
  isMissing: boolean;
  isUnpriced: readonly boolean[];
}
/** It was sold, spent or lost; what came for it per currency (null: no price), and what fees it bore. */
export interface Disposed extends Part {
  kind: 'disposed';
  time: number;
  proceeds: readonly (Amount | null)[];
  fees: readonly Amount[];
}
/** It was given away: no disposal. */
export interface Given extends Part {
  kind: 'given';
  time: number;
}
/** Something turned into something else and was not sold: what it cost goes along, by weight where it becomes several. */
export interface Changed {
  kind: 'changed';
  time: number;
  from: readonly Part[];
  to: readonly (Part & { weight: Amount })[];
}
export type Flow = Acquired | Disposed | Given | Changed;

export const partOf = ({ asset, isNft, symbol, quantity }: Leg): Part => ({ asset, isNft, symbol, quantity });

export function noteAcquired(
  state: State,
  leg: Leg,
  how: Pick<Acquired, 'quantity' | 'costs' | 'isMissing' | 'isUnpriced'>,
): void {
  const { quantity, costs, isMissing, isUnpriced } = how;
  state.flows.push({
    ...{ ...partOf(leg), kind: 'acquired', time: leg.time },
    ...{ quantity, costs, isMissing, isUnpriced },
  });
}

export function noteDisposed(state: State, leg: Leg): void {
  const { time, values, fees } = leg;
  state.flows.push({ ...partOf(leg), kind: 'disposed', time, proceeds: [...values], fees: [...fees] });
}

/** @param weights in which proportion each of `legs` takes over the cost */
export function noteChanged(
  state: State,
  legs: readonly Leg[],
  sources: readonly Release[],
  weights: readonly Amount[],
): void {
  const [first] = legs;
  if (first === undefined) return;
  const to = legs.flatMap((leg, index) => {
    const weight = weights[index];
    return weight === undefined ? [] : [{ ...partOf(leg), weight }];
  });
  state.flows.push({
    ...{ kind: 'changed', time: first.time },
    ...{ from: sources.map(({ leg }) => partOf(leg)), to },
  });
}
