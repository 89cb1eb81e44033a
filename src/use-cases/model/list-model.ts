/** What lists answer beside view-model.ts: transactions with their details, lots and disposals of balances and of wallets. */

import type { CostMethod, Currency } from '../../domain/ids.ts';
import type { Address, SpamReason } from '../../domain/model.ts';
import type { CoinCurrency } from '../../domain/money/currencies.ts';
import type { BasisStatus } from './figures-model.ts';
import type {
  BlockchainView,
  NftView,
  RawTokenView,
  TokenView,
  TradeView,
  TransactionView,
} from './view-model.ts';

/**
 * What the ledger values a transaction's fee by, and converts its figures by: US dollars a unit in the transaction's hour, or
 * the last of the 24 hours before it; null while none is known.
 */
export interface TransactionPricesView {
  /** Of the chain's coin. */
  feePrice: string | null;
  feePriceSource: string | null;
  rates: Readonly<Record<CoinCurrency, string | null>>;
}

/** A transaction with what its transfers tell of it, and its prices. */
export interface DetailedTransactionView extends TransactionView, TransactionPricesView {
  trade: TradeView | null;
  /** Those that moved in it, each once. */
  nfts: readonly NftView[];
  /** Why it is spam; null: it is none. */
  spamReason: SpamReason | null;
}

/** An open lot behind a balance's average cost. */
export interface LotView {
  acquiredById: string | null;
  acquiredAt: number;
  quantity: string;
  remaining: string;
  unitCost: string;
  cost: string;
  basisStatus: BasisStatus;
}

/** How a disposal came about: sold or given up, spent, lost on the way in a move between own wallets, burnt as a network fee. */
export const disposalTreatments = ['DISPOSAL', 'EXPENSE', 'BASIS_TRANSFER', 'GAS'] as const;
export type DisposalTreatment = (typeof disposalTreatments)[number];

/** One matched part of a disposal; proceeds and gain are null while no price is known. */
export interface DisposalView {
  disposedById: string | null;
  disposedAt: number;
  taxTreatment: DisposalTreatment;
  acquiredById: string | null;
  acquiredAt: number | null;
  quantity: string;
  proceeds: string | null;
  cost: string;
  gain: string | null;
  basisStatus: BasisStatus;
}

/** Whose a lot or a disposal is, in a list over wallets and tokens. At most one of `token` and `nft`. */
export interface LedgerItemView {
  wallet: Address;
  blockchain: BlockchainView;
  token: TokenView | null;
  nft: NftView | null;
  rawToken: RawTokenView;
  costMethod: CostMethod;
  currency: Currency;
}

export interface WalletLotView extends LedgerItemView, LotView {}

export interface WalletDisposalView extends LedgerItemView, DisposalView {
  /** The transaction that it happened in; null when a re-org has taken it away since. */
  transactionId: string | null;
  /** It was spent on a network fee. */
  isFee: boolean;
  /** In a transaction that failed: only its fee was spent. */
  isError: boolean;
}
