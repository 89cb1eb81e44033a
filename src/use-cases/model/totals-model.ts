/** What comes back of the totals of wallets. */

import type { BasisStatus } from '../../domain/accounting/amounts/types.ts';
import type { FormLine } from '../../domain/accounting/form-lines.ts';
import type { UkLine } from '../../domain/accounting/section-104/uk-lines.ts';
import type { CostMethod, Currency, Period } from '../../domain/ids.ts';
import type { Address } from '../../domain/model.ts';
import type { EarningView } from './figures-model.ts';
import type { DePrivateSalesRequest, EarningsRequest, Form8949Request, UkGainsRequest } from './requests.ts';
import type { Caller } from './view-model.ts';

/** What a wallet is worth and earned, over its tokens and NFTs; `wallet` null: several wallets together. */
export interface WalletTotalsView {
  wallet: Address | null;
  /** In the period, as income, expenses and fees are. */
  realizedPnl: string;
  /** Of what has a price now. */
  unrealizedPnl: string;
  income: string;
  expenses: string;
  /** Network fees at market value; contained already in costs, proceeds or expenses. */
  fees: string;
  /** Of all open lots, priced or not. */
  costBasis: string;
  /** ownValue + heldValue + debtValue. */
  netWorth: string;
  /** Of what the wallets themselves have. */
  ownValue: string;
  /** Of what protocols hold for them. */
  heldValue: string;
  /** Of what is owed; negative or 0. */
  debtValue: string;
  /** Tokens and NFTs held without a price now. */
  unpricedCount: number;
  /** Tokens valued at a price of more than an hour before. */
  staleCount: number;
  basisStatus: BasisStatus;
  /** Wallets that the ledger has not booked yet: what they cost and earned is left out. */
  unbookedCount: number;
  period: Period;
  costMethod: CostMethod;
  currency: Currency;
  asOf: number;
}

/** What wallets earned in a stretch of time, over all their tokens and NFTs. */
export interface ResultsView extends Pick<WalletTotalsView, 'realizedPnl' | 'income' | 'expenses' | 'fees'> {
  /** How often what was sold, or earned, had an unknown cost (taken for 0), and how often no price (left out). */
  missingCount: number;
  unpricedCount: number;
  /** null: one of the wallets is not booked yet. */
  asOf: number | null;
}

/** How far the ledger is with a wallet. */
export interface BookingView {
  /** It has booked it at least once: before, nothing is known of costs and results. */
  isBooked: boolean;
  /** It is still to be booked with what has come, or was corrected. */
  isBooking: boolean;
}

/** Files of ledgers, in pieces that are read as they are taken. */
export interface LedgerFiles {
  /**
   * The lines of IRS Form 8949 below the names of its columns, in pieces that are read as they are taken. CONFLICT naming the wallets
   * that are not booked yet: a form without their lines would look whole. `isBooking`: one waits for newer rows or corrections.
   */
  form8949(
    caller: Caller,
    request: Form8949Request,
  ): Promise<{ lines: AsyncGenerator<FormLine[]>; isBooking: boolean }>;

  /**
   * Germany's private sales below the names of their columns, in EUR. BAD_INPUT where that is not the client's reporting currency. CONFLICT and
   * `isBooking` as for `form8949`.
   */
  dePrivateSales(
    caller: Caller,
    request: DePrivateSalesRequest,
  ): Promise<{ lines: AsyncGenerator<FormLine[]>; isBooking: boolean }>;

  /**
   * The lines of a computation of capital gains for the United Kingdom below the names of its columns, matched from what is stored now. CONFLICT as
   * for `form8949`; BAD_INPUT where tokens were moved to own wallets that are not among these, where there is too much to be matched in a
   * request, and for a client whose books are not told in pounds.
   */
  ukCapitalGains(caller: Caller, request: UkGainsRequest): Promise<UkLine[]>;

  /**
   * Income and expenses by wallet, token and transaction, in pieces that are read as they are taken; they add up to those of
   * `resultsBetween`. CONFLICT and `isBooking` as for `form8949`.
   */
  earnings(
    caller: Caller,
    request: EarningsRequest,
  ): Promise<{ pieces: AsyncGenerator<EarningView[]>; isBooking: boolean }>;
}
