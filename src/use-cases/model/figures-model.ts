/** What the figures of wallets are shown as: balances, issues, what moved. Money and quantities are exact decimal texts, times unix seconds. */
import type { CostMethod, Currency, Period } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import type { BlockchainView, CounterpartyView, RawTokenView, TokenView } from './view-model.ts';

export const basisStatuses = ['COMPLETE', 'MISSING', 'UNPRICED'] as const;
export type BasisStatus = (typeof basisStatuses)[number];

export interface ReconciliationView {
  onChainBalance: string;
  difference: string;
  blockNumber: number;
  checkedAt: number;
}

export interface TokenBalanceView {
  id: string;
  wallet: Address;
  token: TokenView | null;
  rawToken: RawTokenView;
  balance: string;
  price: string | null;
  value: string;
  averageCost: string;
  costBasis: string;
  unrealizedPnl: string;
  totalRealizedPnl: string;
  income: string;
  expenses: string;
  period: Period;
  costMethod: CostMethod;
  currency: Currency;
  priceSource: string | null;
  pricedAt: number | null;
  basisStatus: BasisStatus;
  isSpam: boolean;
  reconciliation: ReconciliationView | null;
  asOf: number;
  blockchain: BlockchainView;
}

export const issueCodes = [
  'MISSING_BASIS',
  'UNPRICED_ACQUISITION',
  'UNPRICED_DISPOSAL',
  'NOT_RECONCILED',
  'INCOMPLETE_HISTORY',
  'PAST_YEAR_CHANGED',
] as const;
export type IssueCode = (typeof issueCodes)[number];

/** What is missing or doubtful in a wallet's figures. */
export interface IssueView {
  code: IssueCode;
  /** With what to do about it. */
  message: string;
  wallet: Address;
  token: TokenView | null;
  transferId: string | null;
  timestamp: number | null;
  /** Null: of all chains. */
  blockchain: BlockchainView | null;
}

/** What moved between the wallets asked for and one counterparty; money in the currency asked for. */
export interface CounterpartyTotalView extends FlowTotalsView {
  counterparty: CounterpartyView;
  transferCount: number;
  byToken: readonly CounterpartyTokenTotalView[];
}

/** Quantities; in and out are positive, net = in − out. */
export interface CounterpartyTokenTotalView {
  token: TokenView | null;
  rawToken: RawTokenView;
  inflow: string;
  outflow: string;
  net: string;
}

/** Money in and out, both positive, net = in − out; transfers without a price are left out and counted. */
export interface FlowTotalsView {
  inflow: string;
  outflow: string;
  net: string;
  unpricedCount: number;
}
