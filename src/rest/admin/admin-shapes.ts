/** What /admin/ answers: clients, keys, and what they use. */
import { z } from 'zod';
import type { ApiKeyView, ClientView, NewApiKeyView, UsageView } from '../../use-cases/model/admin-model.ts';
import { keyKinds, keyStates } from '../../use-cases/model/admin-model.ts';
import { timestampField } from '../wire/objects/fields.ts';
import { list, plain, text, time, timeOrNull } from '../wire/objects/json.ts';

export const clientSchema = z
  .strictObject({
    name: z.string().meta({ description: 'Names the client' }),
    settings: z.record(z.string(), z.string()).meta({
      description: 'Those that are set: all values are texts. `wallet-data clients set --help` lists them',
    }),
    created_at: timestampField,
  })
  .meta({ id: 'Client', description: 'Whoever has wallets, labels, corrections and keys of its own' });

export const clientJson = ({ name, settings, createdAt }: ClientView): string =>
  `{"name":${text(name)},"settings":${JSON.stringify(settings)},"created_at":${time(createdAt)}}`;

const units = z.int().nullable();

export const apiKeySchema = z
  .strictObject({
    id: z.string().meta({ description: 'The public part of the key' }),
    client: z.string().meta({ description: 'Whose it is' }),
    kind: z.enum(keyKinds).meta({ description: 'publishable: for the code of pages' }),
    name: z.string().meta({ description: 'What it is for' }),
    scopes: z
      .array(z.string())
      .meta({ description: 'read, write, keys (of its client), admin (all clients)' }),
    state: z.enum(keyStates).meta({ description: 'Whether it is taken now' }),
    daily_quota: units.meta({ description: 'Units per UTC day; null: as the service is configured' }),
    monthly_quota: units.meta({ description: 'Units per UTC month; null: as the service is configured' }),
    origins: z.array(z.string()).meta({ description: 'Of the pages that may use it; empty: a secret key' }),
    wallets: z
      .array(z.string())
      .meta({ description: 'What it may read; empty: a secret key, and all of its client' }),
    address_units: units.meta({ description: 'Units that one address may use a minute; null: a secret key' }),
    created_at: timestampField,
    expires_at: timestampField.nullable().meta({ description: 'null: never' }),
    revoked_at: timestampField.nullable().meta({ description: 'null: it was not' }),
    last_used_at: timestampField.nullable().meta({ description: 'To the minute; null: never' }),
  })
  .meta({ id: 'ApiKey', description: 'An API key, without its text: only a hash of that is stored' });

const texts = (values: readonly string[]): string => list(values, text);

export const apiKeyJson = (key: ApiKeyView): string =>
  `{"id":${text(key.id)},"client":${text(key.client)},"kind":${plain(key.kind)},"name":${text(key.name)},` +
  `"scopes":${texts(key.scopes)},"state":${plain(key.state)},"daily_quota":${key.dailyQuota},` +
  `"monthly_quota":${key.monthlyQuota},"origins":${texts(key.origins)},"wallets":${texts(key.wallets)},` +
  `"address_units":${key.addressUnits},"created_at":${time(key.createdAt)},"expires_at":${timeOrNull(key.expiresAt)},` +
  `"revoked_at":${timeOrNull(key.revokedAt)},"last_used_at":${timeOrNull(key.lastUsedAt)}}`;

export const newApiKeySchema = z
  .strictObject({
    key: z.string().meta({ description: 'The key itself. It is shown only now' }),
    api_key: apiKeySchema,
  })
  .meta({ id: 'NewApiKey', description: 'A key that was just made' });

export const newApiKeyJson = ({ key, apiKey }: NewApiKeyView): string =>
  `{"key":${plain(key)},"api_key":${apiKeyJson(apiKey)}}`;

export const usageSchema = z
  .strictObject({
    day: z.iso.date().meta({ description: 'The UTC day' }),
    client: z.string().meta({ description: 'Whose key it is' }),
    key_id: z.string().meta({ description: 'The key; of tokens the one that minted them' }),
    operation: z.string().meta({ description: 'Method and path, or `graphql` and the root field' }),
    requests: z.int().meta({ description: 'How many asked for it' }),
    units: z.int().meta({ description: 'What they weighed together' }),
  })
  .meta({ id: 'KeyUsage', description: 'What a key used on a day for an operation' });

export const usageJson = (use: UsageView): string =>
  `{"day":${plain(use.day)},"client":${text(use.client)},"key_id":${text(use.keyId)},"operation":${text(use.operation)},` +
  `"requests":${use.requests},"units":${use.units}}`;
