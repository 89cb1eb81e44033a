/**
 * What becomes of the other ends of a carry when a correction takes some of its ends away. Each end that is gone takes its share of the
 * other side along, and what is left stays a carry: else what is left would take over all of the cost, or lose it. Pure.
 */
import type { Side } from '../../model.ts';
import { commonWeights, powerOfTen, splitQuantity } from '../amounts/amounts.ts';
import type { BookedBasis, CarryPair, LedgerMovement } from '../amounts/types.ts';

/** What an end that is gone became: a sale or a purchase; or its cost is dropped, or stated, and what it met was not sold. */
type Fate = 'sold' | 'dropped';

interface End {
  readonly index: number;
  /** As the client corrects it, and before. */
  readonly next: LedgerMovement;
  readonly former: LedgerMovement;
  /** null: it stays an end. */
  readonly fate: Fate | null;
  /** Of what stays an end: how much of it follows ends that are gone. */
  readonly follows: { sold: bigint; dropped: bigint };
  /** Of an outflow that is gone: how much came back at once, and never left. */
  back: bigint;
  /** What no other end of the same token has taken up. */
  left: bigint;
}

/** A share of less than this part, which is rounded to nothing, is no reason to sell what cannot be divided. */
const negligible = 1000n;

/** What movements of a transaction are booked as, by their places in it; those that stay as they are are not in it. */
export type SettledPlaces = ReadonlyMap<number, readonly LedgerMovement[]>;

/**
 * What the ends of broken carries are booked as.
 * @param formers the movements of one transaction before they were corrected, in the order of `corrected`
 * @param isCarried whether a carry is one by the client's settings
 */
export function settleBroken(
  formers: readonly LedgerMovement[],
  corrected: readonly LedgerMovement[],
  isCarried: (carry: CarryPair) => boolean,
): SettledPlaces {
  const pairs = new Map<string, End[]>();
  for (const [index, former] of formers.entries()) {
    const next = corrected[index];
    if (former.carry === null || next === undefined || !isCarried(former.carry)) continue;
    const { pair } = former.carry;
    const fate = next.carry?.pair === pair ? null : fateOf(next);
    const end = { index, next, former, fate, follows: { sold: 0n, dropped: 0n } };
    pairs.set(pair, [...(pairs.get(pair) ?? []), { ...end, back: 0n, left: former.quantity }]);
  }
  const settled = new Map<number, readonly LedgerMovement[]>();
  for (const ends of pairs.values()) {
    if (ends.every(({ fate }) => fate === null)) continue;
    for (const end of settlePair(ends)) settled.set(end.index, end.movements);
  }
  return settled;
}

const fateOf = ({ treatment, statedBasis }: LedgerMovement): Fate =>
  treatment === 'NON_TAXABLE' || statedBasis !== null ? 'dropped' : 'sold';

interface Settled {
  readonly index: number;
  readonly movements: readonly LedgerMovement[];
}

function settlePair(ends: readonly End[]): Settled[] {
  const outs = ends.filter(({ former }) => former.side === 'outflow');
  const ins = ends.filter(({ former }) => former.side === 'inflow');
  for (const side of [outs, ins]) standAside(side);
  for (const out of outs) for (const into of ins) takeUpChange(out, into);
  if (!follow(outs, ins) || !follow(ins, outs)) return ends.map(asTrade);
  return ends.map((end) => ({ index: end.index, movements: partsOf(end) }));
}

/**
 * What nothing was given for, or got, takes no share of what else was converted; while something else was. Of a move, which is of one token,
 * everything has come from somewhere.
 */
function standAside(side: readonly End[]): void {
  const isAside = ({ next, former }: End): boolean =>
    former.carry?.kind !== 'own' && unpaid.has(next.treatment);
  if (side.every(isAside)) return;
  for (const end of side) if (isAside(end)) end.left = 0n;
}

const unpaid: ReadonlySet<string> = new Set(['INCOME', 'EXPENSE', 'NON_TAXABLE']);

/** What comes back of a token in the transaction belongs to what left of it, whatever else the carry has. */
function takeUpChange(out: End, into: End): void {
  const [sent, came] = [out.former, into.former];
  if (sent.wallet !== came.wallet || sent.token !== came.token) return;
  const quantity = smaller(out.left, into.left);
  out.left -= quantity;
  into.left -= quantity;
  if (out.fate !== null && into.fate === null) out.back += quantity;
  if (out.fate === null && into.fate !== null) out.follows[into.fate] += quantity;
}

const smaller = (left: bigint, right: bigint): bigint => (left > right ? right : left);

/** Lets the ends of a side follow the ends of the other that are gone, each by its share; false: one cannot be divided. */
function follow(side: readonly End[], others: readonly End[]): boolean {
  const weights = weightsOf(others);
  const weightOf = (fate: Fate | null): bigint =>
    others.reduce((sum, other, place) => (other.fate === fate ? sum + (weights[place] ?? 0n) : sum), 0n);
  const shares = [weightOf('sold'), weightOf('dropped'), weightOf(null)];
  const whole = shares.reduce((sum, share) => sum + share, 0n);
  if (whole === 0n) return true;
  for (const end of side) {
    if (end.fate !== null || end.left === 0n) continue;
    const parts = splitQuantity(end.left, shares);
    if (shares.some((share, place) => parts[place] === 0n && share * negligible >= whole)) return false;
    end.follows.sold += parts[0] ?? 0n;
    end.follows.dropped += parts[1] ?? 0n;
  }
  return true;
}

/** As a carry weighs them: of a move by quantity, else by market value in the first currency, equally where one is unknown. */
function weightsOf(ends: readonly End[]): readonly bigint[] {
  const open = ends.map(({ left }) => (left > 0n ? 1n : 0n));
  const exact = ends.flatMap(({ left, former, next }) => {
    const price = former.carry?.kind === 'own' ? 1n : left === 0n ? 0n : (next.prices?.[0] ?? null);
    return price === null ? [] : [{ numerator: left * price, denominator: powerOfTen(former.decimals) }];
  });
  if (exact.length < ends.length) return open;
  const weights = commonWeights(exact);
  return weights.some((weight) => weight > 0n) ? weights : open;
}

const plain = { inflow: 'ACQUISITION', outflow: 'DISPOSAL' } as const satisfies Record<Side, string>;

/** It goes on nowhere, and nobody holds it. */
const gone = { carry: null, crossing: null, heldBy: null, settles: null };

/** What is not sold leaves with its lots; of what is not bought nobody knows the cost: it stays an arrival. */
function followed(movement: LedgerMovement, fate: Fate): LedgerMovement {
  const { side, carry } = movement;
  if (fate === 'sold') return { ...movement, treatment: plain[side], carry: null };
  if (side === 'outflow') return { ...movement, ...gone, treatment: 'NON_TAXABLE' };
  return { ...movement, carry: { pair: `${carry?.pair}:dropped`, kind: 'wrap' } };
}

function partsOf({ next, former, fate, follows, back }: End): LedgerMovement[] {
  if (fate !== null) {
    return inParts(next, [
      [next, next.quantity - back],
      [{ ...former, prices: next.prices, priceTier: next.priceTier }, back],
    ]);
  }
  return inParts(next, [
    [next, next.quantity - follows.sold - follows.dropped],
    [followed(next, 'sold'), follows.sold],
    [followed(next, 'dropped'), follows.dropped],
  ]);
}

/** The parts of a movement that are more than nothing; what is stated of it as a whole stays with the first. */
function inParts(
  whole: LedgerMovement,
  parts: readonly (readonly [LedgerMovement, bigint])[],
): LedgerMovement[] {
  const some = parts.filter(([, quantity]) => quantity > 0n);
  return some.map(([movement, quantity], part): LedgerMovement => {
    if (quantity === whole.quantity) return movement;
    const { feeValue, statedBasis } = part === 0 ? movement : { feeValue: null, statedBasis: null };
    return { ...movement, quantity, feeValue, statedBasis, ...(part === 0 ? {} : { part }) };
  });
}

/** What cannot be divided, an NFT, is sold or bought as a whole, and so are the others: what is stated of a cost stays. */
function asTrade({ index, next, fate }: End): Settled {
  const { statedBasis } = next;
  if (fate === null) {
    return { index, movements: [{ ...next, treatment: plain[next.side], carry: null }] };
  }
  const isPurchase = next.treatment === 'ACQUISITION' && statedBasis !== null;
  const movement = isPurchase ? { ...next, statedBasis: { ...statedBasis, isGiven: false } } : next;
  return { index, movements: [movement] };
}

/**
 * What the change is booked as of what went to a contract or a bridge, and came back at once: a cost that is stated of it is that of
 * something else than what left, and of what did not go there, as the client says, it never left.
 */
export function settleChange(
  formers: readonly LedgerMovement[],
  corrected: readonly LedgerMovement[],
  isWaiting: (movement: LedgerMovement) => boolean,
): SettledPlaces {
  const settled = new Map<number, readonly LedgerMovement[]>();
  for (const [place, into] of formers.entries()) {
    const next = corrected[place];
    if (next?.treatment !== into.treatment || !isWaiting(into) || !isChange(into)) continue;
    const outPlace = formers.findIndex((out, index) => !settled.has(index) && isLeftFor(out, into));
    const [out, sent] = [formers[outPlace], corrected[outPlace]];
    if (out === undefined || sent === undefined) continue;
    const { quantity, statedBasis } = next;
    if (statedBasis === null && sent.treatment === out.treatment) continue;
    const { prices, priceTier } = sent;
    const back = statedBasis === null ? { ...out, prices, priceTier } : followed(sent, 'dropped');
    const parts = [[sent, sent.quantity - quantity] as const, [back, quantity] as const];
    settled.set(outPlace, inParts(sent, parts));
    if (statedBasis !== null) settled.set(place, [asPurchase(next, statedBasis)]);
  }
  return settled;
}

/** It comes back at once; what comes over a bridge is none. */
const isChange = ({ side, crossing }: LedgerMovement): boolean =>
  side === 'inflow' && crossing?.arrives !== true;

const isLeftFor = (out: LedgerMovement, into: LedgerMovement): boolean =>
  out.side === 'outflow' &&
  out.treatment === into.treatment &&
  out.wallet === into.wallet &&
  out.token === into.token &&
  out.quantity >= into.quantity &&
  (out.treatment === 'CARRY' || out.heldBy === into.heldBy);

/** Nothing of the transaction was given for it. */
const asPurchase = (movement: LedgerMovement, basis: BookedBasis): LedgerMovement => ({
  ...movement,
  ...{ ...gone, treatment: 'ACQUISITION', lender: null, statedBasis: { ...basis, isGiven: true } },
});
