/** Descriptions: clients, keys, and what they use. */
import type { Descriptions } from './describe.ts';

const perDay = 'Units per UTC day; null: as the service is configured.';
const perMonth = 'Units per UTC month; null: as the service is configured.';
const keptDay = 'Units per UTC day; left out: as its client may.';
const keptMonth = 'Units per UTC month; left out: as its client may.';
const key = 'The id of the key.';
const shownOnce = 'The key itself, shown only now.';

export const adminDescriptions = {
  'Client.name': 'Names the client.',
  'Client.settings': 'Those that are set; all others are as by default.',
  'Client.createdAt': 'When it was created.',
  'ClientSetting.name': 'As `wallet-data clients set --help` lists them.',
  'ClientSetting.value': 'A text, also for numbers.',

  ApiKeyKind: 'Who may hold a key.',
  'ApiKeyKind.SECRET': 'Servers and command lines.',
  'ApiKeyKind.PUBLISHABLE': 'The code of pages, where everybody can read it.',
  ApiKeyState: 'Whether a key is taken.',
  'ApiKeyState.VALID': 'It is.',
  'ApiKeyState.EXPIRED': 'Its end is over.',
  'ApiKeyState.REVOKED': 'It was ended by hand.',

  'ApiKey.id': 'The public part of the key.',
  'ApiKey.client': 'Whose it is, by name.',
  'ApiKey.kind': 'Who may hold it.',
  'ApiKey.name': 'What it is for.',
  'ApiKey.scopes':
    'What it may: `read`, `write`, `webhooks`, `keys` (and members of its client), `admin` (all clients).',
  'ApiKey.state': 'Whether it is taken now.',
  'ApiKey.dailyQuota': perDay,
  'ApiKey.monthlyQuota': perMonth,
  'ApiKey.origins': 'Of the pages that may use it; empty: a secret key.',
  'ApiKey.wallets': 'What it may read; empty: a secret key, and all of its client.',
  'ApiKey.addressUnits': 'Units that one address may use in a minute; null: a secret key.',
  'ApiKey.createdAt': 'When it was made.',
  'ApiKey.expiresAt': 'When it ends; null: never.',
  'ApiKey.revokedAt': 'When it was revoked; null: it was not.',
  'ApiKey.lastUsedAt': 'When it was last used, to the minute; null: never.',

  'ApiKeyUsage.day': 'The UTC day: `2026-01-31`.',
  'ApiKeyUsage.client': 'Whose key it is, by name.',
  'ApiKeyUsage.keyId': 'The key; of tokens the one that minted them.',
  'ApiKeyUsage.operation': 'Method and path, or `graphql` and the root field.',
  'ApiKeyUsage.requests': 'How many asked for it.',
  'ApiKeyUsage.units': 'What they weighed together.',

  'CreateClientInput.name': '1 to 64 letters, digits, hyphens, underscores and dots.',
  'CreateClientPayload.client': 'The new client.',
  'SetClientSettingsInput.client': 'Its name.',
  'SetClientSettingsInput.settings': 'Those to change.',
  'SetClientSettingsPayload.client': 'The client as it is then.',
  ClientSettingInput: 'A setting of a client.',
  'ClientSettingInput.name': 'As `wallet-data clients set --help` lists them.',
  'ClientSettingInput.value': 'A text, also for numbers; a number is taken back by `none`.',

  'CreateApiKeyInput.client': 'Whose it is to be, by name.',
  'CreateApiKeyInput.name': 'What it is for: 1 to 100 characters.',
  'CreateApiKeyInput.scopes':
    'Some of `read`, `write`, `keys`, `admin`; left out: `read` and `write`, of a publishable key `read`.',
  'CreateApiKeyInput.expiresAt': 'When it ends; left out: never.',
  'CreateApiKeyInput.dailyQuota': keptDay,
  'CreateApiKeyInput.monthlyQuota': keptMonth,
  'CreateApiKeyInput.publishable': 'Makes it a key for the code of pages, which may only read.',
  PublishableInput: 'What a publishable key is bound to.',
  'PublishableInput.origins': 'Of the pages that it is for, as browsers send them: 1 to 20.',
  'PublishableInput.wallets': 'What it may read: 1 to 100 addresses.',
  'PublishableInput.addressUnits': 'Units that one address may use in a minute; left out: 120.',
  'CreateApiKeyPayload.apiKey': 'The new key.',
  'CreateApiKeyPayload.key': shownOnce,
  'RotateApiKeyInput.id': key,
  'RotateApiKeyInput.overlapSeconds': 'How long the old key is still valid, in seconds: at most 90 days.',
  'RotateApiKeyInput.expiresAt': 'When the new key ends; left out: it lasts as long as the old one was to.',
  'RotateApiKeyPayload.apiKey': 'The new key.',
  'RotateApiKeyPayload.key': shownOnce,
  'UpdateApiKeyInput.id': key,
  'UpdateApiKeyInput.expiresAt': 'When it ends; null: never. Left out: it stays.',
  'UpdateApiKeyInput.dailyQuota': 'Units per UTC day; null: as its client may. Left out: it stays.',
  'UpdateApiKeyInput.monthlyQuota': 'Units per UTC month; null: as its client may. Left out: it stays.',
  'UpdateApiKeyPayload.apiKey': 'The key as it is then.',
  'RevokeApiKeyInput.id': key,
  'RevokeApiKeyPayload.apiKey': 'The key as it is then.',
} as const satisfies Descriptions;
