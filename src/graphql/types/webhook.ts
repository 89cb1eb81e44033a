import { builder } from '../builder/builder.ts';
import { connectionArguments, connectionCost, connectionType, readPage } from '../builder/connections.ts';
import {
  DeliveryOutcome,
  LaneStatus,
  WalletEventType,
  WebhookDisabledReason,
  WebhookStatus,
} from '../builder/enums.ts';
import { Wallet, Webhook, WebhookAttempt, WebhookLane } from '../builder/refs.ts';
import { ownWallet } from '../builder/wallet-reference.ts';

Webhook.implement({
  description: 'An address of yours that events of wallets are sent to, one after the other for each wallet.',
  interfaces: [builder.nodeInterfaceRef()],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The public id, the same as in REST.' }),
    url: t.expose('url', { type: 'URL', description: 'Where events are sent to.' }),
    description: t.exposeString('description', { description: 'Your own words.' }),
    types: t.field({
      type: [WalletEventType],
      description:
        'Types of events. Empty: all but WALLET_PROGRESS and TRANSFER_FINALIZED, also those that will be added.',
      resolve: ({ types }) => [...types],
    }),
    chainIds: t.intList({
      description: 'Of EIP-155. Empty: all chains.',
      resolve: ({ chainIds }) => [...chainIds],
    }),
    tokens: t.field({
      type: ['Address'],
      description: 'Contracts, on any chain; all zero: native tokens. Empty: all tokens.',
      resolve: ({ tokens }) => [...tokens],
    }),
    minValue: t.expose('minValue', {
      type: 'Decimal',
      nullable: true,
      description: 'In US dollars: transfers worth less, or of no known price, are not sent. null: all are.',
    }),
    allWallets: t.exposeBoolean('allWallets', {
      description: 'Whether wallets that you register later are followed, too.',
    }),
    status: t.expose('status', { type: WebhookStatus, description: 'How it is doing.' }),
    disabledReason: t.expose('disabledReason', {
      type: WebhookDisabledReason,
      nullable: true,
      description: 'null: it is not disabled.',
    }),
    disabledAt: t.expose('disabledAt', { type: 'DateTime', nullable: true, description: 'null: it is not.' }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when a lane is paused. null: none is.',
    }),
    formerSecretUntil: t.expose('formerSecretUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'Until then the former secret signs, too. null: there is none.',
    }),
    laneCount: t.exposeInt('lanes', { description: 'Wallets that are followed.' }),
    lanesWaiting: t.exposeInt('lanesWaiting', {
      description: 'Of them: whose event has failed and is tried again.',
    }),
    lanesPaused: t.exposeInt('lanesPaused', {
      description: 'Of them: whose event has failed ten times. Nothing is lost.',
    }),
    delivered: t.expose('delivered', { type: 'BigInt', description: 'Events that have arrived.' }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The last that arrived. null: none has.',
    }),
    testedAt: t.expose('testedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When its test event was last asked for.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When you last changed it.' }),
    publicKeys: t.stringList({
      description:
        'By which the signatures `v1a` (Ed25519) are checked without the secret: `whpk_…`, two while a secret is being replaced, the newest first. Empty: they cannot be told, since the key is lost that seals secrets.',
      resolve: ({ publicKeys }) => [...publicKeys],
    }),
  }),
});

WebhookLane.implement({
  description: 'How far the events of one wallet are sent.',
  fields: (t) => ({
    wallet: t.field({ type: Wallet, description: 'Whose events.', ...ownWallet }),
    status: t.expose('status', { type: LaneStatus, description: 'How it is doing.' }),
    sequence: t.field({
      type: 'BigInt',
      description: 'Number of the last event that is dealt with.',
      resolve: ({ sequence }) => String(sequence),
    }),
    last: t.field({
      type: 'BigInt',
      description: 'Number of the last event of the wallet.',
      resolve: ({ last }) => String(last),
    }),
    eventId: t.exposeID('eventId', { nullable: true, description: 'The event under way. null: none.' }),
    eventType: t.exposeString('eventType', {
      nullable: true,
      description: 'Its type as it is sent: `transfer.added`. null: none is under way.',
    }),
    attempts: t.exposeInt('attempts', { description: 'How often it has failed.' }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'null: at once, or never while the lane is paused.',
    }),
    pausedAt: t.expose('pausedAt', { type: 'DateTime', nullable: true, description: 'null: it is not.' }),
    delivered: t.expose('delivered', { type: 'BigInt', description: 'Events that have arrived.' }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'The last that arrived. null: none has.',
    }),
    lastStatus: t.exposeInt('lastStatus', {
      nullable: true,
      description: 'HTTP status of the last failure. null: there was no answer, or no failure since.',
    }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last attempt failed, or why the lane was moved. null: it did not.',
    }),
  }),
});

WebhookAttempt.implement({
  description: 'An attempt that is worth a look. Events that arrive at once are counted only.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When it ended.' }),
    wallet: t.expose('wallet', { type: 'Address', nullable: true, description: 'null: a test.' }),
    eventId: t.exposeID('eventId', { description: 'The header webhook-id.' }),
    eventType: t.exposeString('eventType', { description: 'As it is sent: `transfer.added`.' }),
    sequence: t.field({
      type: 'BigInt',
      nullable: true,
      description: 'Number of the event. null: a test.',
      resolve: ({ sequence }) => (sequence === null ? null : String(sequence)),
    }),
    outcome: t.expose('outcome', { type: DeliveryOutcome, description: 'What became of it.' }),
    attempt: t.exposeInt('attempt', { description: 'The first is 1; 0: skipped.' }),
    durationMs: t.exposeInt('durationMs', { description: 'In milliseconds.' }),
    status: t.exposeInt('status', { nullable: true, description: 'HTTP status. null: there was no answer.' }),
    error: t.exposeString('error', { nullable: true, description: 'What went wrong. null: nothing.' }),
    answer: t.exposeString('answer', {
      nullable: true,
      description: 'At most 500 characters of what the receiver answered. null: nothing.',
    }),
  }),
});

const WebhookConnection = connectionType('Webhook', Webhook, { links: false });
const WebhookLaneConnection = connectionType('WebhookLane', WebhookLane, { links: false });
const WebhookAttemptConnection = connectionType('WebhookAttempt', WebhookAttempt, { links: false });

builder.queryField('webhooks', (t) =>
  t.field({
    type: WebhookConnection,
    nullable: true,
    description: 'Your webhooks, oldest first. The key needs the scope `webhooks`.',
    args: connectionArguments,
    complexity: connectionCost,
    resolve: (_root, args, { readModel, caller }) =>
      readPage(args, (page) => readModel.listWebhooks(caller, page), null),
  }),
);

builder.objectFields(Webhook, (t) => ({
  lanes: t.field({
    type: WebhookLaneConnection,
    description: 'How far each wallet is sent: those that are paused first, then those that wait.',
    args: connectionArguments,
    complexity: connectionCost,
    resolve: ({ id }, args, { readModel, caller }) =>
      readPage(args, (page) => readModel.listWebhookLanes(caller, id, page), null),
  }),
  attempts: t.field({
    type: WebhookAttemptConnection,
    description:
      'What became of attempts, newest first: failures, the success that ends them, tests, and what was skipped, of seven days and at most 1,000.',
    args: connectionArguments,
    complexity: connectionCost,
    resolve: ({ id }, args, { readModel, caller }) =>
      readPage(args, (page) => readModel.listWebhookAttempts(caller, id, page), null),
  }),
}));
