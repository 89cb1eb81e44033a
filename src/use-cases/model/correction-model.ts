/** What the read model answers of a client's corrections. */
import type { CostMethod, Currency } from '../../domain/ids.ts';
import type { Address, CorrectionKind, TaxTreatment } from '../../domain/model.ts';
import type { TokenBalanceView } from './figures-model.ts';
import type { BlockchainView, TokenView } from './view-model.ts';

/** Who changed something. */
export interface AuthorView {
  /** Empty for a credential of some wallets, unless it is its own. */
  keyId: string;
  /** null when the key is gone, and for a credential of some wallets. */
  name: string | null;
}

/** What the client says against, or beyond, the chain and the prices. Which fields are set depends on the kind. */
export interface CorrectionView {
  id: string;
  kind: CorrectionKind;
  wallet: Address;
  blockchain: BlockchainView;
  /** null for an opening lot. */
  transferId: string | null;
  /** null for NFTs, for tokens that are not recognised, and where the transfer is gone. */
  token: TokenView | null;
  treatment: TaxTreatment | null;
  /** Per unit. */
  price: string | null;
  /** Of the whole quantity, fees included; an opening lot's may be unknown. */
  cost: string | null;
  /** Of price and cost. */
  currency: Currency | null;
  /** Of an opening lot. */
  quantity: string | null;
  acquiredAt: number | null;
  note: string | null;
  createdAt: number;
  createdBy: AuthorView;
  undoneAt: number | null;
  undoneBy: AuthorView | null;
  /** The id of the one that took its place; null: in force, or undone. */
  replacedBy: string | null;
  /** In force, and its transfer is booked; false when undone, or when the transfer is gone or set aside as spam. */
  applies: boolean;
}

/** A correction that was to be undone, as it then stands. */
export interface UndoneView {
  correction: CorrectionView;
  /** Whether this undid it; false: it was undone, or replaced, before. */
  isChanged: boolean;
}

export const previewStates = ['READY', 'TOO_LONG', 'NOT_BOOKED'] as const;
export type PreviewState = (typeof previewStates)[number];

/** Of all time, in the currency and by the method asked for. */
export interface PreviewedFigures {
  realizedPnl: string;
  unrealizedPnl: string;
  costBasis: string;
  income: string;
  expenses: string;
  /** At the prices of now: what is owed, negative or 0. */
  debtValue: string;
  /** At the prices of now: what the wallet has and what protocols hold of it, less what is owed. */
  netWorth: string;
}

export interface PreviewedBalanceView {
  balance: TokenBalanceView;
  before: PreviewedFigures;
  after: PreviewedFigures;
}

/** What a correction would move; it was not made. */
export interface CorrectionPreviewView {
  wallet: Address;
  state: PreviewState;
  /** Of the whole wallet; null unless it is READY, as `after`. */
  before: PreviewedFigures | null;
  after: PreviewedFigures | null;
  /** Those of the wallet that would change. */
  balances: PreviewedBalanceView[];
  /** How many other wallets of the client would change, since something moved between them. */
  otherWalletCount: number;
  costMethod: CostMethod;
  currency: Currency;
}
