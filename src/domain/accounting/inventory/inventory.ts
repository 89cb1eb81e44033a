/**
 * The seam between the ledger and a cost method. An inventory holds the open lots of one wallet and token; what sets
 * the methods apart is only which lot a disposal takes from.
 */
import { at, proportion } from '../amounts/amounts.ts';
import type { BasisStatus, LotSource } from '../amounts/types.ts';

export interface Lot {
  readonly source: LotSource;
  readonly acquiredBy: string | null;
  /** Orders the lots; unknown to the reader when the basis is missing. */
  readonly acquiredAt: number;
  /** The place of the first acquisition in the ledger: parts of one lot share it, wherever they have moved. */
  readonly sequence: number;
  /** Unique in a book: the last tie-break, so that the order of any two lots is fixed. */
  readonly serial: number;
  /** As it came in, with its cost in the ranking currency: its unit cost for HIFO, whatever rounding does later. */
  readonly quantity: bigint;
  readonly rankCost: bigint;
  remaining: bigint;
  /** Of what remains. The lot's own: whoever hands it out copies it. */
  cost: bigint[];
  /** See basisOf. */
  readonly flags: number;
}

/** What a disposal took from one lot. */
export interface Piece {
  readonly lot: Lot;
  readonly quantity: bigint;
  /** Its own too. */
  readonly cost: bigint[];
}

export interface Inventory {
  /** Takes over a lot. */
  acquire(lot: Lot): void;
  /** Takes a quantity that is there, in the method's order. */
  dispose(quantity: bigint): Piece[];
  /** The open lots, oldest first. Acquiring them into a new inventory gives the same inventory. */
  lots(): Lot[];
}

/** Takes up to `wanted` out of a lot. Cost goes by proportion of what remains; the last piece takes all that is left. */
export function takePiece(lot: Lot, wanted: bigint): Piece {
  if (wanted >= lot.remaining) {
    const whole = { lot, quantity: lot.remaining, cost: lot.cost };
    lot.remaining = 0n;
    lot.cost = [];
    return whole;
  }
  const { cost, remaining } = lot;
  const taken: bigint[] = [];
  for (let index = 0; index < cost.length; index += 1) {
    const whole = at(cost, index);
    const part = proportion(whole, wanted, remaining);
    taken.push(part);
    cost[index] = whole - part;
  }
  lot.remaining = remaining - wanted;
  return { lot, quantity: wanted, cost: taken };
}

/** Negative when `left` is the older lot. */
export function compareAge(left: Lot, right: Lot): number {
  return left.acquiredAt - right.acquiredAt || left.sequence - right.sequence || left.serial - right.serial;
}

/**
 * Puts a lot at its place among lots that are sorted by age from `head` on. Nearly always that is the end; a lot that
 * was carried in from another wallet may be older than what is there.
 */
export function insertByAge(lots: Lot[], head: number, lot: Lot): void {
  const last = lots.length > head ? lots[lots.length - 1] : undefined;
  if (last === undefined || compareAge(last, lot) < 0) {
    lots.push(lot);
    return;
  }
  let low = head;
  let high = lots.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareAge(at(lots, middle), lot) < 0) low = middle + 1;
    else high = middle;
  }
  lots.splice(low, 0, lot);
}

// ── Basis: bit 0 says that the basis is missing, bit 1 + c that the acquisition had no price in currency c ──

export const missingBasis = 1;
/** Beside a missing basis: when it was acquired is known all the same, since the client has stated it. */
export const statedDate = 1 << 20;

/** Whether it is known when the lot was acquired. */
export const isDated = ({ source, flags }: Pick<Lot, 'source' | 'flags'>): boolean =>
  source === 'lot' && ((flags & missingBasis) === 0 || (flags & statedDate) !== 0);

export function unpricedBasis(currency: number): number {
  return 2 << currency;
}

const statuses = new Map<number, readonly BasisStatus[]>();

/** The status per currency that a lot's flags stand for. */
export function basisOf(flags: number, currencyCount: number): readonly BasisStatus[] {
  const key = flags * 32 + currencyCount;
  const known = statuses.get(key);
  if (known !== undefined) return known;
  const status: BasisStatus[] = [];
  for (let currency = 0; currency < currencyCount; currency += 1) {
    if ((flags & missingBasis) !== 0) status.push('MISSING');
    else status.push((flags & unpricedBasis(currency)) !== 0 ? 'UNPRICED' : 'COMPLETE');
  }
  statuses.set(key, status);
  return status;
}
