// Made by `npm run client`. Do not edit.
import type { TypedDocumentString } from '../typed-document.ts';
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Whether the cost behind a figure is known. Unknown is said as unknown, never shown as a silent zero. MISSING: no cost is known, it counts as 0; worse than UNPRICED: no price or rate is known. */
export type BasisStatus =
  /** The cost is known. */
  | 'COMPLETE'
  /** More went than is known to have come: for the rest no cost is known, and it counts as 0. */
  | 'MISSING'
  /** Some price or rate is not known; what it would have added is left out. */
  | 'UNPRICED';

/** First in first out, last in first out, weighted average cost, highest cost first out. HIFO ranks lots by their unit cost in USD, fees included, whichever currency is asked for. */
export type CostMethod =
  /** What came first goes first. */
  | 'FIFO'
  /** What cost most per unit goes first. */
  | 'HIFO'
  /** What came last goes first. */
  | 'LIFO'
  /** All is one pool with its average cost. */
  | 'WAC';

/** What money is told in. Prices are stored in US dollars; other currencies by the rate of the hour, those of states by the European Central Bank's of the day. Of these only the client's reporting currency can be asked for. */
export type Currency =
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'AUD'
  /** The coin of Avalanche. */
  | 'AVAX'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'BRL'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'CAD'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'CHF'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'CNY'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'CZK'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'DKK'
  /** Ether. */
  | 'ETH'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'EUR'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'GBP'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'HKD'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'HUF'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'IDR'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'ILS'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'INR'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'ISK'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'JPY'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'KRW'
  /** The coin of Polygon, POL by now. */
  | 'MATIC'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'MXN'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'MYR'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'NOK'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'NZD'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'PHP'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'PLN'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'RON'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'SEK'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'SGD'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'THB'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'TRY'
  /** US dollars. */
  | 'USD'
  /** The coin of Gnosis Chain. */
  | 'XDAI'
  /** Of ISO 4217; while it is the client's reporting currency. */
  | 'ZAR';

/** Whether a re-org may still take it away. */
export type Finality =
  /** Its block is final by the confirmations of the chain. */
  | 'FINAL'
  /** Its block may still be undone. */
  | 'PENDING';

/** What is missing or doubtful. The message of each issue says what to do. */
export type IssueCode =
  /** A part of the history is not loaded. */
  | 'INCOMPLETE_HISTORY'
  /** More was disposed of than is known to have been there. */
  | 'MISSING_BASIS'
  /** The history does not add up to what the chain says that the wallet has. */
  | 'NOT_RECONCILED'
  /** The result of a year that is over is another one than it was. */
  | 'PAST_YEAR_CHANGED'
  /** What left over a bridge has not arrived in the time that it may take. */
  | 'UNMATCHED_BRIDGE'
  /** Something came whose price is not known: it cost 0. */
  | 'UNPRICED_ACQUISITION'
  /** Something went whose price is not known: its gain is not known either. */
  | 'UNPRICED_DISPOSAL';

/** Periods end now, in UTC: 24 hours, 7 days, 1 month, 3 months, since 1 January, 1 year, everything. */
export type Period =
  /** The last 24 hours. */
  | 'DAY'
  /** Everything. */
  | 'MAX'
  /** The last calendar month, to the same time of day. */
  | 'MONTH'
  /** The last three calendar months. */
  | 'THREE_MONTHS'
  /** The last 7 days. */
  | 'WEEK'
  /** The last twelve calendar months. */
  | 'YEAR'
  /** Since 1 January, 00:00 UTC. */
  | 'YTD';

/** Why a transfer is gone. */
export type RetractionReason =
  /** What a balance grew by of itself was measured anew. */
  | 'RECOMPUTED'
  /** The chain undid its block. */
  | 'REORG';

/** Whether something came or went. */
export type Side =
  /** The wallet got it; the amount is positive. */
  | 'INFLOW'
  /** The wallet gave it; the amount is negative. */
  | 'OUTFLOW';

/** The order of a list. */
export type SortDirection =
  /** Oldest or smallest first. */
  | 'ASC'
  /** Newest or largest first. */
  | 'DESC';

/** What becomes of spam. */
export type SpamFilter =
  /** It is left out. */
  | 'EXCLUDE'
  /** It is there with the rest. */
  | 'INCLUDE'
  /** Nothing else is there. */
  | 'ONLY';

/** STALE: the whole history was loaded, but the last step failed or the head of the chain was not seen for some polls, so that newer blocks may be missing. */
export type SyncPhase =
  /** The history is being loaded. */
  | 'BACKFILL'
  /** The history is loaded; what belongs to it is being added. */
  | 'ENRICH'
  /** The last step failed; it is tried again. `error` says why. */
  | 'FAILED'
  /** In step with the chain. */
  | 'FOLLOWING'
  /** It waits for its turn. */
  | 'QUEUED'
  /** It was in step, and has fallen behind. */
  | 'STALE';

/** How a transfer is booked. */
export type TaxTreatment =
  /** Bought or got: a new lot at its market value. */
  | 'ACQUISITION'
  /** A move between own wallets: lots go with their cost and date. */
  | 'BASIS_TRANSFER'
  /** Exchanged for what stands for it: cost and date go over. */
  | 'CARRY'
  /** Sold or given up: a gain or a loss. */
  | 'DISPOSAL'
  /** Spent: a disposal at market value, which is an expense as well. */
  | 'EXPENSE'
  /** Handed to a protocol, or given back by it: it is still the wallet's. */
  | 'HELD'
  /** Earned: income at market value, and a lot that cost as much. */
  | 'INCOME'
  /** Borrowed, paid back, or a token that stands for a debt: no lot and no gain. */
  | 'LIABILITY'
  /** Neither a sale nor income, as a gift: what goes takes its lots along; what comes has no known cost until its BASIS is given. */
  | 'NON_TAXABLE';

/** Everything given must hold. An empty list filters nothing. */
export type TokenBalanceFilter = {
  /** On one of these chains. */
  readonly chainIds?: ReadonlyArray<number> | null | undefined;
  /** Leave out what is sold out. */
  readonly hideZero?: boolean | null | undefined;
  /** EXCLUDE unless given. */
  readonly spam?: SpamFilter | null | undefined;
  /** Token ids or contract addresses. */
  readonly tokens?: ReadonlyArray<string> | null | undefined;
};

/** Decided on the net flow of the transaction, gas ignored. */
export type TransactionCategory =
  /** A contract was called, and nothing moved. */
  | 'CONTRACT_EXECUTION'
  /** Something was made for the wallet. */
  | 'MINT'
  /** Something came, and nothing went. */
  | 'RECEIVE'
  /** Something went, and nothing came. */
  | 'SEND'
  /** Something went, and something else came. */
  | 'SWAP';

/** Everything given must hold. An empty list filters nothing. */
export type TransactionFilter = {
  /** Only the ends of the crossing that a bridge calls so: what left and what arrived. */
  readonly bridgeMessage?: string | null | undefined;
  /** Of one of these categories. */
  readonly categories?: ReadonlyArray<TransactionCategory> | null | undefined;
  /** On one of these chains. */
  readonly chainIds?: ReadonlyArray<number> | null | undefined;
  /** With one of these addresses. */
  readonly counterparties?: ReadonlyArray<string> | null | undefined;
  /** At this moment or later. */
  readonly from?: string | null | undefined;
  /** The one with this hash, on whatever chain. */
  readonly hash?: string | null | undefined;
  /** true: only those that failed; false: only those that did not. */
  readonly isError?: boolean | null | undefined;
  /** Of one of these kinds. */
  readonly kinds?: ReadonlyArray<TransactionKind> | null | undefined;
  /** With none of these addresses. */
  readonly notCounterparties?: ReadonlyArray<string> | null | undefined;
  /** INCLUDE unless given. */
  readonly spam?: SpamFilter | null | undefined;
  /** Before this moment. */
  readonly to?: string | null | undefined;
};

/** What happened, in more detail than the category where the evidence shows it. */
export type TransactionKind =
  /** Something was given to many, this wallet among them. */
  | 'AIRDROP'
  /** Somebody was allowed to use tokens of the wallet. */
  | 'APPROVE'
  /** A loan was taken. */
  | 'BORROW'
  /** Something arrived from another chain. */
  | 'BRIDGE_IN'
  /** Something left for another chain. */
  | 'BRIDGE_OUT'
  /** Something was destroyed. */
  | 'BURN'
  /** A reward or a payout was fetched. */
  | 'CLAIM'
  /** A contract was called, and nothing moved. */
  | 'CONTRACT_EXECUTION'
  /** A contract was made. */
  | 'DEPLOY'
  /** Something was handed to a protocol, with or without a token for it. */
  | 'DEPOSIT'
  /** It failed; only its fee was paid. */
  | 'FAILED'
  /** A lender took collateral for what was owed. */
  | 'LIQUIDATION'
  /** A token became another one that takes its place. */
  | 'MIGRATE'
  /** Something was made for the wallet. */
  | 'MINT'
  /** An NFT was bought. */
  | 'NFT_BUY'
  /** An NFT was sold. */
  | 'NFT_SELL'
  /** Something came from somebody else. */
  | 'RECEIVE'
  /** A loan was paid back. */
  | 'REPAY'
  /** That was taken back. */
  | 'REVOKE'
  /** A wallet sent it to itself. */
  | 'SELF_TRANSFER'
  /** Something was sent to somebody else. */
  | 'SEND'
  /** One thing was exchanged for another. */
  | 'SWAP'
  /** The token that stands for the coin became the coin. */
  | 'UNWRAP'
  /** It was taken back from there. */
  | 'WITHDRAW'
  /** The coin of the chain became the token that stands for it, one to one. */
  | 'WRAP'
  /** A balance has grown by itself; the service has made the entry, there is no such transaction. */
  | 'YIELD';

/** What a change concerns. PRICE: price, value, and their source. SPAM: whether it is spam, and why. TREATMENT: how it is booked. CATEGORY: that of its transaction. PLACE: its block, and with it the time and the place in the list. CONTENT: what was moved, how much, from or to whom, the fee. TOKEN: what is known of its token, on which the amount depends. LABEL: your name or tags of the counterparty. CORRECTION: your corrections of it. */
export type TransferField =
  /** The category of its transaction. */
  | 'CATEGORY'
  /** What was moved, how much, from or to whom, and the fee. */
  | 'CONTENT'
  /** Your own corrections of it. Only you are told. */
  | 'CORRECTION'
  /** Your own name or tags of its counterparty. Only you are told. */
  | 'LABEL'
  /** Its block: time, and place in the list. */
  | 'PLACE'
  /** Price, value and where they are from. */
  | 'PRICE'
  /** Whether it is spam, and why. */
  | 'SPAM'
  /** What is known of its token: decimals, and with them the amount; asset; trust. */
  | 'TOKEN'
  /** How it is booked. */
  | 'TREATMENT';

/** Everything given must hold. An empty list filters nothing. */
export type TransferFilter = {
  /** Of a transaction of one of these categories. */
  readonly categories?: ReadonlyArray<TransactionCategory> | null | undefined;
  /** On one of these chains. */
  readonly chainIds?: ReadonlyArray<number> | null | undefined;
  /** With one of these addresses. */
  readonly counterparties?: ReadonlyArray<string> | null | undefined;
  /** At this moment or later. */
  readonly from?: string | null | undefined;
  /** At least this value in USD, in or out; what has no price is left out. */
  readonly minValue?: string | null | undefined;
  /** Only what came, or only what went. */
  readonly side?: Side | null | undefined;
  /** INCLUDE unless given. */
  readonly spam?: SpamFilter | null | undefined;
  /** Before this moment. */
  readonly to?: string | null | undefined;
  /** Token ids or contract addresses. */
  readonly tokens?: ReadonlyArray<string> | null | undefined;
};

/** The step of a chart; a month is a calendar month. */
export type ValueInterval =
  /** A day, at midnight UTC. */
  | 'DAY'
  /** An hour. */
  | 'HOUR'
  /** A calendar month. */
  | 'MONTH'
  /** Seven days. */
  | 'WEEK';

/** What happened to a wallet. */
export type WalletEventType =
  /** A balance that differed is the chain's again. */
  | 'BALANCE_AGREES'
  /** A balance differs from the chain's, or by another figure than before. */
  | 'BALANCE_DIFFERS'
  /** More transfers of `blockchain` were stored or changed at once than are told one by one: read those from `from` on and before `to` anew. */
  | 'HISTORY_CHANGED'
  /** All transfers on `blockchain` are gone: it is loaded anew, and told when it is. */
  | 'HISTORY_RESET'
  /** Your ledger does not raise the issue any more. Only you are told. */
  | 'ISSUE_CLOSED'
  /** Your ledger has raised an issue. Only you are told. */
  | 'ISSUE_OPENED'
  /** Your ledger of the wallet was booked anew: `booking` says which figures may differ, on all chains. Only you are told. */
  | 'LEDGER_BOOKED'
  /** A transfer was stored. */
  | 'TRANSFER_ADDED'
  /** No re-org can take a transfer away any more, that was told while one could. Told to those who ask for it. */
  | 'TRANSFER_FINALIZED'
  /** A transfer is gone: `reason` says why. */
  | 'TRANSFER_RETRACTED'
  /** A transfer is different, or may be: `changed` says in what. */
  | 'TRANSFER_UPDATED'
  /** The history on `blockchain` cannot be loaded, or not further: `error` says why. Read what is there. */
  | 'WALLET_FAILED'
  /** The whole history on `blockchain` is stored: read it, and from here on each change of it is told. */
  | 'WALLET_LOADED'
  /** How far a history on `blockchain` is that is being loaded: `progress`, once a minute at most. Told to those who ask for it. */
  | 'WALLET_PROGRESS';

export type TokenBalancesQueryVariables = Exact<{
  wallets: ReadonlyArray<string> | string;
  currency?: Currency | null | undefined;
  costMethod?: CostMethod | null | undefined;
  period?: Period | null | undefined;
  filter?: TokenBalanceFilter | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TokenBalancesQuery = { readonly tokenBalances: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly balance: string, readonly price: string | null, readonly priceSource: string | null, readonly pricedAt: string | null, readonly value: string, readonly averageCost: string, readonly costBasis: string, readonly basisStatus: BasisStatus, readonly unrealizedPnl: string, readonly totalRealizedPnl: string, readonly income: string, readonly expenses: string, readonly heldAmount: string, readonly debt: string, readonly currency: Currency, readonly costMethod: CostMethod, readonly period: Period, readonly asOf: string, readonly wallet: { readonly address: string }, readonly token: { readonly id: string, readonly address: string, readonly decimals: number | null, readonly asset: { readonly slug: string, readonly symbol: string, readonly name: string }, readonly blockchain: { readonly chainId: number, readonly slug: string, readonly name: string } } | null, readonly rawToken: { readonly address: string, readonly symbol: string, readonly name: string, readonly tokenId: string | null } }> } | null };

export type TokenBalancesWithLotsQueryVariables = Exact<{
  wallets: ReadonlyArray<string> | string;
  currency?: Currency | null | undefined;
  costMethod?: CostMethod | null | undefined;
  filter?: TokenBalanceFilter | null | undefined;
  lots?: number | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TokenBalancesWithLotsQuery = { readonly tokenBalances: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly balance: string, readonly price: string | null, readonly priceSource: string | null, readonly pricedAt: string | null, readonly value: string, readonly averageCost: string, readonly costBasis: string, readonly basisStatus: BasisStatus, readonly unrealizedPnl: string, readonly totalRealizedPnl: string, readonly income: string, readonly expenses: string, readonly heldAmount: string, readonly debt: string, readonly currency: Currency, readonly costMethod: CostMethod, readonly period: Period, readonly asOf: string, readonly lots: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly acquiredAt: string, readonly quantity: string, readonly remaining: string, readonly unitCost: string, readonly cost: string, readonly basisStatus: BasisStatus, readonly acquiredBy: { readonly id: string, readonly hash: string } | null }> }, readonly wallet: { readonly address: string }, readonly token: { readonly id: string, readonly address: string, readonly decimals: number | null, readonly asset: { readonly slug: string, readonly symbol: string, readonly name: string }, readonly blockchain: { readonly chainId: number, readonly slug: string, readonly name: string } } | null, readonly rawToken: { readonly address: string, readonly symbol: string, readonly name: string, readonly tokenId: string | null } }> } | null };

export type BalanceFieldsFragment = { readonly id: string, readonly balance: string, readonly price: string | null, readonly priceSource: string | null, readonly pricedAt: string | null, readonly value: string, readonly averageCost: string, readonly costBasis: string, readonly basisStatus: BasisStatus, readonly unrealizedPnl: string, readonly totalRealizedPnl: string, readonly income: string, readonly expenses: string, readonly heldAmount: string, readonly debt: string, readonly currency: Currency, readonly costMethod: CostMethod, readonly period: Period, readonly asOf: string, readonly wallet: { readonly address: string }, readonly token: { readonly id: string, readonly address: string, readonly decimals: number | null, readonly asset: { readonly slug: string, readonly symbol: string, readonly name: string }, readonly blockchain: { readonly chainId: number, readonly slug: string, readonly name: string } } | null, readonly rawToken: { readonly address: string, readonly symbol: string, readonly name: string, readonly tokenId: string | null } };

export type TotalsQueryVariables = Exact<{
  wallets: ReadonlyArray<string> | string;
  currency?: Currency | null | undefined;
  costMethod?: CostMethod | null | undefined;
  period?: Period | null | undefined;
}>;


export type TotalsQuery = { readonly totals: { readonly netWorth: string, readonly ownValue: string, readonly heldValue: string, readonly debtValue: string, readonly costBasis: string, readonly basisStatus: BasisStatus, readonly unrealizedPnl: string, readonly realizedPnl: string, readonly income: string, readonly expenses: string, readonly fees: string, readonly unpricedCount: number, readonly staleCount: number, readonly currency: Currency, readonly costMethod: CostMethod, readonly period: Period, readonly asOf: string } | null };

export type ValueHistoryQueryVariables = Exact<{
  wallet: string;
  from: string;
  to: string;
  interval?: ValueInterval | null | undefined;
  currency?: Currency | null | undefined;
}>;


export type ValueHistoryQuery = { readonly wallet: { readonly valueHistory: ReadonlyArray<{ readonly timestamp: string, readonly value: string, readonly unpricedCount: number, readonly staleCount: number }> } | null };

export type IssuesQueryVariables = Exact<{
  wallet: string;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type IssuesQuery = { readonly wallet: { readonly issues: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly code: IssueCode, readonly message: string, readonly timestamp: string | null, readonly token: { readonly id: string, readonly address: string, readonly decimals: number | null, readonly asset: { readonly slug: string, readonly symbol: string, readonly name: string }, readonly blockchain: { readonly chainId: number, readonly slug: string, readonly name: string } } | null, readonly transfer: { readonly id: string, readonly hash: string } | null }> } } | null };

export type ChainFieldsFragment = { readonly chainId: number, readonly slug: string, readonly name: string };

export type TokenFieldsFragment = { readonly id: string, readonly address: string, readonly decimals: number | null, readonly asset: { readonly slug: string, readonly symbol: string, readonly name: string }, readonly blockchain: { readonly chainId: number, readonly slug: string, readonly name: string } };

export type RawTokenFieldsFragment = { readonly address: string, readonly symbol: string, readonly name: string, readonly tokenId: string | null };

export type CounterpartyFieldsFragment = { readonly id: string, readonly address: string, readonly name: string | null, readonly ensName: string | null };

export type TransferFieldsFragment = { readonly id: string, readonly timestamp: string, readonly position: string, readonly hash: string, readonly side: Side, readonly amount: string, readonly price: string | null, readonly priceSource: string | null, readonly value: string | null, readonly fee: string, readonly category: string | null, readonly taxTreatment: TaxTreatment | null, readonly isError: boolean, readonly isSpam: boolean, readonly blockchain: { readonly chainId: number, readonly slug: string, readonly name: string }, readonly wallet: { readonly address: string }, readonly token: { readonly id: string, readonly address: string, readonly decimals: number | null, readonly asset: { readonly slug: string, readonly symbol: string, readonly name: string }, readonly blockchain: { readonly chainId: number, readonly slug: string, readonly name: string } } | null, readonly rawToken: { readonly address: string, readonly symbol: string, readonly name: string, readonly tokenId: string | null }, readonly nft: { readonly id: string, readonly name: string, readonly tokenId: string } | null, readonly counterparty: { readonly id: string, readonly address: string, readonly name: string | null, readonly ensName: string | null } };

export type TransfersQueryVariables = Exact<{
  wallets: ReadonlyArray<string> | string;
  filter?: TransferFilter | null | undefined;
  order?: SortDirection | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TransfersQuery = { readonly transfers: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly timestamp: string, readonly position: string, readonly hash: string, readonly side: Side, readonly amount: string, readonly price: string | null, readonly priceSource: string | null, readonly value: string | null, readonly fee: string, readonly category: string | null, readonly taxTreatment: TaxTreatment | null, readonly isError: boolean, readonly isSpam: boolean, readonly blockchain: { readonly chainId: number, readonly slug: string, readonly name: string }, readonly wallet: { readonly address: string }, readonly token: { readonly id: string, readonly address: string, readonly decimals: number | null, readonly asset: { readonly slug: string, readonly symbol: string, readonly name: string }, readonly blockchain: { readonly chainId: number, readonly slug: string, readonly name: string } } | null, readonly rawToken: { readonly address: string, readonly symbol: string, readonly name: string, readonly tokenId: string | null }, readonly nft: { readonly id: string, readonly name: string, readonly tokenId: string } | null, readonly counterparty: { readonly id: string, readonly address: string, readonly name: string | null, readonly ensName: string | null } }> } | null };

export type TransactionsQueryVariables = Exact<{
  wallets: ReadonlyArray<string> | string;
  filter?: TransactionFilter | null | undefined;
  order?: SortDirection | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type TransactionsQuery = { readonly transactions: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly hash: string, readonly timestamp: string, readonly position: string, readonly blockNumber: number, readonly category: TransactionCategory, readonly kind: TransactionKind, readonly kindReason: string | null, readonly function: string | null, readonly fee: string, readonly feePrice: string | null, readonly isError: boolean, readonly isSpam: boolean, readonly blockchain: { readonly chainId: number, readonly slug: string, readonly name: string }, readonly wallet: { readonly address: string }, readonly counterparty: { readonly id: string, readonly address: string, readonly name: string | null, readonly ensName: string | null }, readonly transfers: ReadonlyArray<{ readonly id: string, readonly side: Side, readonly amount: string, readonly price: string | null, readonly value: string | null, readonly taxTreatment: TaxTreatment | null, readonly token: { readonly id: string, readonly address: string, readonly decimals: number | null, readonly asset: { readonly slug: string, readonly symbol: string, readonly name: string }, readonly blockchain: { readonly chainId: number, readonly slug: string, readonly name: string } } | null, readonly rawToken: { readonly address: string, readonly symbol: string, readonly name: string, readonly tokenId: string | null }, readonly nft: { readonly id: string, readonly name: string, readonly tokenId: string } | null, readonly counterparty: { readonly id: string, readonly address: string, readonly name: string | null, readonly ensName: string | null } }> }> } | null };

export type CounterpartiesQueryVariables = Exact<{
  wallets: ReadonlyArray<string> | string;
  filter?: TransferFilter | null | undefined;
  currency?: Currency | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type CounterpartiesQuery = { readonly counterpartyTotals: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly inflow: string, readonly outflow: string, readonly net: string, readonly transferCount: number, readonly unpricedCount: number, readonly counterparty: { readonly id: string, readonly address: string, readonly name: string | null, readonly ensName: string | null } }> } | null };

export type EventsQueryVariables = Exact<{
  wallets: ReadonlyArray<string> | string;
  types?: ReadonlyArray<WalletEventType> | WalletEventType | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type EventsQuery = { readonly events: { readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly edges: ReadonlyArray<{ readonly cursor: string, readonly node: { readonly id: string, readonly type: WalletEventType, readonly sequence: string, readonly previous: string, readonly timestamp: string, readonly finality: Finality | null, readonly transferId: string | null, readonly changed: ReadonlyArray<TransferField> | null, readonly reason: RetractionReason | null, readonly from: string | null, readonly to: string | null, readonly error: string | null, readonly wallet: { readonly address: string }, readonly blockchain: { readonly chainId: number, readonly slug: string, readonly name: string }, readonly transfer: { readonly id: string, readonly timestamp: string, readonly position: string, readonly hash: string, readonly side: Side, readonly amount: string, readonly price: string | null, readonly priceSource: string | null, readonly value: string | null, readonly fee: string, readonly category: string | null, readonly taxTreatment: TaxTreatment | null, readonly isError: boolean, readonly isSpam: boolean, readonly blockchain: { readonly chainId: number, readonly slug: string, readonly name: string }, readonly wallet: { readonly address: string }, readonly token: { readonly id: string, readonly address: string, readonly decimals: number | null, readonly asset: { readonly slug: string, readonly symbol: string, readonly name: string }, readonly blockchain: { readonly chainId: number, readonly slug: string, readonly name: string } } | null, readonly rawToken: { readonly address: string, readonly symbol: string, readonly name: string, readonly tokenId: string | null }, readonly nft: { readonly id: string, readonly name: string, readonly tokenId: string } | null, readonly counterparty: { readonly id: string, readonly address: string, readonly name: string | null, readonly ensName: string | null } } | null, readonly balance: { readonly tokenAddress: string, readonly onChain: string, readonly difference: string, readonly blockNumber: number } | null } }> } | null };

export type WalletsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type WalletsQuery = { readonly wallets: { readonly count: number, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null }, readonly nodes: ReadonlyArray<{ readonly id: string, readonly address: string, readonly ensName: string | null, readonly isLoaded: boolean, readonly staleSince: string | null, readonly sync: ReadonlyArray<{ readonly phase: SyncPhase, readonly percent: number, readonly syncedBlock: number | null, readonly headBlock: number | null, readonly error: string | null, readonly warnings: ReadonlyArray<string>, readonly blockchain: { readonly chainId: number, readonly slug: string, readonly name: string } }> }> } | null };

export type RegisterWalletsMutationVariables = Exact<{
  addresses: ReadonlyArray<string> | string;
}>;


export type RegisterWalletsMutation = { readonly registerWallets: { readonly wallets: ReadonlyArray<{ readonly id: string, readonly address: string, readonly isLoaded: boolean }> } };

export const TokenBalancesDocument: TypedDocumentString<TokenBalancesQuery, TokenBalancesQueryVariables> =
  "query TokenBalances($wallets:[Address!]!$currency:Currency$costMethod:CostMethod$period:Period$filter:TokenBalanceFilter$first:Int$after:String){tokenBalances(wallets:$wallets currency:$currency costMethod:$costMethod period:$period filter:$filter first:$first after:$after){pageInfo{hasNextPage endCursor}nodes{...BalanceFields}}}fragment BalanceFields on TokenBalance{id wallet{address}token{...TokenFields}rawToken{...RawTokenFields}balance price priceSource pricedAt value averageCost costBasis basisStatus unrealizedPnl totalRealizedPnl income expenses heldAmount debt currency costMethod period asOf}fragment TokenFields on Token{id address decimals asset{slug symbol name}blockchain{...ChainFields}}fragment ChainFields on Blockchain{chainId slug name}fragment RawTokenFields on RawToken{address symbol name tokenId}";

export const TokenBalancesWithLotsDocument: TypedDocumentString<TokenBalancesWithLotsQuery, TokenBalancesWithLotsQueryVariables> =
  "query TokenBalancesWithLots($wallets:[Address!]!$currency:Currency$costMethod:CostMethod$filter:TokenBalanceFilter$lots:Int=20$first:Int=20$after:String){tokenBalances(wallets:$wallets currency:$currency costMethod:$costMethod filter:$filter first:$first after:$after){pageInfo{hasNextPage endCursor}nodes{...BalanceFields lots(first:$lots){pageInfo{hasNextPage endCursor}nodes{acquiredAt quantity remaining unitCost cost basisStatus acquiredBy{id hash}}}}}}fragment BalanceFields on TokenBalance{id wallet{address}token{...TokenFields}rawToken{...RawTokenFields}balance price priceSource pricedAt value averageCost costBasis basisStatus unrealizedPnl totalRealizedPnl income expenses heldAmount debt currency costMethod period asOf}fragment TokenFields on Token{id address decimals asset{slug symbol name}blockchain{...ChainFields}}fragment ChainFields on Blockchain{chainId slug name}fragment RawTokenFields on RawToken{address symbol name tokenId}";

export const TotalsDocument: TypedDocumentString<TotalsQuery, TotalsQueryVariables> =
  "query Totals($wallets:[Address!]!$currency:Currency$costMethod:CostMethod$period:Period){totals(wallets:$wallets currency:$currency costMethod:$costMethod period:$period){netWorth ownValue heldValue debtValue costBasis basisStatus unrealizedPnl realizedPnl income expenses fees unpricedCount staleCount currency costMethod period asOf}}";

export const ValueHistoryDocument: TypedDocumentString<ValueHistoryQuery, ValueHistoryQueryVariables> =
  "query ValueHistory($wallet:Address!$from:DateTime!$to:DateTime!$interval:ValueInterval$currency:Currency){wallet(address:$wallet){valueHistory(from:$from to:$to interval:$interval currency:$currency){timestamp value unpricedCount staleCount}}}";

export const IssuesDocument: TypedDocumentString<IssuesQuery, IssuesQueryVariables> =
  "query Issues($wallet:Address!$first:Int$after:String){wallet(address:$wallet){issues(first:$first after:$after){pageInfo{hasNextPage endCursor}nodes{code message timestamp token{...TokenFields}transfer{id hash}}}}}fragment TokenFields on Token{id address decimals asset{slug symbol name}blockchain{...ChainFields}}fragment ChainFields on Blockchain{chainId slug name}";

export const TransfersDocument: TypedDocumentString<TransfersQuery, TransfersQueryVariables> =
  "query Transfers($wallets:[Address!]!$filter:TransferFilter$order:SortDirection$first:Int$after:String){transfers(wallets:$wallets filter:$filter order:$order first:$first after:$after){pageInfo{hasNextPage endCursor}nodes{...TransferFields}}}fragment TransferFields on Transfer{id timestamp position hash blockchain{...ChainFields}wallet{address}side amount price priceSource value fee token{...TokenFields}rawToken{...RawTokenFields}nft{id name tokenId}counterparty{...CounterpartyFields}category taxTreatment isError isSpam}fragment ChainFields on Blockchain{chainId slug name}fragment TokenFields on Token{id address decimals asset{slug symbol name}blockchain{...ChainFields}}fragment RawTokenFields on RawToken{address symbol name tokenId}fragment CounterpartyFields on Counterparty{id address name ensName}";

export const TransactionsDocument: TypedDocumentString<TransactionsQuery, TransactionsQueryVariables> =
  "query Transactions($wallets:[Address!]!$filter:TransactionFilter$order:SortDirection$first:Int$after:String){transactions(wallets:$wallets filter:$filter order:$order first:$first after:$after){pageInfo{hasNextPage endCursor}nodes{id hash timestamp position blockNumber blockchain{...ChainFields}wallet{address}category kind kindReason function fee feePrice isError isSpam counterparty{...CounterpartyFields}transfers{id side amount price value token{...TokenFields}rawToken{...RawTokenFields}nft{id name tokenId}counterparty{...CounterpartyFields}taxTreatment}}}}fragment ChainFields on Blockchain{chainId slug name}fragment CounterpartyFields on Counterparty{id address name ensName}fragment TokenFields on Token{id address decimals asset{slug symbol name}blockchain{...ChainFields}}fragment RawTokenFields on RawToken{address symbol name tokenId}";

export const CounterpartiesDocument: TypedDocumentString<CounterpartiesQuery, CounterpartiesQueryVariables> =
  "query Counterparties($wallets:[Address!]!$filter:TransferFilter$currency:Currency$first:Int$after:String){counterpartyTotals(wallets:$wallets filter:$filter currency:$currency first:$first after:$after){pageInfo{hasNextPage endCursor}nodes{counterparty{...CounterpartyFields}inflow outflow net transferCount unpricedCount}}}fragment CounterpartyFields on Counterparty{id address name ensName}";

export const EventsDocument: TypedDocumentString<EventsQuery, EventsQueryVariables> =
  "query Events($wallets:[Address!]!$types:[WalletEventType!]$first:Int$after:String){events(wallets:$wallets types:$types first:$first after:$after){pageInfo{hasNextPage endCursor}edges{cursor node{id type sequence previous timestamp wallet{address}blockchain{...ChainFields}finality transferId transfer{...TransferFields}changed reason from to error balance{tokenAddress onChain difference blockNumber}}}}}fragment ChainFields on Blockchain{chainId slug name}fragment TransferFields on Transfer{id timestamp position hash blockchain{...ChainFields}wallet{address}side amount price priceSource value fee token{...TokenFields}rawToken{...RawTokenFields}nft{id name tokenId}counterparty{...CounterpartyFields}category taxTreatment isError isSpam}fragment TokenFields on Token{id address decimals asset{slug symbol name}blockchain{...ChainFields}}fragment RawTokenFields on RawToken{address symbol name tokenId}fragment CounterpartyFields on Counterparty{id address name ensName}";

export const WalletsDocument: TypedDocumentString<WalletsQuery, WalletsQueryVariables> =
  "query Wallets($first:Int$after:String){wallets(first:$first after:$after){count pageInfo{hasNextPage endCursor}nodes{id address ensName isLoaded staleSince sync{blockchain{...ChainFields}phase percent syncedBlock headBlock error warnings}}}}fragment ChainFields on Blockchain{chainId slug name}";

export const RegisterWalletsDocument: TypedDocumentString<RegisterWalletsMutation, RegisterWalletsMutationVariables> =
  "mutation RegisterWallets($addresses:[Address!]!){registerWallets(input:{addresses:$addresses}){wallets{id address isLoaded}}}";
