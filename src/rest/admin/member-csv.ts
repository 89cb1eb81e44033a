/** The columns of members, sessions and the log as CSV. */
import { formatTime } from '../../domain/time/time.ts';
import type { AuditEntryView, MemberView, SessionView } from '../../use-cases/model/member-model.ts';
import type { CsvForm } from '../csv/columns.ts';

const timeOf = (seconds: number | null): string | null => (seconds === null ? null : formatTime(seconds));

export const memberCsv: CsvForm<MemberView> = {
  fileName: 'members.csv',
  columns: [
    ['id', ({ id }) => id],
    ['client', ({ client }) => client],
    ['name', ({ name }) => name],
    ['role', ({ role }) => role],
    ['address', ({ address }) => address],
    ['passkeys', ({ passkeys }) => passkeys.map(({ name }) => name).join(',')],
    ['created_at', ({ createdAt }) => timeOf(createdAt)],
    ['joined_at', ({ joinedAt }) => timeOf(joinedAt)],
    ['last_signed_in_at', ({ lastSignedInAt }) => timeOf(lastSignedInAt)],
  ],
};

export const sessionCsv: CsvForm<SessionView> = {
  fileName: 'sessions.csv',
  columns: [
    ['id', ({ id }) => id],
    ['method', ({ method }) => method],
    ['address', ({ address }) => address],
    ['user_agent', ({ userAgent }) => userAgent],
    ['created_at', ({ createdAt }) => timeOf(createdAt)],
    ['last_seen_at', ({ lastSeenAt }) => timeOf(lastSeenAt)],
    ['expires_at', ({ expiresAt }) => timeOf(expiresAt)],
    ['is_current', ({ isCurrent }) => String(isCurrent)],
  ],
};

export const auditCsv: CsvForm<AuditEntryView> = {
  fileName: 'audit.csv',
  columns: [
    ['id', ({ id }) => id],
    ['at', ({ at }) => timeOf(at)],
    ['client', ({ client }) => client],
    ['actor_kind', ({ actorKind }) => actorKind],
    ['actor_id', ({ actorId }) => actorId],
    ['actor_name', ({ actorName }) => actorName],
    ['action', ({ action }) => action],
    ['subject', ({ subject }) => subject],
    ['address', ({ address }) => address],
  ],
};
