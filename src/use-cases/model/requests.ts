/** What lists, streams and changes are asked for with. */

import type { BrokerReport } from '../../domain/accounting/form-8949.ts';
import type { GasLines } from '../../domain/accounting/form-lines.ts';
import type { WalletEventType } from '../../domain/event-types.ts';
import type { CostMethod, Currency, Period } from '../../domain/ids.ts';
import type { Address, TaxTreatment } from '../../domain/model.ts';
import type { ValueInterval } from '../../domain/time/value-points.ts';
import type { TokenBalanceFilter, TokenBalanceOrder } from './figures-model.ts';
import type { SpamFilter, TransactionFilter, TransferFilter } from './view-model.ts';

export const sortDirections = ['ASC', 'DESC'] as const;
export type SortDirection = (typeof sortDirections)[number];
export const maximumWalletsPerRegistration = 10;

export interface TransferListRequest {
  wallets: readonly Address[];
  filter: TransferFilter;
  order: SortDirection;
}

export interface TransferStreamRequest {
  wallets: readonly Address[];
  /** The cursor of the last event that was received; undefined: from now on. */
  after?: string | undefined;
  spam: SpamFilter;
}

export interface TransactionListRequest {
  wallets: readonly Address[];
  filter: TransactionFilter;
  order: SortDirection;
}

export interface BalanceListRequest {
  wallets: readonly Address[];
  period: Period;
  costMethod: CostMethod;
  currency: Currency;
  filter: TokenBalanceFilter;
  /** VALUE unless given. */
  orderBy?: TokenBalanceOrder;
  /** DESC unless given, but ASC by TOKEN. */
  order?: SortDirection;
}

export interface CounterpartyListRequest {
  wallet: Address;
  /** A part of the name of a label, in any case. */
  search?: string;
  /** The label has at least one of these. */
  tags?: readonly string[];
  /** Whether counterparties of nothing but spam are listed. */
  spam: SpamFilter;
}

export interface WalletLotsRequest {
  wallets: readonly Address[];
  /** token_ ids, or addresses of tokens and collections; empty or left out: all. */
  tokens?: readonly string[];
  costMethod: CostMethod;
  currency: Currency;
}

export interface WalletDisposalsRequest extends WalletLotsRequest {
  period: Period;
  /** Only those of failed transactions, or only of others. */
  isError?: boolean;
  /** Unix seconds, [from, to), within the period. */
  from?: number;
  to?: number;
}

export interface ResultsRequest {
  wallets: readonly Address[];
  costMethod: CostMethod;
  currency: Currency;
  /** Unix seconds, [from, to). */
  from: number;
  to: number;
}

export interface Form8949Request {
  wallets: readonly Address[];
  /** A calendar year of the time zone; undefined: all. */
  year?: number | undefined;
  /** IANA name. */
  timeZone: string;
  costMethod: CostMethod;
  reported: BrokerReport;
  gas: GasLines;
}

/** Of all wallets of one person. */
export interface UkGainsRequest {
  wallets: readonly Address[];
  /** The tax year that begins on 6 April of this year; undefined: all. */
  year?: number | undefined;
}

export interface DePrivateSalesRequest {
  wallets: readonly Address[];
  /** A calendar year in Germany; undefined: all. */
  year?: number | undefined;
  gas: GasLines;
}

/** What was earned and spent at `from <= time < to`, in unix seconds. */
export interface EarningsRequest {
  wallets: readonly Address[];
  currency: Currency;
  from: number;
  to: number;
}

export type TotalsRequest = Omit<BalanceListRequest, 'filter'>;

export interface FlowRequest {
  wallets: readonly Address[];
  filter: TransferFilter;
  currency: Currency;
}

export interface ValueHistoryRequest {
  wallet: Address;
  /** Unix seconds. */
  from: number;
  to: number;
  interval: ValueInterval;
  currency: Currency;
}

export interface HoldingsRequest {
  wallets: readonly Address[];
  /** Unix seconds; what happened in that second counts. */
  at: number;
  costMethod: CostMethod;
  currency: Currency;
  filter: Pick<TokenBalanceFilter, 'chainIds' | 'tokens'>;
}

/** What a token is to be for. */
export interface TokenRequest {
  wallets: readonly Address[];
  /** Default: read. */
  scopes?: readonly string[] | undefined;
  /** Of the pages that may use it, as browsers send it; default: any. */
  origin?: string | undefined;
  /** Whom the page knows behind it: at most 200 characters, kept in the token alone. */
  subject?: string | undefined;
  /** 10 to 900; default 300. */
  seconds?: number | undefined;
}

export interface CustomLabelInput {
  address: Address;
  name: string;
  tags: readonly string[];
}

/** What can be asked for again when no answer came: the same wallet, key and content answer what was made the first time. */
interface Repeatable {
  /** 1 to 200 visible ASCII characters. */
  idempotencyKey?: string;
}

/** Prices and costs are decimal texts that are not negative. */
export interface TransferCorrectionInput extends Repeatable {
  transferId: string;
  treatment?: TaxTreatment;
  /** Per unit. */
  price?: string;
  /** The whole cost of the transfer's quantity, fees included; inflows only. */
  basis?: string;
  /** Of price and basis; USD unless given. */
  currency?: Currency;
  /** Unix seconds, not later than the transfer; goes with a basis. */
  acquiredAt?: number;
  note?: string;
}

export interface OpeningLotInput extends Repeatable {
  wallet: Address;
  chainId: number;
  /** All zero for the native token. */
  tokenAddress: Address;
  /** In units of the token. */
  quantity: string;
  /** Of the whole quantity; left out: unknown. */
  cost?: string;
  currency?: Currency;
  /** Unix seconds. */
  acquiredAt: number;
  note?: string;
}

/** 1 to 500 events. */
export interface WalletEventsRequest {
  limit: number;
  /** Only these; undefined: all. */
  types?: readonly WalletEventType[] | undefined;
}

/** 1 to 50 wallets. */
export interface EventListRequest extends WalletEventsRequest {
  wallets: readonly Address[];
  /** A cursor of these wallets, the number of one wallet's event, or `latest`; undefined: from the first that is kept on. */
  after?: string | undefined;
}

export type EventStreamRequest = Omit<EventListRequest, 'limit'>;
