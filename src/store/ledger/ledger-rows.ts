/** How what the ledger says is named in its tables, and what comes out of them. */
import type { BasisStatus, LotSource } from '../../domain/accounting/amounts/types.ts';
import { worstBasis } from '../../domain/accounting/period-figures.ts';
import { type CostMethod, type Currency, costMethods } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import { bookedPlace, sharedPlaces } from '../../domain/money/currencies.ts';
import { isFiat } from '../../domain/money/fiat.ts';
import { hexOf } from '../connection/row-types.ts';

/** A transfer, or a transaction for its fee, as the ledger's books name it: a wallet and a position. */
export interface MovementKey {
  walletId: number;
  position: string;
}

export const movementIdOf = ({ walletId, position }: MovementKey): string => `${walletId}.${position}`;

export function movementKeyOf(id: string): MovementKey {
  const point = id.indexOf('.');
  return { walletId: Number(id.slice(0, point)), position: id.slice(point + 1) };
}

/** Of one lot, or of what one disposal takes of one lot. Amounts are in the token's units, money in 10^-18 of the currency. */
export interface LotFigures {
  acquiredBy: MovementKey | null;
  acquiredAt: number | null;
  quantity: bigint;
  cost: bigint;
  basis: BasisStatus;
}

export interface OpenLotFigures extends LotFigures {
  remaining: bigint;
}

export interface DisposalFigures extends LotFigures {
  part: number;
  disposedAt: number;
  treatment: string;
  source: LotSource;
  /** Null while no price is known, as the gain. */
  proceeds: bigint | null;
  gain: bigint | null;
}

/** A token, or one NFT. */
export interface LedgerToken {
  chainId: number;
  tokenAddress: Address;
  tokenId: bigint | null;
}

export function ledgerTokenOf({ chainId, tokenAddress, tokenId }: LedgerToken): string {
  return tokenId === null ? `${chainId}:${tokenAddress}` : `${chainId}:${tokenAddress}:${tokenId}`;
}

export function readLedgerToken(text: string): LedgerToken {
  const [chainId = '', address = '', tokenId] = text.split(':');
  return {
    chainId: Number(chainId),
    tokenAddress: hexOf(address),
    tokenId: tokenId === undefined ? null : BigInt(tokenId),
  };
}

const basisCodes = ['COMPLETE', 'MISSING', 'UNPRICED'] as const satisfies readonly BasisStatus[];

export function basisOfCode(code: string | number): BasisStatus {
  const basis = basisCodes[Number(code)];
  if (basis === undefined) throw new TypeError(`'${code}' in the database is not a basis status`);
  return basis;
}

export const basisCodeOf = (basis: BasisStatus): number => basisCodes.indexOf(basis);

export const worstBasisOfCodes = (codes: readonly string[]): BasisStatus =>
  worstBasis(codes.map(basisOfCode));

/** Place of a method in rows, and of a currency in arrays (PostgreSQL counts from 1). */
export const methodCode = (method: CostMethod): number => costMethods.indexOf(method);
export const currencyIndex = (currency: Currency): number => bookedPlace(currency) + 1;

/** How many figures of all methods every ledger has. */
export const sharedFigures = costMethods.length * sharedPlaces;

/** Place of a figure in the arrays that `byMethod` makes. */
export const figureIndex = (method: CostMethod, currency: Currency): number =>
  isFiat(currency)
    ? sharedFigures + methodCode(method) + 1
    : methodCode(method) * sharedPlaces + currencyIndex(currency);

/**
 * Figures of each method in each currency as one list: method by method in the currencies of every ledger, then method by method in the
 * reporting currency, if there is one. So rows of a ledger without one are as they are, whichever others have.
 */
export const byMethod = <Figure>(methods: readonly (readonly Figure[])[]): Figure[] => [
  ...methods.flatMap((figures) => figures.slice(0, sharedPlaces)),
  ...methods.flatMap((figures) => figures.slice(sharedPlaces)),
];
