/** A deterministic history of purchases and sales, the same for every run and contender. */
import type { LedgerMovement } from '../../src/domain/accounting/amounts/types.ts';
import type { Currency } from '../../src/domain/ids.ts';

export const priceDecimals = 36;
const tokenCount = 200;
const decimals = 18;

/** Units of a currency per USD, in hundredths. */
const unitsPerUsd: Readonly<Partial<Record<Currency, bigint>>> = {
  USD: 100n,
  ETH: 3n,
  AVAX: 491n,
  MATIC: 17_003n,
  XDAI: 101n,
};

const ratesOf = (currencies: readonly Currency[]): bigint[] =>
  currencies.map((currency) => {
    const rate = unitsPerUsd[currency];
    if (rate === undefined) throw new Error(`the history has no rate of ${currency}`);
    return rate;
  });

/** A small generator with a fixed seed (mulberry32): the same numbers everywhere. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}

function movementOf(
  index: number,
  trade: { token: number; isSale: boolean; quantity: bigint; cents: bigint },
  rates: readonly bigint[],
): LedgerMovement {
  const position = index.toString().padStart(12, '0');
  return {
    id: `t${position}`,
    position,
    transaction: position,
    timestamp: 1_600_000_000 + index * 12,
    wallet: 'wallet',
    token: `token${trade.token}`,
    decimals,
    side: trade.isSale ? 'outflow' : 'inflow',
    quantity: trade.quantity,
    prices: rates.map((rate) => trade.cents * rate * 10n ** BigInt(priceDecimals - 4)),
    priceTier: 'reference',
    treatment: trade.isSale ? 'DISPOSAL' : 'ACQUISITION',
    carry: null,
    feeValue: null,
    statedBasis: null,
    heldBy: null,
    crossing: null,
    lender: null,
    settles: null,
  };
}

/**
 * One wallet, one movement per transaction, over 200 tokens of 18 decimals: half purchases, half sales of up to a
 * fifth more than a purchase, never more than is held. Prices are in the currencies, in their order.
 */
export function buildHistory(size: number, currencies: readonly Currency[]): LedgerMovement[] {
  const rates = ratesOf(currencies);
  const random = createRandom(20_261_121);
  const held = new Array<bigint>(tokenCount).fill(0n);
  const movements: LedgerMovement[] = [];
  for (let index = 0; index < size; index += 1) {
    const token = random() % tokenCount;
    const wanted = BigInt((random() % 1_000_000) + 1) * 1_000_003n * 1_000_000_007n;
    const cents = BigInt((random() % 500_000) + 1);
    const available = held[token] ?? 0n;
    const isSale = random() % 2 === 0 && available > 0n;
    const most = (wanted * 6n) / 5n;
    const quantity = isSale ? (most < available ? most : available) : wanted;
    held[token] = isSale ? available - quantity : available + quantity;
    movements.push(movementOf(index, { token, isSale, quantity, cents }, rates));
  }
  return movements;
}

/**
 * A history that is made while it is read, over the same tokens: `openLots` purchases, then sales and purchases in turn.
 * A purchase is one lot, sales take a half and one and a half of it in turn: about `openLots` of them stay open.
 */
export function* streamHistory(
  size: number,
  openLots: number,
  currencies: readonly Currency[],
): Generator<LedgerMovement> {
  const rates = ratesOf(currencies);
  const random = createRandom(20_261_121);
  const lot = 123_456_789n * 10n ** 15n;
  for (let index = 0; index < size; index += 1) {
    const isSale = index >= openLots && index % 2 === 0;
    const turn = Math.floor(index / (2 * tokenCount));
    const quantity = isSale ? (turn % 2 === 0 ? lot / 2n : lot + lot / 2n) : lot;
    const cents = BigInt((random() % 500_000) + 1);
    yield movementOf(index, { token: (index >> 1) % tokenCount, isSale, quantity, cents }, rates);
  }
}
