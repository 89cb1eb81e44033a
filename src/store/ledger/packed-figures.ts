/**
 * Lots, what disposals took from them, and totals, as rows hold them: packed (packed-integers.ts), up to so many in one row, each
 * without a row's head, key and place in an index, which are three times what it says itself.
 *
 *     lot:  origin | quantity | remaining | cost by currency
 *     part: origin | quantity | cost by currency | proceeds by currency, if the disposal has parts in other rows
 *     origin: a byte (source, what follows) | basis by currency, two bits each | transfer that brought it in: wallet, digits of
 *             its position, position | when it was acquired, where the position does not say it
 *     totals: realised by method and currency | income, expenses, fees by currency | how often by method a basis was missing, and
 *             by method and currency a price | of the reporting currency realised by method | income, expenses, fees | how often by
 *             method a price was missing; zeros at the end are left out
 */
import { type Money, shareByQuantity } from '../../domain/accounting/amounts/amounts.ts';
import type { DisposalRow, OpenLot, TotalsEvent } from '../../domain/accounting/amounts/types.ts';
import { type CostMethod, type Currency, costMethods } from '../../domain/ids.ts';
import { bookedPlace, sharedPlaces } from '../../domain/money/currencies.ts';
import { isFiat } from '../../domain/money/fiat.ts';
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
  type DisposalFigures,
  type MovementKey,
  methodCode,
  movementKeyOf,
  type OpenLotFigures,
  sharedFigures,
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
/** Money is told in the reporting currency, too. */
const hasReporting = 64;

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
  /** In how many currencies its money is told. */
  moneyCount: number;
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
  const moneyCount = sharedPlaces + ((head & hasReporting) === 0 ? 0 : 1);
  return { source, basisCodes, acquiredBy, acquiredAt, moneyCount, hasProceeds: (head & hasProceeds) !== 0 };
}

/** The amount of one currency, whose place is counted from 0, of so many. */
function takeOne(reader: PackedReader, place: number, count: number): bigint | null {
  if (place >= count) throw new TypeError('a lot in the database is not told in the reporting currency');
  skipIntegers(reader, place);
  const amount = takeInteger(reader);
  skipIntegers(reader, count - place - 1);
  return amount;
}

function takeCost(reader: PackedReader, place: number, count: number): bigint {
  const cost = takeOne(reader, place, count);
  if (cost === null) throw new TypeError('a lot in the database has no cost');
  return cost;
}

const basisIn = ({ basisCodes }: ReadOrigin, place: number) => basisOfCode((basisCodes >> (place * 2)) & 3);

const reportingFlag = ({ cost }: { cost: Money }): number => (cost.length > sharedPlaces ? hasReporting : 0);

export const packLot = (lot: OpenLot): string =>
  packOrigin(lot, reportingFlag(lot)) +
  packInteger(lot.quantity) +
  packInteger(lot.remaining) +
  packIntegers(lot.cost);

/** The next lot, with the figures of one currency. */
function takeLot(reader: PackedReader, currency: Currency): OpenLotFigures {
  const place = bookedPlace(currency);
  const origin = takeOrigin(reader);
  const [quantity, remaining] = [takeKnown(reader), takeKnown(reader)];
  const cost = takeCost(reader, place, origin.moneyCount);
  const { acquiredBy, acquiredAt } = origin;
  return { acquiredBy, acquiredAt, quantity, remaining, cost, basis: basisIn(origin, place) };
}

/** @param isOfMore not all parts of its disposal by this method are in one row: what it brought cannot be told from those */
export const packPart = (row: DisposalRow, isOfMore: boolean): string =>
  packOrigin(row, (isOfMore ? hasProceeds : 0) | reportingFlag(row)) +
  packInteger(row.quantity) +
  packIntegers(row.cost) +
  (isOfMore ? packIntegers(row.proceeds) : '');

type Part = Pick<
  DisposalFigures,
  'source' | 'acquiredBy' | 'acquiredAt' | 'quantity' | 'cost' | 'basis' | 'proceeds'
>;

/** The parts of one method in a row, with the figures of one currency. `whole`: what the disposal brought in it. */
function takeParts(reader: PackedReader, currency: Currency, whole: bigint | null): Part[] {
  const place = bookedPlace(currency);
  let isShared = false;
  const parts = Array.from({ length: takeByte(reader) }, (): Part => {
    const origin = takeOrigin(reader);
    const quantity = takeKnown(reader);
    const cost = takeCost(reader, place, origin.moneyCount);
    isShared ||= !origin.hasProceeds;
    const proceeds = origin.hasProceeds ? takeOne(reader, place, origin.moneyCount) : null;
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
  const place = bookedPlace(currency);
  const whole = takeOne(readPacked(row.text()), place, place + 1);
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
  const addFigures = (from: number, until: number): void => {
    for (const { realized } of methods)
      for (let place = from; place < until; place += 1) add(packInteger(realized[place] ?? 0n));
    for (const amounts of [income, expenses, fees])
      for (let place = from; place < until; place += 1) add(packInteger(amounts[place] ?? 0n));
  };
  const addCounts = (from: number, until: number): void => {
    for (const { unknown } of methods)
      for (let place = from; place < until; place += 1) add(packCount(unknown.unpriced[place] ?? 0));
  };
  addFigures(0, sharedPlaces);
  for (const { unknown } of methods) add(packCount(unknown.missing));
  addCounts(0, sharedPlaces);
  addFigures(sharedPlaces, income.length);
  addCounts(sharedPlaces, income.length);
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

/** Where the counts of missing bases stand, and where what is told in the reporting currency begins. */
const missingAt = sharedFigures + 3 * sharedPlaces;
const reportingAt = missingAt + costMethods.length + sharedFigures;

export function readTotals(text: string, method: CostMethod, currency: Currency): PackedTotals {
  const reader = readPacked(text);
  const numbers: bigint[] = [];
  while (!isAtEnd(reader)) numbers.push(takeKnown(reader));
  const numberAt = (place: number): bigint => numbers[place] ?? 0n;
  const missing = Number(numberAt(missingAt + methodCode(method)));
  // Of the reporting currency there is one figure where there are as many as currencies before.
  const [start, count, money] = isFiat(currency)
    ? [reportingAt, 1, 0]
    : [0, sharedPlaces, bookedPlace(currency)];
  const figure = methodCode(method) * count + money;
  const flows = start + costMethods.length * count;
  const unpriced = isFiat(currency) ? flows + 3 : missingAt + costMethods.length;
  return {
    realized: numberAt(start + figure),
    income: numberAt(flows + money),
    expenses: numberAt(flows + count + money),
    fees: numberAt(flows + count * 2 + money),
    missing,
    unpriced: Number(numberAt(unpriced + figure)),
  };
}
