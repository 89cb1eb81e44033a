/**
 * Made transactions with corrections, and what each must come to by the rules of docs/accounting.md: in a carry, a trade or a way over a bridge
 * nothing comes from outside and nothing goes there, so that what one end brings the other costs; a stated cost comes from outside.
 */
import { moneyDecimals, parseScaled } from '../../../src/domain/accounting/amounts/amounts.ts';
import type { LedgerMovement } from '../../../src/domain/accounting/amounts/types.ts';
import type { TransferCorrection } from '../../../src/domain/accounting/booking/lay-corrections.ts';
import { arrive, inflow, type Line, leave, outflow, priceDecimals } from './support.ts';

/** Numbers to make a transaction of: `a` and `c` units of tokens that cost `p` each, a stated cost, and a stated price. */
export interface Draw {
  readonly kind: keyof typeof kinds;
  readonly variant: number;
  readonly wallet: string;
  readonly a: number;
  readonly c: number;
  readonly p: number;
  readonly stated: number;
  readonly price: number;
}

/** In whole dollars: paid from outside less paid to outside, earned, and spent. */
interface Outcome {
  readonly external?: number;
  readonly income?: number;
  readonly expenses?: number;
}

type Correction = 'BASIS' | 'PRICE' | NonNullable<TransferCorrection['treatment']>;
/** By the end that they are of. */
type Corrections = Readonly<Record<string, readonly Correction[]>>;
type Variant = readonly [Corrections, ((draw: Draw) => Outcome)?];

interface Kind {
  readonly ends: (draw: Draw, at: { id: string; first: string; later: string }) => LedgerMovement[];
  readonly variants: readonly Variant[];
}

const both = ({ a, c }: Draw): number => a + c;
const nothing: Variant = [{}];
const cost =
  (times = 1) =>
  (draw: Draw): Outcome => ({ external: times * draw.stated });

/** One end, named by the situation and its own name. */
function makeEnds(
  { wallet: own, p }: Draw,
  { id, first, later: second }: { id: string; first: string; later: string },
) {
  return (name: string, amount: number, line: Partial<Line> & { place?: number; later?: boolean } = {}) => {
    const { place = 1, later = false, ...rest } = line;
    return {
      ...{ id: `${id}.${name}`, tx: `${id}${later ? 'b' : 'a'}`, at: later ? second : first, item: place },
      ...{ wallet: own, token: 'T', amount: `${amount}`, price: [`${p}`, `${2 * p}`], ...rest },
    };
  };
}

export const kinds = {
  buy: {
    ends: (draw, at) => [inflow(makeEnds(draw, at)('in', draw.a))],
    variants: [
      [{}, ({ a, p }) => ({ external: a * p })],
      [{ in: ['BASIS'] }, cost()],
      [{ in: ['PRICE'] }, ({ a, price }) => ({ external: a * price })],
      [{ in: ['INCOME'] }, ({ a, p }) => ({ income: a * p })],
      [{ in: ['INCOME', 'BASIS'] }, ({ a, p, stated }) => ({ external: stated - a * p, income: a * p })],
      [{ in: ['NON_TAXABLE'] }],
      [{ in: ['NON_TAXABLE', 'BASIS'] }, cost()],
    ],
  },
  sell: {
    ends: (draw, at) => [outflow(makeEnds(draw, at)('out', draw.c))],
    variants: [
      [{}, ({ c, p }) => ({ external: -c * p })],
      [{ out: ['PRICE'] }, ({ c, price }) => ({ external: -c * price })],
      [{ out: ['EXPENSE'] }, ({ c, p }) => ({ expenses: c * p })],
      [{ out: ['NON_TAXABLE'] }],
    ],
  },
  swap: {
    ends: (draw, at) => {
      const end = makeEnds(draw, at);
      return [outflow(end('out', draw.a)), inflow(end('in', draw.a, { place: 2, token: 'U' }))];
    },
    variants: [
      nothing,
      [{ in: ['BASIS'] }, ({ a, p, stated }) => ({ external: stated - a * p })],
      [{ out: ['PRICE'] }],
      [{ in: ['PRICE'] }],
      [{ out: ['PRICE'], in: ['BASIS'] }, ({ a, price, stated }) => ({ external: stated - a * price })],
      [{ in: ['INCOME'] }, ({ a, p }) => ({ external: -a * p, income: a * p })],
      [{ in: ['NON_TAXABLE'] }, ({ a, p }) => ({ external: -a * p })],
      [{ in: ['NON_TAXABLE', 'BASIS'] }, ({ a, p, stated }) => ({ external: stated - a * p })],
      [{ out: ['EXPENSE'] }, ({ a, p }) => ({ external: a * p, expenses: a * p })],
      [{ out: ['BASIS_TRANSFER'], in: ['BASIS_TRANSFER'] }],
      [{ out: ['BASIS_TRANSFER'] }, ({ a, p }) => ({ external: a * p })],
      [{ in: ['BASIS_TRANSFER'] }, ({ a, p }) => ({ external: -a * p })],
    ],
  },
  /** To two other wallets. */
  payOut: {
    ends: (draw, at) => {
      const end = makeEnds(draw, at);
      const of = { pair: at.id, kind: 'own' } as const;
      return [
        leave({ ...end('out', both(draw)), ...of }),
        arrive({ ...end('in', draw.a, { place: 2, wallet: 'carol' }), ...of }),
        arrive({ ...end('other', draw.c, { place: 3, wallet: 'dave' }), ...of }),
      ];
    },
    variants: [
      nothing,
      [{ in: ['BASIS'] }, cost()],
      [{ in: ['BASIS'], other: ['BASIS'] }, cost(2)],
      [{ in: ['ACQUISITION'] }],
      [{ in: ['ACQUISITION'], other: ['BASIS'] }, cost()],
      [{ in: ['INCOME'] }, ({ a, p }) => ({ external: -a * p, income: a * p })],
      [{ in: ['NON_TAXABLE'] }],
      [{ out: ['DISPOSAL'] }],
      [{ out: ['NON_TAXABLE'] }],
      [{ out: ['EXPENSE'] }, (draw) => ({ external: both(draw) * draw.p, expenses: both(draw) * draw.p })],
    ],
  },
  /** From two other wallets. */
  collect: {
    ends: (draw, at) => {
      const end = makeEnds(draw, at);
      const of = { pair: at.id, kind: 'own' } as const;
      return [
        leave({ ...end('out', draw.a, { wallet: 'carol' }), ...of }),
        leave({ ...end('other', draw.c, { place: 2, wallet: 'dave' }), ...of }),
        arrive({ ...end('in', both(draw), { place: 3 }), ...of }),
      ];
    },
    variants: [
      nothing,
      [{ in: ['BASIS'] }, cost()],
      [{ out: ['DISPOSAL'] }],
      [{ out: ['DISPOSAL'], in: ['BASIS'] }, ({ a, p, stated }) => ({ external: stated - a * p })],
      [{ out: ['NON_TAXABLE'] }],
      [{ out: ['EXPENSE'] }, ({ a, p }) => ({ external: a * p, expenses: a * p })],
      [{ in: ['ACQUISITION'] }],
    ],
  },
  /** Two tokens for a share of a vault. */
  join: {
    ends: (draw, at) => {
      const end = makeEnds(draw, at);
      const of = { pair: at.id, kind: 'receipt' } as const;
      return [
        leave({ ...end('out', draw.a), ...of }),
        leave({ ...end('other', draw.c, { place: 2, token: 'U' }), ...of }),
        arrive({ ...end('in', both(draw), { place: 3, token: 'S' }), ...of }),
      ];
    },
    variants: [
      nothing,
      [{ in: ['BASIS'] }, cost()],
      [{ in: ['ACQUISITION'] }],
      [{ in: ['INCOME'] }, (draw) => ({ external: -both(draw) * draw.p, income: both(draw) * draw.p })],
      [{ other: ['DISPOSAL'] }],
      [{ other: ['DISPOSAL', 'PRICE'] }],
      [{ other: ['PRICE'] }],
      [{ other: ['DISPOSAL'], in: ['BASIS'] }, ({ c, p, stated }) => ({ external: stated - c * p })],
      [{ other: ['EXPENSE'] }, ({ c, p }) => ({ expenses: c * p })],
      [{ other: ['NON_TAXABLE'] }],
    ],
  },
  /** And back. */
  exit: {
    ends: (draw, at) => {
      const end = makeEnds(draw, at);
      const of = { pair: at.id, kind: 'receipt' } as const;
      return [
        leave({ ...end('out', both(draw), { token: 'S' }), ...of }),
        arrive({ ...end('in', draw.a, { place: 2 }), ...of }),
        arrive({ ...end('other', draw.c, { place: 3, token: 'U' }), ...of }),
      ];
    },
    variants: [
      nothing,
      [{ in: ['BASIS'] }, cost()],
      [{ in: ['BASIS'], other: ['BASIS'] }, cost(2)],
      [{ in: ['BASIS'], other: ['ACQUISITION'] }, cost()],
      [{ other: ['ACQUISITION'] }],
      [{ other: ['INCOME'] }, ({ c, p }) => ({ income: c * p })],
      [{ other: ['NON_TAXABLE'] }],
      [{ out: ['DISPOSAL'] }],
      [{ out: ['NON_TAXABLE'] }],
      [{ out: ['EXPENSE'] }, (draw) => ({ external: both(draw) * draw.p, expenses: both(draw) * draw.p })],
    ],
  },
  /** A vault that gives back what it does not take. */
  change: {
    ends: (draw, at) => {
      const end = makeEnds(draw, at);
      const of = { pair: at.id, kind: 'receipt' } as const;
      return [
        leave({ ...end('out', both(draw)), ...of }),
        arrive({ ...end('back', draw.c, { place: 2 }), ...of }),
        arrive({ ...end('in', draw.a, { place: 3, token: 'S' }), ...of }),
      ];
    },
    variants: [
      nothing,
      [{ back: ['BASIS'] }, cost()],
      [{ back: ['INCOME'] }, ({ c, p }) => ({ income: c * p })],
      [{ in: ['BASIS'] }, cost()],
      [{ back: ['BASIS'], in: ['BASIS'] }, cost(2)],
      [{ out: ['DISPOSAL'] }],
      [{ out: ['DISPOSAL'], in: ['BASIS'] }, ({ a, p, stated }) => ({ external: stated - a * p })],
    ],
  },
  wrap: {
    ends: (draw, at) => {
      const end = makeEnds(draw, at);
      const of = { pair: at.id, kind: 'wrap' } as const;
      return [
        leave({ ...end('out', draw.a), ...of }),
        arrive({ ...end('in', draw.a, { place: 2, token: 'U' }), ...of }),
      ];
    },
    variants: [
      nothing,
      [{ in: ['BASIS'] }, cost()],
      [{ out: ['DISPOSAL'] }],
      [{ in: ['ACQUISITION'] }],
      [{ in: ['NON_TAXABLE'] }],
    ],
  },
  /** Over a bridge that gives change. What meets nothing is bought. */
  bridge: {
    ends: (draw, at) => {
      const end = makeEnds(draw, at);
      const over = { asset: at.id, exchanges: false };
      const left = { ...over, chain: '1', arrives: false };
      return [
        outflow(end('out', both(draw), { over: left })),
        inflow(end('back', draw.c, { place: 2, over: left })),
        inflow(end('in', draw.a, { later: true, token: 'T on 2', over: { ...over, chain: '2' } })),
      ];
    },
    variants: [
      nothing,
      [{ back: ['BASIS'] }, cost()],
      [{ in: ['BASIS'] }, cost()],
      [{ back: ['BASIS'], in: ['BASIS'] }, cost(2)],
      [{ out: ['DISPOSAL'] }],
      [{ out: ['DISPOSAL'], back: ['BASIS'] }, cost()],
      [{ out: ['NON_TAXABLE'] }, ({ a, p }) => ({ external: a * p })],
      [{ in: ['ACQUISITION'] }, ({ a, p }) => ({ external: a * p })],
      [{ in: ['BASIS_TRANSFER'] }],
    ],
  },
  /** To a farm, with change, and back. */
  stake: {
    ends: (draw, at) => {
      const end = makeEnds(draw, at);
      const held = { treatment: 'HELD', by: at.id } as const;
      return [
        outflow(end('out', both(draw), held)),
        inflow(end('back', draw.c, { ...held, place: 2 })),
        inflow(end('in', draw.a, { ...held, later: true })),
      ];
    },
    variants: [
      nothing,
      [{ back: ['BASIS'] }, cost()],
      [{ in: ['BASIS'] }, cost()],
      [{ back: ['BASIS'], in: ['BASIS'] }, cost(2)],
      [{ out: ['DISPOSAL'] }, ({ a, p }) => ({ external: -a * p })],
      [{ in: ['ACQUISITION'] }, ({ a, p }) => ({ external: a * p })],
    ],
  },
  /** A queue that gives shares for what was requested. */
  claim: {
    ends: (draw, at) => {
      const end = makeEnds(draw, at);
      const settles = { by: at.id, token: 'T', amount: `${draw.a}`, isReceipt: true };
      return [
        outflow(end('out', draw.a, { treatment: 'HELD', by: at.id })),
        inflow(end('in', draw.a, { later: true, token: 'S', settles })),
      ];
    },
    variants: [
      nothing,
      [{ in: ['BASIS'] }, cost()],
      [{ in: ['PRICE'] }],
      [{ in: ['INCOME'] }, ({ a, p }) => ({ income: a * p })],
    ],
  },
  /** What is borrowed and paid back in one transaction, for a premium. */
  flash: {
    ends: (draw, at) => {
      const end = makeEnds(draw, at);
      const loan = { isLoan: true, by: at.id };
      return [inflow(end('in', draw.a, loan)), outflow(end('out', both(draw), { ...loan, place: 2 }))];
    },
    variants: [[{}, ({ c, p }) => ({ expenses: c * p })]],
  },
} satisfies Record<string, Kind>;

/** What a situation is made of, and what it comes to. */
export interface Situation {
  readonly movements: readonly LedgerMovement[];
  readonly corrections: ReadonlyMap<string, TransferCorrection>;
  readonly outcome: Required<Outcome>;
}

/** One after the other, each a day later. */
export function makeSituation(draw: Draw, index: number): Situation {
  const { ends, variants }: Kind = kinds[draw.kind];
  const id = `s${index.toString().padStart(2, '0')}`;
  const day = new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);
  const movements = ends(draw, { id, first: `${day}T00:00:00Z`, later: `${day}T01:00:00Z` });
  const [named, outcomeOf] = variants[draw.variant % variants.length] ?? nothing;
  const corrections = Object.entries(named).map(
    ([name, all]) => [`${id}.${name}`, correctionOf(all, draw)] as const,
  );
  const outcome = { external: 0, income: 0, expenses: 0, ...outcomeOf?.(draw) };
  return { movements, corrections: new Map(corrections), outcome };
}

function correctionOf(all: readonly Correction[], { stated, price }: Draw): TransferCorrection {
  const money = (amount: number, digits: number) =>
    [amount, 2 * amount].map((one) => parseScaled(`${one}`, digits));
  const treatment = all.find((one) => one !== 'BASIS' && one !== 'PRICE') ?? null;
  return {
    treatment,
    prices: all.includes('PRICE') ? money(price, priceDecimals) : null,
    basis: all.includes('BASIS') ? { cost: money(stated, moneyDecimals), acquiredAt: null } : null,
  };
}
