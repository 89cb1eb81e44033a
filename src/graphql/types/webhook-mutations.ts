import type { ReplayInput, WebhookChange, WebhookView } from '../../use-cases/model/webhook-model.ts';
import { builder } from '../builder/builder.ts';
import { WalletEventType } from '../builder/enums.ts';
import { given } from '../builder/input-values.ts';
import { Webhook } from '../builder/refs.ts';

const typesDescription =
  'Types of events. Empty: all but WALLET_PROGRESS and TRANSFER_FINALIZED, also those that will be added.';
const chainIds = { description: 'Only of these chains, by their ids of EIP-155. Empty: all.' };
const tokens = {
  type: ['Address'],
  description: 'Only of these contracts, on any chain; all zero: native tokens. Empty: all.',
} as const;
const minValue = {
  type: 'Decimal',
  description:
    'In US dollars, at least 0: transfers worth less, or of no known price, are not sent. null: all.',
} as const;
const url = {
  type: 'URL',
  description: 'https, on a port and at an address that the service may send to.',
} as const;
const description = { description: 'Your own words; at most 200 characters.' };

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  fields: (t) => ({
    url: t.field({ ...url, required: true }),
    description: t.string(description),
    types: t.field({ type: [WalletEventType], description: typesDescription }),
    chainIds: t.intList(chainIds),
    tokens: t.field({ ...tokens, type: ['Address'] }),
    minValue: t.field(minValue),
    wallets: t.field({
      type: ['Address'],
      description:
        'Only of these wallets, which you have registered. Left out: of all, also of those that come.',
    }),
    clientMutationId: t.string(),
  }),
});

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'What is left out stays as it is.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Of the webhook.' }),
    url: t.field(url),
    description: t.string(description),
    types: t.field({ type: [WalletEventType], description: typesDescription }),
    chainIds: t.intList(chainIds),
    tokens: t.field({ ...tokens, type: ['Address'] }),
    minValue: t.field(minValue),
    wallets: t.field({ type: ['Address'], description: 'Only of these wallets, which you have registered.' }),
    allWallets: t.boolean({
      description: 'true: of all wallets, also of those that come; not together with wallets.',
    }),
    enabled: t.boolean({
      description:
        'true: sends again, and tries at once what waits or is paused. false: stops, and keeps its place.',
    }),
    clientMutationId: t.string(),
  }),
});

const webhookInput = (name: string) =>
  builder.inputType(name, {
    fields: (t) => ({
      id: t.id({ required: true, description: 'Of the webhook.' }),
      clientMutationId: t.string(),
    }),
  });
const DeleteWebhookInput = webhookInput('DeleteWebhookInput');
const RotateWebhookSecretInput = webhookInput('RotateWebhookSecretInput');
const TestWebhookInput = webhookInput('TestWebhookInput');

const ReplayWebhookInput = builder.inputType('ReplayWebhookInput', {
  description: 'From a time, or behind a number of one wallet.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Of the webhook.' }),
    from: t.field({ type: 'DateTime', description: 'Events stored at this time or later.' }),
    after: t.field({ type: 'BigInt', description: 'Events behind this number; names one wallet.' }),
    wallets: t.field({
      type: ['Address'],
      description: 'Only these wallets. Left out: all that it follows.',
    }),
    clientMutationId: t.string(),
  }),
});

const SkipWebhookEventInput = builder.inputType('SkipWebhookEventInput', {
  fields: (t) => ({
    id: t.id({ required: true, description: 'Of the webhook.' }),
    wallet: t.field({ type: 'Address', required: true, description: 'Whose event fails.' }),
    clientMutationId: t.string(),
  }),
});

interface WebhookPayload {
  webhook: WebhookView;
  clientMutationId: string | null;
}

function payloadType<Payload extends WebhookPayload>(name: string) {
  const payload = builder.objectRef<Payload>(name);
  builder.objectType(payload, {
    fields: (t) => ({
      webhook: t.field({ type: Webhook, description: 'As it is now.', resolve: ({ webhook }) => webhook }),
      clientMutationId: t.string({
        nullable: true,
        resolve: ({ clientMutationId }) => clientMutationId,
      }),
    }),
  });
  return payload;
}

const secret = 'What signs (whsec_…): shown only here.';
const CreateWebhookPayload = payloadType<WebhookPayload & { secret: string }>('CreateWebhookPayload');
builder.objectField(CreateWebhookPayload, 'secret', (t) => t.exposeString('secret', { description: secret }));
const RotateWebhookSecretPayload = payloadType<WebhookPayload & { secret: string }>(
  'RotateWebhookSecretPayload',
);
builder.objectField(RotateWebhookSecretPayload, 'secret', (t) =>
  t.exposeString('secret', { description: secret }),
);
const UpdateWebhookPayload = payloadType('UpdateWebhookPayload');
const TestWebhookPayload = payloadType<WebhookPayload & { eventId: string }>('TestWebhookPayload');
builder.objectField(TestWebhookPayload, 'eventId', (t) =>
  t.exposeID('eventId', { description: 'The header webhook-id of the test event.' }),
);
const ReplayWebhookPayload = payloadType<WebhookPayload & { lanes: number }>('ReplayWebhookPayload');
builder.objectField(ReplayWebhookPayload, 'lanes', (t) =>
  t.exposeInt('lanes', { description: 'How many wallets are sent again.' }),
);
const SkipWebhookEventPayload = payloadType<WebhookPayload & { eventId: string }>('SkipWebhookEventPayload');
builder.objectField(SkipWebhookEventPayload, 'eventId', (t) =>
  t.exposeID('eventId', { description: 'The event that is not sent any more.' }),
);

const DeleteWebhookPayload = builder
  .objectRef<{ id: string; clientMutationId: string | null }>('DeleteWebhookPayload')
  .implement({
    fields: (t) => ({
      deletedWebhookId: t.exposeID('id', { description: 'To be taken out of lists.' }),
      clientMutationId: t.exposeString('clientMutationId', { nullable: true }),
    }),
  });

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: CreateWebhookPayload,
    description:
      'Sends the events of your wallets there from now on, and a test event at once. The key needs the scopes `webhooks` and `read`, as for all that says where events go or moves them.',
    args: { input: t.arg({ type: CreateWebhookInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => {
      const { clientMutationId = null, url: target, ...fields } = input;
      const created = await readModel.createWebhook(caller, { ...given(fields), url: target });
      return { ...created, clientMutationId };
    },
  }),
  updateWebhook: t.field({
    type: UpdateWebhookPayload,
    description: 'Changes a webhook, enables or disables it.',
    args: { input: t.arg({ type: UpdateWebhookInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => {
      const { clientMutationId = null, id, allWallets, minValue, ...fields } = input;
      const change: WebhookChange = { ...given(fields), ...(allWallets === true ? { wallets: null } : {}) };
      // null takes it away.
      if (minValue !== undefined) change.minValue = minValue;
      return { webhook: await readModel.updateWebhook(caller, id, change), clientMutationId };
    },
  }),
  deleteWebhook: t.field({
    type: DeleteWebhookPayload,
    description: 'Sends nothing any more; an event that is under way may still arrive.',
    args: { input: t.arg({ type: DeleteWebhookInput, required: true }) },
    resolve: async (_root, { input: { id, clientMutationId = null } }, { readModel, caller }) => {
      await readModel.deleteWebhook(caller, id);
      return { id, clientMutationId };
    },
  }),
  rotateWebhookSecret: t.field({
    type: RotateWebhookSecretPayload,
    description: 'Gives it a new secret; for 24 hours both sign, so that receivers can be changed over.',
    args: { input: t.arg({ type: RotateWebhookSecretInput, required: true }) },
    resolve: async (_root, { input: { id, clientMutationId = null } }, { readModel, caller }) => ({
      ...(await readModel.rotateWebhookSecret(caller, id)),
      clientMutationId,
    }),
  }),
}));

builder.mutationFields((t) => ({
  testWebhook: t.field({
    type: TestWebhookPayload,
    description: 'Sends `endpoint.test`, once. What became of it is in the attempts, by its id.',
    args: { input: t.arg({ type: TestWebhookInput, required: true }) },
    resolve: async (_root, { input: { id, clientMutationId = null } }, { readModel, caller }) => ({
      ...(await readModel.testWebhook(caller, id)),
      clientMutationId,
    }),
  }),
  replayWebhook: t.field({
    type: ReplayWebhookPayload,
    description:
      'Sends events again under the same ids. They are kept for 30 days: a lane that is set before them goes on with the oldest.',
    args: { input: t.arg({ type: ReplayWebhookInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => {
      const { clientMutationId = null, id, after, ...fields } = input;
      const start = after === null || after === undefined ? {} : { afterSequence: BigInt(after) };
      const replay: ReplayInput = { ...given(fields), ...start };
      return { ...(await readModel.replayWebhook(caller, id, replay)), clientMutationId };
    },
  }),
  skipWebhookEvent: t.field({
    type: SkipWebhookEventPayload,
    description:
      'Goes past the event of a wallet that fails; CONFLICT when none does. The receiver sees by `previous` that it lacks one.',
    args: { input: t.arg({ type: SkipWebhookEventInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => {
      const { id, wallet, clientMutationId = null } = input;
      const { eventId } = await readModel.skipWebhookEvent(caller, id, wallet);
      return { webhook: await readModel.getWebhook(caller, id), eventId, clientMutationId };
    },
  }),
}));
