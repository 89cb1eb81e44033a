/** Webhooks as clients see and say them. Times are unix seconds. */
import type { WalletEventType } from '../../domain/event-types.ts';
import type { Address } from '../../domain/model.ts';
import type { Caller, Page, PageRequest } from './view-model.ts';

/** FAILING: a lane has paused after its last attempt. DISABLED: nothing is sent until it is enabled. */
export const webhookStatuses = ['ACTIVE', 'FAILING', 'DISABLED'] as const;
export type WebhookStatus = (typeof webhookStatuses)[number];

/** The receiver said 410; nothing arrived for a week after all attempts; the client wants it so. */
export const webhookDisabledReasons = ['GONE', 'FAILING', 'CLIENT'] as const;
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number];

export const deliveryOutcomes = ['DELIVERED', 'FAILED', 'SKIPPED'] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

export interface WebhookView {
  id: string;
  url: string;
  description: string;
  /** Empty: all but those that are asked for by name, also those that will be added. */
  types: readonly WalletEventType[];
  /** Empty: all. */
  chainIds: readonly number[];
  /** Contracts, on any chain; all zero: native tokens; empty: all. */
  tokens: readonly Address[];
  /** Transfers worth less are not sent, in US dollars, exact decimal text; null: all are. */
  minValue: string | null;
  /** Whether wallets that are registered later are followed, too. */
  allWallets: boolean;
  status: WebhookStatus;
  disabledReason: WebhookDisabledReason | null;
  disabledAt: number | null;
  /** Since when a lane is paused; null: none is. */
  failingSince: number | null;
  /** Until then the former secret signs, too; null: there is none. */
  formerSecretUntil: number | null;
  /** One for each wallet. */
  lanes: number;
  /** Lanes whose event has failed and is tried again. */
  lanesWaiting: number;
  lanesPaused: number;
  /** Events that have arrived, as a decimal text. */
  delivered: string;
  deliveredAt: number | null;
  testedAt: number | null;
  createdAt: number;
  updatedAt: number;
  /** `whpk_…`: by which `v1a` is checked; the newest first, a former one as long as its secret signs. Empty: it is not known here. */
  publicKeys: readonly string[];
}

export const laneStatuses = ['IDLE', 'SENDING', 'WAITING', 'PAUSED'] as const;
export type LaneStatus = (typeof laneStatuses)[number];

/** How far the events of one wallet are sent. Numbers are those of the wallet's events. */
export interface WebhookLaneView {
  wallet: Address;
  /** IDLE: nothing is to be sent; SENDING: something is; WAITING: what failed is tried again; PAUSED: after the last attempt. */
  status: LaneStatus;
  /** The last event that is dealt with. */
  sequence: bigint;
  /** The last event that there is. */
  last: bigint;
  /** The event under way; null: none. */
  eventId: string | null;
  eventType: string | null;
  /** Of it: how many attempts have failed. */
  attempts: number;
  nextAttemptAt: number | null;
  pausedAt: number | null;
  delivered: string;
  deliveredAt: number | null;
  /** Of the last failure; null: none since something arrived, or there was no answer. */
  lastStatus: number | null;
  lastError: string | null;
}

export interface WebhookAttemptView {
  at: number;
  /** null: a test. */
  wallet: Address | null;
  eventId: string;
  eventType: string;
  sequence: bigint | null;
  outcome: DeliveryOutcome;
  /** The first is 1. */
  attempt: number;
  durationMs: number;
  status: number | null;
  error: string | null;
  /** The beginning of what the receiver answered. */
  answer: string | null;
}

export interface WebhookInput {
  url: string;
  description?: string | undefined;
  /** Left out or empty: all. */
  types?: readonly WalletEventType[] | undefined;
  chainIds?: readonly number[] | undefined;
  tokens?: readonly Address[] | undefined;
  /** null or left out: all. */
  minValue?: string | null | undefined;
  /** null or left out: all. */
  wallets?: readonly Address[] | null | undefined;
}

export interface WebhookChange extends Omit<WebhookInput, 'url'> {
  url?: string | undefined;
  /** true also tries again what waits or is paused. */
  enabled?: boolean | undefined;
}

export interface ReplayInput {
  /** Events behind this number; needs one wallet. */
  afterSequence?: bigint | undefined;
  /** Events stored at this time (unix seconds) or later. */
  from?: number | undefined;
  /** null or left out: all of the webhook's. */
  wallets?: readonly Address[] | null | undefined;
}

/** The secret is shown only here. */
export interface WebhookWithSecret {
  webhook: WebhookView;
  secret: string;
}

export interface SkippedEventView {
  eventId: string;
  eventType: string;
  sequence: bigint;
}

/** What of the read model (interface.ts) is about webhooks. */
export interface WebhookFunctions {
  /** Oldest first. All of webhooks needs the scope `webhooks`. */
  listWebhooks(caller: Caller, page: PageRequest): Promise<Page<WebhookView>>;
  webhooksByIds(caller: Caller, ids: readonly string[]): Promise<(WebhookView | null)[]>;
  /** NOT_FOUND when it is not the caller's, as below. */
  getWebhook(caller: Caller, id: string): Promise<WebhookView>;
  /** Its test event is sent. What says where events go, or moves them, needs the scope `read`, too. */
  createWebhook(caller: Caller, input: WebhookInput): Promise<WebhookWithSecret>;
  updateWebhook(caller: Caller, id: string, change: WebhookChange): Promise<WebhookView>;
  deleteWebhook(caller: Caller, id: string): Promise<void>;
  /** A new secret; the former one signs, too, for a day. */
  rotateWebhookSecret(caller: Caller, id: string): Promise<WebhookWithSecret>;
  /** Sends a test event, once. */
  testWebhook(caller: Caller, id: string): Promise<{ webhook: WebhookView; eventId: string }>;
  /** Moves lanes back, or on; answers how many. */
  replayWebhook(
    caller: Caller,
    id: string,
    input: ReplayInput,
  ): Promise<{ webhook: WebhookView; lanes: number }>;
  /** Goes past the event that fails; CONFLICT when none does. */
  skipWebhookEvent(caller: Caller, id: string, wallet: Address): Promise<SkippedEventView>;
  /** Those that are paused first, then those that wait. */
  listWebhookLanes(caller: Caller, id: string, page: PageRequest): Promise<Page<WebhookLaneView>>;
  /** Newest first: of seven days, at most 1,000; those that succeeded at once are counted only. */
  listWebhookAttempts(caller: Caller, id: string, page: PageRequest): Promise<Page<WebhookAttemptView>>;
}
