/**
 * What changes how much of an asset its owner has, or what that cost, whichever cost method is asked for. Reports whose rule of matching is
 * none of the ledger's methods (section-104/) are made of these. What the ledger still counts as owned moves nothing here: what
 * protocols hold, and what is on its way over a bridge.
 */
import type { Fraction, Money, OptionalMoney } from './amounts.ts';
import type { BasisStatus } from './types.ts';

/** One wallet's token, or NFT. */
export interface FlowAccount {
  readonly wallet: string;
  readonly token: string;
  readonly decimals: number;
}

interface Flow {
  /** Unix seconds: when it happened, or was acquired by the client's word. */
  readonly timestamp: number;
}

interface AccountFlow extends Flow {
  readonly account: FlowAccount;
  /** Positive base units. */
  readonly quantity: bigint;
}

/** Bought, earned, or come from where nobody knows. */
export interface AcquiredFlow extends AccountFlow {
  readonly kind: 'acquired';
  /** Fees included; 0 where it is not known. */
  readonly cost: Money;
  /** Of the cost, per currency. */
  readonly basis: readonly BasisStatus[];
}

/** Sold, spent, or paid as a fee. */
export interface DisposedFlow extends AccountFlow {
  readonly kind: 'disposed';
  /** Before fees; null in a currency where no price is known. */
  readonly proceeds: OptionalMoney;
  /** What it cost to dispose of it. */
  readonly fees: Money;
}

/** Gone without a disposal: given away, or to where nobody follows it. */
export interface DroppedFlow extends AccountFlow {
  readonly kind: 'dropped';
}

export interface CarriedPart {
  readonly account: FlowAccount;
  readonly quantity: bigint;
}

/** It goes on as something else, or in another wallet, with what it cost. */
export interface CarriedFlow extends Flow {
  readonly kind: 'carried';
  readonly from: readonly CarriedPart[];
  /** Cost is shared by the weights: market values; equally where one of them is unknown. */
  readonly to: readonly (CarriedPart & { readonly weight: Fraction | null })[];
}

/** As carried, but what it costs where it goes on is the client's word. What it had cost is gone. It was neither bought nor sold. */
export interface RestatedFlow extends Flow {
  readonly kind: 'restated';
  readonly from: readonly CarriedPart[];
  readonly to: readonly (CarriedPart & Pick<AcquiredFlow, 'cost' | 'basis'>)[];
}

export type AssetFlow = AcquiredFlow | DisposedFlow | DroppedFlow | CarriedFlow | RestatedFlow;
