/**
 * A double-entry journal that hledger reads. Pure.
 *
 * Each transaction is an entry that sums to zero. What moved is posted in its token at what it was worth then (`@@`, a total cost, which hledger
 * takes with the sign of the amount); what the ledger made of it is posted in the currency of the file:
 *
 *     Income:<kind>, Expenses:Fees, Expenses:Spending   income and expenses, as the ledger has them
 *     Income:Gains, against Equity:Gains                what disposals gained by the cost method
 *     Equity:Trades                                     what one side of a trade was worth more than the other, and fees that are part of a cost
 *     Assets:Deposits                                   what protocols hold, as far as what they took and gave back tells
 *     Equity:Deposits, Equity:Bridges, Liabilities:Loans, Equity:Own wallets, Equity:Gifts, Equity:Opening, Equity:Unknown
 *     Equity:Unpriced                                   the other side, in its token, of what has no price
 *
 * So the assets are the quantities that a wallet has, and income, expenses and gains of a year are the ledger's; what assets cost is in
 * no account, since lots are the ledger's.
 */
import type { BookingKind, TransactionKind } from '../model.ts';
import { Decimal } from '../money/money.ts';
import { utcDay } from '../time/time.ts';
import { kindWords } from './file-names.ts';

export interface JournalMove {
  /** Of the wallet: `Alice:ethereum`. */
  account: string;
  /** The token's name in the file. */
  commodity: string;
  /** Signed. */
  amount: string;
  /** Positive, in the currency of the file; null: not known. */
  value: string | null;
  /** A network fee, what was held before the known history, or how a transfer is booked. */
  booking: BookingKind | 'FEE' | 'OPENING';
  /** The contract that holds it, or gives it back. */
  holder: string;
  /** What the holder held, and does not any more: it turned into this, or was sold for it. */
  settles: { commodity: string; amount: string } | null;
}

/** What the ledger made of a transaction; decimal texts. */
export interface JournalResults {
  gains: string;
  income: string;
  expenses: string;
  /** How much of the expenses is of the coin that network fees are paid in. */
  coinExpenses: string;
}

export interface JournalTransaction {
  /** Unix seconds. */
  timestamp: number;
  /** Its hash; null: none. */
  code: string | null;
  description: string;
  /** Null: no transaction of the wallets. */
  kind: TransactionKind | null;
  moves: readonly JournalMove[];
  results: JournalResults;
}

/** Places of every amount of money. */
const moneyPlaces = 18;
const money = (text: string): Decimal => new Decimal(text).toDecimalPlaces(moneyPlaces);
const zero = new Decimal(0);
const total = (amounts: readonly Decimal[]): Decimal => amounts.reduce((sum, one) => sum.plus(one), zero);

/** What begins the file: how its numbers are read, and how reports show the currency. */
export function journalHead(currency: string, lines: readonly string[]): string {
  const digits = currency.length === 3 && currency !== 'ETH' ? '1000.00' : '1000.00000000';
  const comments = lines.map((line) => `; ${line}\n`).join('');
  return `${comments}decimal-mark .\ncommodity ${digits} ${quoted(currency)}\n\n`;
}

/** Letters alone need no quotes; names have none of their own (`file-names.ts`). */
const quoted = (commodity: string): string => (/^[A-Za-z]+$/.test(commodity) ? commodity : `"${commodity}"`);

/** A part of an account's name that hledger takes as one, whatever a client called its wallet. */
export function accountPart(text: string): string {
  const plain = text.replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ').replaceAll(/\s+/gu, ' ');
  return plain.trim().slice(0, 60).trim() || 'Wallet';
}

interface Posting {
  account: string;
  amount: Decimal;
  commodity: string;
  /** In the currency of the file. */
  cost?: Decimal;
}

/** Where the other side of a transfer is posted. */
function otherSide(booking: JournalMove['booking'], kind: TransactionKind | null, isTrade: boolean): string {
  switch (booking) {
    case 'HELD':
      return 'Equity:Deposits';
    case 'OWN_MOVE':
      return 'Equity:Own wallets';
    case 'NON_TAXABLE':
      return 'Equity:Gifts';
    case 'OPENING':
      return 'Equity:Opening';
    case 'CARRY':
      return kind === 'BRIDGE_IN' || kind === 'BRIDGE_OUT' ? 'Equity:Bridges' : 'Equity:Trades';
    default:
      if (kind === 'BORROW' || kind === 'REPAY') return 'Liabilities:Loans';
      return isTrade ? 'Equity:Trades' : 'Equity:Unknown';
  }
}

/** Income and expenses are told by the ledger; what of them is not in it goes with the rest. */
const isResult = ({ booking }: JournalMove): boolean =>
  booking === 'FEE' || booking === 'INCOME' || booking === 'EXPENSE';

/** Writes the entries from the first on. Memory holds what protocols hold, token by token. */
export function createJournalWriter(currency: string): {
  /** The entry, and an empty line; empty where there is nothing to tell. */
  entry(transaction: JournalTransaction): string;
} {
  const deposits: Deposits = new Map();
  return {
    entry(transaction) {
      // A debt's token is no asset.
      const booked = transaction.moves.filter(({ booking }) => booking !== 'LIABILITY');
      const moves = booked.flatMap((move) => [
        { ...move, account: `Assets:Crypto:${move.account}` },
        ...depositedBy(move, deposits),
      ]);
      return entryText(transaction, moves.map(valued(currency)), currency);
    },
  };
}

type Deposits = Map<string, Decimal>;

/** The other side of what a protocol takes, and of as much of what it gives as it has. */
function depositedBy(move: JournalMove, deposits: Deposits): JournalMove[] {
  const { booking, amount, settles, holder } = move;
  const account = `Assets:Deposits:${move.account}`;
  const given = settles ?? (booking === 'HELD' ? { commodity: move.commodity, amount } : null);
  if (given === null) return [];
  const key = JSON.stringify([account, given.commodity, holder]);
  const held = deposits.get(key) ?? zero;
  if (booking === 'HELD' && new Decimal(amount).isNegative()) {
    deposits.set(key, held.minus(amount));
    return [{ ...move, account, amount: new Decimal(amount).neg().toFixed() }];
  }
  const back = Decimal.min(held, given.amount);
  if (!back.gt(0)) return [];
  if (back.eq(held)) deposits.delete(key);
  else deposits.set(key, held.minus(back));
  // What something else turned into is worth what that was; of the same, a part is worth its share.
  const share = settles === null ? back.div(given.amount) : 1;
  const value = move.value === null ? null : new Decimal(move.value).times(share).toFixed();
  return [{ ...move, account, commodity: given.commodity, amount: back.neg().toFixed(), value }];
}

function entryText(transaction: JournalTransaction, moves: readonly ValuedMove[], currency: string): string {
  const postings = [
    ...moves.flatMap((move) => assetPostings(move, currency)),
    ...otherPostings(transaction, moves, currency),
  ];
  if (postings.length === 0) return '';
  const { timestamp, code, description } = transaction;
  const head = [
    utcDay(timestamp),
    '*',
    ...(code === null ? [] : [`(${code})`]),
    plainDescription(description),
  ];
  const lines = postings.map(({ account, amount, commodity, cost }) => {
    const worth = cost === undefined ? '' : ` @@ ${cost.toFixed()} ${quoted(currency)}`;
    return `    ${account}  ${amount.toFixed()} ${quoted(commodity)}${worth}\n`;
  });
  return `${head.join(' ').trim()}\n${lines.join('')}\n`;
}

/** A semicolon begins a comment, and a bar parts payee and note. */
const plainDescription = (text: string): string => text.replaceAll(/[;|]/g, ',');

interface ValuedMove {
  move: JournalMove;
  amount: Decimal;
  /** With the sign of the amount; null: not known. */
  value: Decimal | null;
}

/** Of the file's own currency, as much is worth as much. */
const valued =
  (currency: string) =>
  (move: JournalMove): ValuedMove => {
    const amount = new Decimal(move.amount);
    if (move.commodity === currency) return { move, amount, value: amount };
    const value = move.value === null ? null : money(move.value).times(amount.isNegative() ? -1 : 1);
    return { move, amount, value };
  };

function assetPostings({ move, amount, value }: ValuedMove, currency: string): Posting[] {
  const { account, commodity } = move;
  if (amount.isZero()) return [];
  if (commodity === currency) return [{ account, amount, commodity }];
  if (value !== null) return [{ account, amount, commodity, cost: value.abs() }];
  return [
    { account, amount, commodity },
    { account: 'Equity:Unpriced', amount: amount.neg(), commodity },
  ];
}

function otherPostings(
  { kind, results }: JournalTransaction,
  moves: readonly ValuedMove[],
  currency: string,
): Posting[] {
  const [gains, income, expenses] = [results.gains, results.income, results.expenses].map(money);
  if (gains === undefined || income === undefined || expenses === undefined) return [];
  const paid = total(
    moves.flatMap(({ move, value }) => (move.booking === 'FEE' ? [value?.neg() ?? zero] : [])),
  );
  const fees = Decimal.max(zero, Decimal.min(money(results.coinExpenses), expenses, paid));
  const others = otherSides(kind, moves);
  // What moved, and is not what the ledger has as income and expenses, such as a fee that is part of a cost.
  const told = total(moves.flatMap(({ move, value }) => (isResult(move) ? [value ?? zero] : [])));
  const rest = told.minus(income).plus(expenses);
  const main =
    [...others].sort(([, left], [, right]) => right.abs().cmp(left.abs()))[0]?.[0] ?? 'Equity:Unknown';
  others.set(main, (others.get(main) ?? zero).plus(rest));
  const source = kind === null ? 'Other' : accountPart(kindWords(kind));
  const all: readonly (readonly [string, Decimal])[] = [
    [`Income:${source}`, income.neg()],
    ['Expenses:Fees', fees],
    ['Expenses:Spending', expenses.minus(fees)],
    ...[...others].map(([account, sum]) => [account, sum.neg()] as const),
    ['Income:Gains', gains.neg()],
    ['Equity:Gains', gains],
  ];
  return all.flatMap(([account, amount]) =>
    amount.isZero() ? [] : [{ account, amount, commodity: currency }],
  );
}

/** What moved, by where its other side is posted. */
function otherSides(kind: TransactionKind | null, moves: readonly ValuedMove[]): Map<string, Decimal> {
  const traded = moves.filter(({ move: { booking } }) => booking === 'ACQUISITION' || booking === 'DISPOSAL');
  const isTrade =
    traded.some(({ amount }) => amount.isNegative()) && traded.some(({ amount }) => amount.isPositive());
  const sums = new Map<string, Decimal>();
  for (const { move, value } of moves) {
    if (isResult(move)) continue;
    const account = otherSide(move.booking, kind, isTrade);
    sums.set(account, (sums.get(account) ?? zero).plus(value ?? zero));
  }
  return sums;
}
