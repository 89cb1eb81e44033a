/** The columns of /admin/ as CSV. */
import { formatTime } from '../../domain/time/time.ts';
import type { ApiKeyView, ClientView, UsageView } from '../../use-cases/model/admin-model.ts';
import type { CsvForm } from '../csv/columns.ts';

const timeOf = (seconds: number | null): string | null => (seconds === null ? null : formatTime(seconds));
const numberOf = (value: number | null): string | null => (value === null ? null : String(value));

export const clientCsv: CsvForm<ClientView> = {
  fileName: 'clients.csv',
  columns: [
    ['name', ({ name }) => name],
    ['settings', ({ settings }) => JSON.stringify(settings)],
    ['created_at', ({ createdAt }) => timeOf(createdAt)],
  ],
};

export const apiKeyCsv: CsvForm<ApiKeyView> = {
  fileName: 'keys.csv',
  columns: [
    ['id', ({ id }) => id],
    ['client', ({ client }) => client],
    ['kind', ({ kind }) => kind],
    ['name', ({ name }) => name],
    ['scopes', ({ scopes }) => scopes.join(',')],
    ['state', ({ state }) => state],
    ['daily_quota', ({ dailyQuota }) => numberOf(dailyQuota)],
    ['monthly_quota', ({ monthlyQuota }) => numberOf(monthlyQuota)],
    ['origins', ({ origins }) => origins.join(',')],
    ['wallets', ({ wallets }) => wallets.join(',')],
    ['address_units', ({ addressUnits }) => numberOf(addressUnits)],
    ['created_at', ({ createdAt }) => timeOf(createdAt)],
    ['expires_at', ({ expiresAt }) => timeOf(expiresAt)],
    ['revoked_at', ({ revokedAt }) => timeOf(revokedAt)],
    ['last_used_at', ({ lastUsedAt }) => timeOf(lastUsedAt)],
  ],
};

export const usageCsv: CsvForm<UsageView> = {
  fileName: 'usage.csv',
  columns: [
    ['day', ({ day }) => day],
    ['client', ({ client }) => client],
    ['key_id', ({ keyId }) => keyId],
    ['operation', ({ operation }) => operation],
    ['requests', ({ requests }) => String(requests)],
    ['units', ({ units }) => String(units)],
  ],
};
