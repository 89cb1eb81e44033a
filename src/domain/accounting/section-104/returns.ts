/**
 * What changes its form and changes back on the same day, as a whole or in part: it never left. The coins of it may be bought and sold on
 * that day, so that the holding has none that could go on, and would get back what it had not. Pure.
 */
import { at } from '../amounts/amounts.ts';
import type { CarriedFlow, CarriedPart } from '../amounts/asset-flow.ts';
import type { OrderedFlow } from './gathered.ts';

/** One amount becomes another. */
interface Change {
  readonly flow: CarriedFlow;
  readonly source: CarriedPart;
  readonly target: CarriedFlow['to'][number];
}

/** @param ordered of one day. What is left of them stays in its place. */
export function withoutReturns(ordered: readonly OrderedFlow[]): OrderedFlow[] {
  const kept: (OrderedFlow | null)[] = [];
  const isOfSeveralUndone = undoSeveral(kept);
  /** The places of what may come back, by the tokens of both ends. */
  const waiting = new Map<string, number[]>();
  for (const one of ordered) {
    const change = changeOf(one);
    if (change === null) {
      if (!isOfSeveralUndone(one)) kept.push(one);
      continue;
    }
    const { there, back } = namesOf(change);
    const left = takeBack(kept, waiting.get(back) ?? [], change);
    if (left === null) continue;
    const places = waiting.get(there) ?? [];
    waiting.set(there, places);
    places.push(kept.push(orderedOf(one, left)) - 1);
  }
  return kept.filter((one) => one !== null);
}

/** Of changes of several tokens, which come back as a whole or not: takes the last out of `kept` that one undoes. */
function undoSeveral(kept: (OrderedFlow | null)[]): (one: OrderedFlow) => boolean {
  const waiting = new Map<string, number[]>();
  const endOf = (parts: CarriedFlow['from']): string =>
    parts
      .map(({ account, quantity }) => `${account.token} ${quantity}`)
      .sort()
      .join(' ');
  return ({ flow }) => {
    if (flow.kind !== 'carried') return false;
    const [there, back] = [endOf(flow.from), endOf(flow.to)];
    const former = waiting.get(`${back} to ${there}`)?.pop();
    if (former !== undefined) {
      kept[former] = null;
      return true;
    }
    const places = waiting.get(`${there} to ${back}`) ?? [];
    waiting.set(`${there} to ${back}`, places);
    places.push(kept.length);
    return false;
  };
}

/** Takes it off what changed before, the last first; answers what is left of it. */
function takeBack(kept: (OrderedFlow | null)[], places: number[], change: Change): Change | null {
  let left = change;
  for (let place = places.at(-1); place !== undefined; place = places.at(-1)) {
    const one = kept[place] ?? null;
    const net = one === null ? null : netOf(changeOf(one), left);
    if (one === null || net === null) return left;
    kept[place] = net.former === null ? null : orderedOf(one, net.former);
    if (net.former === null) places.pop();
    if (net.back === null) return null;
    left = net.back;
  }
  return left;
}

function changeOf({ flow }: OrderedFlow): Change | null {
  if (flow.kind !== 'carried' || flow.from.length !== 1 || flow.to.length !== 1) return null;
  return { flow, source: at(flow.from, 0), target: at(flow.to, 0) };
}

const orderedOf = ({ day }: OrderedFlow, { flow, source, target }: Change): OrderedFlow => ({
  day,
  flow: { ...flow, from: [source], to: [target] },
});

function namesOf({ source, target }: Change): { there: string; back: string } {
  const [left, arrived] = [source.account.token, target.account.token];
  return { there: `${left} ${arrived}`, back: `${arrived} ${left}` };
}

/** What is left of a change, and of what takes it back. null: of one end more came back than had left, of the other less. */
function netOf(former: Change | null, back: Change): { former: Change | null; back: Change | null } | null {
  if (former === null) return null;
  const left = former.source.quantity - back.target.quantity;
  const arrived = former.target.quantity - back.source.quantity;
  if (left === 0n && arrived === 0n) return { former: null, back: null };
  if (left > 0n && arrived > 0n) return { former: resized(former, left, arrived), back: null };
  if (left < 0n && arrived < 0n) return { former: null, back: resized(back, -arrived, -left) };
  return null;
}

const resized = ({ flow, source, target }: Change, from: bigint, to: bigint): Change => ({
  ...{ flow, source: { ...source, quantity: from }, target: { ...target, quantity: to } },
});
