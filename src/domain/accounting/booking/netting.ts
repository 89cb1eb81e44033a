/**
 * The net flow per (transaction, wallet, token or NFT): what is booked. A refund, a change or a pass-through is no
 * acquisition. Only like nets with like. Purchases net with sales. Income that is spent in the same transaction stays
 * income. The two ends of a carry stay apart from other flows.
 */
import type { Side } from '../../model.ts';
import {
  addMoney,
  at,
  divideByScale,
  divideHalfEven,
  type Fraction,
  invariant,
  type Money,
  type OptionalMoney,
} from '../amounts/amounts.ts';
import {
  type BookedBasis,
  type CarryPair,
  type Crossing,
  type LedgerMovement,
  type LedgerSettings,
  type LedgerTreatment,
  type PriceTier,
  priceTiers,
} from '../amounts/types.ts';
import type { Account, Accounts, Departure } from './accounts.ts';
import { areApart } from './order.ts';

/** A net flow on its way through valuation, fees and planning to the books. */
export interface Leg {
  readonly op: 'leg';
  readonly account: Account;
  readonly side: Side;
  readonly treatment: LedgerTreatment;
  /** Of the first movement on the net side. */
  readonly id: string;
  readonly timestamp: number;
  /** 0: the movements cancelled out, and only their fees remain. */
  readonly quantity: bigint;
  /** 0 is the best. */
  readonly tier: number;
  readonly carry: CarryPair | null;
  /** As in LedgerMovement, where the settings let it cross without a sale. */
  readonly crossing: Crossing | null;
  /** Set by crossings.ts: what left for it, over a bridge. */
  readonly meets: Departure | null;
  readonly statedBasis: BookedBasis | null;
  /** As in LedgerMovement, where the settings let it be held. */
  readonly heldBy: string | null;
  readonly lender: string | null;
  /** Out of what the protocol holds: something else that came in was paid for it, or stands for it now (settlements.ts). */
  readonly isSettled: boolean;
  /** Valued by itself: a side of an exchange on the way over a bridge, or what came over one beyond what had left (crossings.ts). */
  readonly isExchanged: boolean;
  /** Some went the other way in the same transaction, and is netted. */
  readonly isRest: boolean;
  /** Market value, after trade.ts the trade's; null: unknown. */
  readonly value: (bigint | null)[];
  /** What the value comes from: prices of whole units, to be divided by `priceDivisors` where there are some. */
  readonly prices: OptionalMoney | null;
  readonly priceDivisors: Money | null;
  /** Set by trade.ts: the shares of a trade's value, before they are rounded; null where the market's value stays. */
  shares: (Fraction | null)[] | null;
  /** To add to the basis or take off the proceeds. */
  fee: bigint[] | null;
  /** Fees that belong to no acquisition and no disposal. */
  expense: bigint[] | null;
  /** Set by plan.ts: its place in the ledger, and how much the open lots cover of what is taken from them. */
  sequence: number;
  covered: bigint;
  /** Set by plan.ts and crossings.ts: the account of its own in which it waits, if it leaves over a bridge, or waited. */
  escrow: string | null;
  /** Set by plan.ts: what comes out of a protocol beyond what went in. */
  beyond: Beyond | null;
}

/** `isIncome`: the contract had got something before, so that this is what it earned; else nothing is known of it. */
export interface Beyond {
  readonly isIncome: boolean;
  readonly quantity: bigint;
  readonly value: OptionalMoney;
}

/** What netting needs to know of the ledger. */
export interface NettingContext extends LedgerSettings {
  readonly accounts: Accounts;
  readonly currencyCount: number;
}

/** The lower, the better known. */
const rankOf = (tier: PriceTier): number => priceTiers.indexOf(tier);

const allowedSides = {
  ACQUISITION: 'inflow',
  INCOME: 'inflow',
  DISPOSAL: 'outflow',
  EXPENSE: 'outflow',
  GAS: 'outflow',
  NON_TAXABLE: 'both',
  BASIS_TRANSFER: 'both',
  HELD: 'both',
  LIABILITY: 'both',
  CARRY: 'both',
} satisfies Record<LedgerTreatment, Side | 'both'>;

/** Whether a movement on that side can be booked so. */
export function treatmentFits(treatment: LedgerTreatment, side: Side): boolean {
  const allowed: Side | 'both' = allowedSides[treatment];
  return allowed === 'both' || allowed === side;
}

function checkMovement(movement: LedgerMovement, currencyCount: number): void {
  const { treatment, prices, feeValue, statedBasis } = movement;
  invariant(movement.quantity > 0n, 'a quantity is not positive');
  invariant(treatmentFits(treatment, movement.side), 'a treatment does not fit the side');
  invariant(
    (treatment === 'BASIS_TRANSFER') === (movement.carry !== null),
    'a pair without a carry, or none',
  );
  const { heldBy, lender, side, crossing } = movement;
  const departs = treatment === 'CARRY' && side === 'outflow';
  invariant((treatment === 'CARRY') === (crossing !== null), 'a crossing without a carry, or none');
  invariant((treatment !== 'HELD' && !departs) || heldBy !== null, 'something is held by nobody');
  invariant(
    heldBy === null || treatment === 'HELD' || departs || (side === 'outflow' && isTakeable(treatment)),
    'only what is held or taken has a holder',
  );
  invariant(
    lender === null || (heldBy === null && isTraded(treatment)),
    'a loan that is neither taken nor paid back',
  );
  invariant(prices === null || prices.length === currencyCount, 'prices are not one per currency');
  invariant(feeValue === null || feeValue.length === currencyCount, 'fees are not one per currency');
  if (statedBasis !== null) {
    invariant(side === 'inflow' && hasCost.has(treatment), 'a stated basis of nothing that has a cost');
    invariant(statedBasis.cost.length === currencyCount, 'a stated basis is not one per currency');
  }
}

const hasCost: ReadonlySet<LedgerTreatment> = new Set(['ACQUISITION', 'INCOME', 'HELD', 'CARRY']);
/** Purchases and sales, which net with each other. */
const isTraded = (treatment: LedgerTreatment): boolean =>
  treatment === 'ACQUISITION' || treatment === 'DISPOSAL';
const isTakeable = (treatment: LedgerTreatment): boolean =>
  treatment === 'DISPOSAL' || treatment === 'EXPENSE';

type Marks = Pick<LedgerMovement, 'carry' | 'treatment' | 'side'>;

function isRealized({ carry, treatment }: Marks, settings: LedgerSettings): boolean {
  if (treatment === 'HELD' || treatment === 'CARRY') return settings.deposits === 'realize';
  if (carry?.kind === 'own') return settings.ownTransfers === 'realize';
  if (carry?.kind === 'liquidity') return settings.liquidityTokens === 'realize';
  return carry?.kind === 'receipt' && settings.receiptTokens === 'realize';
}

/** The treatment under the client's settings: a carry, or a deposit, that is not wanted is a disposal and an acquisition. */
export function effectiveTreatment(movement: Marks, settings: LedgerSettings): LedgerTreatment {
  if (!isRealized(movement, settings)) return movement.treatment;
  return movement.side === 'inflow' ? 'ACQUISITION' : 'DISPOSAL';
}

/** A movement by itself as a leg, under a treatment. */
export function singleLeg(
  movement: LedgerMovement,
  treatment: LedgerTreatment,
  context: NettingContext,
): Leg {
  const account = context.accounts.open(movement.wallet, movement.token, movement.decimals);
  const value: (bigint | null)[] = [];
  for (let currency = 0; currency < context.currencyCount; currency += 1) {
    const price = movement.prices === null ? null : (movement.prices[currency] ?? null);
    value.push(price === null ? null : divideByScale(movement.quantity * price, account.valueScale));
  }
  return {
    op: 'leg',
    account,
    side: movement.side,
    treatment,
    id: movement.id,
    timestamp: movement.timestamp,
    quantity: movement.quantity,
    tier: rankOf(movement.priceTier),
    carry: treatment === 'BASIS_TRANSFER' ? movement.carry : null,
    crossing: treatment === 'CARRY' ? movement.crossing : null,
    meets: null,
    statedBasis: movement.statedBasis,
    heldBy: isRealized(movement, context) ? null : movement.heldBy,
    lender: movement.lender,
    isSettled: false,
    isExchanged: false,
    isRest: false,
    value,
    prices: movement.prices,
    priceDivisors: null,
    shares: null,
    fee: movement.feeValue === null ? null : movement.feeValue.slice(),
    expense: null,
    sequence: 0,
    covered: 0n,
    escrow: null,
    beyond: null,
  };
}

/**
 * A leg's value before it is rounded; null: unknown. Amounts are split by it: the rounded value of something very cheap says
 * little of how it stands to another.
 */
export function exactValue(leg: Leg, currency: number): Fraction | null {
  const share = leg.shares?.[currency] ?? null;
  const price = leg.prices?.[currency] ?? null;
  if (share !== null || price === null) return share;
  const divisor = leg.priceDivisors?.[currency] ?? 1n;
  return { numerator: leg.quantity * price, denominator: leg.account.valueScale.divisor * divisor };
}

/** The average price of the movements that have one; null: none has. */
function averagePrice(lines: readonly LedgerMovement[], currency: number): Fraction | null {
  let weighted = 0n;
  let priced = 0n;
  for (const line of lines) {
    const price = line.prices?.[currency] ?? null;
    if (price === null) continue;
    weighted += line.quantity * price;
    priced += line.quantity;
  }
  if (priced === 0n) return null;
  // Nearly always all have the same.
  const isWhole = weighted % priced === 0n;
  return isWhole
    ? { numerator: weighted / priced, denominator: 1n }
    : { numerator: weighted, denominator: priced };
}

function netLeg(lines: readonly LedgerMovement[], context: NettingContext): Leg {
  let net = 0n;
  for (const line of lines) net += line.side === 'inflow' ? line.quantity : -line.quantity;
  const side: Side = net < 0n ? 'outflow' : 'inflow';
  const quantity = net < 0n ? -net : net;
  const same = lines.filter((line) => line.side === side);
  const opposite = lines.filter((line) => line.side !== side);
  const first = at(same, 0);
  const leg = singleLeg(first, effectiveTreatment(first, context), context);
  let fee: bigint[] | null = null;
  for (const line of lines) {
    invariant(line.decimals === first.decimals, 'a token has two different numbers of decimals');
    if (line.feeValue !== null) fee = fee === null ? line.feeValue.slice() : addMoney(fee, line.feeValue);
  }
  const { divisor } = leg.account.valueScale;
  const averages = leg.value.map(
    // The opposite side's price serves where the net side has none: it is the same token at the same moment.
    (_, currency) => averagePrice(same, currency) ?? averagePrice(opposite, currency),
  );
  const value = averages.map((price) =>
    price === null ? null : divideHalfEven(quantity * price.numerator, price.denominator * divisor),
  );
  const prices = averages.map((price) => price?.numerator ?? null);
  const priceDivisors = averages.map((price) => price?.denominator ?? 1n);
  // A price that the client states counts as such, whichever of the movements it was stated for.
  const tier = same.some(({ priceTier }) => priceTier === 'stated') ? rankOf('stated') : leg.tier;
  return { ...leg, quantity, value, prices, priceDivisors, fee, tier, isRest: opposite.length > 0 };
}

/** What may net with each other within a transaction. */
function nettingKey(movement: LedgerMovement, treatment: LedgerTreatment): string {
  const { wallet, token, carry, statedBasis, id, lender } = movement;
  const kind = lender !== null ? 'LOAN' : isTraded(treatment) ? 'TRADE' : treatment;
  const detail = treatment === 'BASIS_TRANSFER' ? carry?.pair : statedBasis && id;
  const isSold = movement.treatment === 'HELD' && treatment !== 'HELD';
  // What a bridge gives back at once comes from nobody that holds it.
  const holder = isSold || movement.treatment === 'CARRY' ? null : movement.heldBy;
  return JSON.stringify([wallet, token, kind, detail ?? null, holder ?? lender]);
}

/** The net flows of one transaction, in the order in which their first movements stand. */
export function netFlows(group: readonly LedgerMovement[], context: NettingContext): Leg[] {
  for (const movement of group) checkMovement(movement, context.currencyCount);
  if (group.length === 1) {
    const only = at(group, 0);
    return [singleLeg(only, effectiveTreatment(only, context), context)];
  }
  if (areApart(group)) {
    return group.map((movement) => singleLeg(movement, effectiveTreatment(movement, context), context));
  }
  const flows = new Map<string, LedgerMovement[]>();
  for (const movement of group) {
    const key = nettingKey(movement, effectiveTreatment(movement, context));
    const lines = flows.get(key);
    if (lines === undefined) flows.set(key, [movement]);
    else lines.push(movement);
  }
  const legs: Leg[] = [];
  for (const lines of flows.values()) {
    const first = at(lines, 0);
    if (lines.length > 1) legs.push(netLeg(lines, context));
    else legs.push(singleLeg(first, effectiveTreatment(first, context), context));
  }
  return legs;
}
