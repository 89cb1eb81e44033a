/**
 * From the rows of a group of wallets to what the ledger books: transfers with their prices in every currency, network
 * fees, wraps and receipts (receipts.ts), ways over bridges (bridge-crossings.ts), and moves between own wallets (own-moves.ts). Empty transfers, and spam that is no such move, are
 * left out. Pure.
 */
import type { OptionalMoney } from '../../domain/accounting/amounts/amounts.ts';
import type {
  CarryPair,
  Crossing,
  LedgerMovement,
  LedgerSettlement,
} from '../../domain/accounting/amounts/types.ts';
import { bookedTreatment } from '../../domain/accounting/booking/booked-treatment.ts';
import type { Currency } from '../../domain/ids.ts';
import { type Address, type TransactionKind, zeroAddress } from '../../domain/model.ts';
import type { CurrencyRates } from '../../domain/money/currencies.ts';
import { priceTierOf } from '../../domain/money/price-sources.ts';
import { scaledInCurrencies } from '../../domain/money/scaled-prices.ts';
import type { LedgerTransaction, LedgerTransfer } from '../../store/ledger/ledger-cursors.ts';
import { ledgerTokenOf, type MovementKey, movementIdOf } from '../../store/ledger/ledger-rows.ts';
import { crossingsOf } from './bridge-crossings.ts';
import { heldByOf, lenderOf } from './held-by.ts';
import { pairOwnMoves, transactionOf } from './own-moves.ts';
import { receiptCarries } from './receipts.ts';

/** Fractional digits of the prices in the ledger: enough for the price of a base unit of anything that has a market. */
export const ledgerPriceDecimals = 36;

/** One transaction of a group of wallets: what each of them stored of it. */
export interface TransactionRows {
  readonly transactions: readonly LedgerTransaction[];
  /** In the order (position, wallet); spam as well, if it may be a move between own wallets. */
  readonly transfers: readonly LedgerTransfer[];
}

/** What the rows do not say of themselves. */
export interface MovementContext {
  /** The group's wallets. */
  readonly addressOf: ReadonlyMap<number, Address>;
  /** null: unreadable, so that amounts cannot be valued. */
  decimalsOf(chainId: number, token: Address): number | null;
  /** One name for all that bridges give for the token; null: nothing is known of it on other chains. */
  assetOf(chainId: number, token: Address): string | null;
  /** A stablecoin that the service lists, or a chain's coin in its wrapper. */
  isReference(chainId: number, token: Address): boolean;
  /** USD per native coin at that time; null: unknown. */
  nativePriceAt(chainId: number, timestamp: number): string | null;
  ratesAt(timestamp: number): CurrencyRates;
  /** What is booked, in the order of prices and money. */
  readonly currencies: readonly Currency[];
}

export interface BookableMovements {
  readonly movements: LedgerMovement[];
  /** Transfers that are spam by what the chain shows, and count: moves between own wallets. */
  readonly cleared: readonly MovementKey[];
}

/** The movements of one transaction over all wallets of the group. */
export function movementsOf(rows: TransactionRows, context: MovementContext): BookableMovements {
  const ownMoves = pairOwnMoves(rows, context.addressOf);
  // What is paired counts: it came from the client itself, however much it looks like spam from outside.
  const transfers = rows.transfers.filter(
    (transfer) => transfer.amount !== 0n && (transfer.spamReason === null || ownMoves.has(transfer)),
  );
  const kinds = new Map(rows.transactions.map(({ walletId, kind }) => [walletId, kind]));
  const others = transfers.filter((transfer) => !ownMoves.has(transfer));
  const receipts = receiptCarries(others, kinds);
  const crossings = crossingsOf(others, rows.transactions, context);
  const movements: LedgerMovement[] = [];
  for (const transaction of rows.transactions) {
    const fee = gasOf(transaction, transfers, context);
    if (fee !== null) movements.push(fee);
  }
  for (const transfer of transfers) {
    const kind = kinds.get(transfer.walletId) ?? 'CONTRACT_EXECUTION';
    const pair = ownMoves.get(transfer);
    const carry: CarryPair | null =
      pair === undefined ? (receipts.get(transfer) ?? null) : { pair, kind: 'own' as const };
    const crossing = crossings.get(transfer) ?? null;
    const priced = withPriceOfPair(transfer, ownMoves);
    movements.push(transferMovement(priced, { carry, crossing, kind }, context));
  }
  return { movements, cleared: transfers.filter(({ spamReason }) => spamReason !== null) };
}

/** Spam is not priced where it arrives: a move of it has the price of what left. */
function withPriceOfPair(
  transfer: LedgerTransfer,
  ownMoves: ReadonlyMap<LedgerTransfer, string>,
): LedgerTransfer {
  if (transfer.spamReason === null || transfer.price !== null) return transfer;
  const pair = ownMoves.get(transfer);
  for (const [other, otherPair] of ownMoves) {
    if (otherPair !== pair || other.price === null) continue;
    return { ...transfer, price: other.price, priceSource: other.priceSource };
  }
  return transfer;
}

function walletOf(walletId: number, { addressOf }: MovementContext): Address {
  const address = addressOf.get(walletId);
  if (address === undefined) throw new Error(`wallet ${walletId} is not one of the ledger's`);
  return address;
}

function transferMovement(
  transfer: LedgerTransfer,
  { carry, crossing, kind }: { carry: CarryPair | null; crossing: Crossing | null; kind: TransactionKind },
  context: MovementContext,
): LedgerMovement {
  const { walletId, position, chainId, timestamp, side, amount, tokenAddress } = transfer;
  const isFungible = transfer.tokenId === null;
  const decimals = isFungible ? context.decimalsOf(chainId, tokenAddress) : 0;
  const marked = crossing === null ? bookedTreatment(transfer.taxTreatment, side) : 'CARRY';
  const treatment = carry === null ? marked : 'BASIS_TRANSFER';
  const isHeld = treatment === 'HELD' || (treatment === 'CARRY' && side === 'outflow');
  return {
    id: movementIdOf({ walletId, position }),
    position,
    transaction: transactionOf(position),
    timestamp,
    wallet: walletOf(walletId, context),
    token: ledgerTokenOf(transfer),
    decimals: decimals ?? 0,
    side,
    quantity: amount < 0n ? -amount : amount,
    prices: decimals === null ? null : pricesOf(transfer.price, timestamp, context),
    priceTier: priceTierOf(transfer.priceSource, context.isReference(chainId, tokenAddress)),
    treatment,
    carry,
    crossing,
    feeValue: null,
    statedBasis: null,
    heldBy: isHeld ? heldByOf(transfer) : null,
    lender: carry === null ? lenderOf(transfer, kind) : null,
    settles: carry === null ? settlementOf(transfer, context) : null,
  };
}

function settlementOf(transfer: LedgerTransfer, context: MovementContext): LedgerSettlement | null {
  const { settles, chainId, timestamp, settledPrice, settledPriceSource, taxTreatment } = transfer;
  if (settles === null) return null;
  const { contract, token, amount: quantity } = settles;
  const decimals = token === null ? null : context.decimalsOf(chainId, token);
  const isReference = token !== null && context.isReference(chainId, token);
  return {
    ...{ contract, quantity, decimals: decimals ?? 0 },
    token: token === null ? null : ledgerTokenOf({ chainId, tokenAddress: token, tokenId: null }),
    prices: decimals === null ? null : pricesOf(settledPrice, timestamp, context),
    priceTier: priceTierOf(settledPriceSource, isReference),
    isReceipt: taxTreatment === 'CARRY' || taxTreatment === 'HELD',
  };
}

function gasOf(
  transaction: LedgerTransaction,
  transfers: readonly LedgerTransfer[],
  context: MovementContext,
): LedgerMovement | null {
  const { walletId, position, chainId, timestamp, fee } = transaction;
  if (fee === 0n) return null;
  const isNative = (transfer: LedgerTransfer): boolean =>
    transfer.chainId === chainId && transfer.tokenAddress === zeroAddress && transfer.price !== null;
  // The fee is worth what the same coin is worth in the same transaction.
  const price = transfers.find(isNative)?.price ?? context.nativePriceAt(chainId, timestamp);
  return {
    id: movementIdOf({ walletId, position }),
    position,
    transaction: transactionOf(position),
    timestamp,
    wallet: walletOf(walletId, context),
    token: ledgerTokenOf({ chainId, tokenAddress: zeroAddress, tokenId: null }),
    decimals: context.decimalsOf(chainId, zeroAddress) ?? 18,
    side: 'outflow',
    quantity: fee,
    prices: pricesOf(price, timestamp, context),
    priceTier: 'reference',
    treatment: 'GAS',
    carry: null,
    crossing: null,
    feeValue: null,
    statedBasis: null,
    heldBy: null,
    lender: null,
    settles: null,
  };
}

/** A price in USD as the ledger's prices; null: unknown. */
const pricesOf = (
  priceUsd: string | null,
  timestamp: number,
  { ratesAt, currencies }: MovementContext,
): OptionalMoney | null =>
  priceUsd === null
    ? null
    : scaledInCurrencies(priceUsd, { rates: ratesAt(timestamp), currencies, decimals: ledgerPriceDecimals });
