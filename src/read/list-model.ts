/** What only whole lists answer: transactions with their details, lots and disposals of wallets. Beside model.ts. */
import type { CostMethod, Currency } from '../domain/ids.ts';
import type { Address, SpamReason } from '../domain/model.ts';
import type {
  BlockchainView,
  DisposalView,
  LotView,
  NftView,
  RawTokenView,
  TokenView,
  TradeView,
  TransactionView,
} from './model.ts';

/** A transaction with what its transfers tell of it. */
export interface DetailedTransactionView extends TransactionView {
  trade: TradeView | null;
  /** Those that moved in it, each once. */
  nfts: readonly NftView[];
  /** Why it is spam; null: it is none. */
  spamReason: SpamReason | null;
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
