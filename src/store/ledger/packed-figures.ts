/**
 * Lots, what disposals took from them, and totals, as rows hold them: packed (packed-integers.ts), up to so many in one row, each
 * without a row's head, key and place in an index, which are three times what it says itself.
 *
 *     lot:  origin | quantity | remaining | cost by currency
 *     part: origin | quantity | cost by currency | proceeds by currency, if the disposal has parts in other rows
 *     origin: a byte (source, what follows) | basis by currency, two bits each | transfer that brought it in: wallet, digits of
 *             its position, position | when it was acquired, where the position does not say it
 *     totals: realised by method and currency | income, expenses, fees by currency | how often by method a basis was missing, and
 *             by method and currency a price; zeros at the end are left out
 */
import { type Money, type OptionalMoney, shareByQuantity } from '../../domain/accounting/amounts/amounts.ts';
import type { DisposalRow, OpenLot, TotalsEvent } from '../../domain/accounting/amounts/types.ts';
import { type CostMethod, type Currency, costMethods } from '../../domain/ids.ts';
import { bookedPlaces } from '../../domain/money/currencies.ts';
import { timeOfPosition } from '../../domain/position.ts';
import {
  isAtEnd,
  type PackedReader,
  packByte,
  packedZero,
  packInteger,
  packIntegers,
  readPacked,
  skipIntegers,
  takeByte,
  takeDigits,
  takeInteger,
  takeKnown,
} from '../connection/packed-integers.ts';
import type { RowReader } from '../connection/sql.ts';
import {
  basisCodeOf,
  basisOfCode,
  currencyIndex,
  type DisposalFigures,
  figureIndex,
  type MovementKey,
  methodCode,
  movementKeyOf,
  type OpenLotFigures,
} from './ledger-rows.ts';

/** Parts of one disposal in a row: a page that needs one of them reads them all. */
export const partsInRow = 16;
/** Open lots in a row. */
export const lotsInRow = 64;

const sources = ['lot', 'pool', 'shortfall'] as const satisfies readonly OpenLot['source'][];

/** Bits of an origin's first byte, above the source's two. */
const hasTransfer = 4;
const acquiredThen = 8;
const acquiredElsewhen = 16;
const hasProceeds = 32;

/** Money in every currency. Of a ledger without a reporting currency its place is empty. */
export const packMoney = (amounts: OptionalMoney): string =>
  packIntegers(amounts) + packedZero.repeat(bookedPlaces - amounts.length);

type Origin = Pick<OpenLot, 'source' | 'acquiredBy' | 'acquiredAt' | 'basis'>;

function packOrigin({ source, acquiredBy, acquiredAt, basis }: Origin, more: number): string {
  const key = acquiredBy === null ? null : movementKeyOf(acquiredBy);
  const isThen = key !== null && acquiredAt === timeOfPosition(key.position);
  let head = sources.indexOf(source) | more;
  if (key !== null) head |= hasTransfer;
  if (acquiredAt !== null) head |= isThen ? acquiredThen : acquiredElsewhen;
  let basisCodes = 0;
  basis.forEach((status, currency) => {
    basisCodes |= basisCodeOf(status) << (currency * 2);
  });
  let text = packByte(head) + (basisCodes === 0 ? '00' : packInteger(BigInt(basisCodes)));
  if (key !== null) {
    text += packInteger(BigInt(key.walletId)) + packByte(key.position.length) + key.position;
  }
  if (acquiredAt !== null && !isThen) text += packInteger(BigInt(acquiredAt));
  return text;
}

interface ReadOrigin {
  source: OpenLot['source'];
  basisCodes: number;
  acquiredBy: MovementKey | null;
  acquiredAt: number | null;
  hasProceeds: boolean;
}

function takeOrigin(reader: PackedReader): ReadOrigin {
  const head = takeByte(reader);
  const source = sources[head & 3];
  if (source === undefined) throw new TypeError('a lot in the database has no source that is known');
  const basisCodes = Number(takeKnown(reader));
  let acquiredBy: MovementKey | null = null;
  if ((head & hasTransfer) !== 0) {
    const walletId = Number(takeKnown(reader));
    acquiredBy = { walletId, position: takeDigits(reader, takeByte(reader)) };
  }
  let acquiredAt: number | null = null;
  if ((head & acquiredElsewhen) !== 0) acquiredAt = Number(takeKnown(reader));
  else if ((head & acquiredThen) !== 0 && acquiredBy !== null)
    acquiredAt = timeOfPosition(acquiredBy.position);
  return { source, basisCodes, acquiredBy, acquiredAt, hasProceeds: (head & hasProceeds) !== 0 };
}

/** The amount of one currency, whose place is counted from 0. */
function takeOne(reader: PackedReader, place: number): bigint | null {
  skipIntegers(reader, place);
  const amount = takeInteger(reader);
  skipIntegers(reader, bookedPlaces - place - 1);
  return amount;
}

function takeCost(reader: PackedReader, place: number): bigint {
  const cost = takeOne(reader, place);
  if (cost === null) throw new TypeError('a lot in the database has no cost');
  return cost;
}

const basisIn = ({ basisCodes }: ReadOrigin, place: number) => basisOfCode((basisCodes >> (place * 2)) & 3);

export const packLot = (lot: OpenLot): string =>
  packOrigin(lot, 0) + packInteger(lot.quantity) + packInteger(lot.remaining) + packMoney(lot.cost);

/** The next lot, with the figures of one currency. */
function takeLot(reader: PackedReader, currency: Currency): OpenLotFigures {
  const place = currencyIndex(currency) - 1;
  const origin = takeOrigin(reader);
  const [quantity, remaining] = [takeKnown(reader), takeKnown(reader)];
  const cost = takeCost(reader, place);
  const { acquiredBy, acquiredAt } = origin;
  return { acquiredBy, acquiredAt, quantity, remaining, cost, basis: basisIn(origin, place) };
}

/** @param isOfMore not all parts of its disposal by this method are in one row: what it brought cannot be told from those */
export const packPart = (row: DisposalRow, isOfMore: boolean): string =>
  packOrigin(row, isOfMore ? hasProceeds : 0) +
  packInteger(row.quantity) +
  packMoney(row.cost) +
  (isOfMore ? packMoney(row.proceeds) : '');

type Part = Pick<
  DisposalFigures,
  'source' | 'acquiredBy' | 'acquiredAt' | 'quantity' | 'cost' | 'basis' | 'proceeds'
>;

/** The parts of one method in a row, with the figures of one currency. `whole`: what the disposal brought in it. */
function takeParts(reader: PackedReader, currency: Currency, whole: bigint | null): Part[] {
  const place = currencyIndex(currency) - 1;
  let isShared = false;
  const parts = Array.from({ length: takeByte(reader) }, (): Part => {
    const origin = takeOrigin(reader);
    const quantity = takeKnown(reader);
    const cost = takeCost(reader, place);
    isShared ||= !origin.hasProceeds;
    const proceeds = origin.hasProceeds ? takeOne(reader, place) : null;
    const { source, acquiredBy, acquiredAt } = origin;
    return { source, acquiredBy, acquiredAt, quantity, cost, basis: basisIn(origin, place), proceeds };
  });
  return isShared ? shareProceeds(parts, whole) : parts;
}

/** What each part brought, as the ledger shared it out. */
function shareProceeds(parts: readonly Part[], whole: bigint | null): Part[] {
  if (whole === null) return parts.slice();
  const quantities = parts.map(({ quantity }) => quantity);
  const proceeds = shareByQuantity(whole, quantities);
  return parts.map((part, place) => ({ ...part, proceeds: proceeds[place] ?? null }));
}

// ── Reading rows ──

export const sliceOfLot = (place: number): number => Math.floor(place / lotsInRow);

/** SQL of how many parts of one method are in a row of `ledger_disposal`. */
export const partCount = (disposal: string, method: CostMethod): string =>
  `get_byte(${disposal}.parts[${methodCode(method) + 1}], 0)`;

/** SQL of the parts of one method in a row of `ledger_disposal`, each a row of its own, with `part` among all of the disposal. */
export const partsOf = (disposal: string, method: CostMethod): string =>
  `generate_series(0, ${partCount(disposal, method)} - 1) AS listed (place)`;
export const partNumber = (disposal: string): string => `(${disposal}.slice * ${partsInRow} + listed.place)`;

/** The columns that `readDisposal` reads, in their order, of rows that have `part`. */
export const disposalFigureColumns = (method: CostMethod): string =>
  `part, disposed_at, treatment, proceeds, parts[${methodCode(method) + 1}]`;

export function readDisposal(row: RowReader, currency: Currency): DisposalFigures {
  const part = row.integer();
  const [disposedAt, treatment] = [row.integer(), row.text()];
  const whole = takeOne(readPacked(row.text()), currencyIndex(currency) - 1);
  const figures = takeParts(readPacked(row.text()), currency, whole)[part % partsInRow];
  if (figures === undefined) throw new RangeError(`a disposal in the database has no part ${part}`);
  const { proceeds, cost } = figures;
  return { part, disposedAt, treatment, ...figures, gain: proceeds === null ? null : proceeds - cost };
}

/** Lots of an account, of rows of `ledger_lot`: the next two columns. */
export function readLotsRow(row: RowReader, currency: Currency): (OpenLotFigures & { place: number })[] {
  const first = row.integer() * lotsInRow;
  const packed = readPacked(row.text());
  return Array.from({ length: takeByte(packed) }, (_, index) => ({
    place: first + index,
    ...takeLot(packed, currency),
  }));
}

// ── Totals ──

export function packTotals({ income, expenses, fees, methods }: TotalsEvent): string {
  let text = '';
  /** Zeros that are written when something follows them. */
  let zeros = '';
  const add = (packed: string): void => {
    if (packed === packedZero) {
      zeros += packed;
      return;
    }
    text += zeros + packed;
    zeros = '';
  };
  const addMoney = (amounts: Money): void => {
    for (const amount of amounts) add(packInteger(amount));
    if (amounts.length < bookedPlaces) add(packedZero);
  };
  for (const { realized } of methods) addMoney(realized);
  for (const amounts of [income, expenses, fees]) addMoney(amounts);
  for (const { unknown } of methods) add(packCount(unknown.missing));
  for (const { unknown } of methods) {
    for (const count of unknown.unpriced) add(packCount(count));
    if (unknown.unpriced.length < bookedPlaces) add(packedZero);
  }
  return text;
}

/** Nearly always there is nothing to count. */
const packCount = (count: number): string => (count === 0 ? packedZero : packInteger(BigInt(count)));

/** An account's totals by one method in one currency. */
export interface PackedTotals {
  realized: bigint;
  income: bigint;
  expenses: bigint;
  fees: bigint;
  missing: number;
  unpriced: number;
}

export function readTotals(text: string, method: CostMethod, currency: Currency): PackedTotals {
  const reader = readPacked(text);
  const numbers: bigint[] = [];
  while (!isAtEnd(reader)) numbers.push(takeKnown(reader));
  const figures = costMethods.length * bookedPlaces;
  const money = currencyIndex(currency) - 1;
  const figure = figureIndex(method, currency) - 1;
  const numberAt = (place: number): bigint => numbers[place] ?? 0n;
  const counts = figures + bookedPlaces * 3;
  return {
    realized: numberAt(figure),
    income: numberAt(figures + money),
    expenses: numberAt(figures + bookedPlaces + money),
    fees: numberAt(figures + bookedPlaces * 2 + money),
    missing: Number(numberAt(counts + methodCode(method))),
    unpriced: Number(numberAt(counts + costMethods.length + figure)),
  };
}
