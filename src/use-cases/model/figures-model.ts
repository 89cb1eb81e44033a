/** What the figures of wallets are shown as: balances, issues, what moved. Money and quantities are exact decimal texts, times unix seconds. */
import type { CostMethod, Currency, Period } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import type { BlockchainView, CounterpartyView, RawTokenView, SpamFilter, TokenView } from './view-model.ts';

export const basisStatuses = ['COMPLETE', 'MISSING', 'UNPRICED'] as const;
export type BasisStatus = (typeof basisStatuses)[number];

export interface ReconciliationView {
  onChainBalance: string;
  difference: string;
  blockNumber: number;
  checkedAt: number;
}

/** What a protocol's contract holds for a wallet: part of its balance. */
export interface HeldView {
  contract: Address;
  counterparty: CounterpartyView;
  amount: string;
  costBasis: string;
}

/** What is owed to a protocol's contract: no part of the balance, and negative. */
export interface DebtView {
  contract: Address;
  counterparty: CounterpartyView;
  amount: string;
}

/** Of each list, the largest: nobody reads more, and every list has a limit. */
export const maximumHeld = 50;

export const debtDescription =
  'What is owed of it, negative or 0, and no part of the balance. Where a token stands for the debt, as it last moved, with the ' +
  'interest up to then; else what was borrowed less what was paid back: interest that no token shows is not known.';

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
  /** false: the ledger has yet to book something of the wallet, and knows nothing of this token: its costs and gains are 0 until then. */
  isBooked: boolean;
  isSpam: boolean;
  reconciliation: ReconciliationView | null;
  asOf: number;
  blockchain: BlockchainView;
  /** All that protocols hold of it. */
  heldAmount: string;
  /** The largest parts, largest first. */
  held: readonly HeldView[];
  /** All that is owed, negative or 0. */
  debt: string;
  debts: readonly DebtView[];
}

export const issueCodes = [
  'MISSING_BASIS',
  'UNPRICED_ACQUISITION',
  'UNPRICED_DISPOSAL',
  'NOT_RECONCILED',
  'INCOMPLETE_HISTORY',
  'PAST_YEAR_CHANGED',
  'UNMATCHED_BRIDGE',
] as const;
export type IssueCode = (typeof issueCodes)[number];

/** Of `atStake` in the APIs. */
export const atStakeDescription =
  'What hangs on it in USD, never negative: what its transfer, or as much of it as is doubtful, was worth then, else what that was ' +
  'traded for, else what as much is worth now; of a year, by how much it changed. null where nobody knows: nothing has a price, or ' +
  'what is missing from a history is not known; and in events.';

/** What is missing or doubtful in a wallet's figures. */
export interface IssueView {
  code: IssueCode;
  /** With what to do about it. */
  message: string;
  /** The message without what to do: for pages that have their own ways. */
  summary: string;
  /** False: it explains a figure, and nothing is to be done. */
  needsAction: boolean;
  /** In USD, not negative; null: not known. */
  atStake: string | null;
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

/** What balances can be sorted by; TOKEN: wallets as they were asked for, then chain, native token, symbol. */
export const tokenBalanceOrders = ['VALUE', 'UNREALIZED_PNL', 'REALIZED_PNL', 'TOKEN'] as const;
export type TokenBalanceOrder = (typeof tokenBalanceOrders)[number];

export interface TokenBalanceFilter {
  chainIds?: readonly number[];
  tokens?: readonly string[];
  spam?: SpamFilter;
  hideZero?: boolean;
}

export const bridgeMessageDescription =
  'Of one end of a crossing over a bridge: the bridge and what it calls the crossing, the same at the other end; null where it says none, or it is no crossing.';

export const bridgeMessageFilterDescription =
  'Only the ends of the crossing that a bridge calls so: what left and what arrived.';

export const settlesDescription =
  'What it settles without moving it, as an event says. Of an inflow: what the contract held, which was sold for it, or turned into it. ' +
  'Of an outflow: what was owed to the contract, and is not any more. null: nothing.';

/** What one transaction earned or spent of one token. Amounts are decimal texts, money in the currency that was asked for. */
export interface EarningView {
  wallet: Address;
  chainId: number;
  /** All zero for the native token. */
  tokenAddress: Address;
  /** Of an NFT. */
  tokenId: bigint | null;
  symbol: string;
  /** Unix seconds. */
  timestamp: number;
  /** null where the wallet has no transaction of its own there. */
  hash: string | null;
  /** Of the token, in the transaction in all, network fees apart. */
  received: string;
  sent: string;
  income: string;
  expenses: string;
  /** Results of the transaction that lack a price; what was earned or spent so is not in the figures. */
  unpricedCount: number;
}
