/** What wallets were worth over time, and what they held at a moment. Beside view-model.ts. */
import type { BasisStatus } from '../../domain/accounting/amounts/types.ts';
import type { LedgerItemView } from './list-model.ts';

/** A wallet's worth at one moment, in the currency asked for. */
export interface ValuePointView {
  timestamp: number;
  value: string;
  /** Tokens held that have no price up to then, and are left out. */
  unpricedCount: number;
  /** Tokens valued at a price of more than an hour before. */
  staleCount: number;
}

/** What a wallet held of one token or NFT at a moment. Amounts are decimal texts, money in the currency asked for. */
export interface HoldingView extends LedgerItemView {
  /** The moment asked for, unix seconds. */
  at: number;
  /** What the wallet had and what protocols held of it; may be negative, where history is missing. */
  balance: string;
  /** The part of it that protocols held, and of that the part that was on its way over a bridge. */
  heldAmount: string;
  inTransitAmount: string;
  /** What was owed, negative or 0. */
  debt: string;
  /** The newest known at that moment; null: none was. */
  price: string | null;
  pricedAt: number | null;
  /** It was of more than an hour before. */
  isPriceStale: boolean;
  /** 0 without a price, as are `debtValue` and `unrealizedPnl`. */
  value: string;
  debtValue: string;
  /** Of the lots that were open. */
  costBasis: string;
  averageCost: string;
  unrealizedPnl: string;
  /** The worst of the lots that were open. */
  basisStatus: BasisStatus;
}
