/** Webhooks, their lanes, and what became of attempts. */
import { z } from 'zod';
import { walletEventTypes } from '../../domain/event-types.ts';
import {
  deliveryOutcomes,
  laneStatuses,
  type WebhookAttemptView,
  type WebhookLaneView,
  type WebhookView,
  webhookDisabledReasons,
  webhookStatuses,
} from '../../use-cases/model/webhook-model.ts';
import { addressField, idField, timestampField } from './objects/fields.ts';
import { list, plain, text, textOrNull, time, timeOrNull } from './objects/json.ts';

const lower = <Name extends string>(names: readonly Name[]) =>
  z.enum(names.map((name) => name.toLowerCase()));
const timeField = (description: string) => timestampField.nullable().meta({ description });

const webhookFields = {
  id: idField('whk'),
  url: z.string().meta({ description: 'Where events are sent to' }),
  description: z.string().meta({ description: 'Your own words' }),
  types: z.array(z.enum(walletEventTypes)).meta({
    description:
      'Types of events; empty: all but wallet.progress and transfer.finalized, also those that will be added',
  }),
  chain_ids: z.array(z.int()).meta({ description: 'Of EIP-155; empty: all chains' }),
  token: z
    .array(addressField)
    .meta({ description: 'Contracts, on any chain; all zero: native tokens; empty: all tokens' }),
  min_value: z
    .string()
    .nullable()
    .meta({
      description: 'In US dollars: transfers worth less, or of no known price, are not sent; null: all are',
      examples: ['1000'],
    }),
  all_wallets: z.boolean().meta({ description: 'Whether wallets that you register later are followed, too' }),
  status: lower(webhookStatuses).meta({
    description:
      'active; failing: a lane has paused after its last attempt; disabled: nothing is sent until it is enabled',
  }),
  disabled_reason: lower(webhookDisabledReasons).nullable().meta({
    description:
      'gone: the receiver answered 410; failing: nothing arrived for seven days after all attempts; client: you have; null: it is not disabled',
  }),
  disabled_at: timeField('null: it is not'),
  failing_since: timeField('Since when a lane is paused; null: none is'),
  former_secret_until: timeField('Until then the former secret signs, too; null: there is none'),
  lanes: z.int().meta({ description: 'Wallets that are followed' }),
  lanes_waiting: z.int().meta({ description: 'Of them: whose event has failed and is tried again' }),
  lanes_paused: z.int().meta({ description: 'Of them: whose event has failed ten times; nothing is lost' }),
  delivered: z
    .string()
    .meta({ description: 'Events that have arrived; a whole number as a text', examples: ['1840'] }),
  delivered_at: timeField('The last that arrived; null: none has'),
  tested_at: timeField('When its test event was last asked for'),
  created_at: timestampField,
  updated_at: timestampField,
  public_keys: z.array(z.string()).meta({
    description:
      'By which the signatures v1a (Ed25519) are checked without the secret; two while a secret is being replaced, the newest first; empty: they cannot be told, since the key is lost that seals secrets',
    examples: [['whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=']],
  }),
};

export const webhookSchema = z
  .strictObject(webhookFields)
  .meta({ id: 'Webhook', description: 'An address of yours that events are sent to' });

export const webhookWithSecretSchema = z
  .strictObject({
    ...webhookFields,
    secret: z.string().meta({
      description: 'What signs: shown only here',
      examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    }),
  })
  .meta({ id: 'WebhookWithSecret', description: 'A webhook with its new secret' });

const webhookText = (webhook: WebhookView): string => {
  const { disabledReason, chainIds, types } = webhook;
  return (
    `"id":${plain(webhook.id)},"url":${text(webhook.url)},"description":${text(webhook.description)},` +
    `"types":${list(types, plain)},"chain_ids":${list(chainIds, String)},"token":${list(webhook.tokens, plain)},` +
    `"min_value":${textOrNull(webhook.minValue)},"all_wallets":${webhook.allWallets},` +
    `"status":${plain(webhook.status.toLowerCase())},"disabled_reason":${textOrNull(disabledReason?.toLowerCase() ?? null)},` +
    `"disabled_at":${timeOrNull(webhook.disabledAt)},"failing_since":${timeOrNull(webhook.failingSince)},` +
    `"former_secret_until":${timeOrNull(webhook.formerSecretUntil)},"lanes":${webhook.lanes},` +
    `"lanes_waiting":${webhook.lanesWaiting},"lanes_paused":${webhook.lanesPaused},` +
    `"delivered":${plain(webhook.delivered)},"delivered_at":${timeOrNull(webhook.deliveredAt)},` +
    `"tested_at":${timeOrNull(webhook.testedAt)},"created_at":${time(webhook.createdAt)},"updated_at":${time(webhook.updatedAt)},` +
    `"public_keys":${list(webhook.publicKeys, plain)}`
  );
};

export const webhookJson = (webhook: WebhookView): string => `{${webhookText(webhook)}}`;

export const webhookWithSecretJson = (webhook: WebhookView, secret: string): string =>
  `{${webhookText(webhook)},"secret":${plain(secret)}}`;

export const laneSchema = z
  .strictObject({
    wallet: addressField,
    status: lower(laneStatuses).meta({
      description:
        'idle: nothing is to be sent; sending; waiting: what has failed is tried again; paused: it has failed ten times',
    }),
    sequence: z.int().meta({ description: 'Number of the last event that is dealt with' }),
    last: z.int().meta({ description: 'Number of the last event of the wallet' }),
    event_id: z.string().nullable().meta({ description: 'The event under way; null: none' }),
    event_type: z.string().nullable().meta({ description: 'Its type' }),
    attempts: z.int().meta({ description: 'How often it has failed' }),
    next_attempt_at: timeField('null: at once, or never while the lane is paused'),
    paused_at: timeField('null: it is not'),
    delivered: z.string().meta({ description: 'Events that have arrived; a whole number as a text' }),
    delivered_at: timeField('The last that arrived; null: none has'),
    last_status: z
      .int()
      .nullable()
      .meta({ description: 'HTTP status of the last failure; null: no answer, or no failure since' }),
    last_error: z
      .string()
      .nullable()
      .meta({ description: 'Why the last attempt failed, or why the lane was moved; null: it did not' }),
  })
  .meta({ id: 'WebhookLane', description: 'How far the events of one wallet are sent, one after the other' });

export const laneJson = (lane: WebhookLaneView): string =>
  `{"wallet":${plain(lane.wallet)},"status":${plain(lane.status.toLowerCase())},"sequence":${lane.sequence},"last":${lane.last},` +
  `"event_id":${textOrNull(lane.eventId)},"event_type":${textOrNull(lane.eventType)},"attempts":${lane.attempts},` +
  `"next_attempt_at":${timeOrNull(lane.nextAttemptAt)},"paused_at":${timeOrNull(lane.pausedAt)},` +
  `"delivered":${plain(lane.delivered)},"delivered_at":${timeOrNull(lane.deliveredAt)},` +
  `"last_status":${lane.lastStatus},"last_error":${textOrNull(lane.lastError)}}`;

export const attemptSchema = z
  .strictObject({
    at: timestampField.meta({ description: 'When it ended' }),
    wallet: addressField.nullable().meta({ description: 'null: a test' }),
    event_id: z.string().meta({ description: 'The header webhook-id' }),
    event_type: z.string().meta({ description: 'Of the event' }),
    sequence: z.int().nullable().meta({ description: 'Number of the event; null: a test' }),
    outcome: lower(deliveryOutcomes).meta({
      description: 'delivered: after failures, or a test; failed; skipped: given up by you',
    }),
    attempt: z.int().meta({ description: 'The first is 1; 0: skipped' }),
    duration_ms: z.int().meta({ description: 'In milliseconds' }),
    status: z.int().nullable().meta({ description: 'HTTP status; null: there was no answer' }),
    error: z.string().nullable().meta({ description: 'What went wrong; null: nothing' }),
    answer: z
      .string()
      .nullable()
      .meta({ description: 'At most 500 characters of what the receiver answered; null: nothing' }),
  })
  .meta({
    id: 'WebhookAttempt',
    description: 'An attempt that is worth a look: events that arrive at once are counted only',
  });

export const attemptJson = (attempt: WebhookAttemptView): string =>
  `{"at":${time(attempt.at)},"wallet":${textOrNull(attempt.wallet)},"event_id":${text(attempt.eventId)},` +
  `"event_type":${text(attempt.eventType)},"sequence":${attempt.sequence},"outcome":${plain(attempt.outcome.toLowerCase())},` +
  `"attempt":${attempt.attempt},"duration_ms":${attempt.durationMs},"status":${attempt.status},` +
  `"error":${textOrNull(attempt.error)},"answer":${textOrNull(attempt.answer)}}`;
