/** Lots of one wallet and token, and which of them a disposal takes: the cost methods. */
import { type Amount, Exact, round, sum, zero } from './money.ts';

export const methods = ['FIFO', 'LIFO', 'HIFO', 'WAC'] as const;
export type Method = (typeof methods)[number];

export interface Lot {
  /** The transfer that brought it in first; null where nothing is known of it, and for the pool of WAC. */
  acquiredBy: string | null;
  time: number;
  /** Its place among lots of one second, and the order in which parts of one lot came. */
  sequence: number;
  arrival: number;
  quantity: Amount;
  /** Per currency. */
  costs: Amount[];
  /** As it came in: HIFO ranks by its unit cost in USD. */
  first: { quantity: Amount; cost: Amount };
  isMissing: boolean;
  /** Per currency. */
  isUnpriced: readonly boolean[];
  isPool: boolean;
}

/** What an acquisition adds: a lot of its own, or a part of the pool, which is unknown as long as a part of it is. */
export function addLot(lots: readonly Lot[], lot: Lot, method: Method): Lot[] {
  const [pool] = lots;
  if (method !== 'WAC') return [...lots, lot];
  const quantity = pool === undefined ? lot.quantity : pool.quantity.plus(lot.quantity);
  return [
    {
      ...lot,
      ...{ acquiredBy: null, isPool: true, quantity },
      costs: lot.costs.map((cost, index) => cost.plus(pool?.costs[index] ?? zero)),
      isMissing: lot.isMissing || pool?.isMissing === true,
      isUnpriced: lot.isUnpriced.map((is, index) => is || pool?.isUnpriced[index] === true),
    },
  ];
}

const older = (a: Lot, b: Lot): number => a.time - b.time || a.sequence - b.sequence || a.arrival - b.arrival;
const dearer = ({ first: a }: Lot, { first: b }: Lot): number =>
  b.cost.times(a.quantity).cmp(a.cost.times(b.quantity));

/** In the order in which the method takes them. */
function inOrder(lots: readonly Lot[], method: Method): Lot[] {
  if (method === 'LIFO') return lots.toSorted((a, b) => older(b, a));
  if (method === 'HIFO') return lots.toSorted((a, b) => dearer(a, b) || older(a, b));
  return lots.toSorted(older);
}

/** Takes a quantity, of which there is enough: the pieces, and the lots that are left. */
export function takeLots(
  lots: readonly Lot[],
  quantity: Amount,
  method: Method,
): { taken: Lot[]; left: Lot[] } {
  const taken: Lot[] = [];
  const left: Lot[] = [];
  let wanted = quantity;
  for (const lot of inOrder(lots, method)) {
    const part = Exact.min(wanted, lot.quantity);
    if (part.isZero()) {
      left.push(lot);
      continue;
    }
    const isWhole = part.eq(lot.quantity);
    const costs = isWhole ? lot.costs : lot.costs.map((cost) => round(cost.times(part).div(lot.quantity)));
    taken.push({ ...lot, quantity: part, costs });
    if (!isWhole) {
      const rest = lot.costs.map((cost, index) => cost.minus(costs[index] ?? zero));
      left.push({ ...lot, quantity: lot.quantity.minus(part), costs: rest });
    }
    wanted = wanted.minus(part);
  }
  if (!wanted.isZero()) throw new Error('the lots hold less than is taken');
  return { taken, left };
}

export const heldIn = (lots: readonly Lot[]): Amount => sum(lots.map(({ quantity }) => quantity));
export const byAge = (lots: readonly Lot[]): Lot[] => lots.toSorted(older);
