/**
 * The lines of Koinly's universal CSV template. Pure.
 *
 * Sources, read in copies of Koinly's help centre (support.koinly.io): articles 9489976 "How to create a custom CSV file" (columns, times in
 * UTC, one line for a deposit, a withdrawal or a trade), 9490023 "What are tags" (the labels, in the column Label), 9490022 "What are
 * transactions" (a deposit has no fee: it is a withdrawal of its own, tagged Cost), 9490056 "Staking and farming tokens" (Add to pool,
 * Remove from pool; what comes back beyond is a Reward), 9490026 "Crypto loans" (Loan, Loan repayment, Loan fee). Tags without an end here:
 * Lost, Donation, Tax, Salary, Mining, Fork, Lending interest, Cashback and the margin ones are for what no chain tells, and Liquidity in and
 * out "cannot be applied manually". Koinly reads labels in any letter case.
 */
import type { BookingKind, Side, TransactionKind } from '../model.ts';
import { Decimal } from '../money/money.ts';
import { formatTime } from '../time/time.ts';

export const koinlyColumns = [
  ...['Date', 'Sent Amount', 'Sent Currency', 'Received Amount', 'Received Currency', 'Fee Amount'],
  ...['Fee Currency', 'Net Worth Amount', 'Net Worth Currency', 'Label', 'Description', 'TxHash'],
];

export type KoinlyLabel =
  | ('airdrop' | 'reward' | 'income' | 'cost' | 'gift' | 'swap')
  | ('add to pool' | 'remove from pool' | 'loan' | 'loan repayment' | 'loan fee');

/** What one transfer moved; amounts are decimal texts, positive. */
export interface KoinlyMove {
  /** The token's name in the file. */
  currency: string;
  side: Side;
  amount: string;
  /** In the currency of the file; null: not known. */
  value: string | null;
  booking: BookingKind;
  /** The contract that holds it, or gives it back. */
  holder: string;
  /** What the holder held, and does not any more: it turned into this. */
  settles: { currency: string; amount: string } | null;
}

export interface KoinlyTransaction {
  /** Unix seconds. */
  timestamp: number;
  hash: string;
  kind: TransactionKind;
  description: string;
  /** What the wallet paid for it; null: nothing. */
  fee: Pick<KoinlyMove, 'currency' | 'amount' | 'value'> | null;
  moves: readonly KoinlyMove[];
  /** What the ledger takes its trade to be worth; null: not known, or none. */
  tradeValue: string | null;
}

/** What a wallet held before its known history. */
export interface KoinlyOpening {
  timestamp: number;
  currency: string;
  amount: string;
  /** What it had cost, and in which currency; null: not known. */
  cost: { amount: string; currency: string } | null;
}

export type KoinlyCells = (string | null)[];

interface Part {
  currency: string;
  amount: Decimal;
  value: Decimal | null;
}

/** What is left of a token's moves of one kind in a transaction, of which change is taken off. */
interface Leg extends Part {
  side: Side;
  as: Booked;
  holder: string;
  settles: KoinlyMove['settles'];
}

/** A line before its fee; `sent` or `received`, or both. */
interface Line {
  sent: Part | null;
  received: Part | null;
  value: Decimal | null;
  label: KoinlyLabel | null;
}

/** Bought and sold are two sides of one thing: what comes back of what was sold is change. */
type Booked = 'TRADE' | Exclude<BookingKind, 'ACQUISITION' | 'DISPOSAL'>;
const bookedAs = (booking: BookingKind): Booked =>
  booking === 'ACQUISITION' || booking === 'DISPOSAL' ? 'TRADE' : booking;

const plus = (left: Decimal | null, right: Decimal | null): Decimal | null =>
  left === null || right === null ? null : left.plus(right);

/** Nets each token's moves of one kind. A debt's token is no asset: what was borrowed is a line of its own. */
function legsOf(moves: readonly KoinlyMove[]): Leg[] {
  const booked = moves.filter(({ booking }) => booking !== 'LIABILITY');
  const keyOf = ({ booking, currency, holder, settles }: KoinlyMove): string =>
    JSON.stringify([bookedAs(booking), currency, ...(booking === 'HELD' ? [holder, settles] : [])]);
  return [...Map.groupBy(booked, keyOf).values()].flatMap((same): Leg[] => {
    const [first] = same;
    if (first === undefined) return [];
    let amount = new Decimal(0);
    let value: Decimal | null = new Decimal(0);
    for (const move of same) {
      const sign = move.side === 'inflow' ? 1 : -1;
      amount = amount.plus(new Decimal(move.amount).times(sign));
      value = plus(value, move.value === null ? null : new Decimal(move.value).times(sign));
    }
    if (amount.isZero()) return [];
    const { currency, holder, settles, booking } = first;
    const side = amount.isNegative() ? 'outflow' : 'inflow';
    const known = { amount: amount.abs(), value: value?.abs() ?? null };
    return [{ ...known, currency, side, as: bookedAs(booking), holder, settles }];
  });
}

/** The one that went and the one that came; null: not one of each. */
function pairOf(legs: readonly Leg[], as: Booked): { out: Leg; in: Leg } | null {
  const own = legs.filter((leg) => leg.as === as);
  const [out, back] = [own.find(({ side }) => side === 'outflow'), own.find(({ side }) => side === 'inflow')];
  return own.length === 2 && out !== undefined && back !== undefined ? { out, in: back } : null;
}

function outLabel({ as }: Leg, kind: TransactionKind): KoinlyLabel | null {
  if (as === 'EXPENSE') return kind === 'REPAY' ? 'loan fee' : 'cost';
  if (as === 'NON_TAXABLE') return 'gift';
  if (as === 'HELD') return 'add to pool';
  return as === 'TRADE' && kind === 'REPAY' ? 'loan repayment' : null;
}

/** Somebody's payment is income; what a contract pays for what one has is a reward. */
const paid: ReadonlySet<TransactionKind> = new Set(['RECEIVE', 'MINT', 'CONTRACT_EXECUTION']);

function inLabel({ as }: Leg, kind: TransactionKind): KoinlyLabel | null {
  if (as === 'INCOME') return kind === 'AIRDROP' ? 'airdrop' : paid.has(kind) ? 'income' : 'reward';
  return as === 'TRADE' && kind === 'BORROW' ? 'loan' : null;
}

const lineOfLeg = (leg: Leg, label: KoinlyLabel | null, { value }: Pick<Part, 'value'> = leg): Line => ({
  sent: leg.side === 'outflow' ? leg : null,
  received: leg.side === 'inflow' ? leg : null,
  value,
  label,
});

/** What is in a holder's pool of a token, as Koinly counts it. */
type Pools = Map<string, Decimal>;
const poolOf = (holder: string, token: string): string => `${holder} ${token}`;
const inPool = (pools: Pools, pool: string): Decimal => pools.get(pool) ?? new Decimal(0);

function putIn(pools: Pools, pool: string, amount: Decimal): void {
  const left = inPool(pools, pool).plus(amount);
  if (left.gt(0)) pools.set(pool, left);
  else pools.delete(pool);
}

/** What comes back beyond what had been put in is a reward; what something else turned into is bought with it. */
function returned(leg: Leg, pools: Pools): Line[] {
  const { holder, settles, value } = leg;
  if (settles !== null) {
    putIn(pools, poolOf(holder, settles.currency), new Decimal(settles.amount).neg());
    return [lineOfLeg(leg, null)];
  }
  const pool = poolOf(holder, leg.currency);
  const own = Decimal.min(inPool(pools, pool), leg.amount);
  putIn(pools, pool, own.neg());
  const share = (amount: Decimal): Leg => ({
    ...{ ...leg, amount },
    value: value?.times(amount).div(leg.amount) ?? null,
  });
  const back = lineOfLeg(share(own), 'remove from pool');
  const beyond = lineOfLeg(share(leg.amount.minus(own)), 'reward');
  return [back, beyond].filter(({ received }) => received?.amount.isZero() === false);
}

/** What is exchanged one for one is a line; of the rest, what leaves comes first. */
function linesOf({ moves, kind, tradeValue }: KoinlyTransaction, pools: Pools): Line[] {
  const legs = legsOf(moves);
  const lines: Line[] = [];
  const paired = new Set<Leg>();
  for (const [as, label] of [
    ['TRADE', null],
    ['CARRY', 'swap'],
  ] as const) {
    const pair = pairOf(legs, as);
    if (pair === null) continue;
    const told = as === 'TRADE' && tradeValue !== null ? new Decimal(tradeValue) : null;
    lines.push({ sent: pair.out, received: pair.in, label, value: told ?? pair.out.value ?? pair.in.value });
    paired.add(pair.out).add(pair.in);
  }
  const rest = legs.filter((leg) => !paired.has(leg));
  for (const leg of rest.filter(({ side }) => side === 'outflow')) {
    if (leg.as === 'HELD') putIn(pools, poolOf(leg.holder, leg.currency), leg.amount);
    lines.push(lineOfLeg(leg, outLabel(leg, kind)));
  }
  for (const leg of rest.filter(({ side }) => side === 'inflow'))
    lines.push(...(leg.as === 'HELD' ? returned(leg, pools) : [lineOfLeg(leg, inLabel(leg, kind))]));
  return lines;
}

/** Writes the lines of one wallet, transaction by transaction from its first on. Memory holds what is in pools, token by token. */
export function createKoinlyWriter(currency: string): {
  lines(transaction: KoinlyTransaction): KoinlyCells[];
  openingLine(opening: KoinlyOpening): KoinlyCells;
} {
  const pools: Pools = new Map();
  return {
    lines(transaction) {
      const lines = linesOf(transaction, pools);
      const fee = transaction.fee === null ? null : partOf(transaction.fee);
      // A deposit has no fee.
      const payer = lines.find(({ sent }) => sent !== null);
      const alone: Line[] =
        fee === null || payer !== undefined
          ? []
          : [{ sent: fee, received: null, value: fee.value, label: 'cost' }];
      return [...lines, ...alone].map((line) =>
        cellsOf(transaction, line, { fee: line === payer ? fee : null, currency }),
      );
    },
    openingLine: ({ timestamp, currency: token, amount, cost }) => [
      ...[koinlyTime(timestamp), null, null, amount, token, null, null],
      ...[cost === null ? null : cost.amount, cost === null ? null : cost.currency],
      ...[null, 'Held before the known history', null],
    ],
  };
}

const partOf = ({ currency, amount, value }: Pick<KoinlyMove, 'currency' | 'amount' | 'value'>): Part => ({
  ...{ currency, amount: new Decimal(amount) },
  value: value === null ? null : new Decimal(value),
});

/** `2025-01-31 12:00:00 UTC` */
export const koinlyTime = (unixSeconds: number): string =>
  formatTime(unixSeconds).replace('T', ' ').replace('Z', ' UTC');

const worthDecimals = 18;

function cellsOf(
  { timestamp, description, hash }: KoinlyTransaction,
  { sent, received, value, label }: Line,
  { fee, currency }: { fee: Part | null; currency: string },
): KoinlyCells {
  const pair = (part: Part | null): KoinlyCells =>
    part === null ? [null, null] : [part.amount.toFixed(), part.currency];
  const worth = value === null ? null : value.toDecimalPlaces(worthDecimals).toFixed();
  return [
    ...[koinlyTime(timestamp), ...pair(sent), ...pair(received), ...pair(fee)],
    ...[worth, worth === null ? null : currency, label, description, hash],
  ];
}
