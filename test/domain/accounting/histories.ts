/** Random histories for property tests: small, but with every kind of transaction that the ledger knows. */
import fc from 'fast-check';
import type {
  LedgerMovement,
  LedgerSettlement,
  LedgerTreatment,
} from '../../../src/domain/accounting/amounts/types.ts';
import { priceDecimals } from './support.ts';

export const wallets = ['alice', 'bob'] as const;
export const tokens = ['ETH', 'USDC', 'T'] as const;
const places = { ETH: 6, USDC: 2, T: 0 } as const;

const kinds = [
  'buy',
  'sell',
  'swap',
  'refund',
  'income',
  'expense',
  'receive',
  'gift',
  'fail',
  'move',
  'wrap',
  'deposit',
  'withdraw',
  'seize',
  'borrow',
  'repay',
  'liquidate',
  'fill',
  'claim',
  'cover',
  'receipt',
  'liquidity',
  'depart',
  'land',
] as const;
export type HistoryKind = (typeof kinds)[number];

/** All kinds but some. */
export const kindsBut = (...left: readonly HistoryKind[]): HistoryKind[] =>
  kinds.filter((kind) => !left.includes(kind));

export interface Operation {
  kind: HistoryKind;
  /** Seconds since the operation before: 0 makes transactions of one second. */
  wait: number;
  wallet: (typeof wallets)[number];
  token: (typeof tokens)[number];
  other: (typeof tokens)[number];
  quantity: number;
  otherQuantity: number;
  /** null: unknown. */
  price: number | null;
  otherPrice: number | null;
  /** 0: someone else paid. */
  gas: number;
  gasPrice: number | null;
}

const knownPrice = fc.integer({ min: 0, max: 5000 });

/** Operations of the given kinds; with `priced` every price is known. */
export function operations(
  options: { kinds?: readonly HistoryKind[]; priced?: boolean; minLength?: number } = {},
) {
  const price = options.priced === true ? knownPrice : fc.option(knownPrice, { nil: null, freq: 6 });
  return fc.array(
    fc.record({
      kind: fc.constantFrom(...(options.kinds ?? kinds)),
      wait: fc.constantFrom(0, 1, 86_400),
      wallet: fc.constantFrom(...wallets),
      token: fc.constantFrom(...tokens),
      other: fc.constantFrom(...tokens),
      quantity: fc.integer({ min: 1, max: 3_000_000 }),
      otherQuantity: fc.integer({ min: 1, max: 3_000_000 }),
      price,
      otherPrice: price,
      gas: fc.constantFrom(0, 0, 21_000, 333),
      gasPrice: price,
    }),
    { minLength: options.minLength ?? 1, maxLength: 25 },
  );
}

/** Histories of one wallet in which much goes over bridges, and much of it arrives. */
export function bridgedOperations() {
  const kinds = ['buy', 'depart', 'depart', 'land', 'land', 'sell', 'deposit'] as const;
  return operations({ kinds, priced: true, minLength: 15 }).map((history) =>
    history.map((operation): Operation => {
      const token = operation.token === 'T' ? 'T' : 'ETH';
      return { ...operation, wallet: 'alice', token };
    }),
  );
}

interface Part {
  side: 'inflow' | 'outflow';
  wallet?: string;
  token: (typeof tokens)[number];
  /** It is an end of a way over a bridge, on this chain. */
  over?: 'a' | 'b';
  /** It is the token that stands for what is owed of it. */
  isDebt?: true;
  quantity: number;
  price: number | null;
  treatment: LedgerTreatment;
  kind?: 'own' | 'wrap' | 'receipt' | 'liquidity';
  heldBy?: string;
  lender?: string;
  settles?: Pick<LedgerSettlement, 'contract' | 'token' | 'isReceipt'>;
}

function partsOf(operation: Operation): Part[] {
  const { token, other, quantity, otherQuantity, price: unitPrice, otherPrice, wallet } = operation;
  const into = (treatment: LedgerTreatment): Part => ({
    side: 'inflow',
    token,
    quantity,
    price: unitPrice,
    treatment,
  });
  const out = (treatment: LedgerTreatment): Part => ({
    side: 'outflow',
    token,
    quantity,
    price: unitPrice,
    treatment,
  });
  const bought: Part = {
    side: 'inflow',
    token: other,
    quantity: otherQuantity,
    price: otherPrice,
    treatment: 'ACQUISITION',
  };
  const carried = { treatment: 'BASIS_TRANSFER' } as const;
  /** Only the pool has tokens for what is owed to it. */
  const counted = (part: Part): Part[] => (holderOf(operation) === 'pool' ? [{ ...part, isDebt: true }] : []);
  switch (operation.kind) {
    case 'buy':
      return [into('ACQUISITION')];
    case 'sell':
      return [out('DISPOSAL')];
    case 'swap':
      return [out('DISPOSAL'), bought];
    case 'refund':
      return [out('DISPOSAL'), bought, { ...into('ACQUISITION'), quantity: Math.ceil(quantity / 3) }];
    case 'income':
      return [into('INCOME')];
    case 'expense':
      return [out('EXPENSE')];
    case 'receive':
      return [into('NON_TAXABLE')];
    case 'gift':
      return [out('NON_TAXABLE')];
    case 'fail':
      return [];
    case 'deposit':
      return [{ ...out('HELD'), heldBy: holderOf(operation) }];
    case 'withdraw':
      return [{ ...into('HELD'), heldBy: holderOf(operation) }];
    case 'seize':
      return [{ ...out('EXPENSE'), heldBy: holderOf(operation) }];
    case 'borrow':
      return [{ ...into('ACQUISITION'), lender: holderOf(operation) }, ...counted(into('LIABILITY'))];
    case 'repay':
      return [{ ...out('DISPOSAL'), lender: holderOf(operation) }, ...counted(out('LIABILITY'))];
    case 'liquidate':
      // The debt shrinks by something else than what is taken for it.
      return [...counted(out('LIABILITY')), { ...bought, side: 'outflow', treatment: 'DISPOSAL' }];
    case 'fill':
    case 'claim':
      // Of what is held, for something else; now and then more than there is.
      return [{ ...bought, settles: settledOf(operation) }];
    case 'cover':
      return [{ ...bought, side: 'outflow', treatment: 'DISPOSAL', settles: settledOf(operation) }];
    case 'depart':
      return [{ ...out('CARRY'), ...sentOver(operation), heldBy: 'bridge' }];
    case 'land': {
      // Now and then more is missing than any bridge takes.
      const { over, quantity: sent } = sentOver(operation);
      const lost = Math.floor(otherQuantity / 2) % 7;
      return [{ ...into('CARRY'), over, quantity: (sent * (100 - lost)) / 100 }];
    }
    case 'receipt':
    case 'liquidity':
      return [
        { ...out('BASIS_TRANSFER'), kind: operation.kind },
        { ...bought, ...carried, kind: operation.kind, token: token === other ? nextToken(token) : other },
      ];
    case 'move':
      return [
        { ...out('BASIS_TRANSFER'), ...carried, kind: 'own' },
        {
          ...into('BASIS_TRANSFER'),
          ...carried,
          kind: 'own',
          wallet: wallet === 'alice' ? 'bob' : 'alice',
          // Now and then something is lost, or too much arrives.
          quantity: otherQuantity % 3 === 0 ? otherQuantity : quantity,
        },
      ];
    case 'wrap':
      return [
        { ...out('BASIS_TRANSFER'), kind: 'wrap' },
        {
          ...bought,
          treatment: 'BASIS_TRANSFER',
          kind: 'wrap',
          token: token === other ? nextToken(token) : other,
        },
      ];
  }
}

/** Few amounts, so that some that land are ones that left; another chain has two digits more. */
function sentOver({ quantity, otherQuantity }: Operation): { over: 'a' | 'b'; quantity: number } {
  const over = otherQuantity % 2 === 0 ? 'b' : 'a';
  return { over, quantity: 100 * (1 + (quantity % 2)) * (over === 'b' ? 100 : 1) };
}

/** How long a bridge may take. */
export const daysOver = { ETH: 30, USDC: 20, T: 1 } as const;

function settledOf(operation: Operation): NonNullable<Part['settles']> {
  const { kind, token, quantity } = operation;
  // What is owed to the pool is counted by tokens.
  if (kind === 'cover') return { contract: 'farm', token, isReceipt: false };
  const isReceipt = kind === 'claim';
  return { contract: holderOf(operation), token: isReceipt && quantity % 2 === 0 ? null : token, isReceipt };
}

/** One of two. */
function holderOf({ other }: Operation): string {
  return other === 'ETH' ? 'pool' : 'farm';
}

function nameOf({ token, over, isDebt }: Part): string {
  if (isDebt === true) return `debt of ${token}`;
  return over === 'b' ? `${token} on b` : token;
}

function nextToken(token: (typeof tokens)[number]): (typeof tokens)[number] {
  return token === 'T' ? 'ETH' : 'T';
}

function pricesOf(unitPrice: number | null): (bigint | null)[] {
  if (unitPrice === null) return [null, null];
  const whole = BigInt(unitPrice) * 10n ** BigInt(priceDecimals);
  // The second currency is worth 7 of the first, so its figures never divide evenly.
  return [whole, whole / 7n];
}

const settlementOf = (
  { token, quantity, price }: Operation,
  settled: NonNullable<Part['settles']>,
): LedgerSettlement => ({
  ...{ decimals: places[token], quantity: BigInt(quantity), prices: pricesOf(price), priceTier: 'reference' },
  ...settled,
});

/** What bridges call crossings: often nothing, and now and then two the same. */
const messages = [null, null, 'x:1', 'x:2', 'y:1', 'y:2', 'y:3'];

/** As positions are: by time, chain, transaction and item, each of a fixed length but the last two. */
export const positionOf = (place: {
  timestamp: number;
  chain: string;
  transaction: string;
  item: number;
}): string =>
  `${place.timestamp.toString(16).padStart(8, '0')}${place.chain.padStart(8, '0')} ${place.transaction} ${place.item}`;

/** The movements of a history in two currencies. Each operation is one transaction. */
export function movementsOf(history: readonly Operation[]): LedgerMovement[] {
  let timestamp = 1_700_000_000;
  return history.flatMap((operation, index) => {
    timestamp += operation.wait;
    const transaction = `x${index.toString().padStart(4, '0')}`;
    const parts = partsOf(operation);
    const chain = parts.some(({ over }) => over === 'b') ? 'b' : 'a';
    const placed = (item: number): string => positionOf({ timestamp, chain, transaction, item });
    const shared = {
      transaction,
      timestamp,
      priceTier: 'reference',
      feeValue: null,
      statedBasis: null,
    } as const;
    const movements = parts.map(
      (part, item): LedgerMovement => ({
        ...shared,
        id: `${transaction}.${item + 1}`,
        position: placed(item + 1),
        wallet: part.wallet ?? operation.wallet,
        token: nameOf(part),
        decimals: places[part.token] + (part.over === 'b' ? 2 : 0),
        side: part.side,
        quantity: BigInt(part.quantity),
        prices: pricesOf(part.price),
        treatment: part.treatment,
        carry: part.kind === undefined ? null : { pair: `${transaction}.${part.kind}`, kind: part.kind },
        crossing:
          part.over === undefined
            ? null
            : {
                ...{ asset: part.token, chain: part.over, window: daysOver[part.token] * 86_400 },
                ...{ arrives: part.side === 'inflow', exchanges: part.token !== 'USDC' },
                // Now and then it comes from who holds what left.
                by: operation.quantity % 3 === 0 ? 'bridge' : null,
                message: messages[Math.floor(operation.otherQuantity / 2) % messages.length] ?? null,
              },
        heldBy: part.heldBy ?? null,
        lender: part.lender ?? null,
        settles: part.settles === undefined ? null : settlementOf(operation, part.settles),
      }),
    );
    if (operation.gas === 0 && operation.kind !== 'fail') return movements;
    const fee: LedgerMovement = {
      ...shared,
      id: transaction,
      position: placed(0),
      wallet: operation.wallet,
      token: 'ETH',
      decimals: places.ETH,
      side: 'outflow',
      quantity: BigInt(Math.max(operation.gas, 1)),
      prices: pricesOf(operation.gasPrice),
      treatment: 'GAS',
      crossing: null,
      carry: null,
      heldBy: null,
      lender: null,
      settles: null,
    };
    return [fee, ...movements];
  });
}
