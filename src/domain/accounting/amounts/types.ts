/** What goes into the ledger and what comes out. Rules: ledger.ts. */
import type { CostMethod, Currency } from '../../ids.ts';
import type { Side, TaxTreatment } from '../../model.ts';
import type { Money, OptionalMoney } from './amounts.ts';

/**
 * How a movement is booked. GAS is the network fee of a transaction: one outflow of the native token per wallet that
 * paid for it, also for a failed transaction.
 */
export type LedgerTreatment = TaxTreatment | 'GAS';

/**
 * How well a price is known, best first. `stated`: by the client. `reference`: of the native token, of a stablecoin, or by a
 * feed. `deep-pool`: by a deep pool or an aggregator. `other`: anything else.
 */
export const priceTiers = ['stated', 'reference', 'deep-pool', 'other'] as const;
export type PriceTier = (typeof priceTiers)[number];

/**
 * What a BASIS_TRANSFER is: a move between own wallets, (un)wrapping, a token that stands for what was given, or liquidity: a
 * share of several tokens.
 */
export type CarryKind = 'own' | 'wrap' | 'receipt' | 'liquidity';

/** Outflows and inflows with the same pair belong together: the inflows take over the lots of the outflows. */
export interface CarryPair {
  readonly pair: string;
  readonly kind: CarryKind;
}

/** One end of a way over a bridge. The other end is found while booking (booking/crossings.ts). */
export interface Crossing {
  /** One name for all that bridges give for each other (`bridgedAsset`); null: no form of it on another chain is known. */
  readonly asset: string | null;
  /** The chain that it left, or came to. */
  readonly chain: string;
  /** Of an outflow: how long the slowest way may take, in seconds. */
  readonly window: number;
  /** It comes over the bridge; else it leaves, or comes back at once of what leaves. */
  readonly arrives: boolean;
  /** The bridge may give something else for it. */
  readonly exchanges: boolean;
  /** Who gives what comes: the contract that holds what left gives back what could not cross. null: not known. */
  readonly by: string | null;
  /** What the bridge calls it, the same at both ends: `bridge:…`; null: not known. */
  readonly message: string | null;
}

/** An account with a protocol that a movement settles without moving it (booking/settlements.ts). */
export interface LedgerSettlement {
  /** Of an inflow: the contract that held it for the wallet. Of an outflow: the one that it was owed to. */
  readonly contract: string;
  /** null: the one that the contract holds. */
  readonly token: string | null;
  /** Of the token; 0 where that is not known. */
  readonly decimals: number;
  /** Positive base units. */
  readonly quantity: bigint;
  /** As of a movement. */
  readonly prices: OptionalMoney | null;
  readonly priceTier: PriceTier;
  /** What came in stands for what was held: its lots go on (`receiptTokens`); else it was bought with it. */
  readonly isReceipt: boolean;
}

/** A client's word on an acquisition: its whole cost, fees included, and when it was acquired if that differs. */
export interface StatedBasis {
  /** null in a currency whose rate is unknown: the lot says UNPRICED there. */
  readonly cost: OptionalMoney;
  readonly acquiredAt: number | null;
}

/** A stated basis as it is booked. */
export interface BookedBasis extends StatedBasis {
  /** It was no purchase before its cost was stated (a gift, a move): nothing was given for it then. */
  readonly isGiven?: boolean;
}

/** One transfer or network fee of one wallet, with everything that its booking needs. */
export interface LedgerMovement {
  /** The transfer's id; for GAS the transaction's. */
  readonly id: string;
  /** Set where a correction is booked in parts: the first has none, and is what the transfer is said to be. */
  readonly part?: number;
  /** Where it stands in the total order (domain/position.ts); for GAS the transaction's position. */
  readonly position: string;
  /** Movements of one transaction share this, whichever wallet they belong to. */
  readonly transaction: string;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly wallet: string;
  /** Names a token, or one NFT (contract and token id), on its chain. */
  readonly token: string;
  readonly decimals: number;
  readonly side: Side;
  /** Positive base units. */
  readonly quantity: bigint;
  /** Price of one whole unit per currency, scaled by 10^priceDecimals; null: unknown. */
  readonly prices: OptionalMoney | null;
  readonly priceTier: PriceTier;
  readonly treatment: LedgerTreatment;
  /** Set exactly for BASIS_TRANSFER. */
  readonly carry: CarryPair | null;
  /** Set exactly for CARRY. */
  readonly crossing: Crossing | null;
  /** Costs of this movement that are stated in money instead of as GAS; null: none. */
  readonly feeValue: Money | null;
  /** Only for inflows that are an acquisition or income, or come back from a contract or over a bridge. */
  readonly statedBasis: BookedBasis | null;
  /**
   * The protocol's contract. Set for HELD: where it goes to or comes back from. Set for a CARRY that leaves: the bridge's. Set for a
   * DISPOSAL or EXPENSE that nobody sent: what the contract took of what it held. Else null.
   */
  readonly heldBy: string | null;
  /** The protocol's contract that lent it: of an ACQUISITION that is borrowed, a DISPOSAL that pays back. Else null. */
  readonly lender: string | null;
  /**
   * Of an ACQUISITION, of what a contract pays out (HELD) for something else that it held, or of the DISPOSAL of what was taken for a
   * debt. null: it settles nothing but itself.
   */
  readonly settles: LedgerSettlement | null;
}

export interface LedgerSettings {
  /** 'carry': a move between own wallets is not a sale. */
  readonly ownTransfers: 'carry' | 'realize';
  /** 'carry': a token that stands for the one that was given (lending, staking, a vault) takes over its lots; 'realize': a trade. */
  readonly receiptTokens: 'carry' | 'realize';
  /** The same of what stands for several tokens: shares of pools, positions of liquidity. */
  readonly liquidityTokens: 'carry' | 'realize';
  /** 'carry': what is handed to a protocol, without a token that stands for it, or to a bridge is not sold. */
  readonly deposits: 'carry' | 'realize';
}

export interface LedgerOptions extends LedgerSettings {
  /** One or more, each once; all are booked in the same pass. */
  readonly methods: readonly CostMethod[];
  /** The order of every Money array. The first ranks lots for HIFO, whichever currency is asked for. */
  readonly currencies: readonly Currency[];
  /** Fractional digits of the prices, at least 18. */
  readonly priceDecimals: number;
}

export type BasisStatus = 'COMPLETE' | 'MISSING' | 'UNPRICED';

/** Where a disposed quantity came from: a lot, the pool of the weighted average, or nothing that is known. */
export type LotSource = 'lot' | 'pool' | 'shortfall';

/** What one disposal took from one lot. */
export interface DisposalRow {
  readonly method: CostMethod;
  readonly wallet: string;
  readonly token: string;
  /** The position of the transaction's first movement. */
  readonly position: string;
  /** The transfer that disposed, or the transaction when it was its gas. */
  readonly disposedBy: string;
  readonly disposedAt: number;
  readonly treatment: LedgerTreatment;
  /** 0, 1, … within one disposal. */
  readonly part: number;
  readonly source: LotSource;
  /** The transfer that brought the lot in first, wherever it has moved since; null for the pool and a shortfall. */
  readonly acquiredBy: string | null;
  readonly acquiredAt: number | null;
  readonly quantity: bigint;
  /** Fees taken off; null in a currency where no price is known. */
  readonly proceeds: OptionalMoney;
  readonly cost: Money;
  readonly gain: OptionalMoney;
  /** Of the cost, per currency. */
  readonly basis: readonly BasisStatus[];
}

/**
 * How many results so far rest on something unknown. The counts only grow: the difference of two says whether any did in
 * between.
 */
export interface UnknownResults {
  /** What was taken from lots without a known basis. */
  readonly missing: number;
  /** Per currency: what was taken from lots without a price, disposals without a price, income without a price. */
  readonly unpriced: readonly number[];
}

/** An account's figures after a transaction, summed since the beginning: a period is the difference of two of them. */
export interface TotalsEvent {
  readonly wallet: string;
  readonly token: string;
  readonly position: string;
  readonly timestamp: number;
  readonly balance: bigint;
  readonly inventory: bigint;
  readonly income: Money;
  readonly expenses: Money;
  /** Network fees at market value: what its GAS disposals brought in. In costs, proceeds or expenses they are contained already. */
  readonly fees: Money;
  /** In the order of the options' methods. */
  readonly methods: readonly {
    readonly realized: Money;
    readonly costBasis: Money;
    readonly unknown: UnknownResults;
  }[];
}

export type LedgerIssueCode = 'MISSING_BASIS' | 'UNPRICED_ACQUISITION' | 'UNPRICED_DISPOSAL';

/** Something that a person should look at. Issues do not depend on the method. */
export interface LedgerIssue {
  readonly code: LedgerIssueCode;
  readonly wallet: string;
  readonly token: string;
  readonly position: string;
  readonly timestamp: number;
  /** The transfer, or the transaction when it is about gas. */
  readonly movement: string;
  /** How much of it has no basis or no price. */
  readonly quantity: bigint;
  /** Where a price is unknown; all of them for a missing basis. */
  readonly currencies: readonly Currency[];
}

export interface OpenLot {
  readonly source: LotSource;
  readonly acquiredBy: string | null;
  readonly acquiredAt: number | null;
  /** As it came into this wallet, and what is left of it. */
  readonly quantity: bigint;
  readonly remaining: bigint;
  /** Of what is left. */
  readonly cost: Money;
  readonly basis: readonly BasisStatus[];
  /** The protocol's contract where it waits; null: the wallet itself has it. */
  readonly heldBy: string | null;
}

/** What a protocol's contract holds for a wallet. */
interface HeldAmount {
  readonly heldBy: string;
  readonly quantity: bigint;
}

/** What left over a bridge and was not met by an arrival. */
export interface TransitAmount {
  /** The transfer that left. */
  readonly movement: string;
  readonly quantity: bigint;
  /** Unix seconds: from then on no arrival meets it. */
  readonly due: number;
}

/** What is owed to a protocol's contract. */
interface OwedAmount {
  readonly lender: string;
  readonly quantity: bigint;
}

export interface MethodTotals {
  readonly method: CostMethod;
  readonly costBasis: Money;
  /** The part of the cost that each of the protocols holds, in their order. */
  readonly heldCosts: readonly Money[];
  /** Per whole unit; 0 when nothing is held. */
  readonly averageCost: Money;
  readonly realized: Money;
  /** Of what is open: the worst of the lots', per currency; MISSING also when more has left than was held. */
  readonly basis: readonly BasisStatus[];
  /** Of what was disposed of and earned. */
  readonly unknown: UnknownResults;
}

/** One (wallet, token or NFT) as it stands. */
export interface AccountTotals {
  readonly wallet: string;
  readonly token: string;
  readonly decimals: number;
  /** The sum of the transfers minus fees, and what protocols hold; may be negative. */
  readonly balance: bigint;
  /** balance + shortfalls: what the open lots hold. */
  readonly inventory: bigint;
  readonly shortfall: bigint;
  /** The part of the inventory that protocols hold, in the order of the first deposits; only what is more than nothing. */
  readonly held: readonly HeldAmount[];
  /** The part of what is held that is on its way over bridges, oldest first. */
  readonly inTransit: readonly TransitAmount[];
  /** What is owed, in the order of the first loans; only what is more than nothing. No part of the balance. */
  readonly owed: readonly OwedAmount[];
  readonly income: Money;
  readonly expenses: Money;
  readonly fees: Money;
  readonly methods: readonly MethodTotals[];
}
