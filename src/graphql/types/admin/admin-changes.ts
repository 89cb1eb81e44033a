import type { ApiKeyView, ClientView } from '../../../use-cases/model/admin-model.ts';
import { builder } from '../../builder/builder.ts';
import { given } from '../../builder/input-values.ts';
import { ApiKey, Client } from '../../builder/refs.ts';

const ofAll = 'Needs the scope `admin`.';
const ofOwn = 'Needs the scope `admin`, or `keys` for the own client.';

interface ClientPayload {
  client: ClientView;
  clientMutationId: string | null;
}

const clientPayload = (name: string) =>
  builder.objectRef<ClientPayload>(name).implement({
    fields: (t) => ({
      client: t.field({ type: Client, resolve: ({ client }) => client }),
      clientMutationId: t.exposeString('clientMutationId', { nullable: true }),
    }),
  });

interface KeyPayload {
  key: string | null;
  apiKey: ApiKeyView;
  clientMutationId: string | null;
}

const keyPayload = (name: string) =>
  builder.objectRef<KeyPayload>(name).implement({
    fields: (t) => ({
      apiKey: t.field({ type: ApiKey, resolve: ({ apiKey }) => apiKey }),
      clientMutationId: t.exposeString('clientMutationId', { nullable: true }),
    }),
  });

const CreateClientPayload = clientPayload('CreateClientPayload');
const SetClientSettingsPayload = clientPayload('SetClientSettingsPayload');
const CreateApiKeyPayload = keyPayload('CreateApiKeyPayload');
const RotateApiKeyPayload = keyPayload('RotateApiKeyPayload');
const UpdateApiKeyPayload = keyPayload('UpdateApiKeyPayload');
const RevokeApiKeyPayload = keyPayload('RevokeApiKeyPayload');
for (const payload of [CreateApiKeyPayload, RotateApiKeyPayload]) {
  builder.objectField(payload, 'key', (t) => t.string({ resolve: ({ key }) => key ?? '' }));
}

const CreateClientInput = builder.inputType('CreateClientInput', {
  fields: (t) => ({ name: t.string({ required: true }), clientMutationId: t.string() }),
});
const ClientSettingInput = builder.inputType('ClientSettingInput', {
  fields: (t) => ({ name: t.string({ required: true }), value: t.string({ required: true }) }),
});
const SetClientSettingsInput = builder.inputType('SetClientSettingsInput', {
  fields: (t) => ({
    client: t.string({ required: true }),
    settings: t.field({ type: [ClientSettingInput], required: true }),
    clientMutationId: t.string(),
  }),
});
const PublishableInput = builder.inputType('PublishableInput', {
  fields: (t) => ({
    origins: t.stringList({ required: true }),
    wallets: t.stringList({ required: true }),
    addressUnits: t.int(),
  }),
});
const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  fields: (t) => ({
    client: t.string({ required: true }),
    name: t.string({ required: true }),
    scopes: t.stringList(),
    expiresAt: t.field({ type: 'DateTime' }),
    dailyQuota: t.float(),
    monthlyQuota: t.float(),
    publishable: t.field({ type: PublishableInput }),
    clientMutationId: t.string(),
  }),
});
const RotateApiKeyInput = builder.inputType('RotateApiKeyInput', {
  fields: (t) => ({
    id: t.string({ required: true }),
    overlapSeconds: t.int({ required: true, defaultValue: 86_400 }),
    expiresAt: t.field({ type: 'DateTime' }),
    clientMutationId: t.string(),
  }),
});
const UpdateApiKeyInput = builder.inputType('UpdateApiKeyInput', {
  fields: (t) => ({
    id: t.string({ required: true }),
    expiresAt: t.field({ type: 'DateTime' }),
    dailyQuota: t.float(),
    monthlyQuota: t.float(),
    clientMutationId: t.string(),
  }),
});
const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  fields: (t) => ({ id: t.string({ required: true }), clientMutationId: t.string() }),
});

const idOf = ({ clientMutationId }: { clientMutationId?: string | null | undefined }) => ({
  clientMutationId: clientMutationId ?? null,
});

builder.mutationFields((t) => ({
  createClient: t.field({
    type: CreateClientPayload,
    description: `Creates a client, which has no key yet. ${ofAll}`,
    args: { input: t.arg({ type: CreateClientInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => ({
      client: await readModel.createClient(caller, input.name),
      ...idOf(input),
    }),
  }),
  setClientSettings: t.field({
    type: SetClientSettingsPayload,
    description: `Changes settings of a client; others stay. All of its wallets are booked again. ${ofAll}`,
    args: { input: t.arg({ type: SetClientSettingsInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => {
      const changes = Object.fromEntries(input.settings.map(({ name, value }) => [name, value]));
      return { client: await readModel.setClientSettings(caller, input.client, changes), ...idOf(input) };
    },
  }),
  createApiKey: t.field({
    type: CreateApiKeyPayload,
    description: `Creates a key, which is shown once. ${ofOwn}`,
    args: { input: t.arg({ type: CreateApiKeyInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => {
      const { client, name, scopes, expiresAt, dailyQuota, monthlyQuota, publishable } = input;
      const made = await readModel.createApiKey(caller, {
        ...{ client, name },
        ...given({ scopes, expiresAt, dailyQuota, monthlyQuota }),
        ...(publishable && {
          publishable: {
            ...{ origins: publishable.origins, wallets: publishable.wallets },
            ...given({ addressUnits: publishable.addressUnits }),
          },
        }),
      });
      return { ...made, ...idOf(input) };
    },
  }),
  rotateApiKey: t.field({
    type: RotateApiKeyPayload,
    description: `Makes a key in the place of another, with the same rights. ${ofOwn}`,
    args: { input: t.arg({ type: RotateApiKeyInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => {
      const { id, overlapSeconds, expiresAt } = input;
      const made = await readModel.rotateApiKey(caller, id, { overlapSeconds, ...given({ expiresAt }) });
      return { ...made, ...idOf(input) };
    },
  }),
  updateApiKey: t.field({
    type: UpdateApiKeyPayload,
    description: `Changes the end of a key, or its quotas (for the scope \`admin\`). What is left out stays; null takes it off. ${ofOwn}`,
    args: { input: t.arg({ type: UpdateApiKeyInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => {
      const { id, expiresAt, dailyQuota, monthlyQuota } = input;
      const change = { expiresAt, dailyQuota, monthlyQuota };
      return { key: null, apiKey: await readModel.updateApiKey(caller, id, change), ...idOf(input) };
    },
  }),
  revokeApiKey: t.field({
    type: RevokeApiKeyPayload,
    description: `Makes a key invalid, everywhere within five seconds, with its tokens and its open streams. ${ofOwn}`,
    args: { input: t.arg({ type: RevokeApiKeyInput, required: true }) },
    resolve: async (_root, { input }, { readModel, caller }) => ({
      ...{ key: null, apiKey: await readModel.revokeApiKey(caller, input.id) },
      ...idOf(input),
    }),
  }),
}));
