/** The enums, made from the domain's own lists, so that a new member appears by itself. */
import type { WalletEventType as EventType } from '../../domain/event-types.ts';
import { costMethods, currencies, periods } from '../../domain/ids.ts';
import {
  bookingKinds,
  correctionKinds,
  type FunctionSource as FunctionNameSource,
  type SpamReason as Reason,
  shownSyncPhases,
  taxTreatments,
  transactionCategories,
  transactionKinds,
} from '../../domain/model.ts';
import type { MarketPriceTier } from '../../domain/money/price-sources.ts';
import { valueIntervals } from '../../domain/time/value-points.ts';
import { transferEventTypes, transferFields } from '../../domain/transfer-events.ts';
import { previewStates } from '../../use-cases/model/correction-model.ts';
import { finalities, retractionReasons } from '../../use-cases/model/event-model.ts';
import { basisStatuses, issueCodes, tokenBalanceOrders } from '../../use-cases/model/figures-model.ts';
import { disposalTreatments } from '../../use-cases/model/list-model.ts';
import { sortDirections } from '../../use-cases/model/requests.ts';
import { spamFilters } from '../../use-cases/model/view-model.ts';
import {
  deliveryOutcomes,
  laneStatuses,
  webhookDisabledReasons,
  webhookStatuses,
} from '../../use-cases/model/webhook-model.ts';
import { builder } from './builder.ts';

export const SortDirection = builder.enumType('SortDirection', { values: sortDirections });
export const Side = builder.enumType('Side', {
  values: { INFLOW: { value: 'inflow' }, OUTFLOW: { value: 'outflow' } } as const,
});
export const TransactionCategory = builder.enumType('TransactionCategory', {
  description: 'Decided on the net flow of the transaction, gas ignored.',
  values: transactionCategories,
});
export const TransactionKind = builder.enumType('TransactionKind', {
  description: 'What happened, in more detail than the category where the evidence shows it.',
  values: transactionKinds,
});
export const TaxTreatment = builder.enumType('TaxTreatment', {
  description: 'How a transfer is booked.',
  values: taxTreatments,
});
export const BookedAs = builder.enumType('BookedAs', {
  description:
    'What your ledger makes of a transfer, with your other wallets, your settings and your corrections in force.',
  values: bookingKinds,
});
export const DisposalTreatment = builder.enumType('DisposalTreatment', {
  description:
    'How a disposal came about: sold or given up; spent as a cost; lost on the way in a move between own wallets (its value is an expense); burnt as a network fee.',
  values: disposalTreatments,
});
export const Period = builder.enumType('Period', {
  description:
    'Periods end now, in UTC: 24 hours, 7 days, 1 month, 3 months, since 1 January, 1 year, everything.',
  values: periods,
});
export const CostMethod = builder.enumType('CostMethod', {
  description:
    'First in first out, last in first out, weighted average cost, highest cost first out. HIFO ranks lots by their unit cost in USD, fees included, whichever currency is asked for.',
  values: costMethods,
});
export const ValueInterval = builder.enumType('ValueInterval', {
  description: 'The step of a chart; a month is a calendar month.',
  values: valueIntervals,
});
export const Currency = builder.enumType('Currency', { values: currencies });
export const BasisStatus = builder.enumType('BasisStatus', {
  description:
    'Whether the cost behind a figure is known. Unknown is said as unknown, never shown as a silent zero. MISSING: no cost is known, it counts as 0; worse than UNPRICED: no price or rate is known.',
  values: basisStatuses,
});
export const PreviewState = builder.enumType('PreviewState', {
  description: 'Whether it could be told what a correction would move.',
  values: previewStates,
});
export const PriceTier = builder.enumType('PriceTier', {
  description:
    'How well a price is known, the best first: of a coin, a listed stablecoin or a price feed; of deep markets; any other, or none.',
  values: {
    REFERENCE: { value: 'reference' },
    DEEP_POOL: { value: 'deep-pool' },
    OTHER: { value: 'other' },
  } as const satisfies Record<string, { value: MarketPriceTier }>,
});
export const SpamReason = builder.enumType('SpamReason', {
  description:
    'Why a transfer is set aside: a forged event, a transfer of nothing, or something that was never asked for.',
  values: {
    FORGED: { value: 'forged' },
    ZERO_VALUE: { value: 'zero-value' },
    AIRDROP: { value: 'airdrop' },
  } as const satisfies Record<string, { value: Reason }>,
});
export const FunctionSource = builder.enumType('FunctionSource', {
  description:
    "Who named a function. EXPLORER: the explorer, by the contract's verified source. SIGNATURE: its 4-byte selector alone, which functions of several contracts may share.",
  values: {
    EXPLORER: { value: 'explorer' },
    SIGNATURE: { value: 'signature' },
  } as const satisfies Record<string, { value: FunctionNameSource }>,
});
export const SpamFilter = builder.enumType('SpamFilter', { values: spamFilters });
export const TransferEventType = builder.enumType('TransferEventType', {
  description:
    'CURSOR: nothing but how far the stream has come: its beginning, and where only spam was stored that you do not want. ADDED: the transfer was stored. CHANGED: it is different now, or stands elsewhere; set it as ADDED, whether you hold it or not. REMOVED: it is gone, or became spam that you do not want; you need not have held it.',
  values: transferEventTypes,
});
export const TransferField = builder.enumType('TransferField', {
  description:
    'What a change concerns. PRICE: price, value, and their source. SPAM: whether it is spam, and why. TREATMENT: how it is booked. CATEGORY: that of its transaction. PLACE: its block, and with it the time and the place in the list. CONTENT: what was moved, how much, from or to whom, the fee. TOKEN: what is known of its token, on which the amount depends. LABEL: your name or tags of the counterparty. CORRECTION: your corrections of it.',
  values: transferFields,
});
export const WalletEventType = builder.enumType('WalletEventType', {
  description: 'What happened to a wallet.',
  values: {
    TRANSFER_ADDED: { value: 'transfer.added' },
    TRANSFER_UPDATED: { value: 'transfer.updated' },
    TRANSFER_RETRACTED: { value: 'transfer.retracted' },
    HISTORY_CHANGED: { value: 'history.changed' },
    HISTORY_RESET: { value: 'history.reset' },
    WALLET_LOADED: { value: 'wallet.loaded' },
    WALLET_FAILED: { value: 'wallet.failed' },
    BALANCE_DIFFERS: { value: 'balance.differs' },
    BALANCE_AGREES: { value: 'balance.agrees' },
    ISSUE_OPENED: { value: 'issue.opened' },
    ISSUE_CLOSED: { value: 'issue.closed' },
    LEDGER_BOOKED: { value: 'ledger.booked' },
    WALLET_PROGRESS: { value: 'wallet.progress' },
    TRANSFER_FINALIZED: { value: 'transfer.finalized' },
  } as const satisfies Record<string, { value: EventType }>,
});
export const Finality = builder.enumType('Finality', {
  description: 'Whether a re-org may still take it away.',
  values: finalities,
});
export const RetractionReason = builder.enumType('RetractionReason', {
  description: 'Why a transfer is gone.',
  values: retractionReasons,
});
export const TokenBalanceOrder = builder.enumType('TokenBalanceOrder', {
  description:
    'By a figure, what has no price last and what is equal by token; TOKEN: by wallet, as they were asked for, then by chain, native tokens, symbol. Values change from one query to the next: to walk through pages, sort by TOKEN.',
  values: tokenBalanceOrders,
});
export const SyncPhase = builder.enumType('SyncPhase', {
  description:
    'STALE: the whole history was loaded, but the last step failed or the head of the chain was not seen for some polls, so that newer blocks may be missing.',
  values: shownSyncPhases,
});
export const WebhookStatus = builder.enumType('WebhookStatus', {
  description:
    'FAILING: a lane has paused after its last attempt. DISABLED: nothing is sent until it is enabled.',
  values: webhookStatuses,
});
export const WebhookDisabledReason = builder.enumType('WebhookDisabledReason', {
  description:
    'GONE: the receiver answered 410. FAILING: nothing arrived for seven days after all attempts. CLIENT: you have.',
  values: webhookDisabledReasons,
});
export const LaneStatus = builder.enumType('WebhookLaneStatus', {
  description:
    'IDLE: nothing is to be sent. WAITING: what has failed is tried again. PAUSED: it has failed ten times.',
  values: laneStatuses,
});
export const DeliveryOutcome = builder.enumType('WebhookOutcome', {
  description: 'DELIVERED: after failures, or a test. SKIPPED: given up by you.',
  values: deliveryOutcomes,
});
export const IssueCode = builder.enumType('IssueCode', { values: issueCodes });
export const CorrectionKind = builder.enumType('CorrectionKind', {
  description:
    'How a transfer is booked, its price, the cost of an acquisition, and holdings from before the known history.',
  values: correctionKinds,
});
