/**
 * The one total order of everything in a history, as a text that sorts: paging, cursors and accounting all use it.
 *
 * Lower-case hex of fixed width, so that byte order is numeric order:
 *
 *     timestamp 8 | chain id 8 | block 8 | transaction index 6            = a transaction's position, 30 digits
 *     … then item kind 1 | item index 8 | batch position 4 | side 1       = a transfer's position, 44 digits
 *
 * Timestamps fit until the year 2106. Side: 0 out, 1 in, so that a self-transfer is two items, out before in.
 */
import type { Address, ItemKey, Side } from './model.ts';

export const transactionPositionLength = 30;
const itemPositionLength = 14;

/** After the last hex digit: a position with it stands behind all that begin with the position, and before the next. */
export const afterDigits = 'g';

/** Credits without a transaction (withdrawals, rewards) stand after every transaction of their block. */
export const creditTransactionIndex = 0xffffff;

/**
 * What a token's balances grew by of themselves stands after every real transaction of the block up to which it was measured, and
 * before its credits: each token at an index of its own, by the last 22 bits of its address.
 */
export function accrualTransactionIndex(token: Address): number {
  return 0x800000 + (Number.parseInt(token.slice(-6), 16) & 0x3fffff);
}

const itemKinds = [
  'native',
  'internal',
  'log',
  'withdrawal',
  'mint',
  'yield',
] as const satisfies readonly ItemKey['kind'][];

function fixedHex(value: number, digits: number, what: string): string {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`${what} is not a whole number: ${value}`);
  const hex = value.toString(16).padStart(digits, '0');
  if (hex.length > digits) throw new RangeError(`${what} does not fit ${digits} hex digits: ${value}`);
  return hex;
}

/** Where a transaction stands: 30 hex digits. Throws RangeError when a part does not fit. */
export function transactionPosition(at: {
  timestamp: number;
  chainId: number;
  blockNumber: number;
  transactionIndex: number;
}): string {
  return (
    fixedHex(at.timestamp, 8, 'timestamp') +
    fixedHex(at.chainId, 8, 'chain id') +
    fixedHex(at.blockNumber, 8, 'block number') +
    fixedHex(at.transactionIndex, 6, 'transaction index')
  );
}

/** The part of a transfer's position that names the item in its transaction: 14 hex digits. */
export function itemPosition(item: ItemKey, side: Side): string {
  return (
    itemKinds.indexOf(item.kind).toString() +
    fixedHex(item.index, 8, 'item index') +
    fixedHex(item.batch, 4, 'batch position') +
    (side === 'outflow' ? '0' : '1')
  );
}

/** The digit at which the item begins in a transfer's position, counted from 1, and what stands there in a yield's. */
export const itemKindDigit = transactionPositionLength + 1;
export const yieldDigit = itemKinds.indexOf('yield').toString();

/** The first position at or after a moment, for time filters: `position >= timePosition(from)`. */
export function timePosition(unixSeconds: number): string {
  return fixedHex(Math.min(Math.max(Math.ceil(unixSeconds), 0), 0xffffffff), 8, 'timestamp');
}

/**
 * Where an opening lot stands: before every transaction of its second, since no chain has the id 0. `number` sets those of
 * one second apart.
 */
export function openingPosition(unixSeconds: number, number: number): string {
  const transaction = { timestamp: unixSeconds, chainId: 0, blockNumber: 0, transactionIndex: 0 };
  return (
    transactionPosition(transaction) + itemPosition({ kind: 'native', index: number, batch: 0 }, 'inflow')
  );
}

/** The time with which every position begins, in unix seconds. */
export const timeOfPosition = (position: string): number => Number.parseInt(position.slice(0, 8), 16);

/** The chain on which what stands at a position happened. */
export const chainOfPosition = (position: string): number => Number.parseInt(position.slice(8, 16), 16);

/** The item part of a transfer's position, which identifies it within (wallet, chain, hash). */
export function itemOfPosition(transferPosition: string): string {
  return transferPosition.slice(transactionPositionLength);
}

/** The least of the positions; they are compared as the database does, by code unit. null: there is none. */
export function firstOf(positions: Iterable<string | null>): string | null {
  let first: string | null = null;
  for (const position of positions) {
    if (position !== null && (first === null || position < first)) first = position;
  }
  return first;
}

/** The order of rows of several wallets: by position, as the database compares them, and then by the wallet's number. */
export const comparePlaces = (
  one: { position: string; walletId: number },
  other: { position: string; walletId: number },
): number =>
  one.position === other.position ? one.walletId - other.walletId : one.position < other.position ? -1 : 1;

export function isTransactionPosition(text: string): boolean {
  return text.length === transactionPositionLength && /^[0-9a-f]+$/.test(text);
}

export function isTransferPosition(text: string): boolean {
  return text.length === transactionPositionLength + itemPositionLength && /^[0-9a-f]+$/.test(text);
}
