/** Rows of clients, keys and use as they are shown. Pure. */
import type { ApiKeyRow } from '../../store/clients/api-key-rows.ts';
import type { ClientDetails } from '../../store/clients/client-rows.ts';
import type { UsageDayRow } from '../../store/clients/usage-days.ts';
import type { ApiKeyView, ClientView, UsageView } from '../model/admin-model.ts';
import { settingsOf } from './client-settings.ts';

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);
const secondsOrNull = (date: Date | null): number | null => (date === null ? null : secondsOf(date));

export const clientView = ({ name, settings, createdAt }: ClientDetails): ClientView => ({
  ...{ name, settings: settingsOf(settings), createdAt: secondsOf(createdAt) },
});

/** @param now Milliseconds since 1970. */
export function keyState(
  { revokedAt, expiresAt }: Pick<ApiKeyRow, 'revokedAt' | 'expiresAt'>,
  now: number,
): ApiKeyView['state'] {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt.getTime() <= now ? 'expired' : 'valid';
}

/** @param now Milliseconds since 1970. */
export function apiKeyView(row: ApiKeyRow, now: number): ApiKeyView {
  const { publishable, quotas } = row;
  return {
    ...{ id: row.id, client: row.clientName, name: row.name, scopes: row.scopes },
    ...{ kind: publishable === null ? 'secret' : 'publishable', state: keyState(row, now) },
    ...{ dailyQuota: quotas.daily, monthlyQuota: quotas.monthly },
    ...{ origins: publishable?.origins ?? [], wallets: publishable?.wallets ?? [] },
    addressUnits: publishable?.addressUnits ?? null,
    ...{ createdAt: secondsOf(row.createdAt), expiresAt: secondsOrNull(row.expiresAt) },
    ...{ revokedAt: secondsOrNull(row.revokedAt), lastUsedAt: secondsOrNull(row.lastUsedAt) },
  };
}

export const usageView = ({
  day,
  clientName,
  keyId,
  operation,
  requests,
  units,
}: UsageDayRow): UsageView => ({
  ...{ day, client: clientName, keyId, operation, requests, units },
});
