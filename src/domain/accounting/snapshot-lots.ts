/** Lots as a ledger's snapshot holds them (bigint as decimal text), and back. */

import type { OptionalMoney } from './amounts/amounts.ts';
import type { LotSource } from './amounts/types.ts';
import type { Lot, Piece } from './inventory/inventory.ts';

export interface SnapshotLot {
  source: LotSource;
  acquiredBy: string | null;
  acquiredAt: number;
  sequence: number;
  serial: number;
  quantity: string;
  rankCost: string;
  remaining: string;
  cost: string[];
  flags: number;
}

export interface SnapshotPiece {
  lot: SnapshotLot;
  quantity: string;
  cost: string[];
}

export const texts = (amounts: readonly bigint[]): string[] => amounts.map(String);
export const amounts = (from: readonly string[]): bigint[] => from.map(BigInt);
export const optionalTexts = (value: OptionalMoney): (string | null)[] =>
  value.map((amount) => (amount === null ? null : String(amount)));
export const optionalAmounts = (value: readonly (string | null)[]): OptionalMoney =>
  value.map((amount) => (amount === null ? null : BigInt(amount)));

export function writeLot(lot: Lot): SnapshotLot {
  return {
    source: lot.source,
    acquiredBy: lot.acquiredBy,
    acquiredAt: lot.acquiredAt,
    sequence: lot.sequence,
    serial: lot.serial,
    quantity: String(lot.quantity),
    rankCost: String(lot.rankCost),
    remaining: String(lot.remaining),
    cost: texts(lot.cost),
    flags: lot.flags,
  };
}

export function readLot(lot: SnapshotLot): Lot {
  return {
    source: lot.source,
    acquiredBy: lot.acquiredBy,
    acquiredAt: lot.acquiredAt,
    sequence: lot.sequence,
    serial: lot.serial,
    quantity: BigInt(lot.quantity),
    rankCost: BigInt(lot.rankCost),
    remaining: BigInt(lot.remaining),
    cost: amounts(lot.cost),
    flags: lot.flags,
  };
}

/** Of a piece's lot only what identifies it counts: what else remains of that lot is not the piece's business. */
export const writePiece = ({ lot, quantity, cost }: Piece): SnapshotPiece => ({
  lot: writeLot({ ...lot, quantity, rankCost: 0n, remaining: 0n, cost: [] }),
  quantity: String(quantity),
  cost: texts(cost),
});

export const readPiece = ({ lot, quantity, cost }: SnapshotPiece): Piece => ({
  lot: readLot(lot),
  quantity: BigInt(quantity),
  cost: amounts(cost),
});
