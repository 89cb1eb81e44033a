/** What lists answer beside view-model.ts: transactions with their details, and how they are read, lots and disposals of balances and of wallets. */

import type { CoinCurrency, CostMethod, Currency } from '../../domain/ids.ts';
import type { Address, Hash, SpamReason } from '../../domain/model.ts';
import type { BasisStatus } from './figures-model.ts';
import type { TransactionListRequest } from './requests.ts';
import type {
  BlockchainView,
  Caller,
  NftView,
  Page,
  PageRequest,
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
  /** `reporting`: of the client's reporting currency; null when it has none, too. */
  rates: Readonly<Record<CoinCurrency | 'reporting', string | null>>;
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

/** How transactions are read. */
export interface TransactionReads {
  listTransactions(
    caller: Caller,
    request: TransactionListRequest,
    page: PageRequest,
  ): Promise<Page<TransactionView>>;
  /** The same with what their transfers tell of them: one statement more for a page. */
  listDetailedTransactions(
    caller: Caller,
    request: TransactionListRequest,
    page: PageRequest,
  ): Promise<Page<DetailedTransactionView>>;
  /**
   * The transaction with this hash in the caller's wallets: in the one that is named (WALLET_NOT_REGISTERED when it is not the
   * caller's), or else in the one that was registered first of those that have it; of several chains the lowest id. null: none has it.
   */
  findTransaction(
    caller: Caller,
    request: { hash: Hash; chainId?: number; wallet?: Address },
  ): Promise<TransactionView | null>;
  transactionsByIds(caller: Caller, ids: readonly string[]): Promise<(TransactionView | null)[]>;
  /** What the ledger values their fees by and converts their figures by, in their order, by one statement. */
  pricesOfTransactions(
    caller: Caller,
    transactions: readonly Pick<TransactionView, 'blockchain' | 'timestamp'>[],
  ): Promise<TransactionPricesView[]>;
  /**
   * The transactions at the other ends of crossings over bridges, in their order, where one of the caller's wallets has it and both say
   * the bridge's name for it; of several the first. null: none, or it is no such crossing.
   */
  otherEndsOf(
    caller: Caller,
    transactions: readonly Pick<TransactionView, 'bridgeMessage' | 'kind'>[],
  ): Promise<(TransactionView | null)[]>;
}
