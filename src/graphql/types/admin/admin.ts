import { keyKinds, keyStates } from '../../../use-cases/model/admin-model.ts';
import { plainParameters, type UrlParameter } from '../../../use-cases/pages/page-links.ts';
import { builder } from '../../builder/builder.ts';
import { connectionArguments, connectionCost, connectionType, readPage } from '../../builder/connections.ts';
import { given } from '../../builder/input-values.ts';
import { ApiKey, ApiKeyUsage, Client } from '../../builder/refs.ts';

const ofAll = 'Needs the scope `admin`.';
const ofOwn = 'Needs the scope `admin`, or `keys` for the own client.';

const ClientSetting = builder.objectRef<readonly [string, string]>('ClientSetting').implement({
  description: 'A setting of a client that is not as by default.',
  fields: (t) => ({
    name: t.string({ resolve: ([name]) => name }),
    value: t.string({ resolve: ([, value]) => value }),
  }),
});

Client.implement({
  description: 'Whoever has wallets, labels, corrections and keys of its own.',
  fields: (t) => ({
    name: t.exposeString('name'),
    settings: t.field({
      type: [ClientSetting],
      complexity: { field: 1, multiplier: 10 },
      resolve: ({ settings }) => Object.entries(settings),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
});

const ApiKeyKind = builder.enumType('ApiKeyKind', {
  values: Object.fromEntries(keyKinds.map((kind) => [kind.toUpperCase(), { value: kind }])),
});
const ApiKeyState = builder.enumType('ApiKeyState', {
  values: Object.fromEntries(keyStates.map((state) => [state.toUpperCase(), { value: state }])),
});

ApiKey.implement({
  description: 'An API key, without its text: only a hash of that is stored.',
  fields: (t) => ({
    id: t.string({ resolve: ({ id }) => id }),
    client: t.exposeString('client'),
    kind: t.expose('kind', { type: ApiKeyKind }),
    name: t.exposeString('name'),
    scopes: t.stringList({ resolve: ({ scopes }) => [...scopes] }),
    state: t.expose('state', { type: ApiKeyState }),
    dailyQuota: t.exposeFloat('dailyQuota', { nullable: true }),
    monthlyQuota: t.exposeFloat('monthlyQuota', { nullable: true }),
    origins: t.stringList({ resolve: ({ origins }) => [...origins] }),
    wallets: t.stringList({ resolve: ({ wallets }) => [...wallets] }),
    addressUnits: t.exposeInt('addressUnits', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
    revokedAt: t.expose('revokedAt', { type: 'DateTime', nullable: true }),
    lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
  }),
});

ApiKeyUsage.implement({
  description: 'What a key used on a day for an operation.',
  fields: (t) => ({
    day: t.exposeString('day'),
    client: t.exposeString('client'),
    keyId: t.exposeString('keyId'),
    operation: t.exposeString('operation'),
    requests: t.exposeFloat('requests'),
    units: t.exposeFloat('units'),
  }),
});

const ClientConnection = connectionType('Client', Client, { links: true });
const ApiKeyConnection = connectionType('ApiKey', ApiKey, { links: true });
const ApiKeyUsageConnection = connectionType('ApiKeyUsage', ApiKeyUsage, { links: true });

type Texts = Readonly<Record<string, string | null | undefined>>;
const linkParameters =
  (texts: Texts) =>
  (pageSize: number): UrlParameter[] => [
    ...Object.entries(texts).flatMap(([name, value]): UrlParameter[] =>
      value == null ? [] : [[name, value]],
    ),
    ...plainParameters(pageSize),
  ];

builder.queryFields((t) => ({
  clients: t.field({
    type: ClientConnection,
    nullable: true,
    description: `Clients, oldest first. ${ofAll}`,
    args: connectionArguments,
    complexity: connectionCost,
    resolve: (_root, args, { readModel, caller, baseUrl }) =>
      readPage(args, (page) => readModel.listClients(caller, page), {
        ...{ baseUrl, path: '/admin/client/', parameters: plainParameters },
      }),
  }),
  apiKeys: t.field({
    type: ApiKeyConnection,
    nullable: true,
    description: `API keys, oldest first. ${ofOwn}`,
    args: { client: t.arg.string({ description: 'Only of this client.' }), ...connectionArguments },
    complexity: connectionCost,
    resolve: (_root, args, { readModel, caller, baseUrl }) =>
      readPage(args, (page) => readModel.listApiKeys(caller, given({ client: args.client }), page), {
        ...{ baseUrl, path: '/admin/key/', parameters: linkParameters({ client: args.client }) },
      }),
  }),
  apiKeyUsage: t.field({
    type: ApiKeyUsageConnection,
    nullable: true,
    description: `What keys used by UTC day, key and operation, the newest day first: up to a minute ago, kept for 400 days. ${ofOwn}`,
    args: {
      client: t.arg.string({ description: 'Only of this client.' }),
      keyId: t.arg.string({ description: 'Only of the key with this id.' }),
      firstDay: t.arg.string({ description: 'From this UTC day on: `2026-01-31`.' }),
      lastDay: t.arg.string({ description: 'Up to this UTC day, and with it.' }),
      ...connectionArguments,
    },
    complexity: connectionCost,
    resolve: (_root, args, { readModel, caller, baseUrl }) => {
      const { client, keyId, firstDay, lastDay } = args;
      const request = given({ client, keyId, from: firstDay, to: lastDay });
      const named = { client, key_id: keyId, first_day: firstDay, last_day: lastDay };
      return readPage(args, (page) => readModel.listUsage(caller, request, page), {
        ...{ baseUrl, path: '/admin/usage/', parameters: linkParameters(named) },
      });
    },
  }),
}));
